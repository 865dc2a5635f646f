import { normalizeEmail } from '#contract/accounts/identity.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { appendAwardRemovalsToScoreLogs } from '#server/event/awards/service.ts'
import { deleteFeedbackOfTeams } from '#server/event/judges/service.ts'
import { lockAndDeleteAllPrintFileRows } from '#server/event/print-files/service.ts'
import { eraseProtestTextsOfUserAndTeams } from '#server/event/protests/service.ts'
import {
  anonymizeScoresAndGetErasures,
  appendErasuresToScoreLogs,
  clearAttemptNotesOfTeams,
  insertAndLockScoreLogHeadsInOrder,
} from '#server/event/scores/service.ts'
import {
  deleteOrderPayersOfUserTeamsOrEmail,
  eraseTeamNamesInReconciliations,
  redactUserPaymentsAndAuditLog,
} from '#server/money/payments/service.ts'
import { eraseConfirmationsAndLinks } from '#server/people/guardian-confirmations/service.ts'
import {
  clearUserSeasonRecordTextsOfTeams,
  deleteSeasonRecordsOfTeams,
  erasePeopleInSeasonRecords,
} from '#server/people/seasons/service.ts'
import {
  anonymizePersonAndClearAddressInTeams,
  eraseUnpaidTeamsAndClearPaidLinks,
  listTeamsWithOwnersOtherThanUser,
  type RemovedTeamPerson,
} from '#server/people/teams/service.ts'
import { redactAuditEntriesOfPerson, removeReasonsFromAuditEntries } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { eraseImportFileNamesEverywhere } from '#server/platform/imports/service.ts'
import type { UploadFolder } from '#server/platform/lib/files.ts'
import { getEmailIfConfirmed } from '#server/platform/lib/identity.ts'
import {
  deleteAnnouncementRecipientsOfPerson,
  deleteNewsConsents,
  deleteUnownedRecipientsByEmail,
  filterAddressesWithoutUserOrPerson,
} from '#server/site/announcements/service.ts'
import { deleteSimulatorRegistrationsOfEmail } from '#server/site/downloads/service.ts'
import { deleteMessagesFromEmail } from '#server/site/messages/service.ts'
import { deletePendingRegistrationsOfPerson } from '../registration/pending-registrations.ts'
import {
  deleteUserRow,
  hasOtherUndeletedUserWithEmail,
  hasOtherUndeletedUserWithPhone,
  type UserRow,
} from './queries.ts'

/** A team of another owner in which an erased person was anonymized. */
export type AffectedTeam = {
  name: string
  teamNo: number
  owner: { firstName: string; email: string; lang: Lang }
}
/**
 * What remains to do for an erasure: ids for the erasure log, addresses whose queued emails are deleted, files to
 * remove, tags to invalidate, and owners to notify.
 */
export type ErasureCleanup = {
  erasedIds: string[]
  emailAddresses: string[]
  files: [UploadFolder, string][]
  tags: string[]
  affectedTeams: AffectedTeam[]
}

export const mergeErasureCleanups = (cleanups: readonly ErasureCleanup[]): ErasureCleanup => ({
  erasedIds: cleanups.flatMap(({ erasedIds }) => erasedIds),
  emailAddresses: cleanups.flatMap(({ emailAddresses }) => emailAddresses),
  files: cleanups.flatMap(({ files }) => files),
  tags: [...new Set(cleanups.flatMap(({ tags }) => tags))],
  affectedTeams: cleanups.flatMap(({ affectedTeams }) => affectedTeams),
})

const toPhotoFiles = (people: readonly { picture: string | null }[]) =>
  people.flatMap(({ picture }): [UploadFolder, string][] => (picture ? [['private', picture]] : []))

/**
 * Removes the personal data of a user, in the caller's transaction (see docs/security/personal-data.md,
 * 'Erasure'). Erasure, retention and the purge of deleted users use it.
 * - It deletes the user with their sessions, tokens, recovery codes and drafts, and anonymizes their scores
 *   and audit log entries.
 * - It deletes the messages and downloads from its address, when the address is confirmed, the record of the
 *   announcements to it, and the emails to it that wait or failed (`emailAddresses`).
 * - It deletes an unpaid team with its people; where payments refer to it, only an empty, hidden row remains.
 * - It keeps a paid team with its other people, who have a right to take part, without an owner.
 * - It anonymizes the person in paid own teams, and with a confirmed address in the teams of others, which
 *   keep their owners.
 * - It clears the links in the results of paid own teams, the texts of their season records, the notes of
 *   attempts and the feedback of judges of all these teams, and the names of imported files.
 * - It deletes all print files, any of which may name a person of these teams.
 * - It keeps protests without their texts.
 * - It keeps payments with amount, receipt and date, and removes reasons and the personal data that was
 *   exchanged with the gateway. The details of a payer stay only for money that moved.
 */
export const eraseUserDataAndReturnCleanup = async (tx: Db, row: UserRow): Promise<ErasureCleanup> => {
  // a newer user may have the address of a deleted one
  const isShared = row.deletedAt !== null && (await hasOtherUndeletedUserWithEmail(tx, row))
  const email = isShared ? null : getEmailIfConfirmed(row)
  const { erasures, tags } = await anonymizeScoresAndGetErasures(tx, { userId: row.id, email })
  if (email) {
    await deleteMessagesFromEmail(tx, email)
    await deleteSimulatorRegistrationsOfEmail(tx, email)
  }
  await deleteAnnouncementRecipientsOfPerson(tx, { userId: row.id, email })
  if (!isShared) {
    await deleteNewsConsents(tx, [row.email])
    await deletePendingRegistrationsOfPerson(tx, row)
  }

  const { deletedIds, hiddenIds, paidIds, removedPeople, removedAwards, images } =
    await eraseUnpaidTeamsAndClearPaidLinks(tx, row.id)
  const name = `${row.firstName} ${row.lastName}`.trim()
  // other people of the teams keep a number that belongs to another user, too
  const phone = (await hasOtherUndeletedUserWithPhone(tx, row)) ? null : row.phone
  const anonymized = await anonymizePersonAndClearAddressInTeams(tx, paidIds, {
    name,
    email,
    phone,
    nationalIdIndex: row.nationalIdIndex,
  })
  const anonymizedIds = anonymized.map(({ id }) => id)
  await eraseConfirmationsAndLinks(tx, anonymizedIds)
  const keptTeamIds = [...new Set([...paidIds, ...anonymized.map(({ teamId }) => teamId)])]
  const teamIds = [...hiddenIds, ...keptTeamIds]
  await deleteSeasonRecordsOfTeams(tx, hiddenIds)
  await erasePeopleInSeasonRecords(tx, [
    ...keptTeamIds.map((teamId) => ({ teamId, id: row.id, email: row.email, name })),
    ...anonymized.map(({ id, teamId }) => ({ teamId, id, email: '', name: '' })),
  ])
  await clearUserSeasonRecordTextsOfTeams(tx, paidIds)
  await clearAttemptNotesOfTeams(tx, teamIds)
  await deleteFeedbackOfTeams(tx, teamIds)
  await eraseTeamNamesInReconciliations(tx, [...deletedIds, ...hiddenIds])
  await eraseImportFileNamesEverywhere(tx)
  await lockAndDeleteAllPrintFileRows(tx)
  // an administrator marks the payments of others
  await redactUserPaymentsAndAuditLog(tx, { userId: row.role === 'admin' ? null : row.id, teamIds })
  await eraseProtestTextsOfUserAndTeams(tx, { userId: row.id, teamIds })
  await deleteOrderPayersOfUserTeamsOrEmail(tx, {
    userId: row.id,
    teamIds: [...hiddenIds, ...paidIds],
    email,
  })

  const personIds = [...removedPeople.map(({ id }) => id), ...anonymizedIds]
  await removeReasonsFromAuditEntries(tx, 'team', [...deletedIds, ...teamIds])
  await redactAuditEntriesOfPerson(tx, row.id, [row.id, ...erasures.map(({ id }) => id), ...personIds])
  const affectedTeams = await listTeamsWithOwnersOtherThanUser(tx, keptTeamIds, row.id)
  await deleteUserRow(tx, row.id)
  await insertAndLockScoreLogHeadsInOrder(
    tx,
    [...erasures, ...removedAwards].map(({ eventId }) => eventId),
  )
  await appendErasuresToScoreLogs(tx, erasures)
  await appendAwardRemovalsToScoreLogs(tx, removedAwards)
  return {
    erasedIds: [row.id],
    emailAddresses: email === null ? [] : [email],
    files: [
      ...(row.avatar ? [['users', row.avatar] as [UploadFolder, string]] : []),
      ...images.map((image): [UploadFolder, string] => ['teams', image]),
      ...toPhotoFiles([...removedPeople, ...anonymized]),
    ],
    // replies with a schedule or awards have names of teams
    tags: [...tags, ...(deletedIds.length + hiddenIds.length > 0 ? ['teams'] : [])],
    affectedTeams,
  }
}

/**
 * Removes what other tables store of coaches and members whose rows are deleted: season records, reasons of
 * payments, texts of protests, recipients of announcements and audit log entries. Emails that wait for their
 * addresses are deleted (`emailAddresses`), unless the address belongs to somebody else, too.
 */
export const eraseRecordsOfDeletedTeamPeople = async (
  tx: Db,
  people: readonly RemovedTeamPerson[],
): Promise<ErasureCleanup> => {
  await erasePeopleInSeasonRecords(tx, people)
  const addresses = people.map(({ email }) => normalizeEmail(email)).filter(Boolean)
  await deleteUnownedRecipientsByEmail(tx, addresses)
  const teamIds = people.map(({ teamId }) => teamId)
  await clearAttemptNotesOfTeams(tx, teamIds)
  await deleteFeedbackOfTeams(tx, teamIds)
  await eraseImportFileNamesEverywhere(tx)
  await lockAndDeleteAllPrintFileRows(tx)
  await redactUserPaymentsAndAuditLog(tx, { userId: null, teamIds })
  await eraseProtestTextsOfUserAndTeams(tx, { userId: null, teamIds })
  await removeReasonsFromAuditEntries(tx, 'team', teamIds)
  await redactAuditEntriesOfPerson(
    tx,
    null,
    people.map(({ id }) => id),
  )
  return {
    erasedIds: people.map(({ id }) => id),
    emailAddresses: await filterAddressesWithoutUserOrPerson(tx, addresses),
    files: toPhotoFiles(people),
    tags: ['teams'],
    affectedTeams: [],
  }
}
