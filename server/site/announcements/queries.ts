import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { announcementRecordYears } from '#contract/accounts/retention.ts'
import type { AnnouncementState, DeliveryCounts, DeliveryState } from '#contract/site/announcement.ts'
import {
  buildSearchConditions,
  orderByNewest,
  orderBySearchMatch,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildAnnouncementRegionCondition } from '#server/platform/db/region-conditions.ts'
import { announcementRecipients, announcements } from '#server/platform/db/schema/announcements.ts'
import { buildRestorableCondition } from '#server/platform/db/soft-delete.ts'

export type AnnouncementRow = typeof announcements.$inferSelect
type RecipientRow = typeof announcementRecipients.$inferSelect

export const announcementSearchText = announcements.search

type ListQuery = Paging & {
  search?: string | undefined
  deleted?: boolean | undefined
  state?: AnnouncementState | undefined
  regionLimit: RegionLimit
}

/** Tells whether a user may see an announcement, deleted or not. Without a limit it need not exist. */
export const isAnnouncementReadableWithLimit = async (
  db: Db,
  id: string,
  regionLimit: RegionLimit,
): Promise<boolean> =>
  regionLimit === null ||
  (await db.$count(
    announcements,
    and(eq(announcements.id, id), buildAnnouncementRegionCondition(regionLimit)),
  )) > 0

/** Lists one page of the announcements that a user may see, the newest first, and counts the matches. */
export const readAnnouncementPage = (
  db: Db,
  { page, perPage, search, deleted, state, regionLimit }: ListQuery,
) =>
  selectPageWithTotal(
    db,
    {
      select: db.select().from(announcements).$dynamic(),
      table: announcements,
      where: and(
        deleted ? buildRestorableCondition(announcements.deletedAt) : isNull(announcements.deletedAt),
        buildAnnouncementRegionCondition(regionLimit),
        state && eq(announcements.state, state),
        ...buildSearchConditions(announcements.search, search),
      ),
      orderBy: [
        ...orderBySearchMatch(announcements.search, search),
        ...orderByNewest(announcements.createdAt, announcements.id),
      ],
    },
    { page, perPage },
  )

/** The states of deliveries as people see them. */
const shownState: Record<RecipientRow['state'], DeliveryState> = {
  pending: 'waiting',
  queued: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  failed: 'failed',
  unknown: 'unknown',
  unsubscribed: 'unsubscribed',
  cancelled: 'cancelled',
}
export const toRecipientDeliveryState = (state: RecipientRow['state']): DeliveryState => shownState[state]

export const noDeliveries: DeliveryCounts = {
  waiting: 0,
  sent: 0,
  failed: 0,
  unknown: 0,
  unsubscribed: 0,
  cancelled: 0,
}

/** Counts the deliveries of announcements by state. An announcement without recipients is missing. */
export const mapDeliveryCountsByAnnouncement = async (
  db: Db,
  announcementIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryCounts>> => {
  const counts = new Map<string, DeliveryCounts>()
  if (announcementIds.length === 0) return counts
  const rows = await db
    .select({
      id: announcementRecipients.announcementId,
      state: announcementRecipients.state,
      count: sql<number>`count(*)::int`,
    })
    .from(announcementRecipients)
    .where(inArray(announcementRecipients.announcementId, [...announcementIds]))
    .groupBy(announcementRecipients.announcementId, announcementRecipients.state)
  for (const { id, state, count } of rows) {
    const before = counts.get(id) ?? noDeliveries
    const shown = toRecipientDeliveryState(state)
    counts.set(id, { ...before, [shown]: before[shown] + count })
  }
  return counts
}

/** Lists one page of the recipients of an announcement, and counts the matches. */
export const readRecipientPageOfAnnouncement = (
  db: Db,
  announcementId: string,
  {
    state,
    search,
    page,
    perPage,
  }: Paging & { state?: DeliveryState | undefined; search?: string | undefined },
) => {
  const states = (Object.keys(shownState) as RecipientRow['state'][]).filter(
    (each) => shownState[each] === state,
  )
  const searchText = sql`search_form(${announcementRecipients.email} || E'\\n' || ${announcementRecipients.name})`
  return selectPageWithTotal(
    db,
    {
      select: db.select().from(announcementRecipients).$dynamic(),
      table: announcementRecipients,
      where: and(
        eq(announcementRecipients.announcementId, announcementId),
        state && inArray(announcementRecipients.state, states),
        ...buildSearchConditions(searchText, search),
      ),
      orderBy: orderByNewest(announcementRecipients.createdAt, announcementRecipients.id),
    },
    { page, perPage },
  )
}

/**
 * Lists the ids of the announcements that are due or whose sending was interrupted, the oldest first. Those
 * of the demo content are never sent.
 */
export const listDueOrInterruptedAnnouncementIds = async (db: Db): Promise<string[]> => {
  const isDue = or(
    eq(announcements.state, 'sending'),
    and(eq(announcements.state, 'scheduled'), lte(announcements.scheduledAt, sql`now()`)),
  )
  const rows = await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(isDue, isNull(announcements.deletedAt), eq(announcements.demo, false)))
    .orderBy(asc(announcements.scheduledAt))
  return rows.map(({ id }) => id)
}

export const insertRecipientsIfNew = async (
  tx: Db,
  announcementId: string,
  rows: readonly Omit<typeof announcementRecipients.$inferInsert, 'announcementId'>[],
): Promise<void> => {
  const batchSize = 1000
  for (let from = 0; from < rows.length; from += batchSize)
    await tx
      .insert(announcementRecipients)
      .values(rows.slice(from, from + batchSize).map((row) => ({ ...row, announcementId })))
      .onConflictDoNothing()
}

/**
 * Marks up to `limit` recipients without a queued email as queued, and returns them. Another process skips
 * them.
 */
export const markAndReturnPendingRecipientsQueued = async (
  tx: Db,
  announcementId: string,
  limit: number,
): Promise<RecipientRow[]> => {
  const pending = tx
    .select({ id: announcementRecipients.id })
    .from(announcementRecipients)
    .where(
      and(
        eq(announcementRecipients.announcementId, announcementId),
        eq(announcementRecipients.state, 'pending'),
      ),
    )
    .orderBy(asc(announcementRecipients.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx
    .update(announcementRecipients)
    .set({ state: 'queued' })
    .where(inArray(announcementRecipients.id, pending))
    .returning()
}

export const updateAnnouncement = async (
  tx: Db,
  id: string,
  values: Partial<AnnouncementRow>,
): Promise<void> => {
  await tx.update(announcements).set(values).where(eq(announcements.id, id))
}

/**
 * Returns the state of a delivery before it is marked as begun, and locks it; undefined when the recipient
 * was erased.
 */
export const lockRecipientAndFindState = async (
  tx: Db,
  id: string,
): Promise<RecipientRow['state'] | undefined> => {
  const [row] = await tx
    .select({ state: announcementRecipients.state })
    .from(announcementRecipients)
    .where(eq(announcementRecipients.id, id))
    .for('update')
  return row?.state
}

export const setRecipientState = async (tx: Db, id: string, state: RecipientRow['state']): Promise<void> => {
  await tx.update(announcementRecipients).set({ state }).where(eq(announcementRecipients.id, id))
}

/** Marks the deliveries of an announcement that nobody has begun as cancelled, and lists their ids. */
export const markUnsentRecipientsCancelledAndListIds = async (
  tx: Db,
  announcementId: string,
): Promise<string[]> => {
  const rows = await tx
    .update(announcementRecipients)
    .set({ state: 'cancelled' })
    .where(
      and(
        eq(announcementRecipients.announcementId, announcementId),
        inArray(announcementRecipients.state, ['pending', 'queued']),
      ),
    )
    .returning({ id: announcementRecipients.id })
  return rows.map(({ id }) => id)
}

/** Marks failed deliveries as queued again, and lists their ids. */
export const markFailedRecipientsQueuedAndListIds = async (
  tx: Db,
  ids: readonly string[],
): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await tx
    .update(announcementRecipients)
    .set({ state: 'queued' })
    .where(and(inArray(announcementRecipients.id, [...ids]), eq(announcementRecipients.state, 'failed')))
    .returning({ id: announcementRecipients.id })
  return rows.map(({ id }) => id)
}

/**
 * Deletes the recipients of announcements that were sent years ago, and stores the counts of their
 * deliveries. Returns the number of announcements.
 */
export const replaceExpiredRecipientsByCounts = async (tx: Db): Promise<number> => {
  const old = await tx
    .select({ id: announcements.id })
    .from(announcements)
    .where(
      and(
        isNotNull(announcements.sentAt),
        isNull(announcements.finalDeliveries),
        eq(announcements.state, 'sent'),
        sql`${announcements.sentAt} < now() - make_interval(years => ${announcementRecordYears})`,
      ),
    )
    .for('update')
  const counts = await mapDeliveryCountsByAnnouncement(
    tx,
    old.map(({ id }) => id),
  )
  for (const { id } of old) {
    await tx
      .update(announcements)
      .set({ finalDeliveries: counts.get(id) ?? noDeliveries })
      .where(eq(announcements.id, id))
    await tx.delete(announcementRecipients).where(eq(announcementRecipients.announcementId, id))
  }
  return old.length
}
