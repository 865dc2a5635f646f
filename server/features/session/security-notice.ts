import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import { findAccount } from './queries.ts'

/**
 * Queues a mail that tells the owner of an account that the password or the second factor was changed, with a link to set a new password. The mail is queued in
 * the transaction of the change; nothing is queued when mail is not configured.
 */
export const sendSecurityNotice = async (
  tx: Db,
  { config, mailer }: Pick<Core, 'config' | 'mailer'>,
  template: 'passwordChanged' | 'secondFactorDisabled',
  userId: string,
  renderEmail: RenderEmail,
): Promise<void> => {
  if (!mailer.isEnabled) return
  const account = await findAccount(tx, userId)
  if (!account) return
  const { email, lang, firstName, role } = account
  const link = `${config.SITE_URL}/forgot-password/${role === 'admin' ? '?from=admin' : ''}`
  await mailer.send({ to: email, lang, ...renderEmail(template, lang, { name: firstName, link }) }, tx)
}
