import { type AuditEntity, getAuditEntityTraits } from '#contract/platform/audit.ts'
import { maxJsonDepth } from '#contract/platform/json.ts'
import type { ColumnDescription } from '#server/platform/db/schema/describe-columns.ts'
import { judgeColumns } from '#server/platform/db/schema/judging.ts'
import { downloadColumns } from '#server/platform/db/schema/media.ts'
import { messageColumns } from '#server/platform/db/schema/messages.ts'
import { paymentColumns } from '#server/platform/db/schema/payments.ts'
import { protestColumns } from '#server/platform/db/schema/results.ts'
import { scoreAttemptColumns, scoreEntryColumns } from '#server/platform/db/schema/scores.ts'
import { seasonColumns, teamColumns, teamPersonColumns } from '#server/platform/db/schema/teams.ts'
import { userColumns } from '#server/platform/db/schema/users.ts'

/** The columns of the personal entities. */
const personalEntityColumns: readonly [string, ColumnDescription][] = [
  userColumns,
  teamColumns,
  teamPersonColumns,
  seasonColumns,
  scoreEntryColumns,
  scoreAttemptColumns,
  protestColumns,
  paymentColumns,
  messageColumns,
  downloadColumns,
  // the descriptions are about participants, so they do not say what identifies a judge
  { columns: { isHead: judgeColumns.columns.isHead } },
].flatMap(({ columns }) => Object.entries<ColumnDescription>(columns))
const listColumnNames = (isPersonal: boolean) =>
  personalEntityColumns.flatMap(([name, { personal }]) =>
    (personal !== 'none') === isPersonal ? [name] : [],
  )
const personalColumns: ReadonlySet<string> = new Set(listColumnNames(true))

/**
 * The fields of personal entities whose values the log stores: the columns that no table of such an entity
 * describes as personal, and fields that are no columns.
 */
const storedFields: ReadonlySet<string> = new Set([
  ...listColumnNames(false).filter((name) => !personalColumns.has(name)),
  // ids of the event and the team of a record, of the judge of a sheet, and of the reverted entry
  ...['event', 'team', 'judge', 'undoes'],
  // how many attempts, participants and sessions the change is about
  ...['attempts', 'participants', 'sessions'],
  // the names of the filters of an export, and whether it has all columns
  ...['filters', 'full'],
  // whether a message was answered
  'reply',
  // the days of an export of payments; `from` is also the id of the former participant of a score
  ...['from', 'to'],
  // No column has an administrator's reason. An erasure removes it from the entries about the person, and
  // about the teams and payments of the person.
  'reason',
])

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

/** Returns the name of a record for readers of the log; empty when it has none. */
export const buildAuditLabel = (record: Record<string, unknown> | null | undefined): string => {
  for (const keys of names) {
    const texts = keys
      .map((key) => record?.[key])
      .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
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
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText).toWellFormed()}…` : value
  if (typeof value !== 'object') return value
  if (depth > maxJsonDepth) return null
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, key, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, maskSecrets(inner, name, depth + 1)]),
  )
}

/**
 * What the log stores of a record before and after: only what differs; secrets and national IDs are masked,
 * texts above 4,000 characters are cut.
 */
export const buildMaskedAuditDifference = (
  before: Record<string, unknown> | null = null,
  after: Record<string, unknown> | null = null,
) => {
  const changed = (key: string) =>
    !before || !after || JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null)
  const part = (record: Record<string, unknown> | null) =>
    record &&
    Object.fromEntries(
      Object.entries(record)
        .filter(([key]) => changed(key))
        .map(([key, value]) => [key, maskSecrets(value, key)]),
    )
  return { before: part(before), after: part(after) }
}

/** What the log stores of a change, apart from who made it and when. */
type AuditContents = {
  label: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  changedFields: string[]
}

const isStored = (entity: AuditEntity, key: string, value: unknown) =>
  storedFields.has(key) &&
  // the reason of a protest is a text of the participant, and an erasure leaves entries about protests unchanged
  !(entity === 'protest' && key === 'reason') &&
  (typeof value !== 'object' ||
    value === null ||
    (Array.isArray(value) && value.every((item) => typeof item === 'string')))

/**
 * Returns what the log stores of a record before and after a change: for people only the names of changed
 * fields and the values of `storedFields`.
 */
export const buildRedactedAuditContents = (
  entity: AuditEntity,
  before: Record<string, unknown> | null | undefined,
  after: Record<string, unknown> | null | undefined,
): AuditContents => {
  const difference = buildMaskedAuditDifference(before ?? null, after ?? null)
  if (!getAuditEntityTraits(entity).isPersonal)
    return { label: buildAuditLabel(after) || buildAuditLabel(before), ...difference, changedFields: [] }
  const hidden = new Set<string>()
  const withoutPersonalValues = (part: Record<string, unknown> | null) => {
    if (!part) return null
    const entries = Object.entries(part).filter(([key, value]) => {
      const stored = isStored(entity, key, value)
      if (!stored && value !== null && value !== '') hidden.add(key)
      return stored
    })
    return entries.length > 0 ? Object.fromEntries(entries) : null
  }
  const [oldValues, newValues] = [
    withoutPersonalValues(difference.before),
    withoutPersonalValues(difference.after),
  ]
  return { label: '', before: oldValues, after: newValues, changedFields: [...hidden] }
}
