import type {
  ContinentFields,
  ContinentRecord,
  OrganizerFields,
  OrganizerRecord,
  RegionFields,
  RegionRecord,
} from '#contract/contents.schema.ts'
import type { FaqFields, FaqRecord, PartnerFields, PartnerRecord } from '#contract/contents.ts'
import type { MediaState, ResumableUpload } from '#contract/media.schema.ts'
import type { MediaItem, SiteImage, UploadTarget } from '#contract/media.ts'
import {
  fromPublishedFaqField,
  fromPublishedFaqRecord,
  fromPublishedPartnerField,
  fromPublishedPartnerRecord,
  toPublishedFaqForm,
  toPublishedPartnerForm,
} from '#contract/published/contents.ts'
import type { AdminSettings, SettingsRecord } from '#contract/settings.ts'
import type { ApiCall, ApiError } from '#web/shared/api/call.ts'
import { toFormData } from '#web/shared/api/form-data.ts'
import { createCrudApi } from './crud.ts'

/** Creates the back office's calls about the site's contents. */
export const createAdminContentApi = (call: ApiCall) => {
  const { toggle: _, ...continents } = createCrudApi<
    '/api/admin/continents',
    ContinentRecord,
    ContinentFields
  >(call, {
    path: '/api/admin/continents',
    one: 'continent',
    many: 'continents',
  })
  return {
    faqs: createCrudApi<'/api/admin/faqs', FaqRecord, FaqFields>(call, {
      path: '/api/admin/faqs',
      one: 'faq',
      many: 'faqs',
      toForm: toPublishedFaqForm,
      published: { record: fromPublishedFaqRecord, field: fromPublishedFaqField },
    }),
    partners: createCrudApi<'/api/admin/partners', PartnerRecord, PartnerFields>(call, {
      path: '/api/admin/partners',
      one: 'partner',
      many: 'partners',
      toForm: (edit, image) => toPublishedPartnerForm(edit, image ?? undefined),
      published: { record: fromPublishedPartnerRecord, field: fromPublishedPartnerField },
    }),
    organizers: createCrudApi<'/api/admin/organizers', OrganizerRecord, OrganizerFields>(call, {
      path: '/api/admin/organizers',
      one: 'organizer',
      many: 'organizers',
      toForm: (edit, flag) => ({ ...edit, flag: flag ?? undefined, removeFlag: flag === null || undefined }),
    }),
    continents,
    regions: createCrudApi<'/api/admin/regions', RegionRecord, RegionFields>(call, {
      path: '/api/admin/regions',
      one: 'region',
      many: 'regions',
    }),
  }
}

/** Creates the back office's calls about the site's settings. */
export const createAdminSettingsApi = (call: ApiCall) => ({
  read: async () => (await call('GET /api/admin/settings')).settings,
  /**
   * Replaces all settings but those left out, the logo and the files of the promo video, which have calls of
   * their own; `version` is the one that was read. Throws `stale-version`, `bad-input`.
   */
  save: async (
    settings: Omit<
      AdminSettings,
      'sessions' | 'scoreLogEmail' | 'publishFullNamesOfMinors' | 'timeZone' | 'receiptIssuer'
    > &
      Partial<AdminSettings>,
    version: number,
  ) => {
    const { title, text } = settings.story
    const { logo: _, ...brand } = settings.brand
    const json = { ...settings, story: { title, text }, brand, version }
    const { msg, settings: saved } = await call('PUT /api/admin/settings', { json })
    return { message: msg, settings: saved }
  },
  /** The stored settings, from the details of a `stale-version` error. */
  current: ({ details }: ApiError): SettingsRecord | undefined =>
    details.current as SettingsRecord | undefined,
})

const imageCalls = {
  storyPoster: 'PUT /api/admin/media/poster',
  logo: 'PUT /api/admin/media/logo',
  signature: 'PUT /api/admin/media/signature',
  seal: 'PUT /api/admin/media/seal',
} as const satisfies Record<SiteImage, string>

/**
 * Creates the back office's calls about promo video, images of the site, and the files of the simulator.
 */
export const createAdminMediaApi = (call: ApiCall) => ({
  read: async () => (await call('GET /api/admin/media')).media,

  /** Removes the current file of a kind. Throws `not-found`. */
  remove: async (item: MediaItem) => (await call('DELETE /api/admin/media', { query: { item } })).media,

  /** Replaces an image. Throws `bad-picture`, `picture-too-large` (field `image`). */
  saveImage: async (item: SiteImage, image: File) =>
    (await call(imageCalls[item], { form: toFormData({ image }) })).media,

  /** Begins an upload in parts. Throws `bad-file`, `file-too-large`, `bad-input`. */
  startUpload: async (
    json: { target: UploadTarget; fileName: string; size: number; version: string },
    signal?: AbortSignal,
  ): Promise<ResumableUpload> => (await call('POST /api/admin/media/uploads', { json, signal })).upload,

  /** Sends the part at `offset`. Throws `upload-offset`, `not-found`. */
  putPart: async (
    uploadId: string,
    offset: number,
    part: Blob,
    signal?: AbortSignal,
  ): Promise<ResumableUpload> =>
    (
      await call('PUT /api/admin/media/uploads/:uploadId', {
        params: { uploadId },
        query: { offset },
        bytes: part,
        signal,
      })
    ).upload,

  /**
   * Checks the file and shows it to visitors. Throws `bad-file`, `upload-offset`, `upload-busy`, `not-found`.
   */
  completeUpload: async (uploadId: string, signal?: AbortSignal): Promise<MediaState> =>
    (await call('POST /api/admin/media/uploads/:uploadId/complete', { params: { uploadId }, signal })).media,

  /** Cancels an upload, also when the page closes. Throws `not-found`. */
  cancelUpload: async (uploadId: string): Promise<void> => {
    await call('DELETE /api/admin/media/uploads/:uploadId', { params: { uploadId }, keepalive: true })
  },
})
export type AdminMediaApi = ReturnType<typeof createAdminMediaApi>
