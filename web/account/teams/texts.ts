import { useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'

/** The catalogue of these pages in the page's language, which is loaded with them. */
export const loadAccountTeamTexts = async (): Promise<object> =>
  document.documentElement.lang === 'ar' ? (await import('#i18n/ar-teams.ts')).arTeams : (await import('#i18n/en-teams.ts')).enTeams

/** Adds it to the texts of the page, before the first word of it is asked for. */
export const useAccountTeamTexts = (texts: object) => {
  const { i18n } = useTranslation()
  useState(() => i18n.add(texts))
}
