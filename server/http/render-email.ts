import type { Lang } from '#contract/localized.ts'
import { mail as ar } from '#i18n/ar/mail.ts'
import { mail as en } from '#i18n/en/mail.ts'
import { languages } from '#i18n/languages.ts'
import {
  type EmailTemplate,
  type EmailValues,
  type RenderBilingualEmail,
  type RenderEmail,
  siteNamePlaceholder,
} from '#server/lib/email-templates.ts'
import { buildButton, buildEmailHtml, buildGreeting, buildParagraph, escapeHtml, fillPlaceholders, isolateText } from './email-html.ts'

const texts = { en, ar }

const toHtmlLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** Returns a link to a page of the site that opens the page in the language of the email, also in a browser that has not visited the site. */
const addLanguage = (link: string, lang: Lang): string => {
  if (lang === 'en') return link
  const url = new URL(link)
  url.searchParams.set('lang', lang)
  return url.href
}

/** Renders an e-mail in one language, as text and as the content of an HTML e-mail: greeting, reason, a button with the link, further information, name of the site. */
const renderContent = (template: EmailTemplate, lang: Lang, { name, link: address, day, values = {}, notes = [] }: EmailValues) => {
  const messages = texts[lang]
  const link = address && addLanguage(address, lang)
  const email: { subject: string; why: string; button?: string; after: readonly string[] } = messages.templates[template]
  const { locale } = languages[lang]
  const placeholders = {
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? isolateText(value) : value])),
    site: siteNamePlaceholder,
    day: day ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day)) : '',
  }
  const greeting = buildGreeting(messages.greeting, name)
  const why = fillPlaceholders(email.why, placeholders)
  const noteTexts = notes.map((note) => messages.teamNotes[note])
  const after = email.after.map((line) => fillPlaceholders(line, placeholders))
  const text = [greeting, why, ...noteTexts, ...(link ? [link] : []), ...after, siteNamePlaceholder].join('\n\n')
  const button = link
    ? `${buildParagraph(buildButton(link, email.button ?? ''))}${buildParagraph(`<span dir="ltr" style="word-break:break-all">${escapeHtml(link)}</span>`)}`
    : ''
  const paragraphs = [greeting, why, ...noteTexts].map((line) => buildParagraph(toHtmlLines(line))).join('')
  const content = `${paragraphs}${button}${after.map((line) => buildParagraph(escapeHtml(line))).join('')}${buildParagraph(siteNamePlaceholder)}`
  return { subject: fillPlaceholders(email.subject, { ...values, site: siteNamePlaceholder }), text, content }
}

/** Renders an account e-mail as text and as HTML. */
export const renderEmail: RenderEmail = (template, lang, values) => {
  const { subject, text, content } = renderContent(template, lang, values)
  return { subject, text, html: buildEmailHtml([{ lang, content }]) }
}

export const renderBilingualEmail: RenderBilingualEmail = (template, values, siteNames) => {
  const sections = (['ar', 'en'] as const).map((lang) => {
    const { subject, text, content } = renderContent(template, lang, values[lang])
    // the mailer knows one language only
    const fillSiteName = (part: string, name: string) => part.replaceAll(siteNamePlaceholder, () => name)
    const name = siteNames[lang]
    return {
      lang,
      subject: isolateText(fillSiteName(subject, name)),
      text: fillSiteName(text, name),
      content: fillSiteName(content, escapeHtml(name)),
    }
  })
  return {
    subject: sections.map(({ subject }) => subject).join(' | '),
    text: sections.map(({ text }) => text).join('\n\n* * *\n\n'),
    html: buildEmailHtml(sections),
  }
}

/** Renders the message that tells the organizers about a team that paid and has no place. */
export const renderPaidWithoutPlaceMessage = (lang: keyof typeof texts, values: { team: string; competition: string }): string =>
  fillPlaceholders(texts[lang].paidWithoutPlace, values)
