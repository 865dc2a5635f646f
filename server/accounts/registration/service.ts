import { v7 as randomUUIDv7 } from 'uuid'
import { normalizeEmail, normalizeNationalId } from '#contract/accounts/identity.ts'
import type { Registration } from '#contract/accounts/registration.schema.ts'
import { getRegistrationProblemsByField } from '#contract/accounts/registration.ts'
import { isMinor } from '#contract/people/teams/age.ts'
import { listLikelyPhoneCountries } from '#contract/platform/phone-country.ts'
import type { Core } from '#server/deps.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { parsePhoneIfValid } from '#server/platform/lib/identity.ts'
import { createSharedRateLimiter } from '#server/platform/lib/limiters.ts'
import { findGuessablePasswordProblem, hashPassword } from '#server/platform/lib/password.ts'
import { getAllSettingsOrThrow, getSiteDate, getSitePhoneCountry } from '#server/platform/settings/service.ts'
import {
  createPendingRegistrationService,
  insertUserIfNewOrUnconfirmed,
  maxRegistrationsOfAddress,
  type NewUser,
} from './pending-registrations.ts'
import { deleteExpiredRegistrationsAndOldUsers, lockEmailAddress } from './queries.ts'

/** Creates the service with which students and coaches register. */
export const createRegistrationService = (core: Core) => {
  const { config, database, encryption, emails } = core
  const { db } = database
  const pendingRegistrations = createPendingRegistrationService(core)
  const emailLimiter = createSharedRateLimiter(
    { db, hashKey: encryption.keyedHash },
    { name: 'registration', max: maxRegistrationsOfAddress, seconds: 15 * 60 },
  )

  /** Normalizes a registration. Throws `form-incomplete` or `bad-input` with every invalid field. */
  const toNewUser = async (registration: Registration, now: Date): Promise<NewUser> => {
    const today = await getSiteDate({ config, database }, now)
    const problems: Record<string, FieldProblem['code']> = getRegistrationProblemsByField(registration, today)
    const country = await getSitePhoneCountry({ config, database })
    const phone = parsePhoneIfValid(registration.phone, listLikelyPhoneCountries(registration.phone, country))
    if (!phone && !problems.phone) problems.phone = 'bad-format'
    const passwordProblem = await findGuessablePasswordProblem(registration.password, registration)
    if (passwordProblem && !problems.password) problems.password = passwordProblem
    const fields = Object.entries(problems).map(([field, code]) => ({ field, code }))
    if (fields.length > 0 || !phone)
      throw new AppError(
        fields.some(({ code }) => code === 'required') ? 'form-incomplete' : 'bad-input',
        fields,
      )
    const { role, firstName, lastName, birthDate, gender, lang, receivesNews } = registration
    return {
      role,
      firstName,
      lastName,
      birthDate,
      gender,
      lang,
      phone,
      receivesNews,
      email: normalizeEmail(registration.email),
      school: registration.school || null,
      nationalId: normalizeNationalId(registration.nationalId),
      // an adult's account stores nothing about a guardian
      guardian:
        registration.guardian && isMinor(birthDate, today)
          ? { ...registration.guardian, consentAt: now.toISOString() }
          : null,
      passwordHash: await hashPassword(registration.password),
    }
  }

  return {
    /**
     * Registers a user. Where emails can be sent, the registration waits for its confirmation
     * (`createPendingRegistrationService`), and the reply and the work are the same whether or not another
     * user has the address or national ID. Without emails the account can be used immediately, and
     * `account-exists` says that one of the two is taken, not which. Nothing is stored of a bot, which fills
     * the honeypot. Returns whether a link has to be opened; the link leads to `next` afterwards, and needs no
     * password where `browserSecret` is sent with it. Throws `form-incomplete`, `bad-input` (every field),
     * `registration-closed`, `account-exists`, `too-many`.
     */
    register: async (
      registration: Registration,
      {
        isBot,
        requestId,
        ...link
      }: { isBot: boolean; next?: string | undefined; browserSecret?: string | undefined; requestId: string },
    ): Promise<{ confirm: boolean }> => {
      if (!(await getAllSettingsOrThrow(db, config.SITE_NAME)).features.registration)
        throw new AppError('registration-closed')
      const user = await toNewUser(registration, new Date())
      if (isBot) return { confirm: emails.isEnabled }
      // protects the owner of the address from floods of emails
      if (emails.isEnabled) await emailLimiter.count(user.email)
      await inTransaction(db, async (tx) => {
        await lockEmailAddress(tx, user.email)
        if (emails.isEnabled) return pendingRegistrations.saveAndSendLink(tx, user, link)
        const id = await insertUserIfNewOrUnconfirmed(tx, encryption, user, {
          id: randomUUIDv7(),
          emailConfirmedAt: null,
          requestId,
        })
        if (id === undefined) throw new AppError('account-exists')
      })
      return { confirm: emails.isEnabled }
    },

    /** Deletes registrations that were not confirmed within `emailConfirmationDays`. Returns how many. */
    purge: (): Promise<number> => inTransaction(db, deleteExpiredRegistrationsAndOldUsers),
  }
}
