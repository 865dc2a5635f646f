import { v7 as randomUUIDv7 } from 'uuid'
import type { GuardianConsent } from '#contract/accounts/registration.schema.ts'
import { emailConfirmationDays } from '#contract/accounts/retention.ts'
import type { registrationRoles, SignInIdentifierKind } from '#contract/accounts/session.ts'
import type { Gender } from '#contract/accounts/user.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { msPerDay } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import { writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { FieldEncryption } from '#server/platform/lib/encryption.ts'
import { verifyPassword } from '#server/platform/lib/password.ts'
import {
  buildEmailConfirmationLink,
  generateToken,
  hashToken,
  unknownUserId,
} from '#server/platform/lib/tokens.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { insertNewsConsentOfUser } from '#server/site/announcements/service.ts'
import {
  deleteAndReturnPendingRegistration,
  deletePendingRegistrationsWithEmail,
  deleteUnconfirmedUsersAndConsentsOfPerson,
  findUsableRegistrationByToken,
  findUserByEmailExceptOldUnconfirmed,
  insertPendingRegistration,
  insertUserIfNew,
  listUsableRegistrationsByIdentifier,
  lockEmailAddress,
  type PendingRegistrationRow,
  replaceTokenOfPendingRegistration,
} from './queries.ts'

export { deletePendingRegistrationsOfPerson, type PendingRegistrationRow } from './queries.ts'

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
 * Inserts a user with the consent to news that was asked for, in place of accounts of before version 1.1 that
 * were never confirmed: that with the address and, for a user with a confirmed address, that with the national
 * ID. Returns the id; undefined when another user has one of the two.
 */
export const insertUserIfNewOrUnconfirmed = async (
  tx: Db,
  encryption: FieldEncryption,
  { nationalId, receivesNews, ...columns }: NewUser,
  { id, emailConfirmedAt, requestId }: { id: string; emailConfirmedAt: Date | null; requestId: string },
): Promise<string | undefined> => {
  const nationalIdIndex = encryption.keyedHash(nationalId)
  await deleteUnconfirmedUsersAndConsentsOfPerson(tx, {
    email: columns.email,
    nationalIdIndex: emailConfirmedAt && nationalIdIndex,
  })
  const inserted = await insertUserIfNew(tx, {
    ...columns,
    id,
    emailConfirmedAt,
    nationalIdIndex,
    nationalId: encryption.encrypt(nationalId, 'users.national_id', id),
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

/** How often an address is registered in 15 minutes; a request without a proof sends as many links again. */
export const maxRegistrationsOfAddress = 5
/**
 * With how many of the newest registrations of an identity a sign-in compares its password: each comparison
 * takes as long as that with the password of an account.
 */
export const maxRegistrationsPerSignIn = 2

/**
 * Creates the service of registrations that wait for the confirmation of their address. Whoever registers an
 * address has not proved to own it, so each registration keeps its own password, and several may have one
 * address. Whether address and national ID are free is decided when one is confirmed. The registration of a
 * taken address is stored, too, so that a sign-in with its password does not tell that the address is taken.
 */
export const createPendingRegistrationService = ({ config, database, encryption, emails }: Core) => {
  const { db } = database
  const decrypt = ({ id, data }: PendingRegistrationRow): NewUser =>
    JSON.parse(encryption.decrypt(data, 'pending_registrations.data', id)) as NewUser

  /**
   * Emails the link of a registration, or tells the owner of its address that there is an account. Without a
   * registration the same work ends in an email without a recipient. Returns whether the address has an owner.
   */
  const sendLinkOrNotice = async (
    tx: Db,
    registration: { user: NewUser; expiresAt: Date } | undefined,
    { token, next, isSilent = false }: { token: string; next: string | undefined; isSilent?: boolean },
  ): Promise<boolean> => {
    const { email = null, firstName = '', lang = 'en' } = registration?.user ?? {}
    const day = await getSiteDate({ config, database: { readDb: tx } }, registration?.expiresAt)
    const owner = await findUserByEmailExceptOldUnconfirmed(tx, email ?? '')
    if (owner) {
      const values = { name: owner.firstName, link: `${config.SITE_URL}/login/` }
      const to = owner.active && !isSilent ? email : null
      await emails.send({ template: 'known', to, language: owner.lang, values }, tx)
    } else {
      const values = { name: firstName, link: buildEmailConfirmationLink(config.SITE_URL, token, next), day }
      await emails.send({ template: 'confirm', to: email, language: lang, values }, tx)
    }
    return owner !== undefined
  }

  const list = (kind: SignInIdentifierKind, value: string): Promise<PendingRegistrationRow[]> =>
    listUsableRegistrationsByIdentifier(db, kind, value, { limit: maxRegistrationsOfAddress })

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
      const { email, phone, nationalId } = user
      const id = randomUUIDv7()
      const token = generateToken()
      const expiresAt = new Date(Date.now() + emailConfirmationDays * msPerDay)
      await insertPendingRegistration(tx, {
        id,
        email,
        phone,
        expiresAt,
        tokenHash: hashToken(token),
        browserHash: browserSecret === undefined ? null : hashToken(browserSecret),
        nationalIdIndex: encryption.keyedHash(nationalId),
        data: encryption.encrypt(JSON.stringify(user), 'pending_registrations.data', id),
      })
      await sendLinkOrNotice(tx, { user, expiresAt }, { token, next })
    },

    /** Finds the registration of a link that was not used yet. */
    find: async (token: string) => {
      const row = await findUsableRegistrationByToken(db, hashToken(token))
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
      const id = await insertUserIfNewOrUnconfirmed(tx, encryption, user, {
        id: row.id,
        emailConfirmedAt: new Date(),
        requestId,
      })
      if (id === undefined) {
        const field = (await findUserByEmailExceptOldUnconfirmed(tx, email)) ? 'email' : 'nationalId'
        throw new AppError('account-exists', [{ field, code: 'taken' }])
      }
      await deletePendingRegistrationsWithEmail(tx, email)
      return { id, role: user.role }
    },

    /** Deletes the registration of a link, and no other one. Returns false when there is none. */
    decline: async (tx: Db, token: string): Promise<boolean> =>
      (await deleteAndReturnPendingRegistration(tx, hashToken(token))) !== undefined,

    /** Lists the newest registrations with an identity. */
    list,

    /**
     * Finds the newest of `count` registrations with an identity whose password this is. It makes the same number
     * of checks for every identity.
     */
    findByPassword: async (
      kind: SignInIdentifierKind,
      value: string,
      password: string,
      count: number,
    ): Promise<PendingRegistrationRow | undefined> => {
      const rows = await listUsableRegistrationsByIdentifier(db, kind, value, { limit: count })
      let found: PendingRegistrationRow | undefined
      for (let at = 0; at < count; at++) {
        const row = rows[at]
        if (await verifyPassword(password, row && decrypt(row).passwordHash)) found ??= row
      }
      return found
    },

    /** Finds the newest registration with an identity that a browser sent with this secret. */
    findByBrowserSecret: async (
      kind: SignInIdentifierKind,
      value: string,
      browserSecret: string,
    ): Promise<PendingRegistrationRow | undefined> =>
      (
        await listUsableRegistrationsByIdentifier(db, kind, value, {
          limit: 1,
          browserHash: hashToken(browserSecret),
        })
      )[0],

    /**
     * Emails new links for registrations, which spend their older ones; their pages lead on to the path `next`.
     * The day on which a registration expires stays. The owner of an address gets one email that says that there
     * is an account. It does the work of `count` registrations, whether or not there are as many.
     */
    resendLinks: async (
      tx: Db,
      rows: readonly (PendingRegistrationRow | undefined)[],
      { count, next }: { count: number; next: string | undefined },
    ): Promise<void> => {
      const toldAddresses = new Set<string>()
      for (let at = 0; at < count; at++) {
        const row = rows[at]
        const token = generateToken()
        await replaceTokenOfPendingRegistration(tx, row?.id ?? unknownUserId, hashToken(token))
        const registration = row && { user: decrypt(row), expiresAt: row.expiresAt }
        const isSilent = row !== undefined && toldAddresses.has(row.email)
        const hasOwner = await sendLinkOrNotice(tx, registration, { token, next, isSilent })
        if (row && hasOwner) toldAddresses.add(row.email)
      }
    },
  }
}
export type PendingRegistrationService = ReturnType<typeof createPendingRegistrationService>
