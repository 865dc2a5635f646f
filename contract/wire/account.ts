import type { Account, AccountDraft, OpenSession } from '../domain/account.ts'
import type { WireAccount, WireAccountForm, WireOpenSession } from './account.schema.ts'

export const accountToWire = (account: Account): WireAccount => ({
  _id: account.id,
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  phone: account.phone,
  lang: account.lang,
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
  secondFactor: wire.secondFactor,
  recoveryCodesLeft: wire.recoveryCodesLeft,
  version: wire.version,
})

export const accountDraftToWire = (draft: AccountDraft, version: number): WireAccountForm => ({
  firstName: draft.firstName,
  lastName: draft.lastName,
  email: draft.email,
  phone: draft.phone,
  lang: draft.lang,
  ...(draft.password ? { password: draft.password } : {}),
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
