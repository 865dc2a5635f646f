import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import sharp from 'sharp'
import { paths } from '#contract/paths.ts'

const megabyte = 1024 * 1024
const clients = 50

/** Results of uploads that arrive at once. `grown` and `bodySize` are in MB, `slowestOther` is the slowest other call meanwhile in milliseconds. */
export type UploadFigures = {
  name: string
  bodySize: number
  served: number
  busy: number
  otherStatuses: number[]
  failed: number
  grown: number
  slowestOther: number
}

type Upload = { name: string; path: string; fields: Record<string, string>; files: Record<string, Buffer> }

const readResidentMemory = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Creates an image of the largest accepted size. The bytes after its end are ignored. */
const createLargestImage = async () => {
  const image = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer()
  return Buffer.concat([image, Buffer.alloc(10 * megabyte - image.length)])
}

/** Creates a score file with the most lines, of almost 10 MB. */
const createLargestScoreFile = () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `Player ${n},p${n}@load.example,${n % 100},60,${' '.repeat(460)}`)
  return Buffer.from(`name,email,score,time,note\n${lines.join('\n')}\n`)
}

const createBody = ({ fields, files }: Upload, boundary: string): Buffer[] => [
  ...Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  ),
  ...Object.entries(files).flatMap(([name, bytes]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]),
  Buffer.from(`--${boundary}--\r\n`),
]

/** Sends a form. Returns the status and whether the reply has Retry-After; the status is 0 when the connection broke without a reply. */
const send = (address: string, token: string, path: string, parts: Buffer[], boundary: string) =>
  new Promise<{ status: number; retryAfter: boolean }>((done) => {
    const length = parts.reduce((sum, each) => sum + each.length, 0)
    const headers = { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length }
    const upload = request(`${address}${path}`, { method: 'POST', headers, agent: false })
    upload.on('response', (reply) => {
      reply.resume()
      done({ status: reply.statusCode ?? 0, retryAfter: 'retry-after' in reply.headers })
    })
    upload.on('error', () => done({ status: 0, retryAfter: false }))
    for (const part of parts) upload.write(part)
    upload.end()
  })

/** Sends the largest forms of three routes to a running server, 50 at once, and measures the growth of its memory. `token` is of an administrator, `eventId` of an event with a ranking. */
export const measureUploads = async (address: string, pid: number, token: string, eventId: string): Promise<UploadFigures[]> => {
  const image = await createLargestImage()
  const photos = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`photo${n}`, image]))
  const uploads: Upload[] = [
    {
      name: 'event with a cover',
      path: paths.adminEvents,
      fields: { title_en: 'Largest', title_ar: 'الأكبر', description_en: 'x', description_ar: 'س' },
      files: { coverImage: image },
    },
    { name: 'team with pictures', path: paths.teams, fields: { name: 'Largest' }, files: { image, ...photos } },
    {
      name: 'score file (preview)',
      path: `${paths.adminScores(eventId)}/import`,
      fields: { preview: 'true' },
      files: { file: createLargestScoreFile() },
    },
  ]
  const figures: UploadFigures[] = []
  for (const upload of uploads) {
    const parts = createBody(upload, 'largest-body')
    await send(address, token, upload.path, parts, 'largest-body')
    const before = readResidentMemory(pid)
    let [most, slowestOther, isRunning] = [before, 0, true]
    const watching = (async () => {
      while (isRunning) {
        const startedAt = performance.now()
        await (await fetch(`${address}/healthz`)).arrayBuffer()
        slowestOther = Math.max(slowestOther, performance.now() - startedAt)
        most = Math.max(most, readResidentMemory(pid))
        await new Promise((done) => setTimeout(done, 10))
      }
    })()
    const replies = await Promise.all(Array.from({ length: clients }, () => send(address, token, upload.path, parts, 'largest-body')))
    isRunning = false
    await watching
    const busy = replies.filter(({ status, retryAfter }) => status === 503 && retryAfter).length
    const served = replies.filter(({ status }) => status === 200).length
    figures.push({
      name: upload.name,
      bodySize: parts.reduce((sum, each) => sum + each.length, 0) / megabyte,
      served,
      busy,
      otherStatuses: [...new Set(replies.map(({ status }) => status))].filter((status) => status !== 200 && status !== 503 && status !== 0),
      failed: replies.filter(({ status }) => status === 0).length,
      grown: most - before,
      slowestOther,
    })
  }
  return figures
}
