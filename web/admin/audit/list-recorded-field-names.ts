import type { AuditEntry } from '#contract/audit.schema.ts'

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/** Lists the fields of an audit entry that have a value before or after the change, without the version. */
export const listRecordedFieldNames = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => field !== 'version' && (isFilled(before?.[field]) || isFilled(after?.[field])),
  )
