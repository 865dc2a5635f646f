import { normalizeEmail } from '#contract/accounts/identity.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import type { FieldEncryption } from '#server/platform/lib/encryption.ts'
import {
  deleteNewsConsents,
  findUserEmailAndName,
  hasNewsConsent,
  insertNewsConsentIfNew,
  transferNewsConsentToAddress,
} from './queries-news-consents.ts'

/** Records or deletes the consent of an address to news by email. */
const setNewsPreference = async (tx: Db, email: string, receivesNews: boolean): Promise<void> => {
  await (receivesNews
    ? insertNewsConsentIfNew(tx, normalizeEmail(email))
    : deleteNewsConsents(tx, [normalizeEmail(email)]))
}

/** Returns whether an address gets news by email: only with a recorded consent. */
export const isSubscribedToNews = (db: Db, email: string): Promise<boolean> =>
  hasNewsConsent(db, normalizeEmail(email))

/** Keeps the preference of a person whose address changes. */
export const transferNewsPreferenceToAddress = (tx: Db, from: string, to: string): Promise<void> =>
  transferNewsConsentToAddress(tx, normalizeEmail(from), normalizeEmail(to))

/**
 * Creates the tokens of unsubscribe links. A token has the encrypted address, so that a link works as long as
 * the key exists, also without an account.
 */
export const createUnsubscribeTokenCodec = (encryption: FieldEncryption) => {
  const place = 'unsubscribe-token'
  return {
    create: (email: string): string => encryption.encrypt(normalizeEmail(email), place, ''),
    /** Returns the address of a token. Throws `ticket-spent` for an invalid one. */
    read: (token: string): string => {
      try {
        return encryption.decrypt(token, place, '')
      } catch (error) {
        throw new AppError('ticket-spent', [], undefined, { cause: error })
      }
    },
  }
}

/** Creates the service with which people unsubscribe from news by the link of an email, and subscribe again. */
export const createTokenNewsPreferenceSetter = ({ database, encryption }: Core) => {
  const tokens = createUnsubscribeTokenCodec(encryption)
  return {
    /** Throws `ticket-spent` for an invalid token. */
    setPreference: (token: string, receivesNews: boolean): Promise<void> =>
      inTransaction(database.db, (tx) => setNewsPreference(tx, tokens.read(token), receivesNews)),
  }
}

/** Creates the service with which users set whether they get news. */
export const createNewsPreferenceSetter = ({ database }: Core) => ({
  /** Throws `not-found` for a user who was deleted. */
  set: ({ userId }: Pick<AuthenticatedUser, 'userId'>, receivesNews: boolean): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      const recipient = await findUserEmailAndName(tx, userId)
      if (!recipient) throw new AppError('not-found')
      await setNewsPreference(tx, recipient.email, receivesNews)
    }),
})
