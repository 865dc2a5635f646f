import { mail as ar } from '#i18n/ar/mail.ts'
import { mail as en } from '#i18n/en/mail.ts'
import { languages } from '#i18n/languages.ts'
import { buttonColorPlaceholder, type RenderEmail, siteNamePlaceholder } from '#server/lib/email-templates.ts'

const texts = { en, ar }
const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? character)
const fillPlaceholders = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''))
/** Wraps a text in Unicode isolates, so that its direction does not affect the sentence. */
const isolateText = (text: string) => (text ? `\u2068${text}\u2069` : '')

/** Renders an account e-mail as text and as HTML: greeting, reason, a button with the link, further information, name of the site. */
export const renderEmail: RenderEmail = (template, lang, { name, link, day, values = {} }) => {
  const messages = texts[lang]
  const email: { subject: string; why: string; button?: string; after: readonly string[] } = messages.templates[template]
  const { dir, locale } = languages[lang]
  const placeholders = {
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? isolateText(value) : value])),
    site: siteNamePlaceholder,
    day: day ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day)) : '',
  }
  const greeting = fillPlaceholders(messages.greeting, { name: isolateText(name) }).trim()
  const why = fillPlaceholders(email.why, placeholders)
  const after = email.after.map((line) => fillPlaceholders(line, placeholders))
  const text = [greeting, why, ...(link ? [link] : []), ...after, siteNamePlaceholder].join('\n\n')
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`
  const button = link
    ? `${paragraph(`<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:${buttonColorPlaceholder};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(email.button ?? '')}</a>`)}${paragraph(`<span dir="ltr" style="word-break:break-all">${escapeHtml(link)}</span>`)}`
    : ''
  const html = `<!doctype html><html lang="${lang}" dir="${dir}"><body style="margin:0;padding:32px 16px;background:#fbfaf6;color:#0b1220;font:16px/1.6 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">${paragraph(escapeHtml(greeting))}${paragraph(escapeHtml(why))}${button}${after.map((line) => paragraph(escapeHtml(line))).join('')}${paragraph(siteNamePlaceholder)}</div></body></html>`
  return { subject: fillPlaceholders(email.subject, { ...values, site: siteNamePlaceholder }), text, html }
}

/** Renders the message that tells the organizers about a team that paid and has no place. */
export const renderPaidWithoutPlace = (lang: keyof typeof texts, values: { team: string; competition: string }): string =>
  fillPlaceholders(texts[lang].paidWithoutPlace, values)
