import { mail as ar } from '#i18n/ar/mail.ts'
import { mail as en } from '#i18n/en/mail.ts'
import type { RenderMessageEmail } from './submit.ts'

const texts = { en, ar }

/** Renders the e-mail about a message as plain text; names are isolated from the direction of the sentence. */
export const createMessageEmail =
  (site: string): RenderMessageEmail =>
  (lang, { kind, name, email, phone, region, body }) => {
    const words = texts[lang].message
    const line = (text: string, value: string) =>
      value ? [text.replace(/\{\{\w+\}\}/, () => `\u2068${value.replace(/\s+/g, ' ')}\u2069`)] : []
    const about = [...line(words.from, name), ...line(words.email, email), ...line(words.phone, phone), ...line(words.region, region)]
    return { subject: words[kind].replace('{{site}}', () => site), text: `${about.join('\n')}\n\n${body}\n` }
  }
