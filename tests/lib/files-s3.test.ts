import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createS3FileStore } from '#server/platform/lib/files-s3.ts'
import { startS3Server } from '../support/services/s3-server.ts'

const keys = [
  'uploads/private/a.webp',
  'uploads/private/b.webp',
  'uploads/private/below/c.webp',
  'uploads/teams/d.webp',
  'private/e.webp',
]
const modified = '2026-11-21T08:00:00.000Z'

/** A server that replies to list requests as S3 does, with one key on each page. */
const bucket = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://s3.test').searchParams
  const matching = keys.filter((key) => key.startsWith(query.get('prefix') ?? ''))
  const at = Number(query.get('continuation-token') ?? 0)
  const next = at + 1 < matching.length ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : ''
  response.setHeader('content-type', 'application/xml')
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}
     <Contents><Key>${matching[at]}</Key><LastModified>${modified}</LastModified></Contents></ListBucketResult>`,
  )
})
beforeAll(() => new Promise<void>((ready) => bucket.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise((closed) => bucket.close(closed)))

test('a bucket that cannot be reached or fails is reported as files that are away, a missing file is not', async () => {
  const server = createServer((_request, response) => response.writeHead(503).end())
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const files = createS3FileStore(
    `s3://key:secret@photos/uploads?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
  )
  await expect(files.check()).rejects.toMatchObject({ code: 'files-away' })
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await expect(files.put('private', 'a.webp', Buffer.from('a'), 'image/webp')).rejects.toMatchObject({
    code: 'files-away',
  })
  const s3 = await startS3Server()
  expect(await createS3FileStore(s3.url).stat('private', 'a.webp')).toBeNull()
  await s3.close()
})

test('a bucket lists the files of one folder below its prefix, from all pages', async () => {
  const { port } = bucket.address() as AddressInfo
  const files = createS3FileStore(
    `s3://key:secret@photos/uploads?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
  )
  const listed = []
  for await (const file of files.list('private')) listed.push(file)
  expect(listed).toEqual(['a.webp', 'b.webp'].map((name) => ({ name, modified: new Date(modified) })))
})
