import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { SeasonYearFields, SeasonYearRecord } from '#contract/people/seasons/season-year.schema.ts'
import type { Core } from '#server/deps.ts'
import { countEventsLiveTodayBySeason } from '#server/event/events/service.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import { toRecordMetadata } from '#server/platform/crud/metadata.ts'
import { createCrudService } from '#server/platform/crud/service.ts'
import { lockUndeletedRowOrThrow, updateRowWithAudit } from '#server/platform/crud/soft-delete.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import {
  countTeamsBySeason,
  deactivateActiveSeason,
  isSeasonYearUsed,
  isYearTaken,
  type SeasonYearRow,
  seasonYearSearchText,
} from './queries.ts'

const target = { table: seasonYears, entity: 'season-year', toAudit: (row: SeasonYearRow) => row } as const

/** A season without what other tables know of it. */
type StoredSeasonYear = Omit<SeasonYearRecord, 'teamCount' | 'liveEventCount'>

const toRecord = (row: SeasonYearRow): StoredSeasonYear => ({
  id: row.id,
  year: row.year,
  name: { en: row.nameEn, ar: row.nameAr },
  active: row.active,
  ...toRecordMetadata(row),
})

/**
 * Creates the service of seasons in the back office. Exactly one season is active; activating another one
 * deactivates it.
 */
export const createSeasonYearService = (core: Core) => {
  const { db } = core.database
  const records = createCrudService<typeof seasonYears, SeasonYearFields, StoredSeasonYear>(
    {
      table: seasonYears,
      entity: 'season-year',
      cacheTags: ['seasons'],
      searchText: seasonYearSearchText,
      required: ['year', 'name.en', 'name.ar'],
      toRecord,
      toColumns: ({ name, year }) => ({ year, nameEn: name?.en, nameAr: name?.ar }),
      check: async (tx, { year }, id) => {
        if (year !== undefined && (await isYearTaken(tx, year, id)))
          throw new AppError('conflict', [{ field: 'year', code: 'taken' }])
      },
      assertDeletable: async (tx, id) => {
        const row = await lockUndeletedRowOrThrow(tx, target, id)
        if (row.active || (await isSeasonYearUsed(tx, id))) throw new AppError('season-in-use')
      },
    },
    core,
  )
  const withCounts = async (
    found: readonly StoredSeasonYear[],
    regionLimit: RegionLimit,
  ): Promise<SeasonYearRecord[]> => {
    const teamCounts = await countTeamsBySeason(db, regionLimit)
    const liveEventCounts = await countEventsLiveTodayBySeason(db, await getSiteDate(core))
    return found.map((record) => ({
      ...record,
      teamCount: teamCounts.get(record.id) ?? 0,
      liveEventCount: liveEventCounts.get(record.id) ?? 0,
    }))
  }
  const addCounts = async (
    work: Promise<StoredSeasonYear>,
    { regionLimit = null }: Actor,
  ): Promise<SeasonYearRecord> => {
    const [record] = await withCounts([await work], regionLimit)
    return record as SeasonYearRecord
  }
  return {
    list: async ({
      regionLimit,
      ...options
    }: Parameters<typeof records.list>[0] & { regionLimit: RegionLimit }): Promise<{
      records: SeasonYearRecord[]
      total: number
    }> => {
      const { records: found, total } = await records.list(options)
      return { records: await withCounts(found, regionLimit), total }
    },
    one: (id: string, actor: Actor) => addCounts(records.one(id), actor),
    /** Throws `conflict` (`year`: taken) when another season has the year. */
    save: (edit: Parameters<typeof records.save>[0], actor: Actor) =>
      addCounts(records.save(edit, actor), actor),
    /**
     * Throws `season-in-use` for the active season and for one with teams, events, records, payments or moves.
     */
    revert: records.revert,
    remove: records.remove,
    restore: (id: string, actor: Actor) => addCounts(records.restore(id, actor), actor),
    purge: records.purge,
    listDeleted: records.listDeleted,
    purgeOne: records.purgeOne,

    /**
     * Activates a season, which deactivates the former one. Throws `conflict` for an attempt to deactivate
     * one, because one season is always active.
     */
    toggle: async (id: string, active: boolean, actor: Actor): Promise<SeasonYearRecord> => {
      const row = await inTransaction(db, async (tx) => {
        const before = await lockUndeletedRowOrThrow(tx, target, id)
        if (before.active === active) return before
        if (!active) throw new AppError('conflict', [{ field: 'active', code: 'unexpected-field' }])
        await deactivateActiveSeason(tx)
        return updateRowWithAudit(tx, target, before, { active }, 'toggle', actor)
      })
      await core.invalidator.invalidate('seasons')
      return addCounts(Promise.resolve(toRecord(row)), actor)
    },
  }
}
