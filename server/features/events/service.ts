import type { AdminEvent, EventFlag, EventUpdate } from '#contract/event.ts'
import { findMissingEventTexts } from '#contract/rules/event.ts'
import type { Upload } from '#contract/upload.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { lockPresent, purgeDeleted, restoreDeleted, softDelete, updateAudited } from '#server/features/crud/soft-delete.ts'
import { createScoreWriter } from '#server/features/scores/score-writer.ts'
import { AppError } from '#server/lib/app-error.ts'
import { assertVersion } from '#server/lib/assert-version.ts'
import { saveWithImages } from '#server/lib/save-images.ts'
import { createSlug, findUnusedSlug } from '#server/lib/slug.ts'
import { adminEvent, insertEvent, moveSlug, regionId, slugsInUse } from './queries.ts'
import type { EventRecord } from './rows.ts'

type Parts = Pick<Core, 'database' | 'files' | 'invalidator'>

/** What comes with the form for a picture: a file, or the wish to have none. Undefined leaves it as it is. */
export type EventPictures = { coverImage?: Upload | null | undefined; bannerImage?: Upload | null | undefined }

/** The tags of everything that shows an event. */
const shownIn = (id: string) => ['events', `event:${id}`, `scores:${id}`]

/** An event for the audit log. */
const toAudit = ({ search: _, createdAt: _made, updatedAt: _changed, entryCount: _entries, ...row }: EventRecord) => row

/** How events are deleted with undo, and what the audit log shows of them. */
const target = { table: events, entity: 'event', toAudit } as const

const asDate = (iso: string | null) => (iso === null ? null : new Date(iso))

/** The columns that an edit sets; what was not sent is not among them. */
const columnsOf = (edit: EventUpdate) => ({
  titleEn: edit.title.en,
  titleAr: edit.title.ar,
  descriptionEn: edit.description.en,
  descriptionAr: edit.description.ar,
  ...(edit.startDate === undefined ? {} : { startDate: asDate(edit.startDate) }),
  ...(edit.endDate === undefined ? {} : { endDate: asDate(edit.endDate) }),
  ...(edit.eventCode === undefined ? {} : { eventCode: edit.eventCode }),
  ...(edit.missionType === undefined ? {} : { missionType: edit.missionType }),
  ...(edit.tags === undefined ? {} : { tags: edit.tags }),
  ...(edit.totalRule === undefined ? {} : { totalRule: edit.totalRule }),
  ...(edit.datesInfo?.en === undefined ? {} : { datesInfoEn: edit.datesInfo.en }),
  ...(edit.datesInfo?.ar === undefined ? {} : { datesInfoAr: edit.datesInfo.ar }),
  ...(edit.howToPlay?.en === undefined ? {} : { howToPlayEn: edit.howToPlay.en }),
  ...(edit.howToPlay?.ar === undefined ? {} : { howToPlayAr: edit.howToPlay.ar }),
  ...(edit.rules?.en === undefined ? {} : { rulesEn: edit.rules.en }),
  ...(edit.rules?.ar === undefined ? {} : { rulesAr: edit.rules.ar }),
})

const regionColumn = async (tx: Db, slug: string | null | undefined) => {
  if (slug === undefined) return {}
  if (slug === null) return { regionId: null }
  const id = await regionId(tx, slug)
  if (!id) throw new AppError('bad-input', [{ field: 'region', code: 'unknown-value' }])
  return { regionId: id }
}

/** The calls of the back office about events. */
export const eventService = ({ database, files, invalidator }: Parts) => {
  const scores = createScoreWriter({ database, invalidator })
  const asItIs = async (tx: Db, id: string): Promise<AdminEvent> => {
    const event = await adminEvent(tx, id)
    if (!event) throw new AppError('not-found')
    return event
  }

  const create = async (tx: Db, edit: EventUpdate, names: Record<string, string>, actor: Actor) => {
    const base = createSlug(edit.title.en, 'event')
    const slug = findUnusedSlug(base, await slugsInUse(tx, base, undefined))
    const row = await insertEvent(tx, {
      ...columnsOf(edit),
      ...(await regionColumn(tx, edit.region)),
      slug,
      coverImage: names.coverImage ?? null,
      bannerImage: names.bannerImage ?? null,
    })
    await writeAudit(tx, { actor, action: 'create', entity: 'event', entityId: row.id, after: toAudit(row) })
    return { event: await asItIs(tx, row.id), replaced: [] }
  }

  const change = async (tx: Db, id: string, edit: EventUpdate, names: Record<string, string>, pictures: EventPictures, actor: Actor) => {
    if (edit.totalRule !== undefined) await scores.lockTotals(tx, id)
    const before = await lockPresent(tx, target, id)
    await assertVersion(edit.version, before, () => asItIs(tx, id))
    const base = createSlug(edit.title.en, 'event')
    // a title that still gives the same address keeps it, with the number that it may carry
    const slug = base === createSlug(before.titleEn, 'event') ? before.slug : findUnusedSlug(base, await slugsInUse(tx, base, id))
    const picture = (field: 'coverImage' | 'bannerImage') =>
      names[field] ? { [field]: names[field] } : pictures[field] === null ? { [field]: null } : {}
    const after = await updateAudited(
      tx,
      target,
      before,
      {
        ...columnsOf(edit),
        ...(await regionColumn(tx, edit.region)),
        ...picture('coverImage'),
        ...picture('bannerImage'),
        slug,
        version: before.version + 1,
      },
      'update',
      actor,
    )
    if (after.totalRule !== before.totalRule) await scores.recomputeTotals(tx, id, after.totalRule)
    if (slug !== before.slug) await moveSlug(tx, id, before.slug, slug)
    const replaced = (['coverImage', 'bannerImage'] as const).map((field) => (before[field] === after[field] ? null : before[field]))
    return { event: await asItIs(tx, id), replaced }
  }

  return {
    /**
     * Creates an event, or changes the one that `edit.id` names; all or nothing, with its pictures.
     * Throws `form-incomplete` (contract/rules/event.ts), `not-found`, `bad-input` for an unknown region, `stale-version` with `details.current` (the
     * event as it is) when `edit.version` is not the stored one, `bad-picture`, `picture-too-large`.
     */
    save: async (edit: EventUpdate, pictures: EventPictures, actor: Actor): Promise<{ event: AdminEvent; created: boolean }> => {
      const missing = findMissingEventTexts(edit)
      if (missing.length > 0)
        throw new AppError(
          'form-incomplete',
          missing.map((field) => ({ field, code: 'required' as const })),
        )
      const { id } = edit
      // before any picture is made: an event that is not there needs none
      if (id !== undefined) await asItIs(database.db, id)
      const { event } = await saveWithImages(
        files,
        'events',
        {
          coverImage: pictures.coverImage ? { upload: pictures.coverImage, kind: 'cover' } : undefined,
          bannerImage: pictures.bannerImage ? { upload: pictures.bannerImage, kind: 'banner' } : undefined,
        },
        (names) =>
          inTransaction(database.db, (tx) =>
            id === undefined ? create(tx, edit, names, actor) : change(tx, id, edit, names, pictures, actor),
          ),
      )
      await invalidator.invalidate(...shownIn(event.id))
      return { event, created: id === undefined }
    },

    /** Sets a switch to the value given; setting it again changes nothing. A version that a form has read stays good: forms have no switches. */
    toggle: async (id: string, name: EventFlag, value: boolean, actor: Actor): Promise<AdminEvent> => {
      const event = await inTransaction(database.db, async (tx) => {
        const before = await lockPresent(tx, target, id)
        if (before[name] !== value) await updateAudited(tx, target, before, { [name]: value }, 'toggle', actor)
        return asItIs(tx, id)
      })
      await invalidator.invalidate(...shownIn(id))
      return event
    },

    /** Deletes the event; for 30 days `restore` brings it back. */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await inTransaction(database.db, async (tx) => {
        const before = await lockPresent(tx, target, id)
        await softDelete(tx, target, before, actor)
      })
      await invalidator.invalidate(...shownIn(id))
    },

    /** Restores a deleted event; one that is not deleted stays as it is. Throws `not-found` after 30 days. */
    restore: async (id: string, actor: Actor): Promise<AdminEvent> => {
      const event = await inTransaction(database.db, async (tx) => {
        await restoreDeleted(tx, target, id, actor)
        return asItIs(tx, id)
      })
      await invalidator.invalidate(...shownIn(id))
      return event
    },

    /** Removes for good the events deleted more than 30 days ago, with their pictures and scores. Returns how many. */
    purge: async (): Promise<number> => {
      const removed = await inTransaction(database.db, (tx) => purgeDeleted(tx, target))
      const names = removed.flatMap((row) => [row.coverImage, row.bannerImage]).filter((name) => name !== null)
      await Promise.allSettled(names.map((name) => files.remove('events', name)))
      return removed.length
    },
  }
}
