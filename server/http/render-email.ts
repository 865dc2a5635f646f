import { mail as ar } from '#i18n/ar/mail.ts'
import { mail as en } from '#i18n/en/mail.ts'
import { languages } from '#i18n/languages.ts'
import { type RenderEmail, siteNamePlaceholder } from '#server/lib/email-templates.ts'
import { buildButton, buildEmailHtml, buildParagraph, escapeHtml, fillPlaceholders, isolateText } from './email-html.ts'

const texts = { en, ar }

/** Renders an account e-mail as text and as HTML: greeting, reason, a button with the link, further information, name of the site. */
export const renderEmail: RenderEmail = (template, lang, { name, link, day, values = {} }) => {
  const messages = texts[lang]
  const email: { subject: string; why: string; button?: string; after: readonly string[] } = messages.templates[template]
  const { locale } = languages[lang]
  const placeholders = {
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? isolateText(value) : value])),
    site: siteNamePlaceholder,
    day: day ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day)) : '',
  }
  const greeting = fillPlaceholders(messages.greeting, { name: isolateText(name) }).trim()
  const why = fillPlaceholders(email.why, placeholders)
  const after = email.after.map((line) => fillPlaceholders(line, placeholders))
  const text = [greeting, why, ...(link ? [link] : []), ...after, siteNamePlaceholder].join('\n\n')
  const button = link
    ? `${buildParagraph(buildButton(link, email.button ?? ''))}${buildParagraph(`<span dir="ltr" style="word-break:break-all">${escapeHtml(link)}</span>`)}`
    : ''
  const paragraphs = [greeting, why].map((line) => buildParagraph(escapeHtml(line))).join('')
  const content = `${paragraphs}${button}${after.map((line) => buildParagraph(escapeHtml(line))).join('')}${buildParagraph(siteNamePlaceholder)}`
  const html = buildEmailHtml([{ lang, content }])
  return { subject: fillPlaceholders(email.subject, { ...values, site: siteNamePlaceholder }), text, html }
}

/** Renders the message that tells the organizers about a team that paid and has no place. */
export const renderPaidWithoutPlace = (lang: keyof typeof texts, values: { team: string; competition: string }): string =>
  fillPlaceholders(texts[lang].paidWithoutPlace, values)
