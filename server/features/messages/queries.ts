import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Localized } from '#contract/localized.ts'
import type { Message, MessageState } from '#contract/message.ts'
import type { Db } from '#server/db/open.ts'
import { orderByNewest, type Paging, selectPage } from '#server/db/paging.ts'
import { regions } from '#server/db/schema/geography.ts'
import { messages } from '#server/db/schema/messages.ts'
import { buildSearchConditions, orderBySearchMatch } from '#server/lib/search.ts'

export const insertMessage = async (tx: Db, values: typeof messages.$inferInsert): Promise<void> => {
  await tx.insert(messages).values(values)
}

/** Finds the contact of a region; undefined for a region that visitors do not see. */
export const findRegionContact = async (tx: Db, id: string): Promise<{ name: Localized; email: string | null } | undefined> => {
  const [row] = await tx
    .select()
    .from(regions)
    .where(and(eq(regions.id, id), isNull(regions.deletedAt), eq(regions.active, true)))
  return row && { name: { en: row.nameEn, ar: row.nameAr }, email: row.email }
}

/** SQL for the name of the sender. */
export const senderName = sql<string>`trim(${messages.firstName} || ' ' || ${messages.lastName})`

export const toMessage = (row: typeof messages.$inferSelect): Message => ({
  id: row.id,
  kind: row.kind,
  name: [row.firstName, row.lastName].filter(Boolean).join(' '),
  email: row.email,
  phone: row.phone,
  regionId: row.regionId,
  body: row.body,
  lang: row.lang,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
})

/** Lists one page of messages, the newest first, and counts the matches. */
export const listMessages = async (
  db: Db,
  { state, search, page, perPage }: Paging & { search?: string | undefined; state?: MessageState | undefined },
): Promise<{ messages: Message[]; total: number }> => {
  const list = {
    select: db.select().from(messages).$dynamic(),
    table: messages,
    where: and(isNull(messages.deletedAt), state && eq(messages.state, state), ...buildSearchConditions(messages.search, search)),
    orderBy: [...orderBySearchMatch(messages.search, search), ...orderByNewest(messages.createdAt, messages.id)],
  }
  const { rows, total } = await selectPage(db, list, { page, perPage })
  return { messages: rows.map(toMessage), total }
}

/** Sets the state of a message and returns it with the state before; undefined when there is no such message. */
export const setMessageState = async (
  tx: Db,
  id: string,
  state: MessageState,
): Promise<{ before: MessageState; message: Message } | undefined> => {
  const isMessage = and(eq(messages.id, id), isNull(messages.deletedAt))
  const [before] = await tx.select({ state: messages.state }).from(messages).where(isMessage).for('update')
  if (!before) return undefined
  const [row] = await tx.update(messages).set({ state }).where(isMessage).returning()
  return row && { before: before.state, message: toMessage(row) }
}
