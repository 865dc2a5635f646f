import { mail as ar } from '#i18n/ar/mail.ts'
import { mail as en } from '#i18n/en/mail.ts'
import { languages } from '#i18n/languages.ts'
import { buildEmailHtml, buildGreeting, buildParagraph, escapeHtml, fillPlaceholders } from '#server/http/email-html.ts'
import { siteNamePlaceholder } from '#server/lib/email-templates.ts'
import type { RenderReplyEmail } from './service.ts'
import type { RenderIssueCopy, RenderMessageEmail } from './submit.ts'

const texts = { en, ar }

/** Creates the function that renders the e-mail about a message as plain text; names are isolated from the direction of the sentence. */
export const createMessageEmailRenderer =
  (site: string): RenderMessageEmail =>
  (lang, { reference, kind, name, email, phone, region, body }) => {
    const labels = texts[lang].message
    const line = (text: string, value: string) =>
      value ? [text.replace(/\{\{\w+\}\}/, () => `\u2068${value.replace(/\s+/g, ' ')}\u2069`)] : []
    const senderLines = [
      ...line(labels.from, name),
      ...line(labels.email, email),
      ...line(labels.phone, phone),
      ...line(labels.region, region),
    ]
    return { subject: `${labels[kind].replace('{{site}}', () => site)} (${reference})`, text: `${senderLines.join('\n')}\n\n${body}\n` }
  }

const toHtmlLines = (text: string) => text.split('\n').map(escapeHtml).join('<br>')
const buildQuotation = (text: string) =>
  `<blockquote dir="auto" style="margin:0 0 16px;padding-inline-start:16px;border-inline-start:3px solid #d9d5c8;color:#4b5563">${toHtmlLines(text)}</blockquote>`
const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** Renders the mail with which the sender of a reported issue gets its number and a copy. */
export const renderIssueCopy: RenderIssueCopy = (lang, { reference, name, body }) => {
  const { greeting, issueCopy } = texts[lang]
  const values = { reference, site: siteNamePlaceholder }
  const hello = buildGreeting(greeting, name)
  const [received, introduction] = [issueCopy.received, issueCopy.introduction].map((line) => fillPlaceholders(line, values)) as [
    string,
    string,
  ]
  const paragraphs = [hello, received, introduction].map((line) => buildParagraph(escapeHtml(line))).join('')
  return {
    subject: fillPlaceholders(issueCopy.subject, values),
    text: [hello, received, introduction, quote(body), siteNamePlaceholder].join('\n\n'),
    html: buildEmailHtml([{ lang, content: `${paragraphs}${buildQuotation(body)}${buildParagraph(siteNamePlaceholder)}` }]),
  }
}

/** Renders the mail that answers a message in its language: the answer, and the message as a quotation. */
export const renderReplyEmail: RenderReplyEmail = ({ kind, lang, reference, body, createdAt }, answer, timeZone) => {
  const { messageReply } = texts[lang]
  const at = new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'long', timeZone }).format(Date.parse(createdAt))
  const quoted = fillPlaceholders(messageReply.quoted, { at })
  const paragraphs = answer.split(/\n{2,}/).map((paragraph) => buildParagraph(toHtmlLines(paragraph)))
  return {
    subject: fillPlaceholders(messageReply[kind], { reference, site: siteNamePlaceholder }),
    text: [answer, siteNamePlaceholder, quoted, quote(body)].join('\n\n'),
    html: buildEmailHtml([
      {
        lang,
        content: `${paragraphs.join('')}${buildParagraph(siteNamePlaceholder)}${buildParagraph(escapeHtml(quoted))}${buildQuotation(body)}`,
      },
    ]),
  }
}
