import type { Lang, Localized } from '#contract/localized.ts'
import type { Mail } from './mail.ts'

/** The templates of e-mails to users and registrants. Their texts are in i18n under `mail.templates`. */
export type EmailTemplate =
  | 'reset'
  | 'confirm'
  | 'known'
  | 'identityTaken'
  | 'newAddress'
  | 'addressChanging'
  | 'addressChanged'
  | 'addressReplaced'
  | 'addressToConfirm'
  | 'wrongCodes'
  | 'passwordChanged'
  | 'secondFactorDisabled'
  | 'erasureAsked'
  | 'erasureRefused'
  | 'erased'
  | 'teamPersonErased'
  | 'unused'
  | 'simulatorReady'
  | 'placeExpiring'
  | 'placeLapsed'
  | 'placeGiven'
  | 'placeGivenWithoutDeadline'
  | 'teamRegistered'
  | 'teamRegisteredPay'
  | 'teamRegisteredPayBy'
  | 'teamWaiting'
  | 'paymentReceived'
  | 'paymentRecorded'
  | 'teamChanged'
  | 'teamDeleted'
  | 'leaveApproved'
  | 'leaveDeclined'
  | 'teamAdvanced'
  | 'teamAdvancedToEvent'
  | 'teamAdvanceUndone'
  | 'closingUnpaid'
  | 'closingIncomplete'
  | 'paymentDue'
  | 'guardianRequest'
  | 'guardianReminder'
  | 'guardiansMissing'
  | 'result'
  | 'teamResult'
  | 'scoreLogHead'
  | 'scoreLogHeadRevoked'
  | 'protestAccepted'
  | 'protestRejected'

/** The place of the name of the site in an e-mail. The mailer replaces it when it sends the e-mail. */
export const siteNamePlaceholder = '{{site}}'
/** The place of the colour of the button in an HTML e-mail. The mailer replaces it when it sends the e-mail. */
export const buttonColorPlaceholder = '{{buttonColor}}'

/** The values of an e-mail: name of the recipient, link of the button, and placeholders of its texts. `day` is a calendar date (`YYYY-MM-DD`). */
export type EmailValues = { name: string; link?: string; day?: string; values?: Record<string, string | number> }

/** Renders a template in a language. */
export type RenderEmail = (template: EmailTemplate, lang: Mail['lang'], values: EmailValues) => Pick<Mail, 'subject' | 'text' | 'html'>

/** Renders a template in Arabic and English in one e-mail, for people whose language is not known. */
export type RenderBilingualEmail = (
  template: EmailTemplate,
  values: Record<Lang, EmailValues>,
  siteNames: Localized,
) => Required<Pick<Mail, 'subject' | 'text' | 'html'>>
