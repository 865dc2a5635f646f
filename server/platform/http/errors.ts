import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  type ZodFastifySchemaValidationError,
} from 'fastify-type-provider-zod'
import type { Lang } from '#contract/platform/localized.ts'
import { findSqlStateOrSystemCode } from '#server/platform/db/errors.ts'
import { AppError, type ErrorCode, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { findFieldLabel, listSchemasOfRequest } from './field-labels.ts'
import { getRequestLanguage, getTranslatorOfLanguage } from './language.ts'
import { findRuleSetProblemText } from './rule-set-texts.ts'

const errorCodeByFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad-json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-input',
  FST_ERR_BAD_URL: 'bad-input',
  FST_ERR_MAX_PARAM_LENGTH: 'no-such-page',
  FST_REQ_FILE_TOO_LARGE: 'too-large',
  FST_PARTS_LIMIT: 'too-large',
  FST_FILES_LIMIT: 'too-large',
  FST_FIELDS_LIMIT: 'too-large',
  FST_PROTO_VIOLATION: 'bad-form',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'wrong-type',
  FST_ERR_REQ_INVALID_VALIDATION_INVOCATION: 'bad-input',
}
/**
 * 25006: the server takes no writes, because it is a standby; 53: it has no disk space or no connection left.
 */
const connectionErrorStates = /^(08|25006|57P0|53|ECONN|EPIPE|ENOENT|ETIMEDOUT)/
/** A file cannot be stored because the disk is full. */
const diskFullErrors = new Set(['ENOSPC', 'EDQUOT'])

const toFieldProblem = (issue: ZodFastifySchemaValidationError): FieldProblem => {
  const field = issue.instancePath.replace(/^\//, '').replaceAll('/', '.')
  const params = issue.params as Record<string, unknown> & { params?: Pick<FieldProblem, 'code' | 'values'> }
  const limit = (params.maximum ?? params.minimum) as number | undefined
  const values = limit === undefined ? {} : { values: { limit: Number(limit) } }
  const ofText = params.origin === 'string' || params.origin === 'array'
  switch (issue.keyword as string) {
    case 'too_big':
      return { field, code: ofText ? 'too-long' : 'too-large', ...values }
    case 'too_small':
      return {
        field,
        code: ofText && Number(limit) === 1 ? 'required' : ofText ? 'too-short' : 'too-small',
        ...values,
      }
    case 'invalid_type':
      return { field, code: /received undefined/.test(issue.message ?? '') ? 'required' : 'wrong-type' }
    case 'invalid_format':
      return {
        field,
        code: params.format === 'date' || params.format === 'datetime' ? 'bad-date' : 'bad-format',
      }
    case 'invalid_value':
      return { field, code: 'unknown-value' }
    case 'unrecognized_keys':
      return {
        field: [field, ...((params.keys as string[] | undefined) ?? []).slice(0, 1)]
          .filter(Boolean)
          .join('.'),
        code: 'unexpected-field',
      }
    case 'custom':
      return { field, ...(params.params ?? { code: 'bad-format' }) }
    default:
      return { field, code: 'wrong-type' }
  }
}

const abortedConnectionCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])
/** Returns whether an error only says that the client closed its connection before its body had arrived. */
const isAbortedByClient = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.readableAborted && abortedConnectionCodes.has((error as FastifyError).code)

/** Maps every error to an `AppError`; unknown ones become `unexpected`. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error))
    return new AppError('bad-input', error.validation.map(toFieldProblem))
  const { code, statusCode } = error as FastifyError
  const known = errorCodeByFastifyCode[code]
  if (known) return new AppError(known, [], undefined, { cause: error })
  const state = findSqlStateOrSystemCode(error)
  if (state && connectionErrorStates.test(state))
    return new AppError('database-away', [], undefined, { cause: error })
  if (state && diskFullErrors.has(state)) return new AppError('files-away', [], undefined, { cause: error })
  if (state === '22021' || state === '22P05')
    return new AppError('bad-input', [], undefined, { cause: error })
  if (statusCode === 429) return new AppError('too-many')
  if (statusCode === 413) return new AppError('too-large')
  if (statusCode === 415) return new AppError('wrong-type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('bad-input', [], undefined, { cause: error })
  return new AppError('unexpected', [], undefined, { cause: error })
}

/** The placeholders of the messages about large images, which other messages do not have. */
const noImageLimits = { megapixels: '', jpeg: '', frames: '', animation: '' }
/** Returns details with their texts in both languages in one of them. */
const pickLanguage = (details: Readonly<Record<string, unknown>>, lang: Lang) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const text = (value as Partial<Record<Lang, unknown>> | null)?.[lang]
      return [name, typeof text === 'string' ? text : value]
    }),
  )

/**
 * Returns the body of an error response in the language of the request. `msg` names the first field by its
 * label.
 */
export const buildErrorReply = (error: AppError, request: FastifyRequest) => {
  const lang = getRequestLanguage(request)
  const t = getTranslatorOfLanguage(lang)
  const fields = error.fields.map((problem) => {
    const { field, code, values } = problem
    const general = t(`fieldErrors.${code}`, {
      limit: '',
      matches: '',
      team: '',
      table: '',
      round: '',
      time: '',
      part: '',
      character: '',
      name: '',
      teams: '',
      other: '',
      ...noImageLimits,
      ...values,
    })
    return { field, code, msg: findRuleSetProblemText(problem, lang) ?? general }
  })
  const label = fields[0] && findFieldLabel(listSchemasOfRequest(request), fields[0].field, lang)
  const msg = t(`errors.${error.code}`, {
    requestId: request.id,
    reason: '',
    days: '',
    limit: '',
    other: '',
    ...noImageLimits,
    competition: '',
    season: '',
    teamNo: '',
    message: '',
    ...pickLanguage(error.details ?? {}, lang),
  })
  return {
    success: false as const,
    code: error.code,
    msg:
      error.code === 'bad-input' && fields[0] ? `${msg} ${label ? `${label}: ` : ''}${fields[0].msg}` : msg,
    ...(fields[0] ? { field: fields[0].field, fields } : {}),
    ...(error.details ? { details: error.details } : {}),
    ...(error.status >= 500 ? { requestId: request.id } : {}),
  }
}

/**
 * Sends an error response with its status, `Cache-Control: no-store` and, where it is known, `Retry-After`.
 * Logs errors of the server.
 */
export const logAndSendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const known = isAbortedByClient(error, request) ? new AppError('bad-input') : toAppError(error)
  // a refusal while the site is read-only is no error of the server
  if (known.status >= 500 && known.code !== 'read-only')
    request.log.error({ err: known.cause ?? known }, 'request failed')
  if (typeof known.details?.retryAfter === 'number')
    reply.header('retry-after', String(known.details.retryAfter))
  else if (known.status === 503) reply.header('retry-after', '5')
  return reply.code(known.status).header('cache-control', 'no-store').send(buildErrorReply(known, request))
}

/** Sends every thrown error with `logAndSendError`. */
export const registerErrorHandler = (app: FastifyInstance) => {
  app.setErrorHandler(logAndSendError)
}

/** Maps a record, and the names of its fields, to the published names of the specification. */
export type PublishedNames<R, P = unknown> = { record?: (record: R) => P; field: (field: string) => string }

/**
 * Awaits `work`. When it throws an `AppError`, maps the names of its fields, and the current record in
 * `details`, to the published names.
 */
export const awaitWithPublishedErrorFields = async <T, R>(
  work: Promise<T>,
  published: PublishedNames<R>,
): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fields = error.fields.map((problem) => ({ ...problem, field: published.field(problem.field) }))
    const current = error.details?.current as R | undefined
    throw new AppError(
      error.code,
      fields,
      current && published.record ? { current: published.record(current) } : error.details,
      {
        cause: error.cause,
      },
    )
  }
}
