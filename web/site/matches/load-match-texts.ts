import type { Lang } from '#contract/localized.ts'

/** Loads the texts of the page of matches, which other public pages do not load. */
export const loadMatchTexts = async (lang: Lang): Promise<object> =>
  lang === 'ar' ? (await import('#i18n/ar-matches.ts')).arMatches : (await import('#i18n/en-matches.ts')).enMatches
