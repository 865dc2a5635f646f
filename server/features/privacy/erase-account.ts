import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, redactAuditEntries, writeAudit } from '#server/features/audit/service.ts'
import { anonymizeScoresByOwner } from '#server/features/scores/service.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import type { UploadFolder } from '#server/lib/files.ts'
import { deleteAccount, type UserRow } from './queries.ts'
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

/** What the caller does after the transaction has committed: removes the files and invalidates the tags. */
export type ErasureCleanup = { files: [UploadFolder, string][]; tags: string[] }

/**
 * Erases an account, in the caller's transaction (see docs/security.md, 'Erasure'):
 * - deletes the account with its sessions, tokens, recovery codes and drafts; anonymizes its scores and audit log entries;
 * - deletes the messages and downloads from its address, when the address is confirmed;
 * - deletes an unpaid team with its people; where payments refer to it, only an empty, hidden row remains;
 * - keeps a paid team with its other people, who have a right to take part, without an owner; anonymizes the owner's own entry in it;
 * - keeps payments with amount, receipt and date; removes the personal data that was exchanged with the gateway.
 */
export const eraseAccount = async (
  tx: Db,
  mailer: Core['mailer'],
  row: UserRow,
  { actor, reason, renderEmail }: { actor: Actor; reason: string; renderEmail: RenderEmail },
): Promise<ErasureCleanup> => {
  const email = row.emailConfirmedAt ? row.email : null
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
  await updateSeasonData(tx, paidIds, (data) => redactUser(data, { id: row.id, email: row.email }))

  await redactAuditEntries(tx, row.id, [row.id, ...entryIds])
  await mailer.send({ to: row.email, lang: row.lang, ...renderEmail('erased', row.lang, { name: row.firstName }) }, tx)
  await deleteAccount(tx, row.id)
  await writeAudit(tx, { actor, action: 'erase', entity: 'user', entityId: row.id, after: { role: row.role, reason } })
  return {
    files: [
      ...(row.avatar ? [['users', row.avatar] as [UploadFolder, string]] : []),
      ...images.map((name): [UploadFolder, string] => ['teams', name]),
      ...[...photos, ...ownPhotos].map((name): [UploadFolder, string] => ['private', name]),
    ],
    tags,
  }
}
