import { localizePath } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'

/** Returns the sign-in of students and coaches in the language of the page; it returns to `path` afterwards. */
export const buildSignInPath = (path: string): string => localizePath(`/login/?next=${encodeURIComponent(path)}`, getPageLanguage())

/** Returns the sign-in of administrators in the language of the page; it returns to `path` afterwards. */
export const buildAdminSignInPath = (path?: string): string =>
  localizePath(`/admin/auth/signin/${path ? `?next=${encodeURIComponent(path)}` : ''}`, getPageLanguage())
