import { localizePath } from '#web/shared/language.ts'
import { pageLanguage } from './account-texts.ts'

/** The sign-in of students and coaches in the language of the page; it returns to `path` afterwards. */
export const signInPath = (path: string): string => localizePath(`/login/?next=${encodeURIComponent(path)}`, pageLanguage())

/** The sign-in of administrators in the language of the page. */
export const adminSignInPath = (): string => localizePath('/admin/auth/signin/', pageLanguage())
