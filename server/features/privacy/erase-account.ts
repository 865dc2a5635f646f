import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import { type ErasureCleanup, forgetAccount } from './forget-person.ts'
import type { UserRow } from './queries.ts'

/** Erases an account in the caller's transaction, tells its owner by mail and writes an entry to the audit log. */
export const eraseAccount = async (
  tx: Db,
  mailer: Core['mailer'],
  row: UserRow,
  { actor, reason, renderEmail }: { actor: Actor; reason: string; renderEmail: RenderEmail },
): Promise<ErasureCleanup> => {
  const cleanup = await forgetAccount(tx, row)
  await mailer.send({ to: row.email, lang: row.lang, ...renderEmail('erased', row.lang, { name: row.firstName }) }, tx)
  await writeAudit(tx, { actor, action: 'erase', entity: 'user', entityId: row.id, after: { role: row.role, reason } })
  return cleanup
}
