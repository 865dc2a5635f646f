import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { replies } from '#i18n/en/replies.ts'
import type { en } from '#i18n/en.ts'
import type { ErrorCode } from '#server/platform/lib/app-error.ts'
import { getRequestLanguage, getTranslatorOfLanguage } from './language.ts'

type ReplyKey = keyof typeof replies
export type MessageKey = keyof typeof en.messages | ReplyKey

const isReplyKey = (key: MessageKey): key is ReplyKey => key in replies

/** Returns a text of the catalogues `messages` and `replies` in the language of the request. */
const translateMessage = (request: FastifyRequest, key: MessageKey): string =>
  getTranslatorOfLanguage(getRequestLanguage(request))(isReplyKey(key) ? `replies.${key}` : `messages.${key}`)

/** Returns the message of an error in the language of the request; an empty text for none. */
export const translateErrorCode = (request: FastifyRequest, code: ErrorCode | null): string =>
  code === null
    ? ''
    : getTranslatorOfLanguage(getRequestLanguage(request))(`errors.${code as 'unexpected'}`, {
        requestId: '',
      })

/** Returns the body of a successful reply. */
export const buildSuccessReply = <F extends object>(fields: F) => ({ success: true as const, ...fields })

/** Returns the body of the reply to a write, with a message in the language of the request. */
export const buildMessageReply = <F extends object>(
  request: FastifyRequest,
  key: MessageKey,
  fields?: F,
) => ({
  success: true as const,
  msg: translateMessage(request, key),
  ...(fields as F),
})

/** Returns the body of a reply with one page of a list. `key` is the key of the rows. */
export const buildListReply = <K extends string, R>(
  key: K,
  rows: R[],
  total: number,
  { page, per_page }: { page: number; per_page: number },
) => ({
  success: true as const,
  ...({ [key]: rows } as Record<K, R[]>),
  currentPage: page,
  totalItems: total,
  per_page,
})

/** Sends `Cache-Control: no-store`; a hook. */
export const preventCaching = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.header('cache-control', 'no-store')
}

/** Sends a CSV file. */
export const sendCsv = (reply: FastifyReply, name: string, lines: Iterable<string> | AsyncIterable<string>) =>
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    })
    .send(Readable.from(lines))
