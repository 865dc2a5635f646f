import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { RecordEdit } from '#contract/platform/crud.ts'
import type {
  Announcement,
  AnnouncementRecipient,
  AudienceMember,
  AudienceQueue,
} from '#contract/site/announcement.schema.ts'
import {
  type AnnouncementAudience,
  type AnnouncementFields,
  type AudienceGroup,
  audienceGroups,
  type DeliveryCounts,
  defaultAudienceGroups,
} from '#contract/site/announcement.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { type DeletedListQuery, readRestorableRecordPage } from '#server/platform/crud/deleted-records.ts'
import { toRecordMetadata } from '#server/platform/crud/metadata.ts'
import { createCrudService } from '#server/platform/crud/service.ts'
import { lockUndeletedRowOrThrow, updateRowWithAudit } from '#server/platform/crud/soft-delete.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  buildAnnouncementRegionCondition,
  isEventChangeableWithLimit,
  isEventReadableWithLimit,
  isWithinRegions,
} from '#server/platform/db/region-conditions.ts'
import { announcements } from '#server/platform/db/schema/announcements.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { readEmailQueueStatus } from '#server/platform/email-queue/service.ts'
import { renderAnnouncement } from '#server/platform/emails/announcement.ts'
import type { EmailLanguage } from '#server/platform/emails/html.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { getSiteBrand } from '#server/platform/settings/service.ts'
import {
  type AnnouncementRow,
  announcementSearchText,
  isAnnouncementReadableWithLimit,
  mapDeliveryCountsByAnnouncement,
  markUnsentRecipientsCancelledAndListIds,
  noDeliveries,
  readAnnouncementPage,
  readRecipientPageOfAnnouncement,
  replaceExpiredRecipientsByCounts,
  toRecipientDeliveryState,
  updateAnnouncement,
} from './queries.ts'
import { readAudiencePageWithUnsubscribed } from './queries-audience.ts'
import { findUserEmailAndName } from './queries-news-consents.ts'

export { isSubscribedToNews, transferNewsPreferenceToAddress } from './news-preference.ts'
export {
  deleteAnnouncementRecipientsOfPerson,
  deleteNewsConsents,
  deleteUnownedRecipientsByEmail,
  filterAddressesWithoutUserOrPerson,
  insertNewsConsentOfUser,
  listAnnouncementsToPerson,
} from './queries-news-consents.ts'

const toAudit = ({
  search: _search,
  createdAt: _created,
  updatedAt: _updated,
  ...row
}: AnnouncementRow): Record<string, unknown> => row
const target = { table: announcements, entity: 'announcement', toAudit } as const
const announcementName = { en: announcements.subjectEn, ar: announcements.subjectAr }

type StoredAnnouncement = Omit<Announcement, 'deliveries'>
const toStoredAnnouncement = (row: AnnouncementRow): StoredAnnouncement => ({
  id: row.id,
  subject: { en: row.subjectEn, ar: row.subjectAr },
  body: { en: row.bodyEn, ar: row.bodyAr },
  kind: row.kind,
  groups: row.groups,
  eventId: row.eventId,
  competitionId: row.competitionId,
  stage: row.stage,
  regionId: row.regionId,
  paid: row.paid,
  regionIds: row.regionIds,
  state: row.state,
  scheduledAt: row.scheduledAt?.toISOString() ?? null,
  sentAt: row.sentAt?.toISOString() ?? null,
  ...toRecordMetadata(row),
})

/** Throws `bad-input` for an event or region of other regions than those of the author of an announcement. */
const assertAudienceInRegions = async (
  tx: Db,
  {
    groups,
    eventId,
    regionId,
  }: {
    groups: readonly AudienceGroup[]
    eventId: string | null | undefined
    regionId: string | null | undefined
  },
  limit: RegionLimit,
): Promise<void> => {
  if (regionId && !isWithinRegions(limit, regionId))
    throw new AppError('bad-input', [{ field: 'regionId', code: 'not-in-regions' }])
  if (!eventId) return
  if (!(await isEventReadableWithLimit(tx, eventId, limit)))
    throw new AppError('bad-input', [{ field: 'eventId', code: 'not-found' }])
  // an event without a region has judges of all regions
  if (groups.includes('judges') && !(await isEventChangeableWithLimit(tx, eventId, limit)))
    throw new AppError('bad-input', [{ field: 'groups', code: 'not-in-regions' }])
}

/**
 * Throws `not-found` for an announcement, deleted or not, that a user who is limited to regions may not see. It needs no
 * lock, because the limit of an announcement never changes.
 */
const assertInRegions = async (
  tx: Db,
  id: string,
  { regionLimit = null }: Pick<Actor, 'regionLimit'>,
): Promise<void> => {
  if (!(await isAnnouncementReadableWithLimit(tx, id, regionLimit))) throw new AppError('not-found')
}

/** Counts that an earlier version stored lack the newer states. */
const toFinalDeliveries = (counts: DeliveryCounts | null | undefined): DeliveryCounts | null =>
  counts ? { ...noDeliveries, ...counts } : null

type AnnouncementListQuery = Parameters<typeof readAnnouncementPage>[1]

/**
 * Creates the service with which organizers write, schedule and cancel announcements.
 * `createDueAnnouncementSender` sends them.
 */
export const createAnnouncementService = (core: Core) => {
  const { config, database, emails } = core
  const { db } = database

  const lockDraft = async (tx: Db, id: string): Promise<AnnouncementRow> => {
    const row = await lockUndeletedRowOrThrow(tx, target, id)
    if (row.state !== 'draft') throw new AppError('conflict', [{ field: 'state', code: 'unexpected-field' }])
    return row
  }

  /** `regionIds` is set when an announcement is created, and never changes. */
  const records = createCrudService<
    typeof announcements,
    AnnouncementFields & { regionIds: string[] | null },
    StoredAnnouncement
  >(
    {
      table: announcements,
      entity: 'announcement',
      cacheTags: [],
      searchText: announcementSearchText,
      required: ['subject.en', 'subject.ar', 'body.en', 'body.ar'],
      toRecord: toStoredAnnouncement,
      toColumns: ({ subject, body, groups, ...columns }) => ({
        ...columns,
        groups: groups && audienceGroups.filter((group) => groups.includes(group)),
        subjectEn: subject?.en,
        subjectAr: subject?.ar,
        bodyEn: body?.en,
        bodyAr: body?.ar,
      }),
      check: async (tx, columns, id) => {
        // a deleted draft, which is restored, has all columns
        const isRestored = 'deletedAt' in columns && columns.deletedAt
        const draft = id !== undefined && !isRestored ? await lockDraft(tx, id) : undefined
        const {
          groups = defaultAudienceGroups,
          eventId,
          regionId,
          regionIds = null,
        } = { ...draft, ...columns }
        if (groups.length === 0) throw new AppError('bad-input', [{ field: 'groups', code: 'required' }])
        if (groups.includes('judges') && !eventId)
          throw new AppError('bad-input', [{ field: 'eventId', code: 'required' }])
        await assertAudienceInRegions(tx, { groups, eventId, regionId }, regionIds)
      },
      assertDeletable: async (tx, id) => {
        await lockDraft(tx, id)
      },
      recordName: announcementName,
    },
    core,
  )

  const withDeliveries = async (stored: readonly StoredAnnouncement[]): Promise<Announcement[]> => {
    const ids = stored.filter(({ state }) => state === 'sending' || state === 'sent').map(({ id }) => id)
    const counts = await mapDeliveryCountsByAnnouncement(db, ids)
    return stored.map((announcement) => ({
      ...announcement,
      deliveries: counts.get(announcement.id) ?? null,
    }))
  }
  const withDelivery = async (work: Promise<StoredAnnouncement>): Promise<Announcement> => {
    const [announcement] = await withDeliveries([await work])
    return announcement as Announcement
  }
  /** Locks an announcement that a user may see and that is not deleted. Throws `not-found`. */
  const lockAnnouncement = async (tx: Db, id: string, actor: Actor): Promise<AnnouncementRow> => {
    const row = await lockUndeletedRowOrThrow(tx, target, id)
    await assertInRegions(tx, id, actor)
    return row
  }
  const getSiteNames = async () => (await getSiteBrand({ config, database })).name

  return {
    list: async (query: AnnouncementListQuery): Promise<{ records: Announcement[]; total: number }> => {
      const { rows, total } = await readAnnouncementPage(db, query)
      const found = await withDeliveries(rows.map(toStoredAnnouncement))
      // the recipients of old announcements are deleted
      const final = new Map(rows.map(({ id, finalDeliveries }) => [id, finalDeliveries]))
      return {
        records: found.map((each) => ({
          ...each,
          deliveries: each.deliveries ?? toFinalDeliveries(final.get(each.id)),
        })),
        total,
      }
    },
    one: async (id: string, reader: Pick<Actor, 'regionLimit'>): Promise<Announcement> => {
      await assertInRegions(db, id, reader)
      return withDelivery(records.one(id))
    },
    /**
     * Creates an announcement with the limit of its author, or changes a draft, whose limit stays. Throws `conflict`
     * (`state`) for an announcement that is no draft, and `bad-input` for an audience outside the limit.
     */
    save: async (edit: RecordEdit<AnnouncementFields>, actor: Actor): Promise<Announcement> => {
      if (edit.id !== undefined) {
        await assertInRegions(db, edit.id, actor)
        return withDelivery(records.save(edit, actor))
      }
      const regionIds = actor.regionLimit ? [...actor.regionLimit] : null
      return withDelivery(records.save({ ...edit, regionIds }, actor))
    },
    /** Throws `conflict` (`state`) for an announcement that is no draft: what was sent stays in the list. */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await assertInRegions(db, id, actor)
      await records.remove(id, actor)
    },
    restore: async (id: string, actor: Actor): Promise<Announcement> => {
      await assertInRegions(db, id, actor)
      return withDelivery(records.restore(id, actor))
    },
    listDeleted: (query: DeletedListQuery) =>
      readRestorableRecordPage(
        db,
        {
          ...target,
          name: announcementName,
          searchText: announcementSearchText,
          condition: buildAnnouncementRegionCondition(query.regionLimit),
        },
        query,
      ),
    purgeOne: async (id: string, actor: Actor): Promise<void> => {
      await assertInRegions(db, id, actor)
      await records.purgeOne(id, actor)
    },
    /**
     * Deletes expired drafts, and the recipients of announcements that were sent years ago. Returns the
     * number of announcements.
     */
    purge: async (): Promise<number> =>
      (await records.purge()) + (await inTransaction(db, replaceExpiredRecipientsByCounts)),

    /**
     * Schedules a draft; `at` is null to send it now. Throws `not-found`, `mail-not-set-up`, `conflict`
     * (`state`), and `bad-input` (`at`) for a time in the past.
     */
    schedule: (id: string, at: Date | null, actor: Actor): Promise<Announcement> =>
      withDelivery(
        inTransaction(db, async (tx) => {
          await assertInRegions(tx, id, actor)
          if (!emails.isEnabled) throw new AppError('mail-not-set-up')
          if (at && at.getTime() < Date.now())
            throw new AppError('bad-input', [{ field: 'at', code: 'bad-time' }])
          const before = await lockDraft(tx, id)
          const change = {
            state: 'scheduled' as const,
            scheduledAt: at ?? new Date(),
            demo: false,
            version: before.version + 1,
          }
          return toStoredAnnouncement(await updateRowWithAudit(tx, target, before, change, 'update', actor))
        }),
      ),

    /**
     * Makes a scheduled announcement a draft again. Throws `not-found`, and `conflict` (`state`) when its
     * sending has begun.
     */
    cancel: (id: string, actor: Actor): Promise<Announcement> =>
      withDelivery(
        inTransaction(db, async (tx) => {
          const before = await lockAnnouncement(tx, id, actor)
          if (before.state !== 'scheduled')
            throw new AppError('conflict', [{ field: 'state', code: 'unexpected-field' }])
          const change = { state: 'draft' as const, scheduledAt: null, version: before.version + 1 }
          return toStoredAnnouncement(await updateRowWithAudit(tx, target, before, change, 'update', actor))
        }),
      ),

    /**
     * Cancels the emails of an announcement that are not sent yet, and deletes them from the queue. Emails that are
     * being sent are not stopped. Throws `not-found`, and `conflict` (`state`) before the sending has begun.
     */
    cancelUnsent: (id: string, actor: Actor): Promise<Announcement> =>
      withDelivery(
        inTransaction(db, async (tx) => {
          const before = await lockAnnouncement(tx, id, actor)
          if (before.state !== 'sending' && before.state !== 'sent')
            throw new AppError('conflict', [{ field: 'state', code: 'unexpected-field' }])
          const cancelledIds = await markUnsentRecipientsCancelledAndListIds(tx, id)
          await emails.deleteWaitingDeliveries(cancelledIds, tx)
          if (before.state === 'sending') await updateAnnouncement(tx, id, { state: 'sent' })
          await writeAudit(tx, {
            actor,
            action: 'cancel-emails',
            entity: 'announcement',
            entityId: id,
            after: { emails: cancelledIds.length },
          })
          return toStoredAnnouncement({ ...before, state: 'sent' })
        }),
      ),

    /**
     * Sends an announcement in both languages to the signed-in user. Throws `not-found`, `mail-not-set-up`.
     */
    sendTest: async (
      id: string,
      { userId, regionLimit }: Pick<AuthenticatedUser, 'userId' | 'regionLimit'>,
    ): Promise<void> => {
      await assertInRegions(db, id, { regionLimit })
      if (!emails.isEnabled) throw new AppError('mail-not-set-up')
      const { subject, body, kind } = await records.one(id)
      const recipient = await findUserEmailAndName(db, userId)
      if (!recipient) throw new AppError('not-found')
      const siteNames = await getSiteNames()
      await inTransaction(db, async (tx) => {
        for (const lang of ['en', 'ar'] as const) {
          const values = { subject, body, kind, name: recipient.firstName, siteNames, unsubscribeUrl: '' }
          await emails.send({ template: 'announcementTest', to: recipient.email, language: lang, values }, tx)
        }
      })
    },

    /** Renders the email for each language, and for recipients whose language is unknown. */
    preview: async (texts: Pick<AnnouncementFields, 'subject' | 'body' | 'kind'>) => {
      const siteNames = await getSiteNames()
      const render = (language: EmailLanguage) => {
        const { subject, html } = renderAnnouncement(
          { ...texts, name: '', siteNames, unsubscribeUrl: '' },
          language,
        )
        return { subject, html }
      }
      return { en: render('en'), ar: render('ar'), both: render('both') }
    },

    /**
     * Lists one page of the people who would get an announcement of a user now, and tells what waits before it. The
     * limit is that of the announcement with `announcementId`, else that of the user. Throws `not-found`.
     */
    listAudience: async (
      audience: AnnouncementAudience,
      paging: Parameters<typeof readAudiencePageWithUnsubscribed>[2],
      { announcementId, regionLimit }: { announcementId: string | undefined; regionLimit: RegionLimit },
    ): Promise<{
      recipients: AudienceMember[]
      total: number
      unsubscribed: number
      queue: AudienceQueue
    }> => {
      if (announcementId !== undefined) await assertInRegions(db, announcementId, { regionLimit })
      const regionIds =
        announcementId === undefined ? regionLimit : (await records.one(announcementId)).regionIds
      const [found, { classes, emailsPerMinute }] = await Promise.all([
        readAudiencePageWithUnsubscribed(db, { ...audience, regionIds }, paging),
        readEmailQueueStatus(core),
      ])
      const unpaused = classes.filter(({ isPaused }) => !isPaused)
      return {
        ...found,
        queue: {
          emailsPerMinute,
          waiting: unpaused.reduce((sum, { waiting }) => sum + waiting, 0),
          isPaused: classes.some((each) => each.class === 'many' && each.isPaused),
        },
      }
    },

    /** Lists one page of the recipients of an announcement. Throws `not-found`. */
    listRecipients: async (
      id: string,
      query: Parameters<typeof readRecipientPageOfAnnouncement>[2],
      reader: Pick<Actor, 'regionLimit'>,
    ): Promise<{ recipients: AnnouncementRecipient[]; total: number }> => {
      await assertInRegions(db, id, reader)
      await records.one(id)
      const { rows, total } = await readRecipientPageOfAnnouncement(db, id, query)
      return {
        recipients: rows.map(({ id, email, name, lang, state, updatedAt }) => ({
          id,
          email,
          name,
          lang,
          state: toRecipientDeliveryState(state),
          at: updatedAt.toISOString(),
        })),
        total,
      }
    },
  }
}
