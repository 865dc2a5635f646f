import { randomUUIDv7 } from 'node:crypto'
import type { Registration } from '#contract/registration.schema.ts'
import { isMinor } from '#contract/rules/age.ts'
import { normalizeEmail, normalizeNationalId } from '#contract/rules/identity.ts'
import { getRegistrationProblemsByField } from '#contract/rules/registration.ts'
import { emailConfirmationDays } from '#contract/rules/retention.ts'
import { msPerDay } from '#contract/rules/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { insertNewsConsentOfUser } from '#server/features/announcements/service.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { hashToken, replaceEmailConfirmationLink, unknownUserId } from '#server/features/session/service.ts'
import { getSiteDate, getSiteSettings } from '#server/features/settings/service.ts'
import { AppError, type FieldProblem } from '#server/lib/app-error.ts'
import { parsePhone } from '#server/lib/identity.ts'
import { createSharedRateLimiter } from '#server/lib/limiters.ts'
import { findPasswordProblem, hashPassword } from '#server/lib/password.ts'
import {
  deleteExpiredRegistrationsAndNewsConsents,
  deleteUnconfirmedUserAndNewsConsent,
  findUserByEmail,
  insertUserIfNew,
  isNationalIdTaken,
  lockEmailAddress,
} from './queries.ts'

/** Creates the service with which students and coaches register. */
export const createRegistrationService = ({ config, database, encryption, emails }: Core) => {
  const { db } = database
  const emailLimiter = createSharedRateLimiter(
    { db, hashKey: encryption.keyedHash },
    { name: 'registration', max: 5, seconds: 15 * 60 },
  )

  /**
   * Returns the columns of a new user. Throws `form-incomplete` or `bad-input` with every invalid field.
   */
  const toColumns = async (registration: Registration, now: Date) => {
    const today = await getSiteDate({ config, database }, now)
    const problems: Record<string, FieldProblem['code']> = getRegistrationProblemsByField(registration, today)
    const phone = parsePhone(registration.phone)
    if (!phone && !problems.phone) problems.phone = 'bad-format'
    const passwordProblem = await findPasswordProblem(registration.password, registration)
    if (passwordProblem && !problems.password) problems.password = passwordProblem
    const fields = Object.entries(problems).map(([field, code]) => ({ field, code }))
    if (fields.length > 0 || !phone)
      throw new AppError(
        fields.some(({ code }) => code === 'required') ? 'form-incomplete' : 'bad-input',
        fields,
      )
    const nationalId = normalizeNationalId(registration.nationalId)
    const { role, firstName, lastName, birthDate, gender, lang } = registration
    const id = randomUUIDv7()
    return {
      id,
      ...{ role, firstName, lastName, birthDate, gender, lang, phone },
      email: normalizeEmail(registration.email),
      school: registration.school || null,
      nationalId: encryption.encrypt(nationalId, 'users.national_id', id),
      nationalIdIndex: encryption.keyedHash(nationalId),
      // an adult's account stores nothing about a guardian
      guardian:
        registration.guardian && isMinor(birthDate, today)
          ? { ...registration.guardian, consentAt: now.toISOString() }
          : null,
      passwordHash: await hashPassword(registration.password),
      confirmUntil: emails.isEnabled ? new Date(now.getTime() + emailConfirmationDays * msPerDay) : null,
    }
  }

  return {
    /**
     * Registers a user. Where emails can be sent, the reply and the work are the same whether or not
     * another user has the address or national ID: an email to the address has the link that confirms it,
     * or says that the address, or the ID, is taken; the first sign-in needs the link. Without emails the
     * account can be used immediately, and `account-exists` says that one of the two is taken, not which. A
     * registration replaces an unconfirmed one with the same address. Nothing is stored of a bot, which fills
     * the honeypot. Returns whether a link has to be opened; the link leads to `next` afterwards, and signs
     * in where `browserSecret` is sent with it. Throws `form-incomplete`, `bad-input` (every field),
     * `registration-closed`, `account-exists`, `too-many`.
     */
    register: async (
      registration: Registration,
      {
        isBot,
        next,
        browserSecret,
        requestId,
      }: { isBot: boolean; next?: string | undefined; browserSecret?: string | undefined; requestId: string },
    ): Promise<{ confirm: boolean }> => {
      if (!(await getSiteSettings(db, config.SITE_NAME)).features.registration)
        throw new AppError('registration-closed')
      const columns = await toColumns(registration, new Date())
      if (isBot) return { confirm: emails.isEnabled }
      // protects the owner of the address from floods of emails
      if (emails.isEnabled) await emailLimiter.count(columns.email)
      const { email, lang, firstName, lastName, role } = columns
      await inTransaction(db, async (tx) => {
        await lockEmailAddress(tx, email)
        await deleteUnconfirmedUserAndNewsConsent(tx, email)
        const owner = await findUserByEmail(tx, email)
        const id = await insertUserIfNew(tx, columns)
        if (registration.receivesNews) await insertNewsConsentOfUser(tx, id ?? unknownUserId)
        if (!id && !emails.isEnabled) throw new AppError('account-exists')
        // this query runs in every case, so that the work reveals nothing
        const isTaken = await isNationalIdTaken(tx, columns.nationalIdIndex)
        // the conflicting account was deleted between the two statements, so the client retries
        if (!id && !owner && !isTaken) throw new AppError('overloaded')
        const entityId = id ?? owner?.id ?? unknownUserId
        await writeAudit(tx, {
          actor: id
            ? { userId: id, name: `${firstName} ${lastName}`.trim(), requestId }
            : { userId: null, name: '', requestId },
          action: id ? 'create' : 'deny',
          entity: 'user',
          entityId,
          after: id ? { firstName, lastName, email, role, guardian: columns.guardian } : null,
        })
        if (!emails.isEnabled) return
        const link = await replaceEmailConfirmationLink(tx, config.SITE_URL, {
          ...{ userId: id ?? unknownUserId, email, next },
          browserHash: browserSecret && hashToken(browserSecret),
        })
        const login = `${config.SITE_URL}/login/`
        if (id) {
          const values = { name: firstName, link, days: emailConfirmationDays }
          await emails.send({ template: 'confirm', to: email, language: lang, values }, tx)
        } else if (owner) {
          const values = { name: owner.firstName, link: login }
          await emails.send(
            { template: 'known', to: owner.active ? email : null, language: owner.lang, values },
            tx,
          )
        } else {
          const values = { name: firstName, link: login }
          await emails.send({ template: 'identityTaken', to: email, language: lang, values }, tx)
        }
      })
      return { confirm: emails.isEnabled }
    },

    /** Deletes registrations that were not confirmed within `emailConfirmationDays`. Returns how many. */
    purge: (): Promise<number> => inTransaction(db, deleteExpiredRegistrationsAndNewsConsents),
  }
}
