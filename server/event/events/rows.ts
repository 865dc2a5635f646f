import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type {
  AdminEvent,
  AdminEventRow,
  EventCard,
  EventDetails,
  EventListRow,
} from '#contract/event/event.schema.ts'
import type { MissionType } from '#contract/event/event.ts'
import { isWithinRegions } from '#server/platform/db/region-conditions.ts'
import type { regions } from '#server/platform/db/schema/content.ts'
import type { events } from '#server/platform/db/schema/events.ts'
import { getUploadUrlPath } from '#server/platform/lib/files.ts'

export type EventRow = typeof events.$inferSelect
/** An event with its region, and what holds on the day of the query. */
type SelectedEventRow = {
  events: EventRow
  regions: typeof regions.$inferSelect | null
  live: boolean
  hasFinalResults: boolean
}

export const toIsoText = (date: string | null) => date && `${date}T00:00:00.000Z`
const toImagePath = (name: string | null) => name && getUploadUrlPath('events', name)
/**
 * Returns the cover of an event. The value `image.png` means that an event has no cover (specification,
 * section 3).
 */
const toCoverPath = (name: string | null) => (name === 'image.png' ? null : toImagePath(name))

/** An event as the back office reads it, with the ids of its teams and the year of its season. */
export type SelectedAdminEventRow = SelectedEventRow & { teamIds: string[]; season: number | null }

export const toEventCard = ({
  events: row,
  regions: region,
  live,
  hasFinalResults,
}: SelectedEventRow): EventCard => ({
  id: row.id,
  slug: row.slug,
  title: { en: row.titleEn, ar: row.titleAr },
  description: { en: row.descriptionEn, ar: row.descriptionAr },
  startDate: toIsoText(row.startDate),
  endDate: toIsoText(row.endDate),
  tags: row.tags,
  coverImage: toCoverPath(row.coverImage),
  trending: row.trending,
  live,
  hasFinalResults,
  missionType: row.missionType as MissionType | null,
  region: region?.slug ?? null,
})

export const toEventDetails = (row: SelectedEventRow): EventDetails => ({
  ...toEventCard(row),
  bannerImage: toImagePath(row.events.bannerImage),
  eventCode: row.events.eventCode,
  datesInfo: { en: row.events.datesInfoEn, ar: row.events.datesInfoAr },
  howToPlay: { en: row.events.howToPlayEn, ar: row.events.howToPlayAr },
  rules: { en: row.events.rulesEn, ar: row.events.rulesAr },
  active: row.events.active,
  ...(row.events.protestsUntil && !row.hasFinalResults
    ? { protestsUntil: row.events.protestsUntil.toISOString() }
    : {}),
})

const toMetadata = ({ events: row, teamIds }: SelectedAdminEventRow) => ({
  teamIds,
  version: row.version,
  entryCount: row.entryCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

export const toAdminEventRow = (row: SelectedAdminEventRow): AdminEventRow => ({
  ...toEventCard(row),
  ...toMetadata(row),
  eventCode: row.events.eventCode,
  active: row.events.active,
  liveMode: row.events.liveMode,
})

export const toAdminEventListRow = (
  { events: row, live }: SelectedEventRow,
  regionLimit: RegionLimit,
): EventListRow => ({
  id: row.id,
  slug: row.slug,
  title: { en: row.titleEn, ar: row.titleAr },
  startDate: toIsoText(row.startDate),
  endDate: toIsoText(row.endDate),
  coverImage: toCoverPath(row.coverImage),
  trending: row.trending,
  live,
  missionType: row.missionType as MissionType | null,
  eventCode: row.eventCode,
  active: row.active,
  liveMode: row.liveMode,
  entryCount: row.entryCount,
  updatedAt: row.updatedAt.toISOString(),
  isReadOnly: !isWithinRegions(regionLimit, row.regionId),
})

export const toAdminEvent = (row: SelectedAdminEventRow): AdminEvent => ({
  ...toEventDetails(row),
  ...toMetadata(row),
  liveMode: row.events.liveMode,
  totalRule: row.events.totalRule,
  season: row.season,
  hasChosenLevel: row.events.hasChosenLevel,
})
