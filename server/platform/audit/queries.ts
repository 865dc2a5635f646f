import { and, asc, desc, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { auditLogYears } from '#contract/accounts/retention.ts'
import type { AuditEntity, AuditFilter } from '#contract/platform/audit.ts'
import type { DeletedRecord } from '#contract/platform/crud.ts'
import { addDays, getStartOfDay } from '#contract/platform/time-zone.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import {
  buildSearchConditions,
  orderByNewest,
  orderBySearchMatch,
  type Paging,
  selectPageWithTotal,
  selectPageWithTotalInOneScan,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  type AuditReader,
  buildAuditRegionCondition,
  buildTeamRegionCondition,
} from '#server/platform/db/region-conditions.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import {
  buildReferencedRecordsSql,
  currentActorName,
  currentLabel,
  feeCurrency,
  parentRecordId,
} from './queries-names.ts'

/**
 * Builds the condition that an entry contains a search, or is about a user or team that contains it today
 * (of at most 200 each). A limited user reads no entries about users, and those about teams of the regions.
 */
const buildAuditSearch = (search: string | undefined, limit: RegionLimit): SQL | undefined => {
  const conditions = buildSearchConditions(auditLog.search, search)
  if (conditions.length === 0) return undefined
  const isAbout = (entity: AuditEntity, table: typeof users | typeof teams, condition?: SQL) =>
    sql`(${auditLog.entity} = ${entity} and ${auditLog.entityId} = any(array(
      select ${table.id}::text from ${table} where ${and(condition, ...buildSearchConditions(table.search, search))} limit 200)))`
  return or(
    and(...conditions),
    limit ? undefined : isAbout('user', users),
    isAbout('team', teams, buildTeamRegionCondition(limit)),
  )
}

/**
 * Maps the id of each record to the user who deleted it last. Records without an entry in the audit log are
 * left out.
 */
export const mapDeletersByRecordId = async (
  db: Db,
  entity: AuditEntity,
  ids: readonly string[],
): Promise<Map<string, DeletedRecord['deletedBy']>> => {
  const rows = await db
    .selectDistinctOn([auditLog.entityId], {
      recordId: auditLog.entityId,
      id: auditLog.actorId,
      name: currentActorName,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, entity),
        eq(auditLog.action, 'delete'),
        sql`${auditLog.entityId} = any(${sql.param(ids)}::text[])`,
      ),
    )
    .orderBy(auditLog.entityId, desc(auditLog.at), desc(auditLog.id))
  return new Map(rows.map(({ recordId, id, name }) => [recordId, { id, name }]))
}

export const insertAuditEntry = async (db: Db, row: typeof auditLog.$inferInsert): Promise<string> => {
  const [made] = await db.insert(auditLog).values(row).returning({ id: auditLog.id })
  return made?.id as string
}

/** Rows in one statement. */
const batchSize = 1000
/** Inserts rows whose ids sort in the order given. */
export const insertAuditEntriesInOrder = async (
  db: Db,
  rows: (typeof auditLog.$inferInsert)[],
): Promise<void> => {
  const ids = rows.map(() => randomUUIDv7()).sort()
  const numbered = rows.map((row, index) => ({ ...row, id: ids[index] as string }))
  for (let from = 0; from < rows.length; from += batchSize)
    await insertRows(db, auditLog, numbered.slice(from, from + batchSize))
}

const columns = {
  id: auditLog.id,
  at: auditLog.at,
  actorId: auditLog.actorId,
  actorName: auditLog.actorName,
  action: auditLog.action,
  entity: auditLog.entity,
  entityId: auditLog.entityId,
  label: auditLog.label,
  before: auditLog.before,
  after: auditLog.after,
  changedFields: auditLog.changedFields,
}

/**
 * Lists one page of the entries that a user may read, the newest or the best matches of a search first, and counts
 * the matches. `from` and `to` are days in the time zone.
 */
export const readAuditPage = async (
  db: Db,
  { search, entity, action, from, to }: AuditFilter,
  timeZone: string,
  paging: Paging,
  reader: AuditReader,
) => {
  const where = and(
    buildAuditRegionCondition(reader, entity),
    entity && eq(auditLog.entity, entity),
    action && eq(auditLog.action, action),
    from === undefined ? undefined : gte(auditLog.at, getStartOfDay(from, timeZone)),
    to === undefined ? undefined : lt(auditLog.at, getStartOfDay(addDays(to, 1), timeZone)),
    buildAuditSearch(search, reader.regionLimit),
  )
  const list = {
    select: db
      .select({
        ...columns,
        label: currentLabel,
        actorName: currentActorName,
        parentId: parentRecordId,
        references: buildReferencedRecordsSql(reader.regionLimit),
        currency: feeCurrency,
      })
      .from(auditLog)
      .$dynamic(),
    table: auditLog,
    where,
    orderBy: [...orderBySearchMatch(auditLog.search, search), ...orderByNewest(auditLog.at, auditLog.id)],
  }
  const sortedBy = [auditLog.at, ...(search ? [auditLog.search] : [])]
  return reader.regionLimit
    ? selectPageWithTotalInOneScan(db, { ...list, sortedBy }, paging)
    : selectPageWithTotal(db, list, paging)
}
type AuditListRow = Awaited<ReturnType<typeof readAuditPage>>['rows'][number]
export type AuditRow = Pick<AuditListRow, keyof typeof columns>

/** Finds an entry that a user may read. */
export const findAuditRow = async (
  db: Db,
  id: string,
  reader: AuditReader,
): Promise<AuditRow | undefined> => {
  const [row] = await db
    .select(columns)
    .from(auditLog)
    .where(and(eq(auditLog.id, id), buildAuditRegionCondition(reader)))
  return row
}

/** Yields the rows about a user or by the user in batches, the oldest first. */
export const iterateAuditRowBatchesInvolvingUser = async function* (db: Db, userId: string) {
  let after: string | undefined
  for (;;) {
    const about = or(
      eq(auditLog.actorId, userId),
      and(eq(auditLog.entity, 'user'), eq(auditLog.entityId, userId)),
    )
    const rows = await db
      .select(columns)
      .from(auditLog)
      .where(and(about, after ? gt(auditLog.id, after) : undefined))
      .orderBy(asc(auditLog.id))
      .limit(500)
    if (rows.length > 0) yield rows
    if (rows.length < 500) return
    after = rows.at(-1)?.id
  }
}

/**
 * Removes the contents of entries about records of a person (such as the user, the team people and the
 * score entries), and the name of the user. The entries themselves stay.
 */
export const redactAuditEntriesOfPerson = async (
  tx: Db,
  userId: string | null,
  recordIds: readonly string[],
): Promise<void> => {
  await tx
    .update(auditLog)
    .set({ label: '', before: null, after: null, changedFields: [] })
    .where(
      sql`${auditLog.entityId} = any(${sql.param(recordIds)}::text[]) and ${auditLog.entity} in ('user', 'score', 'team-person')`,
    )
  if (userId) await tx.update(auditLog).set({ actorName: '•••' }).where(eq(auditLog.actorId, userId))
}

/** Removes the reasons that administrators gave from the entries about these records. */
export const removeReasonsFromAuditEntries = async (
  tx: Db,
  entity: AuditEntity,
  recordIds: readonly string[],
): Promise<void> => {
  await tx
    .update(auditLog)
    .set({ after: sql`${auditLog.after} - 'reason'` })
    .where(and(eq(auditLog.entity, entity), sql`${auditLog.entityId} = any(${sql.param(recordIds)}::text[])`))
}

/** Removes the names of files from the entries about imports. */
export const removeFileNamesFromAuditEntries = async (tx: Db): Promise<void> => {
  await tx
    .update(auditLog)
    .set({ before: sql`${auditLog.before} - 'fileName'` })
    .where(and(eq(auditLog.entity, 'import'), sql`${auditLog.before} ? 'fileName'`))
}

/** Deletes the entries older than `auditLogYears`. Returns how many. */
export const deleteExpiredAuditEntries = async (db: Db): Promise<number> =>
  (await db.delete(auditLog).where(lt(auditLog.at, sql`now() - make_interval(years => ${auditLogYears})`)))
    .rowCount ?? 0
