import type { AdminEvent, AdminEventRow, EventCard, EventDetails, MissionType } from '#contract/event.ts'
import type { events } from '#server/db/schema/events.ts'
import type { regions } from '#server/db/schema/geography.ts'
import { getUploadPath } from '#server/lib/files.ts'

export type EventRecord = typeof events.$inferSelect
/** An event as it is read, with its region. */
export type Row = { events: EventRecord; regions: typeof regions.$inferSelect | null }

const picture = (name: string | null) => name && getUploadPath('events', name)

export const toCard = ({ events: row, regions: region }: Row): EventCard => ({
  id: row.id,
  slug: row.slug,
  title: { en: row.titleEn, ar: row.titleAr },
  description: { en: row.descriptionEn, ar: row.descriptionAr },
  startDate: row.startDate?.toISOString() ?? null,
  endDate: row.endDate?.toISOString() ?? null,
  tags: row.tags,
  coverImage: picture(row.coverImage),
  trending: row.trending,
  live: row.live,
  missionType: row.missionType as MissionType,
  region: region?.slug ?? null,
})

export const toDetails = (row: Row): EventDetails => ({
  ...toCard(row),
  bannerImage: picture(row.events.bannerImage),
  eventCode: row.events.eventCode,
  datesInfo: { en: row.events.datesInfoEn, ar: row.events.datesInfoAr },
  howToPlay: { en: row.events.howToPlayEn, ar: row.events.howToPlayAr },
  rules: { en: row.events.rulesEn, ar: row.events.rulesAr },
  active: row.events.active,
})

const toRecord = ({ events: row }: Row) => ({
  version: row.version,
  entryCount: row.entryCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

export const toAdminRow = (row: Row): AdminEventRow => ({
  ...toCard(row),
  ...toRecord(row),
  eventCode: row.events.eventCode,
  active: row.events.active,
})

export const toAdminEvent = (row: Row): AdminEvent => ({ ...toDetails(row), ...toRecord(row), totalRule: row.events.totalRule })
