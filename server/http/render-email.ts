import { mail as ar } from '#i18n/ar/mail.ts'
import { mail as en } from '#i18n/en/mail.ts'
import { languages } from '#i18n/languages.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'

const texts = { en, ar }
const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => htmlEntities[sign] ?? sign)
const fillPlaceholders = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''))
/** Between isolates, so that it does not turn the sentence around. */
const isolateText = (text: string) => (text ? `\u2068${text}\u2069` : '')

/** Words a mail about an account: greeting, why it comes, the button with its link, what else is to be known, signature; as text and as HTML. */
export const renderEmail: RenderEmail = (kind, lang, { name, link, day, values = {} }) => {
  const words = texts[lang]
  const letter: { subject: string; why: string; button?: string; after: readonly string[] } = words.letters[kind]
  const { dir, locale } = languages[lang]
  const facts = {
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? isolateText(value) : value])),
    day: day ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day)) : '',
  }
  const greeting = fillPlaceholders(words.greeting, { name: isolateText(name) }).trim()
  const why = fillPlaceholders(letter.why, facts)
  const after = letter.after.map((line) => fillPlaceholders(line, facts))
  const text = [greeting, why, ...(link ? [link] : []), ...after, words.signature].join('\n\n')
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`
  const button = link
    ? `${paragraph(`<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:#0b8f70;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(letter.button ?? '')}</a>`)}${paragraph(`<span dir="ltr" style="word-break:break-all">${escapeHtml(link)}</span>`)}`
    : ''
  const html = `<!doctype html><html lang="${lang}" dir="${dir}"><body style="margin:0;padding:32px 16px;background:#fbfaf6;color:#0b1220;font:16px/1.6 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">${paragraph(escapeHtml(greeting))}${paragraph(escapeHtml(why))}${button}${after.map((line) => paragraph(escapeHtml(line))).join('')}${paragraph(escapeHtml(words.signature))}</div></body></html>`
  return { subject: letter.subject, text, html }
}
