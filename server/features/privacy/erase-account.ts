import type { ErasureGround } from '#contract/personal-data.ts'
import { getTeamNameForEmail } from '#contract/rules/person-name.ts'
import { payerDetailsYears } from '#contract/rules/retention.ts'
import type { ErasureReason } from '#contract/user.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import type { UserRow } from './queries.ts'
import { type AffectedTeam, type ErasureCleanup, removePersonalDataOfAccount } from './remove-personal-data.ts'

/** Tells the owners of other teams that a person in their team was erased, without a name. */
export const notifyOwnersOfAffectedTeams = async (
  tx: Db,
  mailer: Core['mailer'],
  affectedTeams: readonly AffectedTeam[],
  renderEmail: RenderEmail,
): Promise<void> => {
  for (const { owner, ...team } of affectedTeams) {
    const content = renderEmail('teamPersonErased', owner.lang, { name: owner.firstName, values: { team: getTeamNameForEmail(team) } })
    await mailer.send({ to: owner.email, lang: owner.lang, ...content }, tx)
  }
}

/** Erases an account in the caller's transaction, tells its owner by mail and writes an entry to the audit log. */
export const eraseAccount = async (
  tx: Db,
  mailer: Core['mailer'],
  row: UserRow,
  { actor, reason, renderEmail }: { actor: Actor; reason: ErasureReason | ErasureGround; renderEmail: RenderEmail },
): Promise<ErasureCleanup> => {
  const cleanup = await removePersonalDataOfAccount(tx, row)
  await mailer.send(
    {
      to: row.email,
      lang: row.lang,
      ...renderEmail('erased', row.lang, { name: row.firstName, values: { paymentYears: payerDetailsYears } }),
    },
    tx,
  )
  await notifyOwnersOfAffectedTeams(tx, mailer, cleanup.affectedTeams, renderEmail)
  await writeAudit(tx, { actor, action: 'erase', entity: 'user', entityId: row.id, after: { role: row.role, reason } })
  return cleanup
}
