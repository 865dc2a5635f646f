import type { Lang } from '#contract/platform/localized.ts'

/** Loads the texts of the pages of a competition and of a team, which other public pages do not load. */
export const loadCompetitionAndTeamTexts = async (lang: Lang): Promise<object> =>
  lang === 'ar'
    ? (await import('#i18n/ar-season-pages.ts')).arSeasonPages
    : (await import('#i18n/en-season-pages.ts')).enSeasonPages
