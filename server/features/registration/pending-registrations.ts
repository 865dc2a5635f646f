import { randomUUIDv7 } from 'node:crypto'
import type { Lang } from '#contract/localized.ts'
import type { GuardianConsent } from '#contract/registration.schema.ts'
import { emailConfirmationDays } from '#contract/rules/retention.ts'
import type { registrationRoles, SignInIdentifierKind } from '#contract/session.ts'
import type { Gender } from '#contract/user.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { insertNewsConsentOfUser } from '#server/features/announcements/service.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import {
  buildConfirmationLink,
  generateToken,
  hashToken,
  unknownUserId,
} from '#server/features/session/tokens.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { FieldEncryption } from '#server/lib/encryption.ts'
import { verifyPassword } from '#server/lib/password.ts'
import {
  deleteAndReturnPendingRegistration,
  deletePendingRegistrationsWithEmail,
  deleteUnconfirmedUserAndNewsConsent,
  findPendingRegistration,
  findUserByEmail,
  insertPendingRegistrationIf,
  insertUserIfNew,
  listPendingRegistrations,
  lockEmailAddress,
  type PendingRegistrationRow,
  replaceLinkOfPendingRegistration,
} from './queries.ts'

export { deletePendingRegistrationsOfPerson } from './queries.ts'

type RegistrationRole = (typeof registrationRoles)[number]

/** A person who registers, with normalized values; `nationalId` is not encrypted. */
export type NewUser = {
  role: RegistrationRole
  firstName: string
  lastName: string
  email: string
  phone: string
  nationalId: string
  birthDate: string
  gender: Gender | null
  school: string | null
  guardian: GuardianConsent | null
  lang: Lang
  passwordHash: string
  receivesNews: boolean
}

/**
 * Inserts a user with the consent to news that was asked for, in place of an account of before version 1.1 that
 * was never confirmed. Returns the id; undefined when another user has the address or the national ID.
 */
export const insertUserWithAudit = async (
  tx: Db,
  encryption: FieldEncryption,
  { nationalId, receivesNews, ...columns }: NewUser,
  { id, emailConfirmedAt, requestId }: { id: string; emailConfirmedAt: Date | null; requestId: string },
): Promise<string | undefined> => {
  await deleteUnconfirmedUserAndNewsConsent(tx, columns.email)
  const inserted = await insertUserIfNew(tx, {
    ...{ ...columns, id, emailConfirmedAt },
    nationalId: encryption.encrypt(nationalId, 'users.national_id', id),
    nationalIdIndex: encryption.keyedHash(nationalId),
  })
  if (inserted === undefined) return undefined
  if (receivesNews) await insertNewsConsentOfUser(tx, id)
  const { firstName, lastName, email, role, guardian } = columns
  await writeAudit(tx, {
    actor: { userId: id, name: `${firstName} ${lastName}`.trim(), requestId },
    action: 'create',
    entity: 'user',
    entityId: id,
    after: { firstName, lastName, email, role, guardian },
  })
  return inserted
}

/** How many of the registrations with an identity a sign-in compares its password with. */
const maxPasswordChecks = 2

/**
 * Creates the service of registrations that wait for the confirmation of their address. Whoever registers an
 * address has not proved to own it, so each registration keeps its own password, and several may have one
 * address. Whether address and national ID are free is decided when one is confirmed.
 */
export const createPendingRegistrationService = ({ config, database, encryption, emails }: Core) => {
  const { db } = database
  const decrypt = ({ id, data }: PendingRegistrationRow): NewUser =>
    JSON.parse(encryption.decrypt(data, 'pending_registrations.data', id)) as NewUser

  return {
    /**
     * Stores a registration and emails its link, or an email that says that its owner has an account; the
     * work is the same. The link leads to the path `next`.
     */
    saveAndSendLink: async (
      tx: Db,
      user: NewUser,
      { next, browserSecret }: { next?: string | undefined; browserSecret?: string | undefined },
    ): Promise<void> => {
      const { email, phone, nationalId, firstName, lang } = user
      const owner = await findUserByEmail(tx, email)
      const id = randomUUIDv7()
      const token = generateToken()
      const row = {
        ...{ id, email, phone, tokenHash: hashToken(token) },
        browserHash: browserSecret === undefined ? null : hashToken(browserSecret),
        nationalIdIndex: encryption.keyedHash(nationalId),
        data: encryption.encrypt(JSON.stringify(user), 'pending_registrations.data', id),
      }
      await insertPendingRegistrationIf(tx, owner === undefined, { ...row, days: emailConfirmationDays })
      if (owner === undefined) {
        const link = buildConfirmationLink(config.SITE_URL, token, next)
        const values = { name: firstName, link, days: emailConfirmationDays }
        await emails.send({ template: 'confirm', to: email, language: lang, values }, tx)
      } else {
        const values = { name: owner.firstName, link: `${config.SITE_URL}/login/` }
        await emails.send(
          { template: 'known', to: owner.active ? email : null, language: owner.lang, values },
          tx,
        )
      }
    },

    /** Finds the registration of a link that was not used yet. */
    find: async (token: string) => {
      const row = await findPendingRegistration(db, hashToken(token))
      if (!row) return undefined
      return {
        id: row.id,
        email: row.email,
        browserHash: row.browserHash,
        passwordHash: decrypt(row).passwordHash,
      }
    },

    /**
     * Creates the user of a registration, whose address is confirmed by that, and deletes the other
     * registrations with the address. Throws `ticket-spent`, and `account-exists` (`email` or `nationalId`)
     * when another user has one of the two now.
     */
    confirm: async (
      tx: Db,
      { token, email }: { token: string; email: string },
      requestId: string,
    ): Promise<{ id: string; role: RegistrationRole }> => {
      await lockEmailAddress(tx, email)
      const row = await deleteAndReturnPendingRegistration(tx, hashToken(token))
      if (!row) throw new AppError('ticket-spent')
      const user = decrypt(row)
      const id = await insertUserWithAudit(tx, encryption, user, {
        id: row.id,
        emailConfirmedAt: new Date(),
        requestId,
      })
      if (id === undefined) {
        const field = (await findUserByEmail(tx, email)) ? 'email' : 'nationalId'
        throw new AppError('account-exists', [{ field, code: 'taken' }])
      }
      await deletePendingRegistrationsWithEmail(tx, email)
      return { id, role: user.role }
    },

    /** Deletes the registration of a link, and no other one. Returns false when there is none. */
    decline: async (tx: Db, token: string): Promise<boolean> =>
      (await deleteAndReturnPendingRegistration(tx, hashToken(token))) !== undefined,

    /**
     * Returns whether a password is that of one of the newest registrations with an identity. It makes the
     * same number of checks for every identity.
     */
    hasPassword: async (kind: SignInIdentifierKind, value: string, password: string): Promise<boolean> => {
      const rows = await listPendingRegistrations(db, kind, value, maxPasswordChecks)
      let isRight = false
      for (let at = 0; at < maxPasswordChecks; at++) {
        const row = rows[at]
        if (await verifyPassword(password, row && decrypt(row).passwordHash)) isRight = true
      }
      return isRight
    },

    /**
     * Emails a new link for the newest registration with an identity, which spends its older one; the page
     * leads on to the path `next`. Without a registration the same work ends in an email without a recipient.
     */
    resendLink: async (
      tx: Db,
      { kind, value, next }: { kind: SignInIdentifierKind; value: string; next: string | undefined },
    ): Promise<void> => {
      const [row] = await listPendingRegistrations(tx, kind, value, 1)
      const token = generateToken()
      await replaceLinkOfPendingRegistration(tx, row?.id ?? unknownUserId, {
        tokenHash: hashToken(token),
        days: emailConfirmationDays,
      })
      const user = row && decrypt(row)
      const values = {
        name: user?.firstName ?? '',
        link: buildConfirmationLink(config.SITE_URL, token, next),
        days: emailConfirmationDays,
      }
      await emails.send(
        { template: 'confirm', to: user?.email ?? null, language: user?.lang ?? 'en', values },
        tx,
      )
    },
  }
}
export type PendingRegistrationService = ReturnType<typeof createPendingRegistrationService>
