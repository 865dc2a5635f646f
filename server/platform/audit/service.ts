import type { Permission, RegionLimit } from '#contract/accounts/permissions.ts'
import type { AuditEntry } from '#contract/platform/audit.schema.ts'
import type { AuditAction, AuditEntity, AuditFilter } from '#contract/platform/audit.ts'
import type { Paging } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { AuditReader } from '#server/platform/db/region-conditions.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { buildRedactedAuditContents } from './entry-contents.ts'
import {
  type AuditRow,
  insertAuditEntriesInOrder,
  insertAuditEntry,
  iterateAuditRowBatchesInvolvingUser,
  readAuditPage,
} from './queries.ts'

export {
  deleteExpiredAuditEntries,
  mapDeletersByRecordId,
  redactAuditEntriesOfPerson,
  removeFileNamesFromAuditEntries,
  removeReasonsFromAuditEntries,
} from './queries.ts'

/**
 * The user who makes a change, and the request. A `userId` of null is the system itself. Users of the back
 * office have `permissions`.
 */
export type Actor = {
  userId: string | null
  name: string
  requestId?: string
  /** The judge who makes the change, who has no account. */
  judgeId?: string
  permissions?: readonly Permission[]
  /** Absent and null are no limit: jobs and command lines have none. */
  regionLimit?: RegionLimit
  /** The entry whose change this save reverts. The entry of the save names it as `undoes`. */
  revertedEntryId?: string
} & Partial<Pick<AuthenticatedUser, 'confirmedAt' | 'hasSecondFactor'>>

type NewAuditEntry = {
  actor: Actor
  action: AuditAction
  entity: AuditEntity
  entityId: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

const toAuditRow = ({ actor, action, entity, entityId, before, after }: NewAuditEntry) => ({
  actorId: actor.userId,
  // people who are not in the back office are named by their account alone
  actorName: actor.userId === null || (actor.permissions?.length ?? 0) > 0 ? actor.name : '',
  judgeId: actor.judgeId ?? null,
  action,
  entity,
  entityId,
  requestId: actor.requestId ?? '',
  ...buildRedactedAuditContents(
    entity,
    before,
    after && actor.revertedEntryId ? { ...after, undoes: actor.revertedEntryId } : after,
  ),
})

/**
 * Adds a change to the audit log, in the transaction `tx` of the change itself. Returns the id of the entry.
 */
export const writeAudit = async (tx: Db, entry: NewAuditEntry): Promise<string> =>
  insertAuditEntry(tx, toAuditRow(entry))

/** Adds many changes to the audit log, in their order. */
export const writeAudits = (tx: Db, entries: readonly NewAuditEntry[]): Promise<void> =>
  insertAuditEntriesInOrder(tx, entries.map(toAuditRow))

/** An entry without what only the list needs to link its records. */
type StoredAuditEntry = Omit<AuditEntry, 'parentId' | 'references' | 'currency'>

export const toAuditEntry = ({
  id,
  at,
  actorId,
  actorName,
  action,
  entity,
  entityId,
  label,
  before,
  after,
  changedFields,
}: AuditRow): StoredAuditEntry => ({
  id,
  at: at.toISOString(),
  actor: { id: actorId, name: actorName },
  action,
  entity,
  entityId,
  label,
  before: before as AuditEntry['before'],
  after: after as AuditEntry['after'],
  changedFields,
})

/** Lists one page of the entries that a user may read, the newest entry first. The days of the filter are days in `timeZone`. */
export const readAuditEntryPage = async (
  db: Db,
  filter: AuditFilter,
  timeZone: string,
  paging: Paging,
  reader: AuditReader,
): Promise<{ entries: AuditEntry[]; total: number }> => {
  const { rows, total } = await readAuditPage(db, filter, timeZone, paging, reader)
  const entries = rows.map((row): AuditEntry => {
    const { parentId, references, currency } = row
    return { ...toAuditEntry(row), parentId, references, currency }
  })
  return { entries, total }
}

/** Yields all entries about a user or by the user in batches, the oldest first. */
export const iterateAuditEntryBatchesInvolvingUser = async function* (
  db: Db,
  userId: string,
): AsyncGenerator<StoredAuditEntry[]> {
  for await (const rows of iterateAuditRowBatchesInvolvingUser(db, userId)) yield rows.map(toAuditEntry)
}
