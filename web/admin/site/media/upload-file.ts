import type { MediaState, ResumableUpload } from '#contract/site/media.schema.ts'
import type { UploadTarget } from '#contract/site/media.ts'
import { type ApiCall, ApiError } from '#web/shared/api/call.ts'

/**
 * How far an upload is. `waiting`: there is no connection; `checking`: the server checks the complete file.
 */
export type UploadProgress = { sent: number; size: number; state: 'sending' | 'waiting' | 'checking' }

type Options = {
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
  /** Waits before a request is repeated. It ends early when the upload is cancelled. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const maxDelay = 15_000
/** An error of the server is repeated a few times; a lost connection until the upload is cancelled. */
const maxServerErrors = 5

const waitOrAbort = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, { once: true })
  })

const hasCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code
const isServerError = (error: unknown) =>
  error instanceof ApiError && (error.status >= 500 || error.status === 429)

/**
 * Uploads a file in parts and returns the media of the site after it. A lost connection only interrupts it:
 * the upload continues where the server is. When it is cancelled (`signal`) or refused, the server removes
 * what it has, and the error is thrown.
 */
export const uploadFileInPartsAndGetSiteMedia = async (
  call: ApiCall,
  { target, file, version }: { target: UploadTarget; file: File; version: string },
  { signal, onProgress, wait = waitOrAbort }: Options,
): Promise<MediaState> => {
  const { size } = file
  let upload: ResumableUpload | undefined

  /** Repeats a request after a lost connection or an error of the server. */
  const repeat = async <T>(send: () => Promise<T>): Promise<T> => {
    let serverErrors = 0
    for (let delay = 1000; ; delay = Math.min(delay * 2, maxDelay)) {
      signal.throwIfAborted()
      try {
        return await send()
      } catch (error) {
        if (isServerError(error)) serverErrors++
        if (
          signal.aborted ||
          serverErrors > maxServerErrors ||
          !(hasCode(error, 'offline') || isServerError(error))
        )
          throw error
        onProgress({ sent: upload?.received ?? 0, size, state: 'waiting' })
        await wait(delay, signal)
      }
    }
  }

  const sendNextPart = async ({ id, received, partBytes }: ResumableUpload): Promise<ResumableUpload> => {
    try {
      const sent = await call('PUT /api/admin/media/uploads/:uploadId', {
        params: { uploadId: id },
        query: { offset: received },
        bytes: file.slice(received, received + partBytes),
        signal,
      })
      return sent.upload
    } catch (error) {
      // the server has a part whose reply was lost
      if (hasCode(error, 'upload-offset'))
        return { id, partBytes, received: Number((error as ApiError).details.received) }
      throw error
    }
  }

  const complete = async ({ id }: ResumableUpload): Promise<MediaState> => {
    for (;;)
      try {
        const params = { uploadId: id }
        return (await call('POST /api/admin/media/uploads/:uploadId/complete', { params, signal })).media
      } catch (error) {
        if (hasCode(error, 'upload-busy')) {
          await wait(2000, signal)
          continue
        }
        if (!hasCode(error, 'not-found')) throw error
        // the reply to an earlier request was lost: the addresses of published files contain the id of their
        // upload
        const { media } = await call('GET /api/admin/media')
        if (JSON.stringify(media).includes(id)) return media
        throw error
      }
  }

  try {
    const json = { target, fileName: file.name, size, version }
    upload = (await repeat(() => call('POST /api/admin/media/uploads', { json, signal }))).upload
    while (upload.received < size) {
      const current: ResumableUpload = upload
      onProgress({ sent: current.received, size, state: 'sending' })
      upload = await repeat(() => sendNextPart(current))
    }
    const sent = upload
    onProgress({ sent: size, size, state: 'checking' })
    return await repeat(() => complete(sent))
  } catch (error) {
    if (upload) {
      const params = { uploadId: upload.id }
      // the browser completes the request even when the page closes
      await call('DELETE /api/admin/media/uploads/:uploadId', { params, keepalive: true }).catch(() => {})
    }
    throw error
  }
}
