import type { EmailClass } from '#contract/platform/email-queue.ts'
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
  erasureAsked: 'urgent',
  erasureRefused: 'urgent',
  erased: 'urgent',
  coachInvited: 'urgent',
  message: 'urgent',
  issueCopy: 'urgent',
  messageReply: 'urgent',
  announcementTest: 'urgent',
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
