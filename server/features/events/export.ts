import type { AdminEvent } from '#contract/event.schema.ts'
import { type EventField, eventFieldNames, eventFields, isLocalizedEventField } from '#contract/event.ts'
import { langs } from '#contract/localized.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import { formatWithOffset } from '#contract/rules/time-zone.ts'

type Column = readonly [name: string, toCell: (event: AdminEvent, timeZone: string) => string | number | boolean | null]

/** The columns of a field of the event form: one per language when it is localized, none when it is not in the CSV file. */
const fieldColumns = (field: EventField): Column[] => {
  const rules = eventFields[field]
  if (!('column' in rules)) return []
  if (isLocalizedEventField(field)) return langs.map((lang) => [`${rules.column}_${lang}`, (event) => event[field][lang]])
  if (field === 'startDate' || field === 'endDate') return [[rules.column, (event) => event[field]?.slice(0, 10) ?? null]]
  return [[rules.column, ({ [field]: value }) => (Array.isArray(value) ? value.join('; ') : (value as string | number | null))]]
}

const columns: readonly Column[] = [
  ['id', (event) => event.id],
  ['slug', (event) => event.slug],
  ...eventFieldNames.flatMap(fieldColumns),
  ['trending', (event) => event.trending],
  ['live', (event) => event.live],
  ['live_mode', (event) => event.liveMode],
  ['active', (event) => event.active],
  ['entries', (event) => event.entryCount],
  ['created_at', (event, timeZone) => formatWithOffset(event.createdAt, timeZone)],
]

/** Yields events as the parts of a CSV file. Times have the offset of `timeZone`. */
export const formatEventsCsv = async function* (batches: AsyncIterable<AdminEvent[]>, timeZone: string): AsyncGenerator<string> {
  yield csvByteOrderMark + formatCsvRow(columns.map(([name]) => name))
  for await (const events of batches)
    yield events.map((event) => formatCsvRow(columns.map(([, toCell]) => toCell(event, timeZone)))).join('')
}
