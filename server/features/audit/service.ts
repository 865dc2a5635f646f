import type { AuditAction, AuditEntity, AuditFilter, AuditLine } from '#contract/audit.ts'
import { maxJsonDepth } from '#contract/rules/json-depth.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type AuditRow, eachLineOf, forgetInLog, insertAudit, insertAudits, listAuditLog } from './queries.ts'

/** Who did it and in which request. A `userId` of null is the system itself. */
export type Actor = { userId: string | null; name: string; requestId?: string }

export type AuditEntry = {
  actor: Actor
  action: AuditAction
  entity: AuditEntity
  entityId: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** What a record can be called by: in both languages, or in one text. */
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

/** What a record is called, for people who read the log: its first name that is there. Empty when it has none. */
export const labelOf = (record: Record<string, unknown> | null | undefined): string => {
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
const masked = (value: unknown, key: string, depth = 1): unknown => {
  if (value === null || value === undefined) return null
  if (secret.test(key)) return '•••'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText).toWellFormed()}…` : value
  if (typeof value !== 'object') return value
  if (depth > maxJsonDepth) return null
  if (Array.isArray(value)) return value.map((item) => masked(item, key, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner, name, depth + 1)]))
}

/**
 * A record before and after as it may be kept: only what differs, secrets and national IDs masked (that they changed stays visible), texts above
 * 4,000 characters cut.
 */
export const auditDifference = (before: Record<string, unknown> | null = null, after: Record<string, unknown> | null = null) => {
  const changed = (key: string) => !before || !after || JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null)
  const part = (record: Record<string, unknown> | null) =>
    record &&
    Object.fromEntries(
      Object.entries(record)
        .filter(([key]) => changed(key))
        .map(([key, value]) => [key, masked(value, key)]),
    )
  return { before: part(before), after: part(after) }
}

const rowOf = ({ actor, action, entity, entityId, before, after }: AuditEntry) => ({
  actorId: actor.userId,
  actorName: actor.name,
  action,
  entity,
  entityId,
  label: labelOf(after) || labelOf(before) || labelOf(before?.entry as Record<string, unknown> | undefined),
  requestId: actor.requestId ?? '',
  ...auditDifference(before, after),
})

/** Writes down what somebody changed; `tx` is the transaction of the change itself, so that one is never there without the other. Gives the record's id. */
export const writeAudit = async (tx: Db, entry: AuditEntry): Promise<string> => insertAudit(tx, rowOf(entry))

/** The same for many changes at once, in their order. */
export const writeAudits = (tx: Db, entries: readonly AuditEntry[]): Promise<void> => insertAudits(tx, entries.map(rowOf))

const lineOf = ({ id, at, actorId, actorName, action, entity, entityId, label, before, after }: AuditRow): AuditLine => ({
  id,
  at: at.toISOString(),
  actor: { id: actorId, name: actorName },
  action,
  entity,
  entityId,
  label,
  before: before as AuditLine['before'],
  after: after as AuditLine['after'],
})

/** Reads the log for administrators. */
export const auditService = ({ database }: Pick<Core, 'database'>) => ({
  /** One page, the newest first; `page` counts from 1. */
  list: async (filter: AuditFilter, at: { page: number; perPage: number }): Promise<{ lines: AuditLine[]; total: number }> => {
    const { rows, total } = await listAuditLog(database.db, filter, at)
    return { lines: rows.map(lineOf), total }
  },
})

/** What the log says about an account and what its owner did, the oldest first, in parts. */
export const linesAbout = async function* (db: Db, userId: string): AsyncGenerator<AuditLine[]> {
  for await (const rows of eachLineOf(db, userId)) yield rows.map(lineOf)
}

/** Takes out of the log who an account was, with its score entries; that something was done, and when, stays. In the transaction that erases the account. */
export const forget = forgetInLog
