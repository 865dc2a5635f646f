import type { MediaState, ResumableUpload } from '#contract/media.schema.ts'
import type { MediaItem, SitePicture, UploadTarget } from '#contract/media.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { toFormData } from '#web/shared/api/form-data.ts'

const pictureCalls = {
  storyPoster: 'PUT /api/admin/media/poster',
  logo: 'PUT /api/admin/media/logo',
  signature: 'PUT /api/admin/media/signature',
  seal: 'PUT /api/admin/media/seal',
} as const satisfies Record<SitePicture, string>

/** Creates the back office's calls about promo video, pictures of the site, and the files of the simulator. */
export const createAdminMediaApi = (call: ApiCall) => ({
  read: async () => (await call('GET /api/admin/media')).media,

  /** Removes the current file of a kind. Throws `not-found`. */
  remove: async (item: MediaItem) => (await call('DELETE /api/admin/media', { query: { item } })).media,

  /** Replaces a picture. Throws `bad-picture`, `picture-too-large` (field `image`). */
  savePicture: async (item: SitePicture, image: File) => (await call(pictureCalls[item], { form: toFormData({ image }) })).media,

  /** Begins an upload in parts. Throws `bad-file`, `file-too-large`, `bad-input`. */
  startUpload: async (
    json: { target: UploadTarget; fileName: string; size: number; version: string },
    signal?: AbortSignal,
  ): Promise<ResumableUpload> => (await call('POST /api/admin/media/uploads', { json, signal })).upload,

  /** Sends the part at `offset`. Throws `upload-offset`, `not-found`. */
  putPart: async (uploadId: string, offset: number, part: Blob, signal?: AbortSignal): Promise<ResumableUpload> =>
    (await call('PUT /api/admin/media/uploads/:uploadId', { params: { uploadId }, query: { offset }, bytes: part, signal })).upload,

  /** Checks the file and shows it to visitors. Throws `bad-file`, `upload-offset`, `upload-busy`, `not-found`. */
  completeUpload: async (uploadId: string, signal?: AbortSignal): Promise<MediaState> =>
    (await call('POST /api/admin/media/uploads/:uploadId/complete', { params: { uploadId }, signal })).media,

  /** Cancels an upload, also when the page closes. Throws `not-found`. */
  cancelUpload: async (uploadId: string): Promise<void> => {
    await call('DELETE /api/admin/media/uploads/:uploadId', { params: { uploadId }, keepalive: true })
  },
})
export type AdminMediaApi = ReturnType<typeof createAdminMediaApi>
