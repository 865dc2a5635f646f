import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import type { ByteRange, FileFacts, FileStore, Folder } from '#server/lib/files.ts'

/** Reads one `Range` header against a size: a range, `null` to send everything (no range, or a form that is not understood), `'outside'` for 416. */
export const readRange = (header: string | undefined, size: number): Required<ByteRange> | null | 'outside' => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [first, last] = [match[1], match[2]]
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'outside'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'outside'
}

const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** A file that can be sent: what is known of it, and its bytes (null when it is gone meanwhile). */
export type Sendable = {
  name: string
  stat: () => Promise<FileFacts | null>
  open: (range?: ByteRange) => Promise<{ stream: Readable } | null>
}

/** `cache` is the `Cache-Control`, `download` the name under which a browser saves the file. */
type SendOptions = { cache: string; download?: string }

/** Answers GET or HEAD with a file of the store, as `sendFile` does. */
export const sendStoredFile = (
  files: FileStore,
  { folder, name }: { folder: Folder; name: string },
  request: FastifyRequest,
  reply: FastifyReply,
  options: SendOptions,
) => sendFile({ name, stat: () => files.stat(folder, name), open: (range) => files.open(folder, name, range) }, request, reply, options)

/** Answers GET or HEAD with a file: type, size, `ETag`, one byte range (206, 416), 304. Throws `not-found` where there is no such file. */
export const sendFile = async (wanted: Sendable, request: FastifyRequest, reply: FastifyReply, { cache, download }: SendOptions) => {
  const facts = await wanted.stat()
  if (!facts) throw new AppError('not-found')
  const etag = `"${encodeURIComponent(wanted.name)}-${facts.size.toString(36)}-${facts.modified.getTime().toString(36)}"`
  reply.headers({
    'cache-control': cache,
    etag,
    'last-modified': facts.modified.toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': contentPolicy,
    ...(download ? { 'content-disposition': `attachment; filename="${download.replace(/[^\w. -]/g, '_')}"` } : {}),
  })
  const asked = request.headers['if-none-match']
  if (asked && (asked.trim() === '*' || asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)))
    return reply.code(304).send()

  const ifRange = request.headers['if-range']
  const range = ifRange && ifRange !== etag ? null : readRange(request.headers.range, facts.size)
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${facts.size}`).send()
  const length = range ? range.end - range.start + 1 : facts.size
  const file = request.method === 'HEAD' ? null : await wanted.open(range ?? undefined)
  if (request.method !== 'HEAD' && !file) throw new AppError('not-found')
  // written by hand: Fastify would count the bytes of a HEAD as none
  reply.hijack()
  reply.raw.writeHead(range ? 206 : 200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': facts.type,
    'content-length': length,
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${facts.size}` } : {}),
  })
  if (!file) return reply.raw.end()
  try {
    await pipeline(file.stream, reply.raw)
  } catch (error) {
    // the reader left, or the store broke off: the length that was promised tells the reader
    if (!request.raw.destroyed) request.log.warn({ err: error }, 'a file was not sent to its end')
  }
  return reply
}
