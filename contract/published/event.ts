import type { EventCard, EventDetails } from '#contract/event/event.schema.ts'
import type { PublishedEvent, PublishedEventCard } from './event.schema.ts'

export const toPublishedEventCard = (event: EventCard): PublishedEventCard => ({
  _id: event.id,
  slug: event.slug,
  title_en: event.title.en,
  title_ar: event.title.ar,
  description_en: event.description.en,
  description_ar: event.description.ar,
  startDate: event.startDate,
  endDate: event.endDate,
  tags: event.tags,
  coverImage: event.coverImage,
  trending: event.trending,
  liveStatus: event.live,
  missionType: event.missionType ?? 0,
  region: event.region,
  ...(event.hasFinalResults ? { finalResults: true } : {}),
  ...(event.missionType === null ? { allLevels: true as const } : {}),
})
export const fromPublishedEventCard = (json: PublishedEventCard): EventCard => ({
  id: json._id,
  slug: json.slug,
  title: { en: json.title_en, ar: json.title_ar },
  description: { en: json.description_en, ar: json.description_ar },
  startDate: json.startDate,
  endDate: json.endDate,
  tags: json.tags,
  coverImage: json.coverImage,
  trending: json.trending,
  live: json.liveStatus,
  missionType: json.allLevels ? null : json.missionType,
  region: json.region,
  hasFinalResults: json.finalResults ?? false,
})

export const toPublishedEvent = (event: EventDetails): PublishedEvent => ({
  ...toPublishedEventCard(event),
  bannerImage: event.bannerImage,
  eventCode: event.eventCode,
  datetime_info_en: event.datesInfo.en,
  datetime_info_ar: event.datesInfo.ar,
  howplay_info_en: event.howToPlay.en,
  howplay_info_ar: event.howToPlay.ar,
  rules_info_en: event.rules.en,
  rules_info_ar: event.rules.ar,
  status: event.active,
  ...(event.protestsUntil === undefined ? {} : { protestsUntil: event.protestsUntil }),
  ...(event.awards === undefined ? {} : { awards: event.awards }),
})
export const fromPublishedEvent = (json: PublishedEvent): EventDetails => ({
  ...fromPublishedEventCard(json),
  bannerImage: json.bannerImage,
  eventCode: json.eventCode,
  datesInfo: { en: json.datetime_info_en, ar: json.datetime_info_ar },
  howToPlay: { en: json.howplay_info_en, ar: json.howplay_info_ar },
  rules: { en: json.rules_info_en, ar: json.rules_info_ar },
  active: json.status,
  ...(json.protestsUntil === undefined ? {} : { protestsUntil: json.protestsUntil }),
  ...(json.awards === undefined ? {} : { awards: json.awards }),
})
