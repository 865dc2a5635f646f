import type {
  Announcement,
  AnnouncementAudience,
  AnnouncementFields,
  AnnouncementPreview,
  AnnouncementRecipient,
  AudienceMember,
} from '#contract/announcement.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createCrudApi } from './crud.ts'
import { fetchListPage } from './list.ts'

type ListPage = { page: number; perPage: number; search?: string; state?: string }
type SavedAnnouncement = { message: string; announcement: Announcement }

/** Creates the back office's calls about announcements. */
export const createAdminAnnouncementApi = (call: ApiCall) => {
  const path = paths.adminAnnouncements
  const post = async (action: string, json: object): Promise<SavedAnnouncement> => {
    const { msg, announcement } = await call<{ msg: string; announcement: Announcement }>(`${path}/${action}`, { method: 'POST', json })
    return { message: msg, announcement }
  }
  return {
    ...createCrudApi<Announcement, AnnouncementFields>(call, { path, one: 'announcement', many: 'announcements' }),
    list: (query: ListPage, signal?: AbortSignal) => fetchListPage<Announcement>(call, path, 'announcements', query, signal),
    /** `at` is null to send it now. Throws `mail-not-set-up`, `conflict`, and `bad-input` (`at`) for a time in the past. */
    schedule: (id: string, at: string | null) => post('schedule', { id, at }),
    /** Makes a scheduled announcement a draft again. Throws `conflict` when its sending has begun. */
    cancel: (id: string) => post('cancel', { id }),
    /** Sends the mail to the signed-in user, once in each language. Throws `mail-not-set-up`. */
    sendTest: async (id: string) => (await call<{ msg: string }>(`${path}/test`, { method: 'POST', json: { id } })).msg,
    preview: async (texts: Pick<AnnouncementFields, 'subject' | 'body' | 'kind'>): Promise<AnnouncementPreview> =>
      (await call<{ preview: AnnouncementPreview }>(`${path}/preview`, { method: 'POST', json: texts })).preview,
    /** Reads one page of the people who would get an announcement now. */
    audience: async (
      { competitionId, stage, regionId, paid }: AnnouncementAudience,
      { page, perPage }: Pick<ListPage, 'page' | 'perPage'>,
      signal?: AbortSignal,
    ): Promise<{ rows: AudienceMember[]; total: number; unsubscribed: number }> => {
      const reply = await call<{ recipients: AudienceMember[]; totalItems: number; unsubscribed: number }>(`${path}/audience`, {
        query: {
          ...{ page, per_page: perPage },
          ...{ competitionId: competitionId ?? undefined, stage: stage ?? undefined, regionId: regionId ?? undefined },
          paid: paid ?? undefined,
        },
        ...(signal ? { signal } : {}),
      })
      return { rows: reply.recipients, total: reply.totalItems, unsubscribed: reply.unsubscribed }
    },
    recipients: (id: string, query: ListPage, signal?: AbortSignal) =>
      fetchListPage<AnnouncementRecipient>(call, `${path}/${encodeURIComponent(id)}/recipients`, 'recipients', query, signal),
  }
}
