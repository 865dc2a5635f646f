import { msPerDay } from '../platform/time.ts'

/** Days in which a deleted record can be restored; after them it is removed for good. */
export const restorePeriodDays = 30
/** Days between the request for erasure and the erasure, in which the request can be withdrawn. */
export const erasureGraceDays = 7
/** Days in which the address of a new user has to be confirmed; after them the user is removed. */
export const emailConfirmationDays = 7
/**
 * Years without use after which the account of a student or coach is erased. They begin with the last use or
 * the registration.
 */
export const unusedUserYears = 3
/** Years that the recipients of an announcement are stored. */
export const announcementRecordYears = 1
/** Years that entries of the audit log are kept. */
export const auditLogYears = 3
/** Years after which the name of a judge who was not active is erased. */
export const judgeNameYears = 1
/** Years without use after which a person who judges for the organizer is deleted. */
export const judgePersonYears = 2
/**
 * Years after the calendar year of a payment in which the details of its payer are kept: the Saudi Law of
 * Commercial Books (Royal Decree M/61, article 8) demands ten years for the documents of a merchant. The
 * Implementing Regulations of the VAT Law (article 66) demand six, which these include.
 */
export const payerDetailsYears = 10
/**
 * Days after which the details of the payer of an order that was not paid are deleted. The gateway can settle
 * an order on hold as long.
 */
export const unpaidPayerDetailsDays = 30
/** Days between the email that announces the erasure of an unused user and the erasure. */
export const erasureNoticeDays = 30

/** Returns when an erasure that was requested at `requestedAt` is due; both are ISO 8601. */
export const getErasureGracePeriodEnd = (requestedAt: string): string =>
  new Date(Date.parse(requestedAt) + erasureGraceDays * msPerDay).toISOString()

/** Returns until when a record deleted at `deletedAt` can be restored. */
export const getRecordRestoreDeadline = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + restorePeriodDays * msPerDay)

/** Returns true when a record deleted at `deletedAt` can still be restored at `now`. */
export const isRecordWithinRestorePeriod = (deletedAt: Date, now = Date.now()): boolean =>
  now <= getRecordRestoreDeadline(deletedAt).getTime()
