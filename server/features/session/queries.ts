import { and, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { IdentityKind } from '#contract/session.ts'
import type { Db } from '#server/db/open.ts'
import { recoveryCodes, sessions, tickets, users } from '#server/db/schema/users.ts'

const account = {
  id: users.id,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phone: users.phone,
  nationalIdIndex: users.nationalIdIndex,
  lang: users.lang,
  active: users.active,
  passwordHash: users.passwordHash,
  totpSecret: users.totpSecret,
  totpStep: users.totpStep,
  confirmUntil: users.confirmUntil,
}
const there = isNull(users.deletedAt)

const column = { email: users.email, national_id: users.nationalIdIndex, phone: users.phone } as const

/** The account of an e-mail address, a national ID's index or a phone number (E.164). */
export const accountBy = async (db: Db, kind: IdentityKind, value: string) => {
  const [found] = await db
    .select(account)
    .from(users)
    .where(and(eq(column[kind], value), there))
  return found
}
export type Account = NonNullable<Awaited<ReturnType<typeof accountBy>>>

export const accountOf = async (db: Db, userId: string) => {
  const [found] = await db
    .select(account)
    .from(users)
    .where(and(eq(users.id, userId), there))
  return found
}

export const insertSession = async (db: Db, row: typeof sessions.$inferInsert) => {
  await db.insert(sessions).values(row)
  await db.update(users).set({ lastSignInAt: new Date(), updatedAt: users.updatedAt }).where(eq(users.id, row.userId))
}

/** Takes away what can no longer be used, a piece at a time so that a sign-in stays short. */
export const deleteExpired = async (db: Db) => {
  const old = (table: typeof sessions | typeof tickets) => sql`ctid in (select ctid from ${table} where expires_at < now() limit 200)`
  await db.delete(sessions).where(old(sessions))
  await db.delete(tickets).where(old(tickets))
}

/** A session that counts, with its user; not for an account that was switched off or deleted. */
export const sessionBy = async (db: Db, tokenHash: string) => {
  const [found] = await db
    .select({
      sessionId: sessions.id,
      userId: users.id,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      lang: users.lang,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, new Date()), eq(users.active, true), there))
  return found
}

export const touchSession = async (db: Db, sessionId: string) => {
  await db.update(sessions).set({ lastSeenAt: new Date() }).where(eq(sessions.id, sessionId))
}

export const deleteSession = async (db: Db, tokenHash: string) => {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export const deleteSessionsOf = async (db: Db, userId: string, exceptSessionId?: string) => {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), exceptSessionId ? ne(sessions.id, exceptSessionId) : undefined))
}

type TicketKind = (typeof tickets.$inferInsert)['kind']
const usable = (kind: TicketKind, tokenHash: string) =>
  and(eq(tickets.tokenHash, tokenHash), eq(tickets.kind, kind), gt(tickets.expiresAt, new Date()))

type NewTicket = { tokenHash: string; kind: TicketKind; userId: string; minutes: number; email?: string }
/**
 * Keeps a ticket for an account; for an id that is nobody's the same statement keeps none. `email` is the address that a `confirm-email` link proves. A new challenge of
 * the second factor replaces the account's open one.
 */
export const insertTicket = async (db: Db, { tokenHash, kind, userId, minutes, email }: NewTicket) => {
  await db.execute(
    sql`insert into ${tickets} (token_hash, kind, user_id, expires_at, email) select ${tokenHash}, ${kind}, id, now() + make_interval(mins => ${minutes}), ${email ?? null}::text from ${users} where id = ${userId}
    on conflict (user_id) where kind = 'second-factor'
    do update set token_hash = excluded.token_hash, tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at`,
  )
}

/** A ticket that can still be used; it stays. */
export const ticketBy = async (db: Db, kind: TicketKind, tokenHash: string) => {
  const [found] = await db.select().from(tickets).where(usable(kind, tokenHash))
  return found
}

/** Counts one try of a ticket; false when it had its `limit` of tries or cannot be used. */
export const tryTicket = async (db: Db, kind: TicketKind, tokenHash: string, limit: number) => {
  const tried = await db
    .update(tickets)
    .set({ tries: sql`${tickets.tries} + 1` })
    .where(and(usable(kind, tokenHash), lt(tickets.tries, limit)))
    .returning({ userId: tickets.userId })
  return tried[0]
}

/** Uses a ticket up: of several who come with it, one gets it. */
export const takeTicket = async (db: Db, kind: TicketKind, tokenHash: string) => {
  const [taken] = await db.delete(tickets).where(usable(kind, tokenHash)).returning({ userId: tickets.userId, email: tickets.email })
  return taken
}

export const deleteTicketsOf = async (db: Db, userId: string, kind?: TicketKind) => {
  await db.delete(tickets).where(and(eq(tickets.userId, userId), kind ? eq(tickets.kind, kind) : undefined))
}

/** Mail to the account's address has arrived: what waited for that is open now. */
export const proveEmail = async (db: Db, userId: string) => {
  await db
    .update(users)
    .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())`, confirmUntil: null })
    .where(eq(users.id, userId))
}

/** Gives an account another address, which is proven. Another account that has it is a unique violation. */
export const moveEmail = async (db: Db, userId: string, email: string) => {
  await db
    .update(users)
    .set({ email, emailConfirmedAt: new Date(), confirmUntil: null, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), there))
}

export const setPasswordHash = async (db: Db, userId: string, passwordHash: string) => {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId))
}

/** Remembers the time step of a code that was used; false when that step or a later one was used before. */
export const advanceTotpStep = async (db: Db, userId: string, step: number) => {
  const won = await db
    .update(users)
    .set({ totpStep: step })
    .where(and(eq(users.id, userId), isNotNull(users.totpSecret), or(isNull(users.totpStep), lt(users.totpStep, step))))
    .returning({ id: users.id })
  return won.length === 1
}

/** Uses a recovery code up; false when there is no such unused one. */
export const spendRecoveryCode = async (db: Db, userId: string, codeHash: string) => {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  return used.length === 1
}

/** Switches the second factor on (sealed secret, new recovery codes) or, with null, off. */
export const setSecondFactor = async (db: Db, userId: string, on: { sealed: string; step: number; codeHashes: string[] } | null) => {
  await db
    .update(users)
    .set({ totpSecret: on?.sealed ?? null, totpStep: on?.step ?? null })
    .where(eq(users.id, userId))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  if (on) await db.insert(recoveryCodes).values(on.codeHashes.map((codeHash) => ({ codeHash, userId })))
}
