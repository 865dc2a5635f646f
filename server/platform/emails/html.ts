import { replaceUnsafeName } from '#contract/people/teams/person-name.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { languages } from '#i18n/languages.ts'
import { isolateText } from '#i18n/text-direction.ts'

/** The languages of an email. People whose language is not known get both, Arabic first. */
export type EmailLanguage = Lang | 'both'
export const listEmailLanguages = (language: EmailLanguage): readonly Lang[] =>
  language === 'both' ? ['ar', 'en'] : [language]

/** The places of the name of the site in an email. `fillSiteName` fills them in when the email is sent. */
export const siteNamePlaceholders: Localized = { en: '{{site-en}}', ar: '{{site-ar}}' }
/** The place of the colour of the button in an HTML email, which is filled in when the email is sent. */
export const buttonColorPlaceholder = '{{buttonColor}}'

/** Fills in the name of the site; `{{site}}` is its name in the language of the email. */
export const fillSiteName = (text: string, name: Localized, lang: Lang): string =>
  text.replace(/\{\{site(?:-(en|ar))?\}\}/g, (_whole, other: Lang = lang) => name[other])

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? character)
export const escapeHtmlWithLineBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

/**
 * Replaces the placeholders `{{name}}` of a text; a placeholder without a value is removed. In sentences of a
 * language, the values are isolated where their order needs that; subjects have no language.
 */
export const fillPlaceholdersUnescaped = (
  text: string,
  values: Record<string, string | number | undefined>,
  lang?: Lang,
): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values[name] ?? ''
    // the name of the site is filled in when the email is sent
    return lang && name !== 'site' ? isolateText(value, lang) : String(value)
  })

/** Returns the greeting of an email from its text, without a name that is empty or has a link. */
export const buildGreetingText = (greeting: string, name: string, lang: Lang): string => {
  const safeName = replaceUnsafeName(name, '')
  return fillPlaceholdersUnescaped(greeting, { name: safeName }, lang).trim()
}

/** Builds a paragraph of HTML content. */
export const wrapHtmlInParagraph = (content: string): string => `<p style="margin:0 0 16px">${content}</p>`

const buildHtml = (sections: readonly Section[]): string => {
  const [first] = sections
  if (!first) throw new Error('An email has at least one section.')
  const { dir } = languages[first.lang]
  const body =
    sections.length === 1
      ? first.content
      : sections
          .map(({ lang, content }) => `<div lang="${lang}" dir="${languages[lang].dir}">${content}</div>`)
          .join('<hr style="margin:32px 0;border:0;border-top:1px solid #d9d5c8">')
  return `<!doctype html><html lang="${first.lang}" dir="${dir}"><body style="margin:0;padding:32px 16px;background:#fbfaf6;color:#0b1220;font:16px/1.6 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">${body}</div></body></html>`
}

/** An email in one language; `content` is HTML. */
type Section = { lang: Lang; subject: string; text: string; content: string }
export type RenderedEmail = { subject: string; text: string; html: string }

/** Builds an email of one section for each of its languages. */
export const buildEmail = (sections: readonly Section[]): RenderedEmail => ({
  subject: sections
    .map(({ subject }) => (sections.length > 1 ? isolateText(subject, 'en') : subject))
    .join(' | '),
  text: sections.map(({ text }) => text).join('\n\n* * *\n\n'),
  html: buildHtml(sections),
})
