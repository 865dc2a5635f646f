import type { AdminEvent } from '#contract/event.ts'
import { csvLine, csvStart } from '#contract/rules/csv.ts'

const columns: readonly [string, (event: AdminEvent) => string | number | boolean | null][] = [
  ['id', (event) => event.id],
  ['slug', (event) => event.slug],
  ['title_en', (event) => event.title.en],
  ['title_ar', (event) => event.title.ar],
  ['description_en', (event) => event.description.en],
  ['description_ar', (event) => event.description.ar],
  ['start_date', (event) => event.startDate],
  ['end_date', (event) => event.endDate],
  ['event_code', (event) => event.eventCode],
  ['mission_type', (event) => event.missionType],
  ['region', (event) => event.region],
  ['tags', (event) => event.tags.join('; ')],
  ['trending', (event) => event.trending],
  ['live', (event) => event.live],
  ['active', (event) => event.active],
  ['entries', (event) => event.entryCount],
  ['created_at', (event) => event.createdAt],
]

/** Events as a CSV file for spreadsheets, a part at a time. */
export const csvOfEvents = async function* (parts: AsyncIterable<AdminEvent[]>): AsyncGenerator<string> {
  yield csvStart + csvLine(columns.map(([name]) => name))
  for await (const events of parts) yield events.map((event) => csvLine(columns.map(([, cell]) => cell(event)))).join('')
}
