import type { ErasureGround } from '#contract/personal-data.ts'
import { getTeamNameForEmail } from '#contract/rules/person-name.ts'
import { payerDetailsYears } from '#contract/rules/retention.ts'
import type { ErasureReason } from '#contract/user.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import type { UserRow } from './queries.ts'
import { type AffectedTeam, type ErasureCleanup, removePersonalDataOfAccount } from './remove-personal-data.ts'

/** Tells the owners of other teams that a person in their team was erased, without a name. */
export const notifyOwnersOfAffectedTeams = async (
  tx: Db,
  emails: Core['emails'],
  affectedTeams: readonly AffectedTeam[],
): Promise<void> => {
  for (const { owner, ...team } of affectedTeams) {
    const values = { name: owner.firstName, team: getTeamNameForEmail(team) }
    await emails.send({ template: 'teamPersonErased', to: owner.email, language: owner.lang, values }, tx)
  }
}

/** Erases an account in the caller's transaction, tells its owner by mail and writes an entry to the audit log. */
export const eraseAccount = async (
  tx: Db,
  emails: Core['emails'],
  row: UserRow,
  { actor, reason }: { actor: Actor; reason: ErasureReason | ErasureGround },
): Promise<ErasureCleanup> => {
  const cleanup = await removePersonalDataOfAccount(tx, row)
  const values = { name: row.firstName, paymentYears: payerDetailsYears }
  await emails.send({ template: 'erased', to: row.email, language: row.lang, values }, tx)
  await notifyOwnersOfAffectedTeams(tx, emails, cleanup.affectedTeams)
  await writeAudit(tx, { actor, action: 'erase', entity: 'user', entityId: row.id, after: { role: row.role, reason } })
  return cleanup
}
