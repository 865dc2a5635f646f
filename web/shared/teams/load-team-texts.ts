import { getPageLanguage } from '#web/shared/page-attributes.ts'

/** Loads the texts of the team pages in the language of the page. */
export const loadAccountTeamTexts = async (): Promise<object> =>
  getPageLanguage() === 'ar' ? (await import('#i18n/ar-teams.ts')).arTeams : (await import('#i18n/en-teams.ts')).enTeams
