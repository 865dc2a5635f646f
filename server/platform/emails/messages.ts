import type { Lang } from '#contract/platform/localized.ts'
import type { Message } from '#contract/site/message.schema.ts'
import { emails as ar } from '#i18n/ar/emails.ts'
import { emails as en } from '#i18n/en/emails.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { formatLongDate } from './formats.ts'
import {
  buildEmail,
  buildGreetingText,
  escapeHtml,
  escapeHtmlWithLineBreaks,
  fillPlaceholdersUnescaped,
  type RenderedEmail,
  siteNamePlaceholders,
  wrapHtmlInParagraph,
} from './html.ts'

const texts = { en, ar }

type ReceivedMessage = Record<'reference' | 'name' | 'email' | 'phone' | 'region' | 'body', string> &
  Pick<Message, 'kind'>
type IssueCopy = Record<'reference' | 'name' | 'body', string>
type MessageReply = {
  message: Pick<Message, 'kind' | 'reference' | 'body' | 'createdAt'>
  answer: string
  timeZone: string
}
/** The emails about messages of visitors, with their values. */
export type MessageEmail = { language: Lang } & (
  | { template: 'message'; values: ReceivedMessage }
  | { template: 'issueCopy'; values: IssueCopy }
  | { template: 'messageReply'; values: MessageReply }
)

/**
 * Renders the email that tells the organizers about a message as plain text. Empty fields are left out;
 * `host` names the site.
 */
export const renderMessageForOrganizers = (
  { reference, kind, name, email, phone, region, body }: ReceivedMessage,
  lang: Lang,
  host: string,
): Pick<RenderedEmail, 'subject' | 'text'> => {
  const labels = texts[lang].message
  const line = (text: string, value: string) =>
    value ? [text.replace(/\{\{\w+\}\}/, () => isolateText(value.replace(/\s+/g, ' '), lang))] : []
  const senderLines = [
    ...line(labels.from, name),
    ...line(labels.email, email),
    ...line(labels.phone, phone),
    ...line(labels.region, region),
  ]
  return {
    subject: `${labels[kind].replace('{{site}}', () => host)} (${reference})`,
    text: `${senderLines.join('\n')}\n\n${body}\n`,
  }
}

const buildQuotation = (text: string) =>
  `<blockquote dir="auto" style="margin:0 0 16px;padding-inline-start:16px;border-inline-start:3px solid #d9d5c8;color:#4b5563">${escapeHtmlWithLineBreaks(text)}</blockquote>`
const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** Renders the email with which the sender of a reported issue gets its number and a copy. */
export const renderReportedIssueCopy = ({ reference, name, body }: IssueCopy, lang: Lang): RenderedEmail => {
  const { greeting, issueCopy } = texts[lang]
  const site = siteNamePlaceholders[lang]
  const received = fillPlaceholdersUnescaped(issueCopy.received, { reference, site }, lang)
  const lines = [buildGreetingText(greeting, name, lang), received, issueCopy.introduction]
  return buildEmail([
    {
      lang,
      subject: fillPlaceholdersUnescaped(issueCopy.subject, { reference, site }),
      text: [...lines, quote(body), site].join('\n\n'),
      content: [
        ...lines.map((line) => wrapHtmlInParagraph(escapeHtml(line))),
        buildQuotation(body),
        wrapHtmlInParagraph(site),
      ].join(''),
    },
  ])
}

/** Renders the email that answers a message in its language: the answer, and the message as a quotation. */
export const renderMessageReply = (
  { message, answer, timeZone }: MessageReply,
  lang: Lang,
): RenderedEmail => {
  const { messageReply } = texts[lang]
  const site = siteNamePlaceholders[lang]
  const { kind, reference, body, createdAt } = message
  const quoted = fillPlaceholdersUnescaped(
    messageReply.quoted,
    { at: formatLongDate(createdAt, lang, timeZone) },
    lang,
  )
  const paragraphs = answer
    .split(/\n{2,}/)
    .map((paragraph) => wrapHtmlInParagraph(escapeHtmlWithLineBreaks(paragraph)))
  return buildEmail([
    {
      lang,
      subject: fillPlaceholdersUnescaped(messageReply[kind], { reference, site }),
      text: [answer, site, quoted, quote(body)].join('\n\n'),
      content: [
        ...paragraphs,
        wrapHtmlInParagraph(site),
        wrapHtmlInParagraph(escapeHtml(quoted)),
        buildQuotation(body),
      ].join(''),
    },
  ])
}

type Notice =
  | 'paidWithoutPlace'
  | 'memberConflict'
  | 'nationalIdConflict'
  | 'withdrawnFromEvent'
  | 'guardianRefusedUntold'

/** Builds the text of an automatic notice, which the organizers find among the messages of visitors. */
export const buildNoticeTextForOrganizers = (
  notice: Notice,
  lang: Lang,
  values: { team?: string; competition?: string; events?: string } = {},
): string => fillPlaceholdersUnescaped(texts[lang][notice], values, lang)
