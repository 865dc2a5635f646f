import type { AdminEvent, AdminEventRow, EventCard, EventDetails, MissionType } from '#contract/event.ts'
import type { events } from '#server/db/schema/events.ts'
import type { regions } from '#server/db/schema/geography.ts'
import { getUploadUrlPath } from '#server/lib/files.ts'

export type EventRow = typeof events.$inferSelect
/** A row of a query that joins the region of the event. */
export type EventWithRegionRow = { events: EventRow; regions: typeof regions.$inferSelect | null }

const toIsoText = (date: string | null) => date && `${date}T00:00:00.000Z`
const toImagePath = (name: string | null) => name && getUploadUrlPath('events', name)
/** Returns the cover of an event. The value `image.png` means that an event has no cover (specification, section 3). */
const toCoverPath = (name: string | null) => (name === 'image.png' ? null : toImagePath(name))

export const toEventCard = ({ events: row, regions: region }: EventWithRegionRow): EventCard => ({
  id: row.id,
  slug: row.slug,
  title: { en: row.titleEn, ar: row.titleAr },
  description: { en: row.descriptionEn, ar: row.descriptionAr },
  startDate: toIsoText(row.startDate),
  endDate: toIsoText(row.endDate),
  tags: row.tags,
  coverImage: toCoverPath(row.coverImage),
  trending: row.trending,
  live: row.live,
  missionType: row.missionType as MissionType,
  region: region?.slug ?? null,
})

export const toEventDetails = (row: EventWithRegionRow): EventDetails => ({
  ...toEventCard(row),
  bannerImage: toImagePath(row.events.bannerImage),
  eventCode: row.events.eventCode,
  datesInfo: { en: row.events.datesInfoEn, ar: row.events.datesInfoAr },
  howToPlay: { en: row.events.howToPlayEn, ar: row.events.howToPlayAr },
  rules: { en: row.events.rulesEn, ar: row.events.rulesAr },
  active: row.events.active,
})

const toMetadata = ({ events: row }: EventWithRegionRow) => ({
  version: row.version,
  entryCount: row.entryCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

export const toAdminEventRow = (row: EventWithRegionRow): AdminEventRow => ({
  ...toEventCard(row),
  ...toMetadata(row),
  eventCode: row.events.eventCode,
  active: row.events.active,
})

export const toAdminEvent = (row: EventWithRegionRow): AdminEvent => ({
  ...toEventDetails(row),
  ...toMetadata(row),
  totalRule: row.events.totalRule,
})
