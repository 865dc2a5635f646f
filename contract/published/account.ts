import type { Account, AccountDraft, OpenSession } from '#contract/account.ts'
import type { z } from '#contract/z.ts'
import type { accountForm, WireAccount, WireAccountForm, WireOpenSession } from './account.schema.ts'
import { roleOfType, typeOfRole } from './session.ts'

export const accountToWire = (account: Account): WireAccount => ({
  _id: account.id,
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  phone: account.phone,
  lang: account.lang,
  type: typeOfRole(account.role),
  school: account.school,
  birthDate: account.birthDate,
  gender: account.gender,
  nationalId: account.nationalId,
  guardian: account.guardian,
  emailConfirmed: account.emailConfirmed,
  newEmail: account.newEmail,
  erasureRequestedAt: account.erasureRequestedAt,
  secondFactor: account.secondFactor,
  recoveryCodesLeft: account.recoveryCodesLeft,
  version: account.version,
})

export const accountFromWire = (wire: WireAccount): Account => ({
  id: wire._id,
  firstName: wire.firstName,
  lastName: wire.lastName,
  email: wire.email,
  phone: wire.phone,
  lang: wire.lang,
  role: roleOfType(wire.type),
  school: wire.school,
  birthDate: wire.birthDate,
  gender: wire.gender,
  nationalId: wire.nationalId,
  guardian: wire.guardian,
  emailConfirmed: wire.emailConfirmed,
  newEmail: wire.newEmail,
  erasureRequestedAt: wire.erasureRequestedAt,
  secondFactor: wire.secondFactor,
  recoveryCodesLeft: wire.recoveryCodesLeft,
  version: wire.version,
})

/** The draft that a form means; what the form does not have is not in it. */
export const accountDraftFromWire = (form: Omit<z.output<typeof accountForm>, 'version'>): AccountDraft => ({
  firstName: form.firstName,
  lastName: form.lastName,
  email: form.email,
  phone: form.phone,
  lang: form.lang,
  password: form.password,
  ...(form.school === undefined ? {} : { school: form.school }),
  ...(form.birthDate === undefined ? {} : { birthDate: form.birthDate }),
  ...(form.gender === undefined ? {} : { gender: form.gender }),
  ...(form.nationalId === undefined ? {} : { nationalId: form.nationalId }),
  ...(form.guardian === undefined ? {} : { guardian: form.guardian }),
})

export const accountDraftToWire = (draft: AccountDraft, version: number): WireAccountForm => ({
  firstName: draft.firstName,
  lastName: draft.lastName,
  email: draft.email,
  phone: draft.phone,
  lang: draft.lang,
  ...(draft.password ? { password: draft.password } : {}),
  ...(draft.school === undefined ? {} : { school: draft.school }),
  ...(draft.birthDate === undefined ? {} : { birthDate: draft.birthDate }),
  ...(draft.gender === undefined ? {} : { gender: draft.gender }),
  ...(draft.nationalId === undefined ? {} : { nationalId: draft.nationalId }),
  ...(draft.guardian === undefined ? {} : { guardian: draft.guardian }),
  version,
})

export const openSessionToWire = (session: OpenSession): WireOpenSession => ({
  _id: session.id,
  current: session.current,
  device: session.device,
  address: session.address,
  startedAt: session.startedAt,
  lastSeenAt: session.lastSeenAt,
  expiresAt: session.expiresAt,
})

export const openSessionFromWire = (wire: WireOpenSession): OpenSession => ({
  id: wire._id,
  current: wire.current,
  device: wire.device,
  address: wire.address,
  startedAt: wire.startedAt,
  lastSeenAt: wire.lastSeenAt,
  expiresAt: wire.expiresAt,
})
