import type { Lang } from '#contract/platform/localized.ts'
import { saveFlashMessage } from '#web/shared/flash-message.ts'
import { saveLanguage } from '#web/shared/language.ts'

/**
 * Opens a path of this site after a sign-in and shows `message` there. The page is loaded in full: it starts
 * with the new user, in the language of the sign-in page and with its own content security policy.
 */
export const openPageWithMessageAndLanguage = (path: string, lang: Lang, message: string): void => {
  saveFlashMessage({ kind: 'success', text: message })
  saveLanguage(lang)
  window.location.replace(path)
}
