import type { TFunction } from 'i18next'
import { type EventField, eventFieldNames } from '#contract/event/event.fields.ts'
import type { EditedEvent, EventInput } from '#contract/event/event.schema.ts'
import { type EventSwitch, eventSwitches } from '#contract/event/event.ts'
import {
  listEmptyOptionalEventFields,
  listNewlyMissingRequiredEventTexts,
} from '#contract/event/event-rules.ts'
import type { Language } from '#i18n/languages.ts'
import { formatList } from '#i18n/text-direction.ts'
import { isInstant } from '#web/admin/shared/date-field-values.ts'
import type { ImageChange } from '#web/admin/shared/image-field.tsx'

/**
 * The values of the event form. `region` is a slug, empty for all regions; `missionType` is undefined until
 * somebody chooses a level, and null for all levels; `season` is undefined in a new event without seasons.
 */
export type EventValues = Omit<EventInput, 'id' | 'version' | 'region' | EventSwitch> &
  Pick<EditedEvent, EventSwitch> & {
    region: string
    coverImage: ImageChange
    bannerImage: ImageChange
  }

const emptyText = { en: '', ar: '' }

/** A new event is a draft. */
export const emptyEventValues: EventValues = {
  title: emptyText,
  description: emptyText,
  startDate: null,
  endDate: null,
  eventCode: '',
  missionType: undefined,
  season: undefined,
  datesInfo: emptyText,
  howToPlay: emptyText,
  rules: emptyText,
  tags: [],
  region: '',
  totalRule: 'sum-of-best',
  active: false,
  trending: false,
  liveMode: 'by-date',
  coverImage: undefined,
  bannerImage: undefined,
}

export const toEventFormValues = (event: EditedEvent): EventValues => {
  const fields = Object.fromEntries(eventFieldNames.map((field) => [field, event[field]])) as Pick<
    EditedEvent,
    EventField
  >
  const { active, trending, liveMode } = event
  return {
    ...fields,
    missionType: event.hasChosenLevel ? event.missionType : undefined,
    season: event.season ?? undefined,
    active,
    trending,
    liveMode,
    region: event.region ?? '',
    coverImage: undefined,
    bannerImage: undefined,
  }
}

/** Lists the optional parts that visitors miss. `event` is the stored one. */
export const listEmptyOptionalEventParts = (
  values: EventValues,
  event: EditedEvent | undefined,
): string[] => {
  const hasCover =
    values.coverImage instanceof Blob || (values.coverImage === undefined && Boolean(event?.coverImage))
  return [
    ...(hasCover ? [] : ['coverImage']),
    ...(values.missionType === undefined ? ['missionType'] : []),
    ...listEmptyOptionalEventFields(values),
  ]
}

/** Returns the dates whose typed text is not a date. */
export const listUnreadableDateFields = ({
  startDate,
  endDate,
}: Pick<EventValues, 'startDate' | 'endDate'>) =>
  Object.entries({ startDate, endDate }).flatMap(([field, value]) =>
    value === null || isInstant(value) ? [] : [field],
  )

/**
 * Returns the switches that the form changed: all of a new event. Lists can set them while the form is open,
 * so the form sends no others.
 */
export const listChangedEventSwitches = (
  values: EventValues,
  event: EditedEvent | undefined,
): EventSwitch[] => eventSwitches.filter((name) => values[name] !== event?.[name])

/**
 * Returns the switches that a save sends: those that the form changed, and `active` of a draft with missing
 * texts, because the server accepts such an event only as a draft.
 */
const getSentEventSwitches = (values: EventValues, event: EditedEvent | undefined): EventSwitch[] => {
  const changed = listChangedEventSwitches(values, event)
  const isIncompleteDraft = !values.active && listNewlyMissingRequiredEventTexts(values).length > 0
  return isIncompleteDraft && !changed.includes('active') ? [...changed, 'active'] : changed
}

/**
 * Returns the input of the API for these values. `event` is the event that the form edits, and `version` the
 * version that the save replaces.
 */
export const toEventInputWithChangedSwitches = (
  values: EventValues,
  event?: EditedEvent,
  version = event?.version,
): EventInput => {
  const {
    coverImage: _coverImage,
    bannerImage: _bannerImage,
    active: _active,
    trending: _trending,
    liveMode: _liveMode,
    region,
    ...fields
  } = values
  const switches = Object.fromEntries(getSentEventSwitches(values, event).map((name) => [name, values[name]]))
  return { ...fields, ...switches, ...(event && { id: event.id, version }), region: region || null }
}

/** Returns the labels of fields as a list for reading: `title.ar` is 'Title (Arabic)'. */
export const formatEventFieldNames = (t: TFunction, lang: Language, fields: readonly string[]): string => {
  const labels = fields.map((field) => {
    const [name = field, language] = field.split('.')
    const label = t(`adminEvents.fields.${name}` as 'adminEvents.fields.title')
    return language
      ? `${label} (${t(language === 'ar' ? 'admin.form.arabic' : 'admin.form.english')})`
      : label
  })
  return formatList(labels, lang)
}
