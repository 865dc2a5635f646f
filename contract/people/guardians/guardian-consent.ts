import type { ConsentVersion } from './consent-texts.ts'

/** The version of the consent text that is shown and agreed to now. */
export const currentConsentVersion: ConsentVersion = '2026-11-29'

/** A missing part of a guardian's consent. */
type GuardianConsentProblem = {
  part: 'name' | 'contact' | 'textVersion'
  code: 'required' | 'consent-required' | 'consent-outdated'
}

/** Returns the missing parts of a guardian's consent: name, contact, and agreement to the current text. */
export const listGuardianConsentProblems = (
  guardian: { name: string; contact: string; textVersion: string } | null | undefined,
): GuardianConsentProblem[] => {
  const problems: GuardianConsentProblem[] = []
  if (!guardian?.name.trim()) problems.push({ part: 'name', code: 'required' })
  if (!guardian?.contact.trim()) problems.push({ part: 'contact', code: 'required' })
  if (!guardian?.textVersion) problems.push({ part: 'textVersion', code: 'consent-required' })
  else if (guardian.textVersion !== currentConsentVersion)
    problems.push({ part: 'textVersion', code: 'consent-outdated' })
  return problems
}
