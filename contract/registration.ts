import type { Lang } from './localized.ts'
import type { guardianConsent, guardianConsentInput, registerRequest } from './registration.schema.ts'
import type { Gender } from './user.ts'
import type { z } from './z.ts'

/** A guardian's consent as a form sends it; `textVersion` is the version of the text (contract/rules/guardian-consent.ts). */
export type GuardianConsentInput = z.output<typeof guardianConsentInput>
/** A guardian's consent as it is stored; `consentAt` is ISO 8601. */
export type GuardianConsent = z.infer<typeof guardianConsent>

type RegisterRequest = z.output<typeof registerRequest>
/** The registration of a student or coach. `birthDate` is `YYYY-MM-DD`; `gender` is null when nothing is chosen; `lang` is the language of e-mails. */
export type Registration = Omit<RegisterRequest, 'confirm' | 'website' | 'next' | 'gender' | 'guardian' | 'lang'> & {
  gender: Gender | null
  guardian: GuardianConsentInput | null
  lang: Lang
}

/** Limits of a guardian's texts in characters. */
export const guardianFields = { name: { maxLength: 200 }, contact: { maxLength: 200 } } as const
