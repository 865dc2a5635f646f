import type { LiveMode, MissionType } from '#contract/event/event.ts'
import type { RevertedField } from '#contract/platform/audit-revert.ts'
import { assertRevertedFieldsUnchanged } from '#server/platform/audit/revert.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { findEventRow, findRegionSlugById, findSeasonYearById } from './queries-changes.ts'
import type { EventRow } from './rows.ts'
import type { createEventService } from './service.ts'

const toRegion = async (db: Db, regionId: string | null | undefined): Promise<string | null | undefined> => {
  if (!regionId) return regionId as null | undefined
  const slug = await findRegionSlugById(db, regionId)
  if (slug === undefined) throw new AppError('bad-input', [{ field: 'region', code: 'unknown-value' }])
  return slug
}

const toSeason = async (db: Db, seasonYearId: string | null | undefined): Promise<number | undefined> => {
  if (!seasonYearId) return undefined
  const year = await findSeasonYearById(db, seasonYearId)
  if (year === undefined) throw new AppError('bad-input', [{ field: 'season', code: 'unknown-value' }])
  return year
}

/**
 * Maps the former boolean field `live` of older entries to the live mode that the update of the table gave
 * these values.
 */
const toCurrentField = (logged: RevertedField): RevertedField => {
  if (logged.field !== 'live') return logged
  const toLiveMode = (value: unknown): LiveMode => (value === true ? 'on' : 'by-date')
  return { field: 'liveMode', written: toLiveMode(logged.written), restored: toLiveMode(logged.restored) }
}

/**
 * Sets fields of an event back with the save of the event form. Throws `not-found`, `revert-changed`, and
 * what the save throws.
 */
export const revertEventFieldsOrThrowIfChanged = async (
  db: Db,
  service: Pick<ReturnType<typeof createEventService>, 'save'>,
  id: string,
  loggedFields: readonly RevertedField[],
  actor: Actor,
): Promise<void> => {
  const row = await findEventRow(db, id)
  if (!row) throw new AppError('not-found')
  const fields = loggedFields.map(toCurrentField)
  assertRevertedFieldsUnchanged(row, fields)
  const restored = Object.fromEntries(
    fields.map(({ field, restored }) => [field, restored]),
  ) as Partial<EventRow>
  const texts = { ...row, ...restored }
  const edit = {
    id,
    version: row.version,
    title: { en: texts.titleEn, ar: texts.titleAr },
    description: { en: texts.descriptionEn, ar: texts.descriptionAr },
    startDate: restored.startDate,
    endDate: restored.endDate,
    eventCode: restored.eventCode,
    missionType: restored.missionType as MissionType | null | undefined,
    season: await toSeason(db, restored.seasonYearId),
    region: await toRegion(db, restored.regionId),
    totalRule: restored.totalRule,
    datesInfo: { en: restored.datesInfoEn, ar: restored.datesInfoAr },
    howToPlay: { en: restored.howToPlayEn, ar: restored.howToPlayAr },
    rules: { en: restored.rulesEn, ar: restored.rulesAr },
    tags: restored.tags,
    trending: restored.trending,
    liveMode: restored.liveMode,
    // the save checks the texts of a draft and of a published event differently
    active: texts.active,
  }
  await service.save(edit, {}, actor)
}
