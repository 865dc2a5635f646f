import type { AdminEvent, AdminEventRow, EventInput, EventUpdate } from '#contract/event/event.schema.ts'
import type { EventFlag, LiveMode } from '#contract/event/event.ts'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import type { PublishedAdminEvent, PublishedAdminEventRow, SaveEventRequest } from './event.schema.ts'
import { fromPublishedEvent, toPublishedEvent, toPublishedEventCard } from './event.ts'
import { createFieldNameTranslators } from './record.ts'
import { toPublishedScoreRow } from './score.ts'

type Metadata = Pick<AdminEvent, 'version' | 'entryCount' | 'createdAt' | 'updatedAt' | 'deletedAt'>
/** The metadata of an event, which has the same names in published calls. */
const pickMetadata = ({ version, entryCount, createdAt, updatedAt, deletedAt }: Metadata): Metadata => ({
  version,
  entryCount,
  createdAt,
  updatedAt,
  deletedAt,
})

export const toPublishedAdminEventRow = (event: AdminEventRow): PublishedAdminEventRow => ({
  ...toPublishedEventCard(event),
  eventCode: event.eventCode,
  status: event.active,
  liveMode: event.liveMode,
  Teams: event.teamIds,
  ...pickMetadata(event),
})

export const toPublishedAdminEvent = (event: AdminEvent): PublishedAdminEvent => ({
  ...toPublishedEvent(event),
  liveMode: event.liveMode,
  totalRule: event.totalRule,
  Teams: event.teamIds,
  ...pickMetadata(event),
  season: event.season,
  hasChosenLevel: event.hasChosenLevel,
})
export const toPublishedAdminEventWithScores = (event: AdminEvent, scores: readonly ScoreRow[]) => ({
  ...toPublishedAdminEvent(event),
  Scores: scores.map(toPublishedScoreRow),
})
export const fromPublishedAdminEvent = (json: PublishedAdminEvent): AdminEvent => ({
  ...fromPublishedEvent(json),
  liveMode: json.liveMode,
  totalRule: json.totalRule,
  teamIds: json.Teams,
  ...pickMetadata(json),
  season: json.season,
  hasChosenLevel: json.hasChosenLevel,
})

export const publishedEventFlagNames = {
  trending: 'trending',
  live: 'liveStatus',
  active: 'status',
} as const satisfies Record<EventFlag, string>
export const eventFlagsByPublishedName = {
  trending: 'trending',
  liveStatus: 'live',
  status: 'active',
} as const

const [renameToPublished, renameFromPublished] = createFieldNameTranslators({
  datesInfo: 'datetime_info',
  howToPlay: 'howplay_info',
  rules: 'rules_info',
})

/**
 * Returns the names of the fields of the event form in the published spelling, and back: `howToPlay.en` is
 * `howplay_info_en`.
 */
export const toPublishedEventFieldName = (field: string): string => {
  const [name = field, lang] = field.split('.')
  return lang ? `${renameToPublished(name)}_${lang}` : renameToPublished(name)
}
export const fromPublishedEventFieldName = (field: string): string => {
  const [, name = field, lang] = /^(.*?)(?:_(en|ar))?$/.exec(field) ?? []
  return lang ? `${renameFromPublished(name)}.${lang}` : renameFromPublished(name)
}

/** The images of an event form. Null removes an image, undefined leaves it as it is. */
type EventImages = { coverImage?: Blob | null | undefined; bannerImage?: Blob | null | undefined }

/** Returns the fields of the event form. */
export const toPublishedEventForm = (input: EventInput, { coverImage, bannerImage }: EventImages) => ({
  id: input.id,
  version: input.version,
  title_en: input.title.en,
  title_ar: input.title.ar,
  description_en: input.description.en,
  description_ar: input.description.ar,
  startDate: input.startDate,
  endDate: input.endDate,
  eventCode: input.eventCode,
  missionType: input.missionType ?? undefined,
  allLevels: input.missionType === undefined ? undefined : input.missionType === null,
  season: input.season,
  datetime_info_en: input.datesInfo.en,
  datetime_info_ar: input.datesInfo.ar,
  howplay_info_en: input.howToPlay.en,
  howplay_info_ar: input.howToPlay.ar,
  rules_info_en: input.rules.en,
  rules_info_ar: input.rules.ar,
  tags: JSON.stringify(input.tags),
  region: input.region,
  totalRule: input.totalRule,
  trending: input.trending,
  liveMode: input.liveMode,
  status: input.active,
  coverImage: coverImage ?? undefined,
  bannerImage: bannerImage ?? undefined,
  removeCover: coverImage === null ? true : undefined,
  removeBanner: bannerImage === null ? true : undefined,
})
const toLiveMode = (isLive: boolean | undefined): LiveMode | undefined =>
  isLive === undefined ? undefined : isLive ? 'on' : 'off'
export const fromPublishedEventForm = (form: SaveEventRequest): EventUpdate => ({
  id: form.id,
  version: form.version,
  title: { en: form.title_en, ar: form.title_ar },
  description: { en: form.description_en, ar: form.description_ar },
  startDate: form.startDate,
  endDate: form.endDate,
  eventCode: form.eventCode,
  missionType: form.allLevels ? null : form.missionType,
  keepsPublishedZero: form.allLevels === undefined,
  season: form.season,
  datesInfo: { en: form.datetime_info_en, ar: form.datetime_info_ar },
  howToPlay: { en: form.howplay_info_en, ar: form.howplay_info_ar },
  rules: { en: form.rules_info_en, ar: form.rules_info_ar },
  tags: form.tags,
  region: form.region,
  totalRule: form.totalRule,
  trending: form.trending,
  liveMode: form.liveMode ?? toLiveMode(form.liveStatus),
  active: form.status,
})
