import { type AuditEntity, getAuditEntityTraits } from '#contract/audit.ts'
import { maxJsonDepth } from '#contract/rules/json.ts'

/**
 * The fields of personal entities whose values the log stores: ids, states, points, amounts and an
 * administrator's reason. They identify no person.
 */
const storedFields: ReadonlySet<string> = new Set([
  ...[
    'active',
    'role',
    'permissions',
    'missionType',
    'kind',
    'state',
    'isHead',
    'isOnPaper',
    'reply',
    'reason',
    'version',
    'deletedAt',
  ],
  ...[
    'team',
    'judge',
    'competitionId',
    'userId',
    'ageLevel',
    'stage',
    'schoolType',
    'paid',
    'complete',
    'full',
    'filters',
  ],
  ...[
    'event',
    'source',
    'mission',
    'score',
    'timeMs',
    'at',
    'attempts',
    'participants',
    'undoes',
    'sessions',
  ],
  ...['method', 'amount', 'currency', 'receipt', 'test', 'from', 'to'],
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

const isStored = (key: string, value: unknown) =>
  storedFields.has(key) &&
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
      const stored = isStored(key, value)
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
