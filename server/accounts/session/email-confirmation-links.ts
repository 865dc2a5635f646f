import { emailConfirmationDays } from '#contract/accounts/retention.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildEmailConfirmationLink } from '../../platform/lib/tokens.ts'
import { createEmailedLinkTokenAndDeleteEarlier } from './queries-one-time-tokens.ts'
import { lifetimes } from './rate-limiters.ts'

/**
 * Creates the link that confirms `email` for a user and revokes the user's older ones. It works once, within
 * `emailConfirmationDays`, and leads on to the path `next`.
 */
export const createEmailConfirmationLinkAndRevokeOlder = async (
  tx: Db,
  siteUrl: string,
  { userId, email, next }: { userId: string; email: string; next?: string | undefined },
): Promise<string> => {
  const token = await createEmailedLinkTokenAndDeleteEarlier(tx, {
    kind: 'confirm-email',
    userId,
    minutes: lifetimes.confirm,
    email,
  })
  return buildEmailConfirmationLink(siteUrl, token, next)
}

type ReplacedUser = {
  id: string
  firstName: string
  email: string
  emailConfirmedAt: Date | null
  lang: Lang
}

/**
 * After an administrator has replaced the email address of a user: sends a notice to the old address,
 * and a link that confirms the new one to it. An old address that was never confirmed may belong to a
 * stranger, so its notice has no name. Both emails are queued in the transaction of the change. Without email
 * nothing is sent.
 */
export const sendEmailChangeNoticeAndLink = async (
  tx: Db,
  { config, emails }: Core,
  { before, newEmail }: { before: ReplacedUser; newEmail: string },
): Promise<void> => {
  if (!emails.isEnabled) return
  const { id, firstName, email, emailConfirmedAt, lang } = before
  const link = await createEmailConfirmationLinkAndRevokeOlder(tx, config.SITE_URL, {
    userId: id,
    email: newEmail,
  })
  const knownName = emailConfirmedAt ? firstName : ''
  await emails.send(
    { template: 'addressReplaced', to: email, language: lang, values: { name: knownName } },
    tx,
  )
  const values = { name: firstName, link, days: emailConfirmationDays }
  await emails.send({ template: 'addressToConfirm', to: newEmail, language: lang, values }, tx)
}
