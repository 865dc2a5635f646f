import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Starts an S3 server that stores objects in memory: objects with ranges, lists, and uploads in parts with
 * the rules of S3 (5 MB at least, tags that must fit). `url` is a value for `STORAGE_URL`.
 */
export const startS3Server = async () => {
  const objects = new Map<string, { bytes: Buffer; type: string; modified: Date }>()
  const uploads = new Map<string, { key: string; type: string; parts: Map<number, Buffer> }>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3.test')
    const key = decodeURIComponent(pathname).replace(/^\/bucket\/?/, '')
    const send = (
      status: number,
      body: string | Buffer = '',
      headers: Record<string, string | number> = {},
    ) => {
      const type = typeof body === 'string' && body ? { 'content-type': 'application/xml' } : {}
      response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...type, ...headers }).end(body)
    }
    const fail = (status: number, code: string) => send(status, `<Error><Code>${code}</Code></Error>`)
    const body = await readBody(request).catch(() => null)
    // the client left before the end of the body: S3 stores nothing
    if (!body || !request.complete) return response.destroy()
    const uploadId = searchParams.get('uploadId')
    const upload = uploadId === null ? undefined : uploads.get(uploadId)
    if (uploadId !== null && upload?.key !== key) return fail(404, 'NoSuchUpload')
    const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
    const type = String(request.headers['content-type'] ?? 'application/octet-stream')

    if (request.method === 'POST' && searchParams.has('uploads')) {
      const id = `upload-${uploads.size + 1}-${Date.now()}`
      uploads.set(id, { key, type, parts: new Map() })
      return send(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (request.method === 'PUT' && upload) {
      upload.parts.set(Number(searchParams.get('partNumber')), body)
      return send(200, '', { etag: tagOf(body) })
    }
    if (request.method === 'POST' && upload && uploadId !== null) {
      const listed = [...body.toString().matchAll(/<ETag>(.*?)<\/ETag><PartNumber>(\d+)<\/PartNumber>/g)]
      const parts = listed.map(([, , number]) => upload.parts.get(Number(number)))
      const fits = parts.every(
        (part, index) => part && tagOf(part) === listed[index]?.[1]?.replaceAll('&quot;', '"'),
      )
      if (!fits || parts.length === 0) return fail(400, 'InvalidPart')
      if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < 5 * 1024 * 1024))
        return fail(400, 'EntityTooSmall')
      objects.set(key, { bytes: Buffer.concat(parts as Buffer[]), type: upload.type, modified: new Date() })
      uploads.delete(uploadId)
      return send(
        200,
        `<CompleteMultipartUploadResult><Key>${escapeXml(key)}</Key></CompleteMultipartUploadResult>`,
      )
    }
    if (request.method === 'DELETE') {
      if (uploadId !== null) uploads.delete(uploadId)
      else objects.delete(key)
      return send(204)
    }
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type, modified: new Date() })
      return send(200, '', { etag: tagOf(body) })
    }
    if (key === '') {
      const prefix = searchParams.get('prefix') ?? ''
      const contents = [...objects].filter(([name]) => name.startsWith(prefix))
      const rows = contents.map(
        ([name, { modified, bytes }]) =>
          `<Contents><Key>${escapeXml(name)}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
      )
      return send(
        200,
        `<ListBucketResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListBucketResult>`,
      )
    }
    const object = objects.get(key)
    if (!object) return fail(404, 'NoSuchKey')
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(first ?? 0)
    const end = last ? Number(last) : object.bytes.length - 1
    const part = object.bytes.subarray(start, end + 1)
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': part.length,
      'content-type': object.type,
      'last-modified': object.modified.toUTCString(),
      etag: tagOf(object.bytes),
      ...(first === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${object.bytes.length}` }),
    })
    response.end(request.method === 'HEAD' ? undefined : part)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://key:secret@bucket/files?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
    objects,
    /** Uploads in parts that are neither completed nor aborted. */
    uploads,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
