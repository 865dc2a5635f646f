import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { findSessionUserById } from './queries.ts'

/**
 * Queues an email that tells a user that the password, the second factor or a link with the sign-in provider was
 * changed, with a link to set a new password. The email is queued in the transaction of the change; nothing is
 * queued when emails are not configured.
 */
export const sendSecurityNotice = async (
  tx: Db,
  { config, emails }: Core,
  template:
    | 'passwordChanged'
    | 'secondFactorReplaced'
    | 'secondFactorDisabled'
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'providerLinked'
    | 'providerUnlinked',
  userId: string,
): Promise<void> => {
  if (!emails.isEnabled) return
  const user = await findSessionUserById(tx, userId)
  if (!user) return
  const { email, lang, firstName, role } = user
  const link = `${config.SITE_URL}/forgot-password/${role === 'admin' ? '?from=admin' : ''}`
  // a link can be removed when the provider is no longer in the settings
  const values = { name: firstName, link, provider: config.OIDC_NAME || 'OpenID Connect' }
  await emails.send({ template, to: email, language: lang, values }, tx)
}
