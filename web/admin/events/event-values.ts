import { type AdminEvent, type EventField, type EventInput, eventFieldNames } from '#contract/event.ts'
import type { PictureChange } from '#web/admin/shared/picture-field.tsx'

/** The values of the event form. `region` is a slug, empty for all regions. */
export type EventValues = Omit<EventInput, 'id' | 'version' | 'region'> & {
  region: string
  coverImage: PictureChange
  bannerImage: PictureChange
}

const emptyText = { en: '', ar: '' }

export const emptyEventValues: EventValues = {
  title: emptyText,
  description: emptyText,
  startDate: null,
  endDate: null,
  eventCode: '',
  missionType: 0,
  datesInfo: emptyText,
  howToPlay: emptyText,
  rules: emptyText,
  tags: [],
  region: '',
  totalRule: 'sum-of-best',
  coverImage: undefined,
  bannerImage: undefined,
}

export const toEventValues = (event: AdminEvent): EventValues => {
  const fields = Object.fromEntries(eventFieldNames.map((field) => [field, event[field]])) as Pick<AdminEvent, EventField>
  return { ...fields, region: event.region ?? '', coverImage: undefined, bannerImage: undefined }
}

/** Returns the input of the API for these values. `edited` names the event and the version that the form edits. */
export const toEventInput = (values: EventValues, edited?: { id: string; version: number }): EventInput => {
  const { coverImage: _coverImage, bannerImage: _bannerImage, region, ...fields } = values
  return { ...fields, ...edited, region: region || null }
}
