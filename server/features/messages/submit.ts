import type { Lang } from '#contract/localized.ts'
import type { ContactMessage, IssueReport } from '#contract/message.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { getSiteSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Mail } from '#server/lib/mail.ts'
import { findRegionContact, insertMessage } from './queries.ts'

/** Renders the e-mail about a message; empty fields are left out. */
export type RenderMessageEmail = (
  lang: Lang,
  message: { kind: 'issue' | 'contact'; name: string; email: string; phone: string; region: string; body: string },
) => Pick<Mail, 'subject' | 'text'>

/** Creates the service that stores messages of visitors and mails them to the contact of the region or of the site. */
export const createMessageSubmissionService = (
  { config, database, mailer }: Pick<Core, 'config' | 'database' | 'mailer'>,
  renderEmail: RenderMessageEmail,
) => {
  const store = async (
    tx: Db,
    row: Parameters<typeof insertMessage>[1],
    lang: Lang,
    region: { email: string | null; name: string } | null,
  ) => {
    await insertMessage(tx, row)
    if (!mailer.isEnabled) return
    const to = region?.email || (await getSiteSettings(tx, config.SITE_NAME)).contact.email
    if (!to) return
    const { subject, text } = renderEmail(lang, {
      kind: row.kind,
      name: [row.firstName, row.lastName].filter(Boolean).join(' '),
      email: row.email,
      phone: row.phone ?? '',
      region: region?.name ?? '',
      body: row.body,
    })
    const name = [row.firstName, row.lastName].filter(Boolean).join(' ')
    await mailer.send({ to, replyTo: { name, address: row.email }, subject, text, lang }, tx)
  }

  return {
    /** Report an Issue. Throws `bad-input` for an unknown region. */
    report: ({ firstName, lastName, email, body, regionId }: IssueReport, lang: Lang): Promise<void> =>
      inTransaction(database.db, async (tx) => {
        const region = regionId === undefined ? undefined : await findRegionContact(tx, regionId)
        if (regionId !== undefined && !region) throw new AppError('bad-input', [{ field: 'regionId', code: 'not-found' }])
        const row = { kind: 'issue' as const, firstName, lastName, email: normalizeEmail(email), regionId: regionId ?? null, body, lang }
        await store(tx, row, lang, region ? { email: region.email, name: region.name[lang] } : null)
      }),

    /** The contact form. */
    contact: ({ name, email, phone, body }: ContactMessage, lang: Lang): Promise<void> =>
      inTransaction(database.db, (tx) =>
        store(tx, { kind: 'contact', firstName: name, email: normalizeEmail(email), phone, body, lang }, lang, null),
      ),
  }
}
