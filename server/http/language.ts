import type { IncomingHttpHeaders } from 'node:http'
import type { i18n, TFunction } from 'i18next'
import type { Lang } from '#contract/localized.ts'
import { ar } from '#i18n/ar.ts'
import { en } from '#i18n/en.ts'
import { startLanguage } from '#i18n/start.ts'

const languages: Record<Lang, i18n> = { en: startLanguage('en', en), ar: startLanguage('ar', ar) }
const inQuery = /[?&]lang=(en|ar)(?:&|$)/i
const inCookie = /(?:^|;\s*)lang=(en|ar)(?:;|$)/i

/** The language of a request: `?lang`, then the cookie `lang`, then English. */
export const languageOf = (url: string | undefined, headers: IncomingHttpHeaders): Lang => {
  const found = inQuery.exec(url ?? '')?.[1] ?? inCookie.exec(headers.cookie ?? '')?.[1]
  return found?.toLowerCase() === 'ar' ? 'ar' : 'en'
}

export const requestLanguage = (request: { raw: { url?: string | undefined }; headers: IncomingHttpHeaders }): Lang =>
  languageOf(request.raw.url, request.headers)

/** Texts in one language. */
export const textsOf = (lang: Lang): TFunction => languages[lang].t
