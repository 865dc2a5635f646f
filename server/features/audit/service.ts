import type { AuditAction, AuditEntity, AuditEntry, AuditFilter } from '#contract/audit.ts'
import { maxJsonDepth } from '#contract/rules/json-depth.ts'
import type { Permission } from '#contract/rules/permissions.ts'
import type { Db } from '#server/db/open.ts'
import type { Paging } from '#server/db/paging.ts'
import {
  type AuditRow,
  insertAuditEntries,
  insertAuditEntry,
  listAuditRows,
  readAuditRowsByUser,
  redactUserInAuditRows,
} from './queries.ts'

/** Who does something, and in which request. A `userId` of null is the system itself. Users of the back office have `permissions`. */
export type Actor = { userId: string | null; name: string; requestId?: string; permissions?: readonly Permission[] }

export type NewAuditEntry = {
  actor: Actor
  action: AuditAction
  entity: AuditEntity
  entityId: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** The columns that can name a record: texts in both languages, or one text. */
const names = [
  ['titleEn', 'titleAr'],
  ['nameEn', 'nameAr'],
  ['questionEn', 'questionAr'],
  ['firstName', 'lastName'],
  ['playerName', 'teamName'],
  ['player'],
  ['name'],
  ['label'],
  ['email'],
] as const
const longestLabel = 200

/** The name of a record for readers of the log; empty when it has none. */
export const buildAuditLabel = (record: Record<string, unknown> | null | undefined): string => {
  for (const keys of names) {
    const texts = keys.map((key) => record?.[key]).filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    if (texts.length > 0)
      return texts
        .join(keys[0] === 'firstName' ? ' ' : ' · ')
        .slice(0, longestLabel)
        .toWellFormed()
  }
  return ''
}

const secret = /password|secret|token|national.?id|totp|recovery|api.?key|key.?hash/i
const longestText = 4000

/** Containers below `maxJsonDepth` become null. */
const maskSecrets = (value: unknown, key: string, depth = 1): unknown => {
  if (value === null || value === undefined) return null
  if (secret.test(key)) return '•••'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText).toWellFormed()}…` : value
  if (typeof value !== 'object') return value
  if (depth > maxJsonDepth) return null
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, key, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskSecrets(inner, name, depth + 1)]))
}

/**
 * What the log stores of a record before and after: only what differs; secrets and national IDs are masked, texts above 4,000 characters are cut.
 */
export const buildAuditDifference = (before: Record<string, unknown> | null = null, after: Record<string, unknown> | null = null) => {
  const changed = (key: string) => !before || !after || JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null)
  const part = (record: Record<string, unknown> | null) =>
    record &&
    Object.fromEntries(
      Object.entries(record)
        .filter(([key]) => changed(key))
        .map(([key, value]) => [key, maskSecrets(value, key)]),
    )
  return { before: part(before), after: part(after) }
}

const toAuditRow = ({ actor, action, entity, entityId, before, after }: NewAuditEntry) => ({
  actorId: actor.userId,
  actorName: actor.name,
  action,
  entity,
  entityId,
  label: buildAuditLabel(after) || buildAuditLabel(before) || buildAuditLabel(before?.entry as Record<string, unknown> | undefined),
  requestId: actor.requestId ?? '',
  ...buildAuditDifference(before, after),
})

/** Adds a change to the audit log, in the transaction `tx` of the change itself. Returns the id of the entry. */
export const writeAudit = async (tx: Db, entry: NewAuditEntry): Promise<string> => insertAuditEntry(tx, toAuditRow(entry))

/** Adds many changes to the audit log, in their order. */
export const writeAudits = (tx: Db, entries: readonly NewAuditEntry[]): Promise<void> => insertAuditEntries(tx, entries.map(toAuditRow))

const toAuditEntry = ({ id, at, actorId, actorName, action, entity, entityId, label, before, after }: AuditRow): AuditEntry => ({
  id,
  at: at.toISOString(),
  actor: { id: actorId, name: actorName },
  action,
  entity,
  entityId,
  label,
  before: before as AuditEntry['before'],
  after: after as AuditEntry['after'],
})

/** One page of the log, the newest first. */
export const listAuditEntries = async (db: Db, filter: AuditFilter, paging: Paging): Promise<{ entries: AuditEntry[]; total: number }> => {
  const { rows, total } = await listAuditRows(db, filter, paging)
  return { entries: rows.map(toAuditEntry), total }
}

/** All entries about an account and about what its owner did, the oldest first, in parts. */
export const readAuditEntriesByUser = async function* (db: Db, userId: string): AsyncGenerator<AuditEntry[]> {
  for await (const rows of readAuditRowsByUser(db, userId)) yield rows.map(toAuditEntry)
}

/**
 * Removes the personal data of an account from the log, also from the entries about its scores; action and time stay. Runs in the transaction that erases the
 * account.
 */
export const redactUserInAuditLog = redactUserInAuditRows
