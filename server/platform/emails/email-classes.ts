import type { EmailClass } from '#contract/platform/email-queue.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { emails as ar } from '#i18n/ar/emails.ts'
import { emails as en } from '#i18n/en/emails.ts'
import type { MessageEmail } from './messages.ts'
import type { EmailTemplate } from './templates.ts'

/** Every kind of email. */
export type EmailKind = EmailTemplate | MessageEmail['template'] | 'announcement' | 'announcementTest'

/** The class of each kind of email. What a job sends to all teams or users at once is of the class `many`. */
export const emailClassByTemplate: Record<EmailKind, EmailClass> = {
  reset: 'urgent',
  confirm: 'urgent',
  known: 'urgent',
  newAddress: 'urgent',
  addressChanging: 'urgent',
  addressChanged: 'urgent',
  addressReplaced: 'urgent',
  addressToConfirm: 'urgent',
  addressUnconfirmed: 'urgent',
  wrongCodes: 'urgent',
  passwordChanged: 'urgent',
  secondFactorReplaced: 'urgent',
  secondFactorDisabled: 'urgent',
  passkeyAdded: 'urgent',
  passkeyRemoved: 'urgent',
  providerInvitation: 'urgent',
  providerLinked: 'urgent',
  providerUnlinked: 'urgent',
  erasureAsked: 'urgent',
  erasureRefused: 'urgent',
  erased: 'urgent',
  coachInvited: 'urgent',
  message: 'urgent',
  issueCopy: 'urgent',
  messageReply: 'urgent',
  announcementTest: 'urgent',
  printFileReady: 'urgent',
  scoreLogHead: 'urgent',
  scoreLogHeadRevoked: 'urgent',
  scoreLogAddressChanged: 'urgent',

  teamRegistered: 'team',
  teamRegisteredPayBy: 'team',
  teamWaiting: 'team',
  paymentReceived: 'team',
  paymentRecorded: 'team',
  paymentRefunded: 'team',
  paymentPartlyRefunded: 'team',
  teamChanged: 'team',
  teamDeleted: 'team',
  teamPersonErased: 'team',
  leaveApproved: 'team',
  leaveApprovedAndRefunded: 'team',
  leaveApprovedAndPartlyRefunded: 'team',
  leaveDeclined: 'team',
  placeLapsed: 'team',
  placeGiven: 'team',
  placeGivenWithoutDeadline: 'team',
  guardianRequest: 'team',
  guardianRequestForSeveral: 'team',
  guardianRefused: 'team',
  protestAccepted: 'team',
  protestRejected: 'team',

  announcement: 'many',
  result: 'many',
  teamResult: 'many',
  teamAdvanced: 'many',
  teamAdvancedToEvent: 'many',
  teamAdvanceUndone: 'many',
  placeExpiring: 'many',
  closingUnpaid: 'many',
  closingIncomplete: 'many',
  paymentDue: 'many',
  guardianReminder: 'many',
  guardianReminderForSeveral: 'many',
  guardiansMissing: 'many',
  simulatorReady: 'many',
  unused: 'many',
}

/** The priorities of the classes in the job queue: a higher one is sent first. */
export const emailPriorities: Record<EmailClass, number> = { urgent: 0, team: -1, many: -2 }

/** The queue of emails in pg-boss. */
export const emailQueueName = 'mail'

/**
 * The data of a job of the queue. `sealed` is the encrypted email, which is deleted as soon as it is sent. Jobs of
 * earlier versions have no `template`.
 */
export type EmailJobData = { template?: EmailKind; sealed?: string; deliveryId?: string }

const texts = { en, ar }

const isEmailKind = (kind: string): kind is EmailKind => Object.hasOwn(emailClassByTemplate, kind)

/**
 * Describes a kind of email by its subject, with dots for the values that it has in an email. Returns null for a
 * kind that this version does not have.
 */
export const findEmailKindTitle = (kind: string, siteName: Localized, lang: Lang): string | null => {
  if (!isEmailKind(kind)) return null
  const { kinds, templates } = texts[lang]
  if (kind in kinds) return kinds[kind as keyof typeof kinds]
  const { subject } = templates[kind as keyof typeof templates]
  return subject.replace(/\{\{(\w+)\}\}/g, (_placeholder, name) => (name === 'site' ? siteName[lang] : '…'))
}
