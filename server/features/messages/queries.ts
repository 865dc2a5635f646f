import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { type DeskMessage, type MessageState, mostFound } from '#contract/domain/desk.ts'
import type { Localized } from '#contract/domain/localized.ts'
import type { Db } from '#server/db/open.ts'
import { messages } from '#server/db/schema/desk.ts'
import { regions } from '#server/db/schema/places.ts'
import { totals } from '#server/db/schema/totals.ts'
import { matching } from '#server/lib/search.ts'

export const insertMessage = async (tx: Db, values: typeof messages.$inferInsert): Promise<void> => {
  await tx.insert(messages).values(values)
}

/** Whom a region's messages go to; undefined for a region that visitors do not see. */
export const regionContact = async (tx: Db, id: string): Promise<{ name: Localized; email: string | null } | undefined> => {
  const [row] = await tx
    .select()
    .from(regions)
    .where(and(eq(regions.id, id), isNull(regions.deletedAt), eq(regions.active, true)))
  return row && { name: { en: row.nameEn, ar: row.nameAr }, email: row.email }
}

const toMessage = (row: typeof messages.$inferSelect): DeskMessage => ({
  id: row.id,
  kind: row.kind,
  name: [row.firstName, row.lastName].filter(Boolean).join(' '),
  email: row.email,
  phone: row.phone,
  region: row.regionId,
  body: row.body,
  lang: row.lang,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
})

/** One page of the messages, the newest first, and how many match: from the kept counts without a search, else counted up to `mostFound`. */
export const listMessages = async (
  db: Db,
  { page, perPage, search, state }: { page: number; perPage: number; search?: string | undefined; state?: MessageState | undefined },
): Promise<{ messages: DeskMessage[]; total: number }> => {
  const words = matching(messages.search, search)
  const condition = and(state ? eq(messages.state, state) : undefined, ...words)
  const rows = db
    .select()
    .from(messages)
    .where(condition)
    .orderBy(sql`${messages.createdAt} desc nulls last, ${messages.id} desc nulls last`)
    .limit(perPage)
    .offset((page - 1) * perPage)
  const counted =
    words.length > 0
      ? db.select({ total: count() }).from(
          db
            .select({ one: sql`1`.as('one') })
            .from(messages)
            .where(condition)
            .limit(mostFound)
            .as('found'),
        )
      : db
          .select({ total: sql`coalesce(sum(${totals.count}), 0)`.mapWith(Number) })
          .from(totals)
          .where(and(eq(totals.subject, 'messages'), eq(totals.facet, 'state'), state ? eq(totals.key, state) : undefined))
  const [found, [sum]] = await Promise.all([rows, counted])
  return { messages: found.map(toMessage), total: sum?.total ?? 0 }
}

/** Sets what became of a message; undefined where there is none. Gives what it was before, too. */
export const setMessageState = async (
  tx: Db,
  id: string,
  state: MessageState,
): Promise<{ before: MessageState; message: DeskMessage } | undefined> => {
  const [before] = await tx.select({ state: messages.state }).from(messages).where(eq(messages.id, id)).for('update')
  if (!before) return undefined
  const [row] = await tx.update(messages).set({ state }).where(eq(messages.id, id)).returning()
  return row && { before: before.state, message: toMessage(row) }
}

export const deleteMessage = async (tx: Db, id: string): Promise<boolean> =>
  (await tx.delete(messages).where(eq(messages.id, id)).returning({ id: messages.id })).length > 0
