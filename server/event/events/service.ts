import { hasPermission } from '#contract/accounts/permissions.ts'
import type { AdminEvent, EventUpdate } from '#contract/event/event.schema.ts'
import type { EventFlag } from '#contract/event/event.ts'
import { listNewlyMissingRequiredEventTexts, listTitleFieldsIfAllEmpty } from '#contract/event/event-rules.ts'
import type { Upload } from '#contract/platform/crud.schema.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import {
  type DeletedListQuery,
  purgeDeletedRowWithAudit,
  readRestorableRecordPage,
} from '#server/platform/crud/deleted-records.ts'
import {
  lockUndeletedRowOrThrow,
  purgeExpiredRowsWithAudit,
  restoreRowWithAudit,
  softDeleteLockedRowWithAudit,
  updateRowWithAudit,
} from '#server/platform/crud/soft-delete.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  buildOwnEventCondition,
  isEventChangeableWithLimit,
  isWithinRegions,
} from '#server/platform/db/region-conditions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale } from '#server/platform/lib/app-error.ts'
import { removeImageAndSmallImage, saveRecordAndReplaceImages } from '#server/platform/lib/images.ts'
import { addNumberIfSlugUsed, toSlug } from '#server/platform/lib/slug.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { findRegionIdByIdOrSlug } from '#server/site/contents/service.ts'
import { appendEventPurgeToScoreLog } from '../scores/service.ts'
import { lockRankingAndFreezeIfDue, recomputeEventTotalsWithScoreLog } from '../scores/write/score-writer.ts'
import { findAdminEvent } from './queries.ts'
import {
  addOldAndRemoveNewFromFormerSlugs,
  hasEventEndedWithScores,
  insertEvent,
  lockSeasonYearIdByYear,
  lockSlugsAndReadUsedSet,
} from './queries-changes.ts'
import type { EventRow } from './rows.ts'

export { countEventsByPhaseAndSumEntries, countEventsLiveTodayBySeason } from './queries.ts'

/** The uploaded images of an event form. Null removes an image, undefined leaves it as it is. */
type EventImageUploads = { coverImage?: Upload | null | undefined; bannerImage?: Upload | null | undefined }

/** The cache tags of all responses that show an event. */
const cacheTags = (id: string) => ['events', `event:${id}`, `scores:${id}`]

/** Returns the fields of an event in the audit log. */
const toAudit = ({
  search: _search,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  entryCount: _entryCount,
  hasClosedRules: _hasClosedRules,
  calculationVersion: _calculationVersion,
  hasChosenLevel: _hasChosenLevel,
  ...row
}: EventRow) => row

const target = { table: events, entity: 'event', toAudit } as const

const toCalendarDate = (iso: string | null | undefined) => iso?.slice(0, 10) ?? (iso as null | undefined)

/** Returns the columns that an edit sets. Columns that are undefined stay as they are. */
const toColumns = (edit: EventUpdate) => ({
  titleEn: edit.title.en,
  titleAr: edit.title.ar,
  descriptionEn: edit.description.en,
  descriptionAr: edit.description.ar,
  startDate: toCalendarDate(edit.startDate),
  endDate: toCalendarDate(edit.endDate),
  eventCode: edit.eventCode,
  tags: edit.tags,
  totalRule: edit.totalRule,
  trending: edit.trending,
  liveMode: edit.liveMode,
  active: edit.active,
  datesInfoEn: edit.datesInfo?.en,
  datesInfoAr: edit.datesInfo?.ar,
  howToPlayEn: edit.howToPlay?.en,
  howToPlayAr: edit.howToPlay?.ar,
  rulesEn: edit.rules?.en,
  rulesAr: edit.rules?.ar,
})

/** Returns the columns of the level that an edit sets; nothing when the level stays as it is. */
const toLevelColumns = ({ missionType, keepsPublishedZero }: EventUpdate, before?: EventRow) => {
  const isKept = keepsPublishedZero && missionType === 0 && before && (before.missionType ?? 0) === 0
  return missionType === undefined || isKept ? {} : { missionType, hasChosenLevel: true }
}

/** Returns the column of the season that an edit sets. Throws `bad-input` for a year without a season. */
const toSeasonColumn = async (tx: Db, year: number | null | undefined) => {
  if (year === undefined || year === null) return {}
  const seasonYearId = await lockSeasonYearIdByYear(tx, year)
  if (!seasonYearId) throw new AppError('bad-input', [{ field: 'season', code: 'unknown-value' }])
  return { seasonYearId }
}

/** Throws `bad-input` when an event would have no region, or another one, than those of a limited user. */
const assertOwnRegion = (regionId: string | null, { regionLimit = null }: Actor) => {
  if (!isWithinRegions(regionLimit, regionId))
    throw new AppError('bad-input', [{ field: 'region', code: 'other-region' }])
}

/** Throws `not-found` for an event that does not belong to the regions of a limited user. */
const assertOwnEvent = ({ regionId }: EventRow, { regionLimit = null }: Actor) => {
  if (!isWithinRegions(regionLimit, regionId)) throw new AppError('not-found')
}

const toRegionColumn = async (tx: Db, idOrSlug: string | null | undefined) => {
  if (idOrSlug === undefined) return {}
  if (idOrSlug === null) return { regionId: null }
  const id = await findRegionIdByIdOrSlug(tx, idOrSlug)
  if (!id) throw new AppError('bad-input', [{ field: 'region', code: 'unknown-value' }])
  return { regionId: id }
}

type RequiredTexts = Pick<EventUpdate, 'title' | 'description'>

/** Throws `form-incomplete` with the missing texts; what the `published` event lacks may stay missing. */
const assertTexts = (event: RequiredTexts, isDraft: boolean, published?: RequiredTexts) => {
  const missing = isDraft
    ? listTitleFieldsIfAllEmpty(event)
    : listNewlyMissingRequiredEventTexts(event, published)
  if (missing.length > 0)
    throw new AppError(
      'form-incomplete',
      missing.map((field) => ({ field, code: 'required' as const })),
    )
}

/** Creates the service that saves, toggles, deletes and restores events. */
export const createEventService = ({ config, database, files, invalidator }: Core) => {
  const removeImages = (rows: readonly EventRow[]) => {
    const names = rows.flatMap((row) => [row.coverImage, row.bannerImage]).filter((name) => name !== null)
    return Promise.allSettled(names.map((name) => removeImageAndSmallImage(files, 'events', name)))
  }
  const getToday = () => getSiteDate({ config, database })
  const getEvent = async (tx: Db, id: string, today: string): Promise<AdminEvent> => {
    const event = await findAdminEvent(tx, id, today, null)
    if (!event) throw new AppError('not-found')
    return event
  }

  const create = async (
    tx: Db,
    edit: EventUpdate,
    names: Record<string, string>,
    today: string,
    actor: Actor,
  ) => {
    const region = await toRegionColumn(tx, edit.region)
    assertOwnRegion(region.regionId ?? null, actor)
    const base = toSlug(edit.title.en, 'event')
    const slug = addNumberIfSlugUsed(base, await lockSlugsAndReadUsedSet(tx, base, undefined))
    const row = await insertEvent(tx, {
      ...toColumns(edit),
      ...toLevelColumns(edit),
      ...(await toSeasonColumn(tx, edit.season)),
      ...region,
      slug,
      coverImage: names.coverImage ?? null,
      bannerImage: names.bannerImage ?? null,
    })
    await writeAudit(tx, { actor, action: 'create', entity: 'event', entityId: row.id, after: toAudit(row) })
    return { event: await getEvent(tx, row.id, today), replaced: [] }
  }

  const update = async (
    tx: Db,
    id: string,
    edit: EventUpdate,
    names: Record<string, string>,
    images: EventImageUploads,
    today: string,
    actor: Actor,
  ) => {
    if (edit.totalRule !== undefined) await lockRankingAndFreezeIfDue(tx, id)
    const before = await lockUndeletedRowOrThrow(tx, target, id)
    assertOwnEvent(before, actor)
    const region = await toRegionColumn(tx, edit.region)
    if (region.regionId !== undefined) assertOwnRegion(region.regionId, actor)
    await assertVersionNotStale(edit.version, before, () => getEvent(tx, id, today))
    const base = toSlug(edit.title.en, 'event')
    // a title that gives the same slug keeps the current one with its number
    const slug =
      base === toSlug(before.titleEn, 'event')
        ? before.slug
        : addNumberIfSlugUsed(base, await lockSlugsAndReadUsedSet(tx, base, id))
    const toImageColumn = (field: 'coverImage' | 'bannerImage') =>
      names[field] ? { [field]: names[field] } : images[field] === null ? { [field]: null } : {}
    const after = await updateRowWithAudit(
      tx,
      target,
      before,
      {
        ...toColumns(edit),
        ...toLevelColumns(edit, before),
        ...(await toSeasonColumn(tx, edit.season)),
        ...region,
        ...toImageColumn('coverImage'),
        ...toImageColumn('bannerImage'),
        slug,
        // a later last day does not open the scoring rules of an event that ended
        hasClosedRules: before.hasClosedRules || (await hasEventEndedWithScores(tx, id, today)),
        version: before.version + 1,
      },
      'update',
      actor,
    )
    if (
      after.totalRule !== before.totalRule &&
      before.entryCount > 0 &&
      !hasPermission(actor.permissions ?? [], 'results')
    )
      throw new AppError('no-permission', [{ field: 'totalRule', code: 'results-only' }])
    if (after.totalRule !== before.totalRule)
      await recomputeEventTotalsWithScoreLog(
        tx,
        id,
        { before: before.totalRule, after: after.totalRule },
        actor,
      )
    if (slug !== before.slug) await addOldAndRemoveNewFromFormerSlugs(tx, id, before.slug, slug)
    const replaced = (['coverImage', 'bannerImage'] as const).map((field) =>
      before[field] === after[field] ? null : before[field],
    )
    return { event: await getEvent(tx, id, today), replaced }
  }

  const purgeOneEvent = async (tx: Db, id: string, actor: Actor) => {
    const row = await purgeDeletedRowWithAudit(tx, target, id, actor)
    assertOwnEvent(row, actor)
    await appendEventPurgeToScoreLog(tx, id, actor.userId)
    return row
  }
  const purgeExpiredEvents = async (tx: Db) => {
    const rows = await purgeExpiredRowsWithAudit(tx, target)
    for (const { id } of rows) await appendEventPurgeToScoreLog(tx, id, null)
    return rows
  }

  return {
    /**
     * Creates an event, or updates the event that `edit.id` names, with its images in one transaction. Throws
     * `form-incomplete` (contract/event/event-rules.ts), `not-found`, `bad-input` for an unknown region or season,
     * `stale-version` with `details.current` (the stored event) when `edit.version` is not the stored one,
     * `bad-picture`, `picture-too-large`.
     */
    save: async (
      edit: EventUpdate,
      images: EventImageUploads,
      actor: Actor,
    ): Promise<{ event: AdminEvent; created: boolean }> => {
      const { id } = edit
      const today = await getToday()
      if (id !== undefined && !(await isEventChangeableWithLimit(database.db, id, actor.regionLimit ?? null)))
        throw new AppError('not-found')
      const stored = id === undefined ? undefined : await findAdminEvent(database.db, id, today, null)
      assertTexts(edit, edit.active === false, stored?.active ? stored : undefined)
      // checks before the images are processed that the event exists
      if (id !== undefined && !stored) throw new AppError('not-found')
      const { event } = await saveRecordAndReplaceImages(
        files,
        'events',
        {
          coverImage: images.coverImage ? { upload: images.coverImage, kind: 'cover' } : undefined,
          bannerImage: images.bannerImage ? { upload: images.bannerImage, kind: 'banner' } : undefined,
        },
        (names) =>
          inTransaction(database.db, (tx) =>
            id === undefined
              ? create(tx, edit, names, today, actor)
              : update(tx, id, edit, names, images, today, actor),
          ),
      )
      await invalidator.invalidate(...cacheTags(event.id))
      return { event, created: id === undefined }
    },

    /**
     * Sets a switch of an event; `live` sets its live mode to `on` or `off`. The version of the event stays
     * the same, because the event form sends only the switches that its user changed. Publishing an event
     * that lacks a required text throws `form-incomplete`.
     */
    toggle: async (id: string, name: EventFlag, value: boolean, actor: Actor): Promise<AdminEvent> => {
      const today = await getToday()
      const column = name === 'live' ? 'liveMode' : name
      const stored = name === 'live' ? (value ? 'on' : 'off') : value
      const event = await inTransaction(database.db, async (tx) => {
        const before = await lockUndeletedRowOrThrow(tx, target, id)
        assertOwnEvent(before, actor)
        if (name === 'active' && value) assertTexts(await getEvent(tx, id, today), false)
        if (before[column] !== stored)
          await updateRowWithAudit(tx, target, before, { [column]: stored }, 'toggle', actor)
        return getEvent(tx, id, today)
      })
      await invalidator.invalidate(...cacheTags(id))
      return event
    },

    /** Deletes an event; `restore` undoes it for 30 days. */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await inTransaction(database.db, async (tx) => {
        const before = await lockUndeletedRowOrThrow(tx, target, id)
        assertOwnEvent(before, actor)
        await softDeleteLockedRowWithAudit(tx, target, before, actor)
      })
      await invalidator.invalidate(...cacheTags(id))
    },

    /**
     * Restores a deleted event; an event that is not deleted stays as it is. Throws `not-found` after 30
     * days.
     */
    restore: async (id: string, actor: Actor): Promise<AdminEvent> => {
      const today = await getToday()
      const event = await inTransaction(database.db, async (tx) => {
        assertOwnEvent(await restoreRowWithAudit(tx, target, id, actor), actor)
        return getEvent(tx, id, today)
      })
      await invalidator.invalidate(...cacheTags(id))
      return event
    },

    listDeleted: (query: DeletedListQuery) =>
      readRestorableRecordPage(
        database.db,
        {
          ...target,
          name: { en: events.titleEn, ar: events.titleAr },
          searchText: events.search,
          condition: buildOwnEventCondition(query.regionLimit),
        },
        query,
      ),

    /** Deletes a deleted event permanently, with its images and scores. Throws `not-found`. */
    purgeOne: async (id: string, actor: Actor): Promise<void> => {
      await removeImages([await inTransaction(database.db, (tx) => purgeOneEvent(tx, id, actor))])
    },

    /**
     * Removes for good the events that were deleted more than 30 days ago, with their images and scores.
     * Returns their number.
     */
    purge: async (): Promise<number> => {
      const removed = await inTransaction(database.db, purgeExpiredEvents)
      await removeImages(removed)
      return removed.length
    },
  }
}
