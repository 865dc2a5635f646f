import { Socket } from 'node:net'
import formbody from '@fastify/formbody'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Upload } from '#contract/platform/crud.schema.ts'
import type { z } from '#contract/platform/z.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getTemporaryFolder } from '#server/platform/lib/data-folder.ts'
import { createTemporaryUploadStore } from './temporary-uploads.ts'

const megabyte = 1024 * 1024

/**
 * Limits of multipart forms in bytes: one file, one text, and all texts of a form; then the files on the disk
 * and the texts in memory of all requests of this process at the same time. A whole form may have its texts
 * and one file in each of its file fields.
 */
export const formLimits = {
  file: 10 * megabyte,
  text: 200_000,
  texts: megabyte,
  disk: 1024 * megabyte,
  memory: 64 * megabyte,
} as const
type FormLimits = { [limit in keyof typeof formLimits]: number }
type TemporaryUploads = Awaited<ReturnType<typeof createTemporaryUploadStore>>
type RequestUploads = ReturnType<TemporaryUploads['openRequest']>

declare module 'fastify' {
  interface FastifyInstance {
    formLimits: FormLimits
    temporaryUploads: TemporaryUploads
  }
  interface FastifyRequest {
    uploads: RequestUploads | null
  }
}

/**
 * Removes the content type of a request without a body: ordinary clients send one with every call, and the
 * parser of that type would reject the empty body.
 */
const ignoreTypeOfEmptyBody = async ({ headers, server }: FastifyRequest) => {
  // a part of an upload may be empty, and is read as a stream
  if (
    headers['content-type'] === 'application/octet-stream' &&
    server.hasContentTypeParser('application/octet-stream')
  )
    return
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
    delete headers['content-type']
}

/**
 * Registers the parsers of JSON, urlencoded and multipart bodies. The last one writes files to
 * `temporary-uploads` in `dataFolder` until the reply is sent. An empty body is no body, whatever its content
 * type. Plain text is rejected, because no call takes it.
 */
export const registerBodyParsers = async (
  app: FastifyInstance,
  dataFolder: string,
  limits: FormLimits = formLimits,
) => {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addHook('onRequest', ignoreTypeOfEmptyBody)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    text === '' ? done(null) : parseJson(request, text, done),
  )
  await app.register(formbody)
  const temporaryUploads = await createTemporaryUploadStore(getTemporaryFolder(dataFolder), limits)
  app.decorate('formLimits', limits)
  app.decorate('temporaryUploads', temporaryUploads)
  app.decorateRequest('uploads', null)
  // runs after the handler, also when the client has gone
  app.addHook('onSend', async (request) => {
    await request.uploads?.release()
  })
  app.addHook('onClose', temporaryUploads.close)
  await app.register(multipart, {
    limits: {
      fileSize: limits.file,
      files: 12,
      fields: 80,
      fieldSize: limits.text,
      parts: 92,
      fieldNameSize: 100,
    },
    throwFileSizeLimit: false,
  })
}

/** Lists the file fields of a form: those with the format `binary` in its schema. */
const listFileFields = (form: z.ZodObject): string[] =>
  Object.entries(form.shape).flatMap(([name, field]) =>
    (field as z.ZodType).meta()?.format === 'binary' ? [name] : [],
  )

/** Creates the error for a file field, which takes images unless its schema names another media type. */
const createFileTooLargeError = (field: string, { form, limit }: { form: z.ZodObject; limit: number }) =>
  (form.shape[field] as z.ZodType | undefined)?.meta()?.contentMediaType === undefined
    ? new AppError('picture-too-large', [{ field, code: 'picture-too-large' }])
    : new AppError('file-too-large', [
        { field, code: 'file-too-large', values: { limit: Math.floor(limit / megabyte) } },
      ])

/** Writes one file to the disk. Throws as soon as the file is too large. */
const writeFile = async (
  { fieldname, filename, mimetype, file }: MultipartFile,
  uploads: RequestUploads,
  createError: (field: string) => AppError,
): Promise<Upload> => {
  const tooLarge = new Promise<never>((_, reject) => file.once('limit', () => reject(createError(fieldname))))
  const written = await Promise.race([uploads.writeFile(file), tooLarge])
  if (file.truncated) throw createError(fieldname)
  return new Upload({ name: filename, type: mimetype, ...written })
}

/** A part named `name.en` is the English text of `name`. */
const localizedPart = /^(\w+)\.(en|ar)$/

/** Adds a text to the body of a form. */
const setText = (body: Record<string, unknown>, field: string, text: unknown) => {
  const [, name, lang] = localizedPart.exec(field) ?? []
  if (name === undefined || lang === undefined) body[field] = text
  else body[name] = { ...(body[name] as object | undefined), [lang]: text }
}

const isUrlencoded = ({ headers }: FastifyRequest) =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

/** Returns the body of an urlencoded form as that of a multipart form. */
const toFormBody = (fields: object) => {
  const body: Record<string, unknown> = {}
  for (const [field, text] of Object.entries(fields)) setText(body, field, text)
  return body
}

/** Converts an error of the parser to an `AppError`. */
const toFormError = (error: unknown): unknown => {
  if (error instanceof AppError) return error
  const { code, statusCode, syscall } = error as { code?: string; statusCode?: number; syscall?: string }
  if (code === 'ENOSPC') return new AppError('overloaded', [], undefined, { cause: error })
  if (syscall !== undefined) return error
  // an error of the parser about a broken body has no status
  return statusCode === undefined ? new AppError('bad-form', [], undefined, { cause: error }) : error
}

/**
 * Creates the `preValidation` hook that parses a multipart form to `{ field: text | Upload }` in
 * `request.body`, which the schema then validates. An urlencoded form has texts only; JSON is not changed. An
 * empty file part counts as no file. The hook rejects a file in another field before it reads the file, and a
 * form that is too large by its Content-Length or while it reads. `largestFile` is the limit of one file in
 * bytes where it is lower than that of all forms.
 */
export const createFormParsingHook = (
  form: z.ZodObject,
  { largestFile = formLimits.file }: { largestFile?: number } = {},
) => {
  const fileFields = listFileFields(form)

  const readParts = async (request: FastifyRequest, uploads: RequestUploads, fileSize: number) => {
    const body: Record<string, unknown> = {}
    const fields = new Set<string>()
    let texts = 0
    try {
      for await (const part of request.parts({ limits: { fileSize } })) {
        const field = part.fieldname
        if (fields.has(field) || (part.type === 'file' && !fileFields.includes(field)))
          throw new AppError('bad-input', [{ field, code: 'unexpected-field' }])
        fields.add(field)
        if (part.type === 'file') {
          const upload = await writeFile(part, uploads, (name) =>
            createFileTooLargeError(name, { form, limit: fileSize }),
          )
          if (upload.size > 0 || upload.name) body[field] = upload
        } else {
          if (part.valueTruncated || part.fieldnameTruncated)
            throw new AppError('too-large', [
              { field, code: 'too-long', values: { limit: request.server.formLimits.text } },
            ])
          const bytes = Buffer.byteLength(part.value as string)
          texts += bytes
          if (texts > request.server.formLimits.texts) throw new AppError('too-large')
          uploads.holdTexts(bytes)
          setText(body, field, part.value)
        }
      }
    } catch (error) {
      throw toFormError(error)
    }
    return body
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.isMultipart()) {
      if (request.body === undefined) throw new AppError('bad-input')
      if (request.body === null) throw new AppError('wrong-type')
      if (isUrlencoded(request)) request.body = toFormBody(request.body)
      return
    }
    const { formLimits: limits, temporaryUploads } = request.server
    const fileSize = Math.min(limits.file, largestFile)
    const mostBytes = limits.texts + fileFields.length * fileSize
    const declared = Number(request.headers['content-length'] ?? 0)
    const [field, ...otherFields] = fileFields
    if (declared > mostBytes)
      throw field !== undefined && otherFields.length === 0
        ? createFileTooLargeError(field, { form, limit: fileSize })
        : new AppError('too-large')

    const uploads = temporaryUploads.openRequest(declared)
    request.uploads = uploads
    let received = 0
    let count: (chunk: Buffer) => void = () => {}
    const exceeded = new Promise<never>((_, reject) => {
      count = ({ length }) => {
        received += length
        if (received > mostBytes) reject(new AppError('too-large'))
      }
    })
    request.raw.on('data', count)
    try {
      request.body = await Promise.race([readParts(request, uploads, fileSize), exceeded])
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

/**
 * How long a body that is still arriving after the reply may make no progress (`idleMs`), and how long it may
 * take at most (`totalMs`).
 */
const unreadBodyLimits = { idleMs: 5000, totalMs: 30_000 }

/**
 * Closes the connection of a client that keeps sending the body of a request after its reply, for example of
 * a rejected upload. The bytes are discarded. While they arrive the connection stays open: closing it earlier
 * could lose the reply, which a client may read only after it has sent its body.
 */
export const registerBodyTimeoutAfterReply = (
  app: FastifyInstance,
  { idleMs, totalMs } = unreadBodyLimits,
) => {
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    const { socket } = raw
    // a call inside the process, as of server rendering, has no connection
    if (!raw.complete && socket instanceof Socket) {
      const endsAt = performance.now() + totalMs
      let { bytesRead } = socket
      const timer = setInterval(() => {
        if (!raw.complete && socket.bytesRead !== bytesRead && performance.now() < endsAt)
          bytesRead = socket.bytesRead
        else {
          clearInterval(timer)
          if (!raw.complete) raw.destroy()
        }
      }, idleMs).unref()
    }
    done()
  })
}
