import type { Lang } from '#contract/localized.ts'
import type { ContactMessage, IssueReport } from '#contract/message.schema.ts'
import { formatMessageReference } from '#contract/message.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import { secondsPerHour } from '#contract/rules/time.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { requireSiteSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createSharedRateLimiter } from '#server/lib/shared-rate-limiter.ts'
import { findVisibleRegionContact, insertMessage } from './queries.ts'

/** Creates the service that stores messages of visitors and mails them to the contact of the region or of the site. */
export const createMessageSubmissionService = ({ config, database, encryption, emails }: Core) => {
  // nobody can make the site send many copies to an address that is not theirs
  const copyLimiter = createSharedRateLimiter(
    { db: database.db, hashKey: encryption.keyedHash },
    { name: 'copy of a report', max: 3, seconds: secondsPerHour },
  )
  const mayGetCopy = async (email: string): Promise<boolean> => {
    try {
      await copyLimiter.count(email)
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many') return false
      throw error
    }
  }

  const store = async (
    tx: Db,
    row: Parameters<typeof insertMessage>[1],
    lang: Lang,
    region: { email: string | null; name: string } | null,
  ): Promise<string> => {
    const reference = formatMessageReference(await insertMessage(tx, row))
    if (!emails.isEnabled) return reference
    const to = region?.email || (await requireSiteSettings(tx, config.SITE_NAME)).contact.email
    if (!to) return reference
    const { kind, firstName, lastName, email, phone, body } = row
    const name = [firstName, lastName].filter(Boolean).join(' ')
    const values = { reference, kind, name, email, phone: phone ?? '', region: region?.name ?? '', body }
    await emails.send({ template: 'message', to, replyTo: { name, address: email }, language: lang, values }, tx)
    return reference
  }

  return {
    /** Report an Issue. The sender gets a copy by mail, at most three in an hour. Returns the reference of the message, and whether a copy was sent. Throws `bad-input` for an unknown region. */
    report: async (
      { firstName, lastName, email: address, body, regionId }: IssueReport,
      lang: Lang,
    ): Promise<{ reference: string; hasCopy: boolean }> => {
      const email = normalizeEmail(address)
      const hasCopy = emails.isEnabled && (await mayGetCopy(email))
      return inTransaction(database.db, async (tx) => {
        const region = regionId === undefined ? undefined : await findVisibleRegionContact(tx, regionId)
        if (regionId !== undefined && !region) throw new AppError('bad-input', [{ field: 'regionId', code: 'not-found' }])
        const row = { kind: 'issue' as const, firstName, lastName, email, regionId: regionId ?? null, body, lang }
        const reference = await store(tx, row, lang, region ? { email: region.email, name: region.name[lang] } : null)
        if (hasCopy) {
          const { contact, brand } = await requireSiteSettings(tx, config.SITE_NAME)
          const replyTo = contact.email ? { replyTo: { name: brand.name[lang], address: contact.email } } : {}
          const values = { reference, name: firstName, body }
          await emails.send({ template: 'issueCopy', to: email, ...replyTo, language: lang, values }, tx)
        }
        return { reference, hasCopy }
      })
    },

    /** The contact form. */
    contact: ({ name, email, phone, body }: ContactMessage, lang: Lang): Promise<string> =>
      inTransaction(database.db, (tx) =>
        store(tx, { kind: 'contact', firstName: name, email: normalizeEmail(email), phone, body, lang }, lang, null),
      ),
  }
}
