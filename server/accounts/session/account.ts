import type { Account, AccountUpdate, ActiveSession } from '#contract/accounts/account.schema.ts'
import { normalizeEmail } from '#contract/accounts/identity.ts'
import { emailConfirmationDays } from '#contract/accounts/retention.ts'
import { type Gender, ownerEditableUserFields } from '#contract/accounts/user.ts'
import {
  listEmptyRequiredAccountFields,
  listLinkProblemsInChangedNames,
} from '#contract/accounts/user-rules.ts'
import { pickFields } from '#contract/people/teams/team.fields.ts'
import { listLikelyPhoneCountries } from '#contract/platform/phone-country.ts'
import { defaultSessionSettings } from '#contract/platform/settings.ts'
import { cleanText } from '#contract/platform/text.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { findSqlStateOrSystemCode, getViolatedConstraint } from '#server/platform/db/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  type AuthenticatedUser,
  assertSessionRecentlyConfirmed,
} from '#server/platform/lib/authenticated-user.ts'
import { decryptAndMaskNationalId, parsePhoneIfValid } from '#server/platform/lib/identity.ts'
import { assertPasswordNotGuessable, hashPassword } from '#server/platform/lib/password.ts'
import { getSiteDate, getSitePhoneCountry } from '#server/platform/settings/service.ts'
import { isSubscribedToNews, transferNewsPreferenceToAddress } from '#server/site/announcements/service.ts'
import { validateAndEncryptPersonalData } from './account-personal-data.ts'
import { createRateLimitedPasswordCheck } from './check-password.ts'
import { createEmailConfirmationLinkAndRevokeOlder } from './email-confirmation-links.ts'
import { findSiteSessionSettings, setPasswordHash } from './queries.ts'
import {
  countUnusedRecoveryCodes,
  deleteAndCountOtherSessions,
  deleteSessionOfUserIfExists,
  findOwnUserRow,
  findPendingEmail,
  hasAuthenticatorApp,
  hasUndeletedUserWithEmail,
  listEventIdsOfUserEntries,
  listUnexpiredSessionsOfUser,
  lockOwnUserRow,
  type OwnUserRow,
  updateOwnUserRow,
} from './queries-account.ts'
import { deleteOneTimeTokensOfUser, deleteResetAndProviderLinkTokens } from './queries-one-time-tokens.ts'
import { isSessionIdle, type SessionRateLimiters } from './rate-limiters.ts'
import { sendSecurityNotice } from './security-notice.ts'

type Options = Core & { limits: SessionRateLimiters }

const toAudit = (row: OwnUserRow) => pickFields(row, [...ownerEditableUserFields, 'guardian'])

/** Creates the service with which signed-in users read and update their account. */
export const createAccountService = ({ limits, ...core }: Options) => {
  const { config, database, emails, encryption, invalidator } = core
  const { db } = database
  const checkPassword = createRateLimitedPasswordCheck(core, limits)

  const toAccount = async (
    { totpSecret, totpStep, emailConfirmedAt, erasureRequestedAt, ...row }: OwnUserRow,
    on: Db = db,
  ): Promise<Account> => ({
    ...row,
    school: row.school ?? '',
    gender: row.gender as Gender | null,
    nationalId: decryptAndMaskNationalId(encryption, row.nationalId, 'users.national_id', row.id),
    emailConfirmed: emailConfirmedAt !== null,
    newEmail: await findPendingEmail(on, row.id, row.email),
    erasureRequestedAt: erasureRequestedAt?.toISOString() ?? null,
    receivesNews: await isSubscribedToNews(on, row.email),
    secondFactor: totpSecret !== null,
    hasAuthenticatorApp: hasAuthenticatorApp({ totpSecret, totpStep }),
    recoveryCodesLeft: totpSecret === null ? 0 : await countUnusedRecoveryCodes(on, row.id),
  })

  /**
   * Sends the link to the new address, and a notice to the old one. When another user has the new address,
   * its owner gets a notice instead of a link; the reply does not reveal which.
   */
  const sendEmailChange = async (tx: Db, { id, firstName, email, lang }: OwnUserRow, newEmail: string) => {
    const link = await createEmailConfirmationLinkAndRevokeOlder(tx, config.SITE_URL, {
      userId: id,
      email: newEmail,
    })
    const toNewAddress = { to: newEmail, language: lang }
    if (await hasUndeletedUserWithEmail(tx, newEmail)) {
      const values = { name: '', link: `${config.SITE_URL}/login/` }
      await emails.send({ template: 'known', ...toNewAddress, values }, tx)
    } else {
      const values = { name: firstName, link, days: emailConfirmationDays }
      await emails.send({ template: 'newAddress', ...toNewAddress, values }, tx)
    }
    await emails.send(
      {
        template: 'addressChanging',
        to: email,
        language: lang,
        values: { name: firstName, email: newEmail },
      },
      tx,
    )
  }

  return {
    read: async ({ userId }: AuthenticatedUser): Promise<Account> => {
      const row = await findOwnUserRow(db, userId)
      if (!row) throw new AppError('not-found')
      return toAccount(row)
    },

    /**
     * Emails the link that confirms the address of the user, for example after the site had no mail server.
     * Throws `no-mail`, `too-many`, `not-found`, and `conflict` for a confirmed address and while a new one
     * waits for its confirmation.
     */
    sendEmailConfirmation: async ({ userId }: AuthenticatedUser): Promise<void> => {
      if (!emails.isEnabled) throw new AppError('no-mail')
      await limits.emailsToUser.count(`own address ${userId}`)
      await inTransaction(db, async (tx) => {
        const row = await lockOwnUserRow(tx, userId)
        if (!row) throw new AppError('not-found')
        const { id, email, firstName: name, lang, emailConfirmedAt } = row
        if (emailConfirmedAt !== null || (await findPendingEmail(tx, id, email)) !== null)
          throw new AppError('conflict')
        const link = await createEmailConfirmationLinkAndRevokeOlder(tx, config.SITE_URL, {
          userId: id,
          email,
        })
        const values = { name, link, days: emailConfirmationDays }
        await emails.send({ template: 'addressUnconfirmed', to: email, language: lang, values }, tx)
      })
    },

    /**
     * Updates the user. A new email address needs the password, because it can be used to reset it, and
     * takes effect when its link is opened, or immediately where no emails can be sent. Another phone
     * number, with which users sign in, needs a confirmed session. Throws `form-incomplete`,
     * `confirmation_required`, `bad-input` (`phone`, names, the fields of `validateAndEncryptPersonalData`),
     * `wrong-password` (`password`), `conflict` (`email`, `nationalId` taken), `stale-version` with
     * `details.current`.
     */
    update: async (
      { userId, ...user }: AuthenticatedUser,
      update: AccountUpdate,
      version: number | undefined,
      actor: Actor,
    ): Promise<Account> => {
      const email = normalizeEmail(update.email)
      const missing = listEmptyRequiredAccountFields(update, false)
      if (missing.length > 0)
        throw new AppError(
          'form-incomplete',
          missing.map((field) => ({ field, code: 'required' as const })),
        )
      const current = await findOwnUserRow(db, userId)
      if (!current) throw new AppError('not-found')
      // a stored number stays, also one that is no number by today's rules
      const isStoredPhone = update.phone === cleanText(current.phone ?? '', 'code')
      const countries = listLikelyPhoneCountries(
        update.phone,
        await getSitePhoneCountry({ config, database }),
      )
      const phone = isStoredPhone
        ? current.phone
        : update.phone
          ? parsePhoneIfValid(update.phone, countries)
          : null
      if (phone === undefined) throw new AppError('bad-input', [{ field: 'phone', code: 'bad-format' }])
      const links = listLinkProblemsInChangedNames(update, current)
      if (links.length > 0) throw new AppError('bad-input', links)
      if (email !== current.email) {
        await checkPassword({ userId, ...user }, update.password, 'password')
        if (emails.isEnabled) await limits.emailsToUser.count(`new address ${userId}`)
      }
      if (phone !== current.phone) assertSessionRecentlyConfirmed(user)
      const { firstName, lastName, lang } = update
      const now = new Date()
      const today = await getSiteDate({ config, database }, now)
      try {
        const updated = await inTransaction(db, async (tx) => {
          const before = await lockOwnUserRow(tx, userId)
          if (!before) throw new AppError('not-found')
          if (version !== undefined && version !== before.version)
            throw new AppError('stale-version', [], { current: await toAccount(before, tx) })
          const isNewEmail = email !== before.email
          const row = await updateOwnUserRow(tx, userId, {
            firstName,
            lastName,
            phone,
            lang,
            version: before.version + 1,
            ...validateAndEncryptPersonalData(before, update, encryption, { now, today }),
            ...(isNewEmail && !emails.isEnabled ? { email, emailConfirmedAt: null } : {}),
          })
          // these links were sent to the old address
          if (row.email !== before.email) {
            await deleteResetAndProviderLinkTokens(tx, userId)
            await transferNewsPreferenceToAddress(tx, before.email, row.email)
          }
          if (isNewEmail && emails.isEnabled) await sendEmailChange(tx, row, email)
          await writeAudit(tx, {
            actor,
            action: 'update',
            entity: 'user',
            entityId: userId,
            before: toAudit(before),
            after: toAudit(row),
          })
          return row
        })
        if (updated.birthDate !== current.birthDate) {
          // visitors see the whole name of a player who is of age
          const eventIds = await listEventIdsOfUserEntries(db, userId)
          if (eventIds.length > 0) await invalidator.invalidate(...eventIds.map((id) => `scores:${id}`))
        }
        return await toAccount(updated)
      } catch (error) {
        if (findSqlStateOrSystemCode(error) !== '23505') throw error
        const constraint = getViolatedConstraint(error)
        const field = constraint.includes('national') ? 'nationalId' : 'email'
        throw new AppError('conflict', [{ field, code: 'taken' }], undefined, { cause: error })
      }
    },

    /**
     * Sets a new password, ends all other sessions, revokes links and notifies the owner. Throws
     * `wrong-password` (`current`), `bad-input` (`password`), `too-many`.
     */
    changePassword: async (
      user: AuthenticatedUser,
      current: string,
      password: string,
      actor: Actor,
    ): Promise<void> => {
      await checkPassword(user, current, 'current')
      const userRow = await findOwnUserRow(db, user.userId)
      if (!userRow) throw new AppError('not-found')
      await assertPasswordNotGuessable(password, userRow)
      const passwordHash = await hashPassword(password)
      await inTransaction(db, async (tx) => {
        await setPasswordHash(tx, user.userId, passwordHash)
        await deleteOneTimeTokensOfUser(tx, user.userId)
        await deleteAndCountOtherSessions(tx, user.userId, user.sessionId)
        await sendSecurityNotice(tx, core, 'passwordChanged', user.userId)
        await writeAudit(tx, {
          actor,
          action: 'password',
          entity: 'user',
          entityId: user.userId,
          after: null,
        })
      })
    },

    /** Lists the open sessions of the user, the current one first. */
    listSessions: async ({ userId, sessionId, role }: AuthenticatedUser): Promise<ActiveSession[]> => {
      const rows = await listUnexpiredSessionsOfUser(db, userId)
      const settings = (await findSiteSessionSettings(db, config.SITE_NAME)) ?? defaultSessionSettings
      return rows
        .filter(({ lastSeenAt }) => !isSessionIdle({ role, lastSeenAt }, settings))
        .map((row) => ({
          id: row.id,
          current: row.id === sessionId,
          device: row.userAgent ?? '',
          address: row.address ?? '',
          startedAt: row.createdAt.toISOString(),
          lastSeenAt: row.lastSeenAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
        }))
        .toSorted((one, other) => Number(other.current) - Number(one.current))
    },

    /** Ends one session of the user. Throws `not-found`, also for sessions of other users. */
    endSession: async ({ userId }: AuthenticatedUser, sessionId: string): Promise<void> => {
      if (!(await deleteSessionOfUserIfExists(db, userId, sessionId))) throw new AppError('not-found')
    },

    /** Ends all sessions of the user but the current one. */
    endOtherSessions: async (user: AuthenticatedUser, actor: Actor): Promise<void> => {
      await inTransaction(db, async (tx) => {
        const ended = await deleteAndCountOtherSessions(tx, user.userId, user.sessionId)
        if (ended > 0)
          await writeAudit(tx, {
            actor,
            action: 'end-sessions',
            entity: 'user',
            entityId: user.userId,
            after: { sessions: ended },
          })
      })
    },
  }
}
