import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { oneTimeTokens, users } from '#server/platform/db/schema/users.ts'
import { generateToken, hashToken } from '../../platform/lib/tokens.ts'
import { lockOwnUserRow } from './queries-account.ts'

type TokenKind = (typeof oneTimeTokens.$inferInsert)['kind']
const isUsable = (kind: TokenKind, tokenHash: string) =>
  and(
    eq(oneTimeTokens.tokenHash, tokenHash),
    eq(oneTimeTokens.kind, kind),
    gt(oneTimeTokens.expiresAt, new Date()),
  )

type NewOneTimeToken = {
  tokenHash: string
  kind: TokenKind
  userId: string
  minutes: number
  email?: string
  linkHash?: string | undefined
  providerLinkId?: string | undefined
}
/**
 * Inserts a one-time token for a user. For an id that no user has, the same statement runs and inserts nothing, so
 * that it takes the same time. A token of the kind `confirm-email` has the `email` that its link confirms. One of the
 * kind `second-factor` is the challenge of the second step of a sign-in, and replaces an open challenge of the user:
 * after a sign-in link, `linkHash` is the hash of its token; after the sign-in provider, `providerLinkId` is the link
 * to the account there.
 */
export const insertTokenOrReplaceChallenge = async (
  db: Db,
  { tokenHash, kind, userId, minutes, email, linkHash, providerLinkId }: NewOneTimeToken,
) => {
  await db.execute(
    sql`insert into ${oneTimeTokens} (token_hash, kind, user_id, expires_at, email, link_hash, provider_link_id) select ${tokenHash}, ${kind}, id, now() + make_interval(mins => ${minutes}), ${email ?? null}::text, ${linkHash ?? null}::text, ${providerLinkId ?? null}::uuid from ${users} where id = ${userId}
    on conflict (user_id) where kind = 'second-factor'
    do update set token_hash = excluded.token_hash, tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at, link_hash = excluded.link_hash, provider_link_id = excluded.provider_link_id`,
  )
}

/**
 * Creates and returns the token of an emailed link, and deletes the earlier ones of its kind of the user. For an id that
 * no user has it takes the same time.
 */
export const createEmailedLinkTokenAndDeleteEarlier = async (
  tx: Db,
  { kind, userId, ...more }: Pick<NewOneTimeToken, 'kind' | 'userId' | 'minutes' | 'email'>,
): Promise<string> => {
  const token = generateToken()
  await lockOwnUserRow(tx, userId)
  await deleteOneTimeTokensOfUser(tx, userId, kind)
  await insertTokenOrReplaceChallenge(tx, { tokenHash: hashToken(token), kind, userId, ...more })
  return token
}

/** Finds a one-time token that can still be used, without consuming it. */
export const findUsableOneTimeToken = async (db: Db, kind: TokenKind, tokenHash: string) => {
  const [found] = await db.select().from(oneTimeTokens).where(isUsable(kind, tokenHash))
  return found
}

/**
 * Counts an attempt with a token that can still be used, and returns it; undefined when the token had `limit` attempts,
 * has expired or does not exist.
 */
export const incrementAttemptsAndReturnUsableToken = async (
  db: Db,
  kind: TokenKind,
  tokenHash: string,
  limit: number,
) => {
  const [counted] = await db
    .update(oneTimeTokens)
    .set({ tries: sql`${oneTimeTokens.tries} + 1` })
    .where(and(isUsable(kind, tokenHash), lt(oneTimeTokens.tries, limit)))
    .returning()
  return counted
}

/** Deletes and returns a token that can still be used. Only one of several concurrent requests gets it. */
export const deleteAndReturnUsableOneTimeToken = async (db: Db, kind: TokenKind, tokenHash: string) => {
  const [consumed] = await db.delete(oneTimeTokens).where(isUsable(kind, tokenHash)).returning({
    userId: oneTimeTokens.userId,
    email: oneTimeTokens.email,
    linkHash: oneTimeTokens.linkHash,
    providerLinkId: oneTimeTokens.providerLinkId,
  })
  return consumed
}

/** Deletes the tokens of a user, of all kinds unless some are given. */
export const deleteOneTimeTokensOfUser = async (
  db: Db,
  userId: string,
  ...kinds: TokenKind[]
): Promise<void> => {
  await db
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        kinds.length > 0 ? inArray(oneTimeTokens.kind, kinds) : undefined,
      ),
    )
}

/** Deletes the tokens of the links for a new password and for the sign-in provider that were emailed to a user. */
export const deleteResetAndProviderLinkTokens = (db: Db, userId: string): Promise<void> =>
  deleteOneTimeTokensOfUser(db, userId, 'reset', 'link-provider')
