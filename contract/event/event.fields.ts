type EventFieldRules = {
  isLocalized?: boolean
  isRequired?: boolean
  maxLength?: number
  maxItems?: number
  column?: string
}
/**
 * The fields of an event that the event form edits, in the order in which differences between versions are
 * shown. `maxLength` counts the characters of a text or of one tag, `column` is the column in CSV files; a
 * localized field has one column per language. Labels are in the catalogues: `adminEvents.fields`.
 */
export const eventFields = {
  title: { isLocalized: true, isRequired: true, maxLength: 200, column: 'title' },
  description: { isLocalized: true, isRequired: true, maxLength: 20_000, column: 'description' },
  startDate: { column: 'start_date' },
  endDate: { column: 'end_date' },
  eventCode: { maxLength: 100, column: 'event_code' },
  missionType: { column: 'mission_type' },
  season: {},
  region: { column: 'region' },
  totalRule: {},
  datesInfo: { isLocalized: true, maxLength: 20_000 },
  howToPlay: { isLocalized: true, maxLength: 20_000 },
  rules: { isLocalized: true, maxLength: 20_000 },
  tags: { maxItems: 30, maxLength: 60, column: 'tags' },
} as const satisfies Record<string, EventFieldRules>
export type EventField = keyof typeof eventFields
export const eventFieldNames = Object.keys(eventFields) as EventField[]
export type LocalizedEventField = {
  [F in EventField]: (typeof eventFields)[F] extends { isLocalized: true } ? F : never
}[EventField]
export type RequiredEventField = {
  [F in EventField]: (typeof eventFields)[F] extends { isRequired: true } ? F : never
}[EventField]
export const isLocalizedEventField = (field: EventField): field is LocalizedEventField =>
  'isLocalized' in eventFields[field]
