import { defaultBrand } from '#contract/platform/settings.ts'
import { defaultTimeZone } from '#contract/platform/time-zone.ts'
import type { Language } from '#i18n/languages.ts'

/** Returns the site code that some calls need, from an attribute of the page; in the browser only. */
export const getSiteCode = (): string => document.documentElement.dataset.site ?? 'botola'

/**
 * Returns the name of the site in the language of the page, from an attribute of the page; in the browser
 * only.
 */
export const getSiteName = (): string =>
  document.documentElement.dataset.siteName ?? defaultBrand.name[getPageLanguage()]

/** Returns the language of the page; in the browser only. */
export const getPageLanguage = (): Language => (document.documentElement.lang === 'ar' ? 'ar' : 'en')

/**
 * Returns the slug of the region whose events the site lists, from an attribute of the page, null for all
 * regions; in the browser only.
 */
export const getEventListRegion = (): string | null => document.documentElement.dataset.eventRegion || null

/** Returns the time zone of the site, from an attribute of the page; in the browser only. */
export const getPageTimeZone = (): string => document.documentElement.dataset.timeZone ?? defaultTimeZone
