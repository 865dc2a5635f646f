import type { AdminEvent, EventInput, MissionType, TotalRule } from '#contract/event.ts'
import type { Localized } from '#contract/localized.ts'
import type { PictureChange } from '#web/admin/shared/picture-field.tsx'

/** What the event form holds. Dates are ISO 8601 or null; `region` is a slug, empty for all. */
export type EventValues = {
  title: Localized
  description: Localized
  startDate: string | null
  endDate: string | null
  eventCode: string
  missionType: MissionType
  datesInfo: Localized
  howToPlay: Localized
  rules: Localized
  tags: string[]
  region: string
  totalRule: TotalRule
  cover: PictureChange
  banner: PictureChange
}

const empty = { en: '', ar: '' }

export const emptyEvent: EventValues = {
  title: empty,
  description: empty,
  startDate: null,
  endDate: null,
  eventCode: '',
  missionType: 0,
  datesInfo: empty,
  howToPlay: empty,
  rules: empty,
  tags: [],
  region: '',
  totalRule: 'sum-of-best',
  cover: undefined,
  banner: undefined,
}

/** An event as the form begins with it. */
export const valuesOf = (event: AdminEvent): EventValues => ({
  title: event.title,
  description: event.description,
  startDate: event.startDate,
  endDate: event.endDate,
  eventCode: event.eventCode,
  missionType: event.missionType,
  datesInfo: event.datesInfo,
  howToPlay: event.howToPlay,
  rules: event.rules,
  tags: event.tags,
  region: event.region ?? '',
  totalRule: event.totalRule,
  cover: undefined,
  banner: undefined,
})

/** What is sent of the form's values, beside the pictures. */
export const draftOf = (values: EventValues, edited?: { id: string; version: number }): EventInput => {
  const { cover: _cover, banner: _banner, region, ...rest } = values
  return { ...rest, ...edited, region: region || null }
}
