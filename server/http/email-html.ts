import type { Lang } from '#contract/localized.ts'
import { replaceNameWithLink } from '#contract/rules/person-name.ts'
import { languages } from '#i18n/languages.ts'
import { buttonColorPlaceholder } from '#server/lib/email-templates.ts'

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? character)

/** Replaces the placeholders `{{name}}` of a text; a placeholder without a value is removed. */
export const fillPlaceholders = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''))

/** Wraps a text in Unicode isolates, so that its direction does not affect the sentence. */
export const isolateText = (text: string): string => (text ? `\u2068${text}\u2069` : '')

/** Returns the greeting of an e-mail from its text, without a name that is empty or has a link. */
export const buildGreeting = (greeting: string, name: string): string =>
  fillPlaceholders(greeting, { name: isolateText(replaceNameWithLink(name, '')) }).trim()

/** Builds a paragraph of HTML content. */
export const buildParagraph = (content: string): string => `<p style="margin:0 0 16px">${content}</p>`

/** Builds the button of an e-mail. */
export const buildButton = (link: string, label: string): string =>
  `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:${buttonColorPlaceholder};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a>`

/** Builds an HTML e-mail. Several sections, each in its language, are separated by a line. */
export const buildEmailHtml = (sections: readonly { lang: Lang; content: string }[]): string => {
  const [first] = sections
  if (!first) throw new Error('An e-mail has at least one section.')
  const { dir } = languages[first.lang]
  const body =
    sections.length === 1
      ? first.content
      : sections
          .map(({ lang, content }) => `<div lang="${lang}" dir="${languages[lang].dir}">${content}</div>`)
          .join('<hr style="margin:32px 0;border:0;border-top:1px solid #d9d5c8">')
  return `<!doctype html><html lang="${first.lang}" dir="${dir}"><body style="margin:0;padding:32px 16px;background:#fbfaf6;color:#0b1220;font:16px/1.6 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">${body}</div></body></html>`
}
