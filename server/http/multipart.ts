import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Upload } from '#contract/upload.ts'
import { AppError } from '#server/lib/app-error.ts'

/** Limits of a form. A picture may have 10 MB, a text 200 kB, and a form twelve of them. */
export const formLimits = { fileSize: 10 * 1024 * 1024, files: 12, fields: 80, fieldSize: 200_000, parts: 92, fieldNameSize: 100 } as const

/** Registers the parser of multipart forms; no call takes plain text. */
export const acceptForms = async (app: FastifyInstance) => {
  app.removeContentTypeParser('text/plain')
  await app.register(multipart, { limits: formLimits, throwFileSizeLimit: true })
}

/**
 * `preValidation` hook of calls that take a form: puts `{ field: text | Upload }` into `request.body`, so that the schema checks it.
 * Takes multipart forms; urlencoded forms and JSON pass through as they are. An empty file part counts as no file.
 */
export const readForm = async (request: FastifyRequest) => {
  if (!request.isMultipart()) {
    if (request.body === undefined || request.body === null) throw new AppError('wrong-type')
    return
  }
  const body: Record<string, unknown> = {}
  let part: { fieldname: string } | undefined
  try {
    for await (const next of request.parts()) {
      part = next
      if (Object.hasOwn(body, next.fieldname)) throw new AppError('bad-input', [{ field: next.fieldname, code: 'unexpected-field' }])
      if (next.type === 'file') {
        const bytes = await next.toBuffer()
        if (bytes.length > 0 || next.filename) body[next.fieldname] = { name: next.filename, type: next.mimetype, bytes } satisfies Upload
      } else {
        if (next.valueTruncated || next.fieldnameTruncated)
          throw new AppError('too-large', [{ field: next.fieldname, code: 'too-long', values: { limit: formLimits.fieldSize } }])
        body[next.fieldname] = next.value
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    const field = part?.fieldname ?? ''
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('picture-too-large', [{ field, code: 'picture-too-large' }])
    if (statusCode !== undefined) throw error
    // what busboy says of a broken body has no code
    throw new AppError('bad-form', [], undefined, { cause: error })
  }
  request.body = body
}
