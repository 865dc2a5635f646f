import type { Announcement } from '#contract/announcement.schema.ts'
import type { AnnouncementAudience, AnnouncementFields } from '#contract/announcement.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { getVariant } from '#web/shared/api/get-variant.ts'
import { createCrudApi, toListQuery } from './crud.ts'

type ListPage = { page: number; perPage: number; search?: string; state?: string }

/** Creates the back office's calls about announcements. */
export const createAdminAnnouncementApi = (call: ApiCall) => ({
  ...createCrudApi<'/api/admin/announcements', Announcement, AnnouncementFields>(call, {
    path: '/api/admin/announcements',
    one: 'announcement',
    many: 'announcements',
  }),
  list: async (query: ListPage, signal?: AbortSignal) => {
    const reply = getVariant(await call('GET /api/admin/announcements', { query: toListQuery(query), signal }), 'announcements')
    return { rows: reply.announcements, total: reply.totalItems }
  },
  /** `at` is null to send it now. Throws `mail-not-set-up`, `conflict`, and `bad-input` (`at`) for a time in the past. */
  schedule: async (id: string, at: string | null) => {
    const { msg, announcement } = await call('POST /api/admin/announcements/schedule', { json: { id, at } })
    return { message: msg, announcement }
  },
  /** Makes a scheduled announcement a draft again. Throws `conflict` when its sending has begun. */
  cancel: async (id: string) => {
    const { msg, announcement } = await call('POST /api/admin/announcements/cancel', { json: { id } })
    return { message: msg, announcement }
  },
  /** Sends the mail to the signed-in user, once in each language. Throws `mail-not-set-up`. */
  sendTest: async (id: string) => (await call('POST /api/admin/announcements/test', { json: { id } })).msg,
  preview: async (json: Pick<AnnouncementFields, 'subject' | 'body' | 'kind'>) =>
    (await call('POST /api/admin/announcements/preview', { json })).preview,
  /** Reads one page of the people who would get an announcement now. */
  audience: async (
    { competitionId, stage, regionId, paid }: AnnouncementAudience,
    { page, perPage }: Pick<ListPage, 'page' | 'perPage'>,
    signal?: AbortSignal,
  ) => {
    const reply = await call('GET /api/admin/announcements/audience', {
      query: {
        ...{ page, per_page: perPage },
        ...{ competitionId: competitionId ?? undefined, stage: stage ?? undefined, regionId: regionId ?? undefined },
        paid: paid ?? undefined,
      },
      signal,
    })
    return { rows: reply.recipients, total: reply.totalItems, unsubscribed: reply.unsubscribed }
  },
  recipients: async (announcementId: string, query: ListPage, signal?: AbortSignal) => {
    const { recipients, totalItems } = await call('GET /api/admin/announcements/:announcementId/recipients', {
      params: { announcementId },
      query: toListQuery(query),
      signal,
    })
    return { rows: recipients, total: totalItems }
  },
})
