import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { ByteRange, FileStats, FileStore, UploadFolder } from '#server/platform/lib/files.ts'

/**
 * Parses a `Range` header for a file of `size` bytes. Returns the range, `null` to send the whole file (no
 * range, or an unsupported form), or `'outside'` for 416.
 */
export const parseRangeHeader = (
  header: string | undefined,
  size: number,
): Required<ByteRange> | null | 'outside' => {
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

/** A file that can be sent: its stats and its bytes. Both are null when the file does not exist. */
type SendableFile = {
  name: string
  stat: () => Promise<FileStats | null>
  open: (range?: ByteRange) => Promise<{ stream: Readable } | null>
}

/** `cache` is the value of `Cache-Control`; `download` is the name under which a browser saves the file. */
type SendOptions = { cache: string; download?: string }

/** Sends a file of the store in reply to GET or HEAD, as `sendFile` does. */
export const sendStoredFile = (
  files: FileStore,
  { folder, name }: { folder: UploadFolder; name: string },
  request: FastifyRequest,
  reply: FastifyReply,
  options: SendOptions,
) =>
  sendFile(
    { name, stat: () => files.stat(folder, name), open: (range) => files.open(folder, name, range) },
    request,
    reply,
    options,
  )

/**
 * Sends a file in reply to GET or HEAD, with type, size and `ETag`. Supports one byte range (206, 416) and
 * 304. Throws `not-found`.
 */
export const sendFile = async (
  source: SendableFile,
  request: FastifyRequest,
  reply: FastifyReply,
  { cache, download }: SendOptions,
) => {
  const stats = await source.stat()
  if (!stats) throw new AppError('not-found')
  const etag = `"${encodeURIComponent(source.name)}-${stats.size.toString(36)}-${stats.modified.getTime().toString(36)}"`
  reply.headers({
    'cache-control': cache,
    etag,
    'last-modified': stats.modified.toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': contentPolicy,
    ...(download
      ? { 'content-disposition': `attachment; filename="${download.replace(/[^\w. -]/g, '_')}"` }
      : {}),
  })
  const ifNoneMatch = request.headers['if-none-match']
  if (
    ifNoneMatch &&
    (ifNoneMatch.trim() === '*' ||
      ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
  )
    return reply.code(304).send()

  const ifRange = request.headers['if-range']
  const range = ifRange && ifRange !== etag ? null : parseRangeHeader(request.headers.range, stats.size)
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${stats.size}`).send()
  const length = range ? range.end - range.start + 1 : stats.size
  const file = request.method === 'HEAD' ? null : await source.open(range ?? undefined)
  if (request.method !== 'HEAD' && !file) throw new AppError('not-found')
  // Fastify would send `Content-Length: 0` for HEAD
  reply.hijack()
  reply.raw.writeHead(range ? 206 : 200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': stats.type,
    'content-length': length,
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${stats.size}` } : {}),
  })
  if (!file) return reply.raw.end()
  try {
    await pipeline(file.stream, reply.raw)
  } catch (error) {
    // the client left or the store failed: the client notices it by `Content-Length`
    if (!request.raw.destroyed) request.log.warn({ err: error }, 'a file was not sent completely')
  }
  return reply
}
