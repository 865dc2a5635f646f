import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Upload } from '#contract/upload.ts'
import type { z } from '#contract/z.ts'
import { AppError } from '#server/lib/app-error.ts'

const megabyte = 1024 * 1024

/**
 * Limits of multipart forms in bytes: one file, one text, all texts of a form, and the forms that all requests of this process hold at the same time.
 * A whole form may have its texts and one file in each of its file fields.
 */
export const formLimits = { file: 10 * megabyte, text: 200_000, texts: megabyte, allForms: 256 * megabyte } as const
type FormLimits = { [limit in keyof typeof formLimits]: number }

declare module 'fastify' {
  interface FastifyInstance {
    formMemory: FormMemory
  }
}
type FormMemory = ReturnType<typeof createFormMemory>

/** Counts the bytes that forms hold in memory. A request holds its bytes until its reply is sent or its connection is closed. */
const createFormMemory = (limits: FormLimits) => {
  let used = 0
  const assertRoom = (bytes: number) => {
    if (used + bytes > limits.allForms) throw new AppError('overloaded')
  }
  return {
    limits,
    used: () => used,
    assertRoom,
    /** Returns a function that adds bytes to the memory of this request. It throws `overloaded` when all requests together hold too many. */
    open: (reply: FastifyReply) => {
      let held = 0
      reply.raw.once('close', () => {
        used -= held
        held = 0
      })
      return (bytes: number) => {
        assertRoom(bytes)
        used += bytes
        held += bytes
      }
    },
  }
}

/** Registers the parser of multipart forms. No call takes plain text. */
export const registerFormParser = async (app: FastifyInstance, limits: FormLimits = formLimits) => {
  app.removeContentTypeParser('text/plain')
  app.decorate('formMemory', createFormMemory(limits))
  await app.register(multipart, {
    limits: { fileSize: limits.file, files: 12, fields: 80, fieldSize: limits.text, parts: 92, fieldNameSize: 100 },
  })
}

/** Lists the file fields of a form: those with the format `binary` in its schema. */
const listFileFields = (form: z.ZodObject): string[] =>
  Object.entries(form.shape).flatMap(([name, field]) => ((field as z.ZodType).meta()?.format === 'binary' ? [name] : []))

const createFileTooLargeError = (field: string) => new AppError('picture-too-large', [{ field, code: 'picture-too-large' }])

/** Reads one file. It stops as soon as the file is too large. */
const readFile = async ({ fieldname, file }: MultipartFile): Promise<Uint8Array> => {
  const chunks: Buffer[] = []
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (file.truncated) break
    chunks.push(chunk)
  }
  if (file.truncated) throw createFileTooLargeError(fieldname)
  return Buffer.concat(chunks)
}

/** A part named `name.en` is the English text of `name`. */
const localizedPart = /^(\w+)\.(en|ar)$/

/** Adds a text to the body of a form. */
const setText = (body: Record<string, unknown>, field: string, text: unknown) => {
  const [, name, lang] = localizedPart.exec(field) ?? []
  if (name === undefined || lang === undefined) body[field] = text
  else body[name] = { ...(body[name] as object | undefined), [lang]: text }
}

/** Converts an error of the parser to an `AppError`. */
const toFormError = (error: unknown, field: string): unknown => {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return createFileTooLargeError(field)
  // an error of the parser about a broken body has no status
  return statusCode === undefined ? new AppError('bad-form', [], undefined, { cause: error }) : error
}

/**
 * Creates the `preValidation` hook that parses a multipart form to `{ field: text | Upload }` in `request.body`, which the schema then validates. Other bodies
 * (urlencoded, JSON) are not changed. An empty file part counts as no file. The hook rejects a file in another field before it reads the file, and a form that
 * is too large by its Content-Length or while it reads.
 */
export const createFormParsingHook = (form: z.ZodObject) => {
  const fileFields = listFileFields(form)

  const readParts = async (request: FastifyRequest) => {
    const body: Record<string, unknown> = {}
    const fields = new Set<string>()
    let field = ''
    try {
      for await (const part of request.parts()) {
        field = part.fieldname
        if (fields.has(field) || (part.type === 'file' && !fileFields.includes(field)))
          throw new AppError('bad-input', [{ field, code: 'unexpected-field' }])
        fields.add(field)
        if (part.type === 'file') {
          const bytes = await readFile(part)
          if (bytes.length > 0 || part.filename) body[field] = { name: part.filename, type: part.mimetype, bytes } satisfies Upload
        } else {
          if (part.valueTruncated || part.fieldnameTruncated)
            throw new AppError('too-large', [{ field, code: 'too-long', values: { limit: request.server.formMemory.limits.text } }])
          setText(body, field, part.value)
        }
      }
    } catch (error) {
      throw toFormError(error, field)
    }
    return body
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.isMultipart()) {
      if (request.body === undefined || request.body === null) throw new AppError('wrong-type')
      return
    }
    const { limits, assertRoom, open } = request.server.formMemory
    const mostBytes = limits.texts + fileFields.length * limits.file
    const declared = Number(request.headers['content-length'] ?? 0)
    const [field, ...otherFields] = fileFields
    if (declared > mostBytes)
      throw field !== undefined && otherFields.length === 0 ? createFileTooLargeError(field) : new AppError('too-large')
    assertRoom(declared)

    const holdBytes = open(reply)
    let received = 0
    let count: (chunk: Buffer) => void = () => {}
    const exceeded = new Promise<never>((_, reject) => {
      count = ({ length }) => {
        received += length
        try {
          if (received > mostBytes) throw new AppError('too-large')
          holdBytes(length)
        } catch (error) {
          reject(error)
        }
      }
    })
    request.raw.on('data', count)
    try {
      request.body = await Promise.race([readParts(request), exceeded])
    } catch (error) {
      // the size of the rest is unknown: the connection is closed instead of read to its end
      if (declared === 0) reply.header('connection', 'close')
      throw error
    } finally {
      request.raw.off('data', count)
      // discards the rest of a rejected form
      request.raw.unpipe()
      request.raw.resume()
    }
  }
}
