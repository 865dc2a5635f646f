import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, redactUserInLog, writeAudit } from '#server/features/audit/service.ts'
import { anonymizeScoresByOwner } from '#server/features/scores/service.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import type { UploadFolder } from '#server/lib/files.ts'
import { deletePerson, type PersonRow } from './queries.ts'
import {
  changePaymentSteps,
  changeSeasons,
  deleteSent,
  deleteTeams,
  emptyTeams,
  forgetPerson,
  lockTeamsOf,
  photosOfPeople,
} from './queries-erase.ts'
import { withoutPeople, withoutPerson } from './without.ts'

/** What is left to do once the transaction has committed: files to remove, tags to announce. */
export type Leftover = { files: [UploadFolder, string][]; tags: string[] }

/**
 * Erases somebody, in the caller's transaction (docs/security.md, 'Erasure', says what goes and what stays):
 * - the account goes with its sessions, tickets, recovery codes and drafts; scores stay without who it was; the audit log forgets who it was;
 * - what was sent from its address goes, when the address is proven;
 * - a team that is not paid goes with its people; where payments refer to it, only an empty, hidden row stays;
 * - a paid team stays with its other people, who have a right to their place, and belongs to the organizers from now on; its owner's own place is without a name;
 * - payments stay with amount, receipt and date; what the gateway was told about people goes.
 */
export const erasePerson = async (
  tx: Db,
  mailer: Core['mailer'],
  row: PersonRow,
  { actor, why, write }: { actor: Actor; why: string; write: RenderEmail },
): Promise<Leftover> => {
  const email = row.emailConfirmedAt ? row.email : null
  const { entryIds, tags } = await anonymizeScoresByOwner(tx, { userId: row.id, email })
  if (email) await deleteSent(tx, email)

  const teams = await lockTeamsOf(tx, row.id)
  const ids = (of: (team: (typeof teams)[number]) => boolean) => teams.filter(of).map(({ id }) => id)
  const gone = ids(({ paid, hasPayments }) => !paid && !hasPayments)
  const hidden = ids(({ paid, hasPayments }) => !paid && hasPayments)
  const kept = ids(({ paid }) => paid)
  const photos = await photosOfPeople(tx, [...gone, ...hidden])
  const images = teams.flatMap(({ paid, image }) => (!paid && image ? [image] : []))
  await changePaymentSteps(tx, row.id, hidden, withoutPeople)
  await deleteTeams(tx, gone)
  await emptyTeams(tx, hidden)
  const ownPhotos = await forgetPerson(tx, kept, { nationalIdIndex: row.nationalIdIndex, email })
  await changeSeasons(tx, kept, (data) => withoutPerson(data, { id: row.id, email: row.email }))

  await redactUserInLog(tx, row.id, entryIds)
  await mailer.send({ to: row.email, lang: row.lang, ...write('erased', row.lang, { name: row.firstName }) }, tx)
  await deletePerson(tx, row.id)
  await writeAudit(tx, { actor, action: 'erase', entity: 'user', entityId: row.id, after: { role: row.role, reason: why } })
  return {
    files: [
      ...(row.avatar ? [['users', row.avatar] as [UploadFolder, string]] : []),
      ...images.map((name): [UploadFolder, string] => ['teams', name]),
      ...[...photos, ...ownPhotos].map((name): [UploadFolder, string] => ['private', name]),
    ],
    tags,
  }
}
