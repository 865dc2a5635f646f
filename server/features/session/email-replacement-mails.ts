import { emailConfirmationDays } from '#contract/rules/retention.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import type { Mail } from '#server/lib/mail.ts'
import { replaceEmailConfirmationLink } from './confirmation-link.ts'

type ReplacedAccount = { id: string; firstName: string; email: string; emailConfirmedAt: Date | null; lang: Mail['lang'] }

/**
 * After an administrator has replaced the e-mail address of an account: sends a notice to the old address, and a link that confirms the new one to it. An old address
 * that was never confirmed may belong to a stranger, so its notice has no name. Both mails are queued in the transaction of the change. Without mail nothing is sent.
 */
export const sendEmailReplacementMails = async (
  tx: Db,
  { config, mailer }: Pick<Core, 'config' | 'mailer'>,
  { before, newEmail }: { before: ReplacedAccount; newEmail: string },
  renderEmail: RenderEmail,
): Promise<void> => {
  if (!mailer.isEnabled) return
  const { id, firstName, email, emailConfirmedAt, lang } = before
  const link = await replaceEmailConfirmationLink(tx, config.SITE_URL, { userId: id, email: newEmail })
  await mailer.send({ to: email, lang, ...renderEmail('addressReplaced', lang, { name: emailConfirmedAt ? firstName : '' }) }, tx)
  const values = { days: emailConfirmationDays }
  await mailer.send({ to: newEmail, lang, ...renderEmail('addressToConfirm', lang, { name: firstName, link, values }) }, tx)
}
