import type { Lang } from '#contract/localized.ts'
import type { ContactNote, IssueReport } from '#contract/message.ts'
import { normalEmail } from '#contract/rules/identity.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { siteSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Mail } from '#server/lib/mail.ts'
import { insertMessage, regionContact } from './queries.ts'

/** Writes the mail about a message; what is empty is left out. */
export type MessageMail = (
  lang: Lang,
  message: { kind: 'issue' | 'contact'; name: string; email: string; phone: string; region: string; body: string },
) => Pick<Mail, 'subject' | 'text'>

/** What visitors write: kept, and mailed to the region's contact or the site's. */
export const messageService = ({ config, database, mailer }: Pick<Core, 'config' | 'database' | 'mailer'>, write: MessageMail) => {
  const keep = async (
    tx: Db,
    row: Parameters<typeof insertMessage>[1],
    lang: Lang,
    region: { email: string | null; name: string } | null,
  ) => {
    await insertMessage(tx, row)
    if (!mailer.enabled) return
    const to = region?.email || (await siteSettings(tx, config.SITE_NAME)).contact.email
    if (!to) return
    const { subject, text } = write(lang, {
      kind: row.kind,
      name: [row.firstName, row.lastName].filter(Boolean).join(' '),
      email: row.email,
      phone: row.phone ?? '',
      region: region?.name ?? '',
      body: row.body,
    })
    await mailer.send({ to, subject, text, lang }, tx)
  }

  return {
    /** Report an Issue. Throws `bad-input` for a region that is not there. */
    report: (report: IssueReport, lang: Lang): Promise<void> =>
      inTransaction(database.db, async (tx) => {
        const region = report.regionId === null ? undefined : await regionContact(tx, report.regionId)
        if (report.regionId !== null && !region) throw new AppError('bad-input', [{ field: 'region', code: 'not-found' }])
        const { firstName, lastName, regionId, message: body } = report
        const row = { kind: 'issue' as const, firstName, lastName, email: normalEmail(report.email), regionId, body, lang }
        await keep(tx, row, lang, region ? { email: region.email, name: region.name[lang] } : null)
      }),

    /** The contact form. */
    contact: ({ name, email, phone, message: body }: ContactNote, lang: Lang): Promise<void> =>
      inTransaction(database.db, (tx) =>
        keep(tx, { kind: 'contact', firstName: name, email: normalEmail(email), phone, body, lang }, lang, null),
      ),
  }
}
