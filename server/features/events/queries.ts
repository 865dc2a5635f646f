import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { EventCard, EventDetails, MissionType } from '#contract/domain/event.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { regions } from '#server/db/schema/places.ts'
import { publicPath } from '#server/lib/files.ts'

type Row = { events: typeof events.$inferSelect; regions: typeof regions.$inferSelect | null }

const toCard = ({ events: row, regions: region }: Row): EventCard => ({
  id: row.id,
  slug: row.slug,
  title: { en: row.titleEn, ar: row.titleAr },
  description: { en: row.descriptionEn, ar: row.descriptionAr },
  startDate: row.startDate?.toISOString() ?? null,
  endDate: row.endDate?.toISOString() ?? null,
  tags: row.tags,
  coverImage: row.coverImage && publicPath('events', row.coverImage),
  trending: row.trending,
  live: row.live,
  missionType: row.missionType as MissionType,
  region: region?.slug ?? null,
})

export const toDetails = (row: Row): EventDetails => ({
  ...toCard(row),
  bannerImage: row.events.bannerImage && publicPath('events', row.events.bannerImage),
  eventCode: row.events.eventCode,
  datesInfo: { en: row.events.datesInfoEn, ar: row.events.datesInfoAr },
  howToPlay: { en: row.events.howToPlayEn, ar: row.events.howToPlayAr },
  rules: { en: row.events.rulesEn, ar: row.events.rulesAr },
  active: row.events.active,
})

/** What visitors see: events that are switched on, those of a region with those of none; live ones first, then by start. */
export const publicEvents = async (db: Db, region?: string): Promise<EventCard[]> => {
  const rows = await db
    .select()
    .from(events)
    .leftJoin(regions, eq(events.regionId, regions.id))
    .where(
      and(isNull(events.deletedAt), eq(events.active, true), region ? or(isNull(events.regionId), eq(regions.slug, region)) : undefined),
    )
    .orderBy(desc(events.live), sql`${events.startDate} desc nulls last`, asc(events.id))
  return rows.map(toCard)
}
