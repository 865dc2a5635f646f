import type { Lang } from '#contract/localized.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import { maxJsonDepth } from '#contract/rules/json-depth.ts'
import type { Db } from '#server/db/open.ts'
import {
  deleteAnnouncementDataOfPerson,
  deleteNewsConsents,
  deleteRecipientsOfUnlinkedEmails,
} from '#server/features/announcements/service.ts'
import { redactAuditEntriesOfPerson, removeReasonsFromAuditEntries } from '#server/features/audit/service.ts'
import { deleteUnpaidOrderPayers } from '#server/features/payments/service.ts'
import { anonymizeScoresByOwner, appendErasuresToScoreLogs, clearAttemptNotesOfTeams } from '#server/features/scores/service.ts'
import { getConfirmedEmail } from '#server/lib/confirmed-email.ts'
import type { UploadFolder } from '#server/lib/files.ts'
import { deleteAccountRow, hasOtherAccountWithEmail, hasOtherAccountWithPhone, type UserRow } from './queries.ts'
import {
  anonymizePersonInTeams,
  anonymizeTeams,
  clearFileNamesOfImports,
  clearLinksOfTeamScores,
  clearTextsOfSeasonRecords,
  deleteMessagesAndSimulatorRegistrations,
  deleteTeamsPermanently,
  listPicturesOfTeamPeople,
  listTeamsOfOtherOwners,
  lockTeamsOfOwner,
  redactPaymentsOfPerson,
  redactProtestsOfPerson,
  replaceSeasonRecordDataOfTeams,
  replaceTeamNamesInReconciliations,
} from './queries-erase.ts'

/** Keys of personal data and free text in the messages of payment gateways, the logs of payments and forms. */
const personalKeys = /^reason$|customer|e-?mail|phone|name|address|city|payer|card|ip$/i

/** `keepKey` says which keys of objects stay; `replace` returns the replacement of an object or array, or the same value. */
type Redaction = { keepKey: (key: string) => boolean; replace: (value: unknown) => unknown }

/** Containers below `maxJsonDepth` become null: nothing that deep may be stored, and the recursion stays short. */
const redact = (value: unknown, redaction: Redaction, depth = 1): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxJsonDepth) return null
  const replacement = redaction.replace(value)
  if (replacement !== value) return replacement
  if (Array.isArray(value)) return value.map((inner) => redact(inner, redaction, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => redaction.keepKey(key))
      .map(([key, inner]) => [key, redact(inner, redaction, depth + 1)]),
  )
}

/** Returns a copy of the data without the values of personal keys. Amounts, references, states and instants stay. */
const redactPersonalKeys = (data: unknown): unknown =>
  redact(data, { keepKey: (key) => !personalKeys.test(key), replace: (value) => value })

/**
 * Returns a copy of the data in which objects with the person's id, e-mail address or whole name are `{ erased: true }`. For records about several people, of
 * whom the others stay.
 */
const redactPersonObjects = (data: unknown, user: { id: string; email: string; name: string }): unknown => {
  const identifiers = new Set([user.id, user.email.toLowerCase(), user.name.toLowerCase()].filter((value) => value !== ''))
  const identifiesUser = (value: unknown) => typeof value === 'string' && identifiers.has(value.trim().toLowerCase())
  return redact(data, {
    keepKey: () => true,
    replace: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(identifiesUser)
        ? { erased: true }
        : value,
  })
}

/** A coach or member whose row is deleted. */
export type RemovedTeamPerson = { id: string; teamId: string; name: string; email: string; picture: string | null }
/** A team of another owner in which an erased person was anonymized. */
export type AffectedTeam = { name: string; teamNo: number; owner: { firstName: string; email: string; lang: Lang } }
/** What remains to do for an erasure: ids for the erasure log, files to remove, tags to invalidate, and owners to notify. */
export type ErasureCleanup = { erasedIds: string[]; files: [UploadFolder, string][]; tags: string[]; affectedTeams: AffectedTeam[] }

export const mergeErasureCleanups = (cleanups: readonly ErasureCleanup[]): ErasureCleanup => ({
  erasedIds: cleanups.flatMap(({ erasedIds }) => erasedIds),
  files: cleanups.flatMap(({ files }) => files),
  tags: [...new Set(cleanups.flatMap(({ tags }) => tags))],
  affectedTeams: cleanups.flatMap(({ affectedTeams }) => affectedTeams),
})

const toPhotoFiles = (people: readonly { picture: string | null }[]) =>
  people.flatMap(({ picture }): [UploadFolder, string][] => (picture ? [['private', picture]] : []))

/** Removes the reasons and the personal data exchanged with the gateway from the payments of a user and of these teams. */
const forgetPayments = async (tx: Db, userId: string | null, teamIds: string[]): Promise<void> => {
  await removeReasonsFromAuditEntries(tx, 'payment', await redactPaymentsOfPerson(tx, { userId, teamIds }, redactPersonalKeys))
}

/**
 * Removes the personal data of an account, in the caller's transaction (see docs/security/personal-data.md, 'Erasure'). Erasure, retention and the purge of deleted accounts use it.
 * - It deletes the account with its sessions, tokens, recovery codes and drafts, and anonymizes its scores and audit log entries.
 * - It deletes the messages and downloads from its address, when the address is confirmed, and the record of the announcements to it.
 * - It deletes an unpaid team with its people; where payments refer to it, only an empty, hidden row remains.
 * - It keeps a paid team with its other people, who have a right to take part, without an owner.
 * - It anonymizes the person in paid own teams, and with a confirmed address in the teams of others, which keep their owners.
 * - It clears the links in the results of paid own teams, the texts of their season records, the notes of attempts of all these teams, and the names of imported files.
 * - It keeps protests without their texts.
 * - It keeps payments with amount, receipt and date, and removes reasons and the personal data that was exchanged with the gateway. The details of a payer stay only for money that moved.
 */
export const removePersonalDataOfAccount = async (tx: Db, row: UserRow): Promise<ErasureCleanup> => {
  // the address of a deleted account may belong to a newer one
  const isShared = row.deletedAt !== null && (await hasOtherAccountWithEmail(tx, row))
  const email = isShared ? null : getConfirmedEmail(row)
  const { erasures, tags } = await anonymizeScoresByOwner(tx, { userId: row.id, email })
  if (email) await deleteMessagesAndSimulatorRegistrations(tx, email)
  await deleteAnnouncementDataOfPerson(tx, { userId: row.id, email })
  if (!isShared) await deleteNewsConsents(tx, [row.email])

  const teams = await lockTeamsOfOwner(tx, row.id)
  const selectIds = (condition: (team: (typeof teams)[number]) => boolean) => teams.filter(condition).map(({ id }) => id)
  const deletedIds = selectIds(({ paid, hasPayments }) => !paid && !hasPayments)
  const hiddenIds = selectIds(({ paid, hasPayments }) => !paid && hasPayments)
  const paidIds = selectIds(({ paid }) => paid)
  const removed = await listPicturesOfTeamPeople(tx, [...deletedIds, ...hiddenIds])
  const images = teams.flatMap(({ paid, image }) => (!paid && image ? [image] : []))
  await deleteTeamsPermanently(tx, deletedIds)
  await anonymizeTeams(tx, hiddenIds)

  const name = `${row.firstName} ${row.lastName}`.trim()
  // other people of the teams keep a number that belongs to another account, too
  const phone = (await hasOtherAccountWithPhone(tx, row)) ? null : row.phone
  const person = { name, email, phone, nationalIdIndex: row.nationalIdIndex }
  const anonymized = await anonymizePersonInTeams(tx, paidIds, person)
  const changedTeamIds = [...new Set([...paidIds, ...anonymized.map(({ teamId }) => teamId)])]
  await replaceSeasonRecordDataOfTeams(tx, changedTeamIds, (data) => redactPersonObjects(data, { ...row, name }))
  for (const { id, teamId } of anonymized)
    await replaceSeasonRecordDataOfTeams(tx, [teamId], (data) => redactPersonObjects(data, { id, email: '', name: '' }))
  await clearTextsOfSeasonRecords(tx, paidIds)
  await clearLinksOfTeamScores(tx, paidIds)
  await clearAttemptNotesOfTeams(tx, [...hiddenIds, ...changedTeamIds])
  await replaceTeamNamesInReconciliations(tx, [...deletedIds, ...hiddenIds])
  await clearFileNamesOfImports(tx)
  // an administrator marks the payments of others
  const payerId = row.role === 'admin' ? null : row.id
  await forgetPayments(tx, payerId, [...hiddenIds, ...changedTeamIds])
  await redactProtestsOfPerson(tx, { userId: row.id, teamIds: [...hiddenIds, ...changedTeamIds] })
  await deleteUnpaidOrderPayers(tx, { userId: row.id, teamIds: [...hiddenIds, ...paidIds], email })

  const personIds = [...removed, ...anonymized].map(({ id }) => id)
  await redactAuditEntriesOfPerson(tx, row.id, [row.id, ...erasures.map(({ id }) => id), ...personIds])
  const affectedTeams = await listTeamsOfOtherOwners(tx, changedTeamIds, row.id)
  await deleteAccountRow(tx, row.id)
  await appendErasuresToScoreLogs(tx, erasures)
  return {
    erasedIds: [row.id],
    files: [
      ...(row.avatar ? [['users', row.avatar] as [UploadFolder, string]] : []),
      ...images.map((image): [UploadFolder, string] => ['teams', image]),
      ...toPhotoFiles([...removed, ...anonymized]),
    ],
    tags,
    affectedTeams,
  }
}

/** Removes what other tables store of coaches and members whose rows are deleted: season records, reasons of payments, texts of protests, recipients of announcements and audit log entries. */
export const removePersonalDataOfTeamPeople = async (tx: Db, people: readonly RemovedTeamPerson[]): Promise<ErasureCleanup> => {
  for (const person of people) await replaceSeasonRecordDataOfTeams(tx, [person.teamId], (data) => redactPersonObjects(data, person))
  await deleteRecipientsOfUnlinkedEmails(tx, people.map(({ email }) => normalizeEmail(email)).filter(Boolean))
  const teamIds = people.map(({ teamId }) => teamId)
  await clearAttemptNotesOfTeams(tx, teamIds)
  await clearFileNamesOfImports(tx)
  await forgetPayments(tx, null, teamIds)
  await redactProtestsOfPerson(tx, { userId: null, teamIds })
  await redactAuditEntriesOfPerson(
    tx,
    null,
    people.map(({ id }) => id),
  )
  return { erasedIds: people.map(({ id }) => id), files: toPhotoFiles(people), tags: [], affectedTeams: [] }
}
