import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import type { Audience } from '#contract/platform/define-calls.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reply contains something that gives access, so it is sent uncompressed. */
    returnsSecret?: boolean
  }
}

/** The encodings of replies; of those that a client prefers equally, the first one is sent. */
const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** Smaller bodies are sent uncompressed. */
const minCompressedBytes = 600

/** Selects the encoding for a body of this length, by the header `Accept-Encoding` of the request. */
export const selectEncoding = (length: number, accepted: string | string[] | undefined): Encoding => {
  if (length < minCompressedBytes) return 'identity'
  return negotiate(String(accepted ?? ''), [...encodings]) ?? 'identity'
}

/** Compresses a body in another thread. */
export const compressByEncoding: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
  identity: async (body) => body,
}

const signedInAudiences: readonly (Audience | undefined)[] = ['admin', 'user', 'judge']

/**
 * Compresses the JSON replies of calls of signed-in people. Streams, replies that are encoded already, and those
 * that set a token or contain a secret stay as they are (docs/security.md, 'Compression').
 */
export const registerSignedInJsonCompression = (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const { for: audience, returnsSecret } = request.routeOptions.config
    if (!signedInAudiences.includes(audience) || returnsSecret) return payload
    if (typeof payload !== 'string') return payload
    if (reply.hasHeader('authorization') || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'Accept-Encoding')
    const body = Buffer.from(payload)
    const encoding = selectEncoding(body.length, request.headers['accept-encoding'])
    if (encoding === 'identity') return payload
    const compressed = await compressByEncoding[encoding](body)
    reply.headers({ 'content-encoding': encoding, 'content-length': compressed.length })
    return compressed
  })
}
