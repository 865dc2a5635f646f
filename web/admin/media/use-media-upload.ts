import { useEffect, useRef, useState } from 'react'
import type { MediaState, UploadTarget } from '#contract/media.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { type UploadProgress, uploadFile } from './upload-file.ts'

type Request = { target: UploadTarget; file: File; version: string }

/** Uploads one file at a time and reports its progress. The upload is cancelled when the component disappears; the browser asks before the page is closed. */
export const useMediaUpload = () => {
  const [progress, setProgress] = useState<UploadProgress>()
  const controller = useRef<AbortController>(undefined)
  const isUploading = progress !== undefined
  useEffect(() => () => controller.current?.abort(), [])
  useEffect(() => {
    if (!isUploading) return
    const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askBeforeClosing)
    return () => window.removeEventListener('beforeunload', askBeforeClosing)
  }, [isUploading])

  return {
    /** Undefined while nothing is uploaded. */
    progress,
    /** Resolves to the media after the upload, or to undefined when it was cancelled. Throws the error of the server. */
    start: async (request: Request): Promise<MediaState | undefined> => {
      const current = new AbortController()
      controller.current = current
      setProgress({ sent: 0, size: request.file.size, state: 'sending' })
      try {
        return await uploadFile(adminApi.media, request, { signal: current.signal, onProgress: setProgress })
      } catch (error) {
        if (current.signal.aborted) return undefined
        throw error
      } finally {
        setProgress(undefined)
      }
    },
    cancel: () => controller.current?.abort(),
  }
}
