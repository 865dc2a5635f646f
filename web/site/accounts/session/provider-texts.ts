import type { RouterContextProvider } from 'react-router'
import type { Lang } from '#contract/platform/localized.ts'
import { pageContext } from '#web/shared/api-context.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'

/** Loads the texts of the pages of the sign-in provider, for a loader on the server or in the browser. */
export const loadProviderTexts = async (context: Readonly<RouterContextProvider>): Promise<object> => {
  const lang: Lang = typeof window === 'undefined' ? context.get(pageContext).lang : getPageLanguage()
  return lang === 'ar'
    ? (await import('#i18n/ar-sign-in-provider.ts')).arSignInProvider
    : (await import('#i18n/en-sign-in-provider.ts')).enSignInProvider
}
