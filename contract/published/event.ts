import type { EventCard, EventDetails } from '#contract/event.ts'
import type { WireEvent, WireEventCard } from './event.schema.ts'

/** Domain to wire, field by field. */
export const eventCardToWire = (event: EventCard): WireEventCard => ({
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
  missionType: event.missionType,
  region: event.region,
})

export const eventCardFromWire = (wire: WireEventCard): EventCard => ({
  id: wire._id,
  slug: wire.slug,
  title: { en: wire.title_en, ar: wire.title_ar },
  description: { en: wire.description_en, ar: wire.description_ar },
  startDate: wire.startDate,
  endDate: wire.endDate,
  tags: wire.tags,
  coverImage: wire.coverImage,
  trending: wire.trending,
  live: wire.liveStatus,
  missionType: wire.missionType,
  region: wire.region,
})

export const eventToWire = (event: EventDetails): WireEvent => ({
  ...eventCardToWire(event),
  bannerImage: event.bannerImage,
  eventCode: event.eventCode,
  datetime_info_en: event.datesInfo.en,
  datetime_info_ar: event.datesInfo.ar,
  howplay_info_en: event.howToPlay.en,
  howplay_info_ar: event.howToPlay.ar,
  rules_info_en: event.rules.en,
  rules_info_ar: event.rules.ar,
  status: event.active,
})

export const eventFromWire = (wire: WireEvent): EventDetails => ({
  ...eventCardFromWire(wire),
  bannerImage: wire.bannerImage,
  eventCode: wire.eventCode,
  datesInfo: { en: wire.datetime_info_en, ar: wire.datetime_info_ar },
  howToPlay: { en: wire.howplay_info_en, ar: wire.howplay_info_ar },
  rules: { en: wire.rules_info_en, ar: wire.rules_info_ar },
  active: wire.status,
})
