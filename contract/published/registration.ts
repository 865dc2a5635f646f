import type { Lang } from '#contract/localized.ts'
import type { GuardianGiven, Registration } from '#contract/registration.ts'
import type { z } from '#contract/z.ts'
import type { registrationForm, WireRegistration } from './registration.schema.ts'

const guardianToWire = ({ name, contact, textVersion }: GuardianGiven) => ({ name, contact, textVersion })

export const registrationToWire = (who: Registration & { confirm: string; trap?: string }): WireRegistration => ({
  role: who.role,
  firstName: who.firstName,
  lastName: who.lastName,
  email: who.email,
  phone: who.phone,
  nationalId: who.nationalId,
  birthDate: who.birthDate,
  gender: who.gender,
  school: who.school,
  password: who.password,
  confirm: who.confirm,
  guardian: who.guardian && guardianToWire(who.guardian),
  lang: who.lang,
  ...(who.trap ? { website: who.trap } : {}),
})

/** `lang` is the language of the request, for who said none. */
export const registrationFromWire = (wire: z.output<typeof registrationForm>, lang: Lang): Registration => ({
  role: wire.role,
  firstName: wire.firstName,
  lastName: wire.lastName,
  email: wire.email,
  phone: wire.phone,
  nationalId: wire.nationalId,
  birthDate: wire.birthDate,
  gender: wire.gender ?? null,
  school: wire.school,
  password: wire.password,
  guardian: wire.guardian ? guardianToWire(wire.guardian) : null,
  lang: wire.lang ?? lang,
})
