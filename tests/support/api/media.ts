import { getPath } from '#contract/platform/call-path.ts'
import type { ResumableUpload } from '#contract/site/media.schema.ts'
import { type UploadTarget, uploadPartBytes } from '#contract/site/media.ts'
import { startEventsApp } from './events.ts'

type StartRequest = { target: UploadTarget; fileName: string; size: number; version?: string }

/** The real app, with functions that upload files in parts as the back office does. */
export const startMediaApp = async (env: Record<string, string> = {}) => {
  const t = await startEventsApp(env)
  const start = (request: StartRequest) =>
    t.ask('POST', getPath('POST /api/admin/media/uploads'), { payload: request })
  const putPart = (id: string, offset: number, payload: Buffer) =>
    t.ask('PUT', `${getPath('PUT /api/admin/media/uploads/:uploadId', { uploadId: id })}?offset=${offset}`, {
      payload,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const complete = (id: string) =>
    t.ask('POST', getPath('POST /api/admin/media/uploads/:uploadId/complete', { uploadId: id }))
  const sendParts = async (id: string, bytes: Buffer, from = 0) => {
    for (let offset = from; offset < bytes.length; offset += uploadPartBytes) {
      const sent = await putPart(id, offset, bytes.subarray(offset, offset + uploadPartBytes))
      if (sent.status !== 200) throw new Error(sent.body)
    }
  }
  const begin = async (request: StartRequest): Promise<ResumableUpload> => {
    const started = await start(request)
    if (started.status !== 200) throw new Error(started.body)
    return started.json().upload
  }
  return {
    ...t,
    start,
    putPart,
    complete,
    sendParts,
    begin,
    /** Uploads a file and returns the reply to its completion. */
    upload: async (target: UploadTarget, fileName: string, bytes: Buffer, version = '1.0') => {
      const { id } = await begin({ target, fileName, size: bytes.length, version })
      await sendParts(id, bytes)
      return complete(id)
    },
    readMedia: async () => (await t.ask('GET', getPath('GET /api/admin/media'))).json().media,
  }
}
export type MediaApp = Awaited<ReturnType<typeof startMediaApp>>
