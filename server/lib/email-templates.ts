import type { Mail } from './mail.ts'

/** The mails about accounts; their texts are in i18n under `mail.letters`. */
export type EmailTemplate =
  | 'reset'
  | 'confirm'
  | 'known'
  | 'identityTaken'
  | 'newAddress'
  | 'addressChanging'
  | 'wrongCodes'
  | 'erasureAsked'
  | 'erasureRefused'
  | 'erased'
  | 'unused'

/** What a letter says: whom it greets, where its button leads, and what is put into its texts. `day` is an ISO 8601 instant of which the day is written. */
export type EmailValues = { name: string; link?: string; day?: string; values?: Record<string, string | number> }

/** Words a letter in a language. */
export type RenderEmail = (kind: EmailTemplate, lang: Mail['lang'], facts: EmailValues) => Pick<Mail, 'subject' | 'text' | 'html'>
