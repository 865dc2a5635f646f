import { mail as ar } from '#i18n/ar/mail.ts'
import { mail as en } from '#i18n/en/mail.ts'
import type { RenderMessageEmail } from './submit.ts'

const texts = { en, ar }

/** Creates the function that renders the e-mail about a message as plain text; names are isolated from the direction of the sentence. */
export const createMessageEmailRenderer =
  (site: string): RenderMessageEmail =>
  (lang, { kind, name, email, phone, region, body }) => {
    const labels = texts[lang].message
    const line = (text: string, value: string) =>
      value ? [text.replace(/\{\{\w+\}\}/, () => `\u2068${value.replace(/\s+/g, ' ')}\u2069`)] : []
    const senderLines = [
      ...line(labels.from, name),
      ...line(labels.email, email),
      ...line(labels.phone, phone),
      ...line(labels.region, region),
    ]
    return { subject: labels[kind].replace('{{site}}', () => site), text: `${senderLines.join('\n')}\n\n${body}\n` }
  }
