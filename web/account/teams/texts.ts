import { useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'

/** Loads the texts of the team pages in the language of the page. */
export const loadAccountTeamTexts = async (): Promise<object> =>
  document.documentElement.lang === 'ar' ? (await import('#i18n/ar-teams.ts')).arTeams : (await import('#i18n/en-teams.ts')).enTeams

/** Adds loaded texts to those of the page before the first of them is used. */
export const useAddAccountTeamTexts = (texts: object) => {
  const { i18n } = useTranslation()
  useState(() => i18n.add(texts))
}
