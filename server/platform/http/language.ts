import type { IncomingHttpHeaders } from 'node:http'
import type { i18n, TFunction } from 'i18next'
import type { Lang } from '#contract/platform/localized.ts'
import { ar } from '#i18n/ar.ts'
import { arReplies } from '#i18n/ar-replies.ts'
import { createI18nFromCatalogue } from '#i18n/create-i18n.ts'
import { en } from '#i18n/en.ts'
import { enReplies } from '#i18n/en-replies.ts'

const languages: Record<Lang, i18n> = {
  en: createI18nFromCatalogue('en', { ...en, ...enReplies }),
  ar: createI18nFromCatalogue('ar', { ...ar, ...arReplies }),
}
const inQuery = /[?&]lang=(en|ar)(?:&|$)/i
const inCookie = /(?:^|;\s*)lang=(en|ar)(?:;|$)/i

/** Detects a language from a URL and headers: from `?lang`, then from the cookie `lang`, else English. */
export const readLanguageFromQueryOrCookie = (
  url: string | undefined,
  headers: IncomingHttpHeaders,
): Lang => {
  const found = inQuery.exec(url ?? '')?.[1] ?? inCookie.exec(headers.cookie ?? '')?.[1]
  return found?.toLowerCase() === 'ar' ? 'ar' : 'en'
}

/** Returns the language of a request. */
export const getRequestLanguage = (request: {
  raw: { url?: string | undefined }
  headers: IncomingHttpHeaders
}): Lang => readLanguageFromQueryOrCookie(request.raw.url, request.headers)

/** Returns the function that translates keys into a language. */
export const getTranslatorOfLanguage = (lang: Lang): TFunction => languages[lang].t
