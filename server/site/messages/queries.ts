import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { cleanCodeOrPhoneToWesternDigits } from '#contract/accounts/identity.ts'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { ListSort, ListSortKey } from '#contract/platform/list-sort.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Message } from '#contract/site/message.schema.ts'
import { formatMessageReference, type MessageState } from '#contract/site/message.ts'
import {
  buildSearchConditions,
  orderByNewest,
  orderBySearchMatch,
  orderBySort,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildMessageRegionCondition } from '#server/platform/db/region-conditions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { messageReplies, messages } from '#server/platform/db/schema/messages.ts'
import { users } from '#server/platform/db/schema/users.ts'

/** Stores a message. Returns its number. */
export const insertMessageAndGetNumber = async (
  tx: Db,
  values: typeof messages.$inferInsert,
): Promise<number> => {
  const [row] = await tx.insert(messages).values(values).returning({ number: messages.number })
  return row?.number as number
}

/** Finds the contact of a region; undefined for a region that visitors do not see. */
export const findVisibleRegionContact = async (
  tx: Db,
  id: string,
): Promise<{ name: Localized; email: string | null } | undefined> => {
  const [row] = await tx
    .select()
    .from(regions)
    .where(and(eq(regions.id, id), isNull(regions.deletedAt), eq(regions.active, true)))
  return row && { name: { en: row.nameEn, ar: row.nameAr }, email: row.email }
}

/** SQL for the name of the sender. */
export const senderName = sql<string>`trim(${messages.firstName} || ' ' || ${messages.lastName})`

type ReplyRow = { id: string; body: string; by: string; at: string }
/** SQL for the answers to a message, the oldest first. */
const replies = sql<ReplyRow[]>`coalesce((
  select json_agg(json_build_object('id', r.id, 'body', r.body, 'at', r.created_at,
    'by', coalesce((select trim(u.first_name || ' ' || u.last_name) from ${users} u where u.id = r.created_by), '')) order by r.created_at, r.id)
  from ${messageReplies} r where r.message_id = ${sql.raw('messages.id')}), '[]')`

const toMessage = (row: typeof messages.$inferSelect, replyRows: readonly ReplyRow[]): Message => ({
  id: row.id,
  reference: formatMessageReference(row.number),
  kind: row.kind,
  name: [row.firstName, row.lastName].filter(Boolean).join(' '),
  email: row.email,
  phone: row.phone,
  regionId: row.regionId,
  body: row.body,
  lang: row.lang,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
  replies: replyRows.map(({ at, ...reply }) => ({ ...reply, at: new Date(at).toISOString() })),
})

/** Finds a message that a user may read and that is not deleted. */
export const findReadableMessage = async (
  db: Db,
  id: string,
  regionLimit: RegionLimit,
): Promise<Message | undefined> => {
  const [row] = await db
    .select({ message: messages, replies })
    .from(messages)
    .where(and(eq(messages.id, id), isNull(messages.deletedAt), buildMessageRegionCondition(regionLimit)))
  return row && toMessage(row.message, row.replies)
}

export const insertReply = async (tx: Db, values: typeof messageReplies.$inferInsert): Promise<void> => {
  await tx.insert(messageReplies).values(values)
}

/** Matches messages that contain a search, or have it as their reference. */
const matchesSearch = (search: string | undefined): SQL | undefined => {
  const number = /^bt-?(\d{1,9})$/i.exec(cleanCodeOrPhoneToWesternDigits(search ?? ''))?.[1]
  return or(
    and(...buildSearchConditions(messages.search, search)),
    number === undefined ? undefined : eq(messages.number, Number(number)),
  )
}

const sortColumns: Record<ListSortKey<'messages'>, PgColumn | SQL> = {
  name: sql`lower(${messages.firstName} || ' ' || ${messages.lastName})`,
  kind: messages.kind,
  state: messages.state,
  at: messages.createdAt,
}

/** Lists one page of the messages that a user may read, the newest first, and counts the matches. */
export const readMessagePage = async (
  db: Db,
  {
    state,
    search,
    page,
    perPage,
    sort,
    regionLimit,
  }: Paging & {
    regionLimit: RegionLimit
    search?: string | undefined
    state?: MessageState | undefined
    sort?: ListSort<'messages'> | undefined
  },
): Promise<{ messages: Message[]; total: number }> => {
  const list = {
    select: db.select({ message: messages, replies }).from(messages).$dynamic(),
    table: messages,
    where: and(
      isNull(messages.deletedAt),
      buildMessageRegionCondition(regionLimit),
      state && eq(messages.state, state),
      matchesSearch(search),
    ),
    orderBy: orderBySort(sort, sortColumns, messages.id) ?? [
      ...orderBySearchMatch(messages.search, search),
      ...orderByNewest(messages.createdAt, messages.id),
    ],
  }
  const { rows, total } = await selectPageWithTotal(db, list, { page, perPage })
  return { messages: rows.map((row) => toMessage(row.message, row.replies)), total }
}

/** Tells whether a user may read a message, deleted or not. Without a limit it need not exist. */
export const isMessageReadableWithLimit = async (
  db: Db,
  id: string,
  regionLimit: RegionLimit,
): Promise<boolean> =>
  regionLimit === null ||
  (await db.$count(messages, and(eq(messages.id, id), buildMessageRegionCondition(regionLimit)))) > 0

/**
 * Sets the state of a message that a user may read and returns the state before; undefined when there is no such
 * message.
 */
export const setMessageStateAndGetPrevious = async (
  tx: Db,
  id: string,
  state: MessageState,
  regionLimit: RegionLimit,
): Promise<MessageState | undefined> => {
  const isMessage = and(eq(messages.id, id), isNull(messages.deletedAt))
  const [before] = await tx.select({ state: messages.state }).from(messages).where(isMessage).for('update')
  if (!before || !(await isMessageReadableWithLimit(tx, id, regionLimit))) return undefined
  await tx.update(messages).set({ state }).where(isMessage)
  return before.state
}

/** Deletes the messages from an address. */
export const deleteMessagesFromEmail = async (tx: Db, email: string): Promise<void> => {
  await tx.delete(messages).where(eq(messages.email, email))
}
