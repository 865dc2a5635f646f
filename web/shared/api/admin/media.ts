import type { MediaItem, MediaState, ResumableUpload, SitePicture, UploadTarget } from '#contract/media.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { toFormData } from '#web/shared/api/form-data.ts'

type SavedMedia = { msg: string; media: MediaState }

/** Creates the back office's calls about promo video, poster, logo and the files of the simulator. */
export const createAdminMediaApi = (call: ApiCall) => ({
  read: async (): Promise<MediaState> => (await call<{ media: MediaState }>(paths.adminMedia)).media,

  /** Removes the current file of a kind. Throws `not-found`. */
  remove: async (item: MediaItem): Promise<MediaState> =>
    (await call<SavedMedia>(paths.adminMedia, { method: 'DELETE', query: { item } })).media,

  /** Replaces a picture. Throws `bad-picture`, `picture-too-large` (field `image`). */
  savePicture: async (item: SitePicture, image: File): Promise<MediaState> =>
    (
      await call<SavedMedia>(item === 'logo' ? paths.adminMediaLogo : paths.adminMediaPoster, {
        method: 'PUT',
        form: toFormData({ image }),
      })
    ).media,

  /** Begins an upload in parts. Throws `bad-file`, `file-too-large`, `bad-input`. */
  startUpload: async (
    request: { target: UploadTarget; fileName: string; size: number; version: string },
    signal?: AbortSignal,
  ): Promise<ResumableUpload> =>
    (await call<{ upload: ResumableUpload }>(paths.adminUploads, { method: 'POST', json: request, ...(signal ? { signal } : {}) })).upload,

  /** Sends the part at `offset`. Throws `upload-offset`, `not-found`. */
  putPart: async (id: string, offset: number, part: Blob, signal?: AbortSignal): Promise<ResumableUpload> =>
    (
      await call<{ upload: ResumableUpload }>(paths.adminUpload(id), {
        method: 'PUT',
        query: { offset },
        bytes: part,
        ...(signal ? { signal } : {}),
      })
    ).upload,

  /** Checks the file and shows it to visitors. Throws `bad-file`, `upload-offset`, `upload-busy`, `not-found`. */
  completeUpload: async (id: string, signal?: AbortSignal): Promise<MediaState> =>
    (await call<SavedMedia>(`${paths.adminUpload(id)}/complete`, { method: 'POST', ...(signal ? { signal } : {}) })).media,

  /** Cancels an upload, also when the page closes. Throws `not-found`. */
  cancelUpload: async (id: string): Promise<void> => {
    await call(paths.adminUpload(id), { method: 'DELETE', keepalive: true })
  },
})
export type AdminMediaApi = ReturnType<typeof createAdminMediaApi>
