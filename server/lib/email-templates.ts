import type { Lang, Localized } from '#contract/localized.ts'
import type { MissingPart } from '#contract/rules/team-next-step.ts'
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
  | 'addressUnconfirmed'
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
  | 'teamRegisteredPayBy'
  | 'teamWaiting'
  | 'paymentReceived'
  | 'paymentRecorded'
  | 'paymentRefunded'
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
  | 'scoreLogAddressChanged'
  | 'protestAccepted'
  | 'protestRejected'

/** The place of the name of the site in an e-mail. The mailer replaces it when it sends the e-mail. */
export const siteNamePlaceholder = '{{site}}'
/** The place of the colour of the button in an HTML e-mail. The mailer replaces it when it sends the e-mail. */
export const buttonColorPlaceholder = '{{buttonColor}}'

/** A sentence about what a team lacks. Their texts are in i18n under `mail.teamNotes`. */
export type TeamNote = MissingPart | 'nothing'

/** The values of an e-mail: name of the recipient, link of the button, placeholders of its texts, and what the team lacks. `day` is a calendar date (`YYYY-MM-DD`). */
export type EmailValues = {
  name: string
  link?: string
  day?: string
  values?: Record<string, string | number>
  notes?: readonly TeamNote[]
}

/** Renders a template in a language. */
export type RenderEmail = (template: EmailTemplate, lang: Mail['lang'], values: EmailValues) => Pick<Mail, 'subject' | 'text' | 'html'>

/** Renders a template in Arabic and English in one e-mail, for people whose language is not known. */
export type RenderBilingualEmail = (
  template: EmailTemplate,
  values: Record<Lang, EmailValues>,
  siteNames: Localized,
) => Required<Pick<Mail, 'subject' | 'text' | 'html'>>
