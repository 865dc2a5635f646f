import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import type { ByteRange, FileStore, Folder } from '#server/lib/files.ts'

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

/**
 * Answers GET or HEAD with a stored file: type, size, `ETag`, one byte range (206, 416), 304. `cache` is the `Cache-Control`, `download` the name
 * under which a browser saves it. Throws `not-found` where there is no such file.
 */
export const sendStoredFile = async (
  files: FileStore,
  where: { folder: Folder; name: string },
  request: FastifyRequest,
  reply: FastifyReply,
  { cache, download }: { cache: string; download?: string },
) => {
  const { folder, name } = where
  const facts = await files.stat(folder, name)
  if (!facts) throw new AppError('not-found')
  const etag = `"${name}-${facts.size.toString(36)}"`
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
  const file = request.method === 'HEAD' ? null : await files.open(folder, name, range ?? undefined)
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
