import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { redactAuditEntries } from '#server/features/audit/service.ts'
import { anonymizeScoresByOwner } from '#server/features/scores/service.ts'
import { getConfirmedEmail } from '#server/lib/confirmed-email.ts'
import type { UploadFolder } from '#server/lib/files.ts'
import { logErasures } from './erasure-log.ts'
import { deleteAccount, hasOtherAccountWithEmail, type UserRow } from './queries.ts'
import {
  anonymizeTeamPerson,
  anonymizeTeams,
  deleteMessagesAndDownloads,
  deleteTeams,
  listTeamPeoplePictures,
  lockTeamsOfOwner,
  updatePaymentStepData,
  updateSeasonData,
} from './queries-erase.ts'
import { redactPersonalKeys, redactUser } from './redact.ts'

/** A coach or member whose row is deleted. */
export type RemovedTeamPerson = { id: string; teamId: string; name: string; email: string; picture: string | null }
/** What the caller does after the transaction has committed: logs the ids for restores of older backups, removes the files and invalidates the tags. */
export type ErasureCleanup = { erasedIds: string[]; files: [UploadFolder, string][]; tags: string[] }

/** Logs the ids of an erasure, removes its files and invalidates the cached replies. The daily removal of orphan files removes those that cannot be removed now. */
export const cleanUpErasure = async (
  { config, files, invalidator }: Pick<Core, 'config' | 'files' | 'invalidator'>,
  { erasedIds, files: obsolete, tags }: ErasureCleanup,
): Promise<void> => {
  await logErasures(config.DATA_DIR, erasedIds)
  await Promise.allSettled(obsolete.map(([folder, name]) => files.remove(folder, name)))
  if (tags.length > 0) await invalidator.invalidate(...tags)
}

/**
 * Removes the personal data of an account, in the caller's transaction (see docs/security/personal-data.md, 'Erasure'). Erasure, retention and the purge of deleted accounts use it.
 * - It deletes the account with its sessions, tokens, recovery codes and drafts, and anonymizes its scores and audit log entries.
 * - It deletes the messages and downloads from its address, when the address is confirmed.
 * - It deletes an unpaid team with its people; where payments refer to it, only an empty, hidden row remains.
 * - It keeps a paid team with its other people, who have a right to take part, without an owner, and anonymizes the owner's own entry in it.
 * - It keeps payments with amount, receipt and date, and removes the personal data that was exchanged with the gateway.
 */
export const forgetAccount = async (tx: Db, row: UserRow): Promise<ErasureCleanup> => {
  // the address of a deleted account may belong to a newer one
  const isShared = row.deletedAt !== null && (await hasOtherAccountWithEmail(tx, row))
  const email = isShared ? null : getConfirmedEmail(row)
  const { entryIds, tags } = await anonymizeScoresByOwner(tx, { userId: row.id, email })
  if (email) await deleteMessagesAndDownloads(tx, email)

  const teams = await lockTeamsOfOwner(tx, row.id)
  const selectIds = (condition: (team: (typeof teams)[number]) => boolean) => teams.filter(condition).map(({ id }) => id)
  const deletedIds = selectIds(({ paid, hasPayments }) => !paid && !hasPayments)
  const hiddenIds = selectIds(({ paid, hasPayments }) => !paid && hasPayments)
  const paidIds = selectIds(({ paid }) => paid)
  const photos = await listTeamPeoplePictures(tx, [...deletedIds, ...hiddenIds])
  const images = teams.flatMap(({ paid, image }) => (!paid && image ? [image] : []))
  await updatePaymentStepData(tx, row.id, hiddenIds, redactPersonalKeys)
  await deleteTeams(tx, deletedIds)
  await anonymizeTeams(tx, hiddenIds)
  const ownPhotos = await anonymizeTeamPerson(tx, paidIds, { nationalIdIndex: row.nationalIdIndex, email })
  await updateSeasonData(tx, paidIds, (data) => redactUser(data, { ...row, name: `${row.firstName} ${row.lastName}`.trim() }))

  await redactAuditEntries(tx, row.id, [row.id, ...entryIds])
  await deleteAccount(tx, row.id)
  return {
    erasedIds: [row.id],
    files: [
      ...(row.avatar ? [['users', row.avatar] as [UploadFolder, string]] : []),
      ...images.map((name): [UploadFolder, string] => ['teams', name]),
      ...[...photos, ...ownPhotos].map((name): [UploadFolder, string] => ['private', name]),
    ],
    tags,
  }
}

/** Removes what other tables store of coaches and members whose rows are deleted: season records and audit log entries. */
export const forgetTeamPeople = async (tx: Db, people: readonly RemovedTeamPerson[]): Promise<ErasureCleanup> => {
  for (const person of people) await updateSeasonData(tx, [person.teamId], (data) => redactUser(data, person))
  await redactAuditEntries(
    tx,
    null,
    people.map(({ id }) => id),
  )
  return {
    erasedIds: people.map(({ id }) => id),
    files: people.flatMap(({ picture }): [UploadFolder, string][] => (picture ? [['private', picture]] : [])),
    tags: [],
  }
}
