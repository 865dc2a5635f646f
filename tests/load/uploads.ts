import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import sharp from 'sharp'
import { getPath } from '#contract/platform/call-path.ts'
import { createSaudiId } from '../support/data/national-ids.ts'

const megabyte = 1024 * 1024
const clients = 50

/**
 * Results of uploads to a server that was just started. Sizes are in MB, times in milliseconds. `other` is
 * the slowest other call meanwhile.
 */
export type UploadFigures = {
  bodySize: number
  /** One upload: its time, the growth of memory over that of the idle server, and the slowest other call. */
  alone: { milliseconds: number; grown: number; other: number }
  /** 50 uploads at once. `busy` have 503 and Retry-After, `failed` no reply; `others` are further replies. */
  together: {
    served: number
    busy: number
    failed: number
    others: string[]
    grown: number
    other: number
    seconds: number
  }
}

/** Forms with the most pictures, and the largest CSV files, each previewed and imported. */
export const uploadKinds = [
  'event',
  'team',
  'score-preview',
  'score-import',
  'team-preview',
  'team-import',
] as const
export type UploadKind = (typeof uploadKinds)[number]
type Form = { path: string; fields: Record<string, string>; files: Record<string, Buffer> }
type Reply = { status: number; text: string; retryAfter: boolean }

const readMemory = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(
    new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0,
  ) / 1024

/** Creates a photo of 12 megapixels and fills it up to the largest accepted size. */
const createLargestImage = async () => {
  const image = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
      background: 'white',
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer()
  if (image.length > 10 * megabyte) throw new Error('the photo is too large')
  return Buffer.concat([image, Buffer.alloc(10 * megabyte - image.length)])
}

/** Creates a score file with the most lines and almost 5 MB. */
const createLargestScoreFile = () => {
  const note = 'x'.repeat(205)
  const lines = Array.from(
    { length: 20_000 },
    (_, n) => `Player ${n},p${n}@load.example,${n % 100},60,${note}`,
  )
  return Buffer.from(`name,email,score,time,note\n${lines.join('\n')}\n`)
}

/**
 * Creates a file of 4,000 teams with ten members each. The number makes the teams and their members unique.
 */
const createLargestTeamFile = (number: number) => {
  const people = [
    'coach_name,coach_email,coach_phone',
    ...Array.from({ length: 10 }, (_, n) =>
      ['name', 'national_id', 'dob', 'gender', 'guardian', 'guardian_contact']
        .map((column) => `member${n + 1}_${column}`)
        .join(','),
    ),
  ]
  const birthDate = `${new Date().getUTCFullYear() - 12}-03-04`
  const lines = Array.from({ length: 4000 }, (_, team) => {
    const members = Array.from({ length: 10 }, (_, n) => {
      const serial = (number * 4000 + team) * 10 + n
      return `عبد الرحمن محمد العتيبي,${createSaudiId(70_000_000 + serial)},${birthDate},male,محمد عبد الله العتيبي,0501234567`
    })
    return `فريق الواحة ${number} ${team},مدرسة الواحة الابتدائية,robo_mission,junior,عمر أحمد,omar@load.example,966501234567,${members.join(',')}`
  })
  return Buffer.from(`team_name,school,competition,age_level,${people.join(',')}\n${lines.join('\n')}\n`)
}

const createMember = (serial: number) => ({
  name: `Member ${serial}`,
  nationalId: createSaudiId(80_000_000 + serial),
  birthDate: `${new Date().getUTCFullYear() - 12}-03-04`,
  gender: serial % 2,
  consent: { guardian: 'Huda', contact: '+966501234567', agreed: true, publish: true },
})

/** Creates a function that returns the largest form of a kind; the number makes it unique. */
const createForms = async (
  address: string,
  token: string,
  kind: UploadKind,
): Promise<(number: number) => Form> => {
  const get = async (path: string) =>
    (await fetch(`${address}${path}`, { headers: { authorization: token } })).json() as Promise<unknown>
  const preview = String(kind === 'score-preview' || kind === 'team-preview')
  if (kind === 'score-preview' || kind === 'score-import') {
    const { events } = (await get('/api/events/?status=true')) as { events: { _id: string; slug: string }[] }
    const file = createLargestScoreFile()
    return () => ({
      path: getPath('POST /api/admin/events/:eventId/scores/import', {
        eventId: events.find(({ slug }) => slug === 'oasis-rescue')?._id ?? '',
      }),
      fields: { preview, acceptRepeat: 'true' },
      files: { file },
    })
  }
  if (kind === 'event') {
    const image = await createLargestImage()
    return (number) => ({
      path: getPath('GET /api/admin/events'),
      fields: {
        title_en: `Largest ${number}`,
        title_ar: `الأكبر ${number}`,
        description_en: 'x',
        description_ar: 'س',
      },
      files: { coverImage: image, bannerImage: image },
    })
  }
  const { competions } = (await get(`${getPath('GET /api/admin/competitions')}/?all_active=true`)) as {
    competions: { _id: string; slug: string }[]
  }
  const competitionId = competions.find(({ slug }) => slug === 'robo_mission')?._id ?? ''
  const changed = await fetch(`${address}${getPath('PUT /api/admin/competitions')}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ id: competitionId, maxMembers: 10 }),
  })
  if (!changed.ok) throw new Error(`the competition cannot have teams of ten: ${await changed.text()}`)
  if (kind !== 'team')
    return (number) => ({
      path: getPath('POST /api/admin/teams/import'),
      fields: { preview },
      files: { file: createLargestTeamFile(number) },
    })
  const image = await createLargestImage()
  const photos = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`photo${n}`, image]))
  return (number) => ({
    path: getPath('GET /api/teams'),
    fields: {
      competitionId,
      name: `Largest ${number}`,
      schoolName: 'School of the Oasis',
      ageLevel: 'junior',
      coaches: JSON.stringify([{ name: 'Omar', email: 'omar@load.example', phone: '+966501234567' }]),
      members: JSON.stringify(Array.from({ length: 10 }, (_, n) => createMember(number * 10 + n))),
    },
    files: { image, ...photos },
  })
}

const boundary = 'largest-body'
const createBody = ({ fields, files }: Form): Buffer[] => [
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

/** Sends a form. The status is 0 when the connection ended without a reply. */
const send = (address: string, token: string, form: Form) =>
  new Promise<Reply>((resolve) => {
    const parts = createBody(form)
    const length = parts.reduce((sum, { length }) => sum + length, 0)
    const headers = {
      authorization: token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': length,
    }
    const upload = request(`${address}${form.path}`, { method: 'POST', headers, agent: false })
    upload.on('response', async (reply) => {
      const retryAfter = 'retry-after' in reply.headers
      const text = (await reply.toArray()).join('')
      resolve({ status: reply.statusCode ?? 0, text, retryAfter })
    })
    upload.on('error', (error) => resolve({ status: 0, text: error.message, retryAfter: false }))
    for (const part of parts) upload.write(part)
    upload.end()
  })

/**
 * Calls `work`, and measures the highest growth of the memory of the server over `idle` and the slowest other
 * call meanwhile.
 */
const watch = async <T>(address: string, pid: number, idle: number, work: () => Promise<T>) => {
  // sets the highest memory so far back to the current one
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  let [other, isRunning] = [0, true]
  const watching = (async () => {
    while (isRunning) {
      const startedAt = performance.now()
      await (await fetch(`${address}/healthz`)).arrayBuffer()
      other = Math.max(other, performance.now() - startedAt)
      await new Promise((done) => setTimeout(done, 10))
    }
  })()
  const startedAt = performance.now()
  const result = await work()
  const milliseconds = performance.now() - startedAt
  isRunning = false
  await watching
  return { result, milliseconds, grown: readMemory(pid, 'VmHWM') - idle, other }
}

/**
 * Sends the largest form of a kind to a server that was just started (`pid`): one, then 50 at once. `token`
 * is that of an administrator. Needs Linux.
 */
export const measureUploads = async (
  address: string,
  pid: number,
  token: string,
  kind: UploadKind,
): Promise<UploadFigures> => {
  const createForm = await createForms(address, token, kind)
  const idle = readMemory(pid, 'VmRSS')
  const { result: first, ...alone } = await watch(address, pid, idle, () =>
    send(address, token, createForm(0)),
  )
  if (first.status !== 200)
    throw new Error(`the upload failed (${first.status}): ${first.text.slice(0, 500)}`)
  const forms = Array.from({ length: clients }, (_, number) => createForm(number + 1))
  const {
    result: replies,
    milliseconds,
    ...together
  } = await watch(address, pid, idle, () => Promise.all(forms.map((form) => send(address, token, form))))
  const isBusy = ({ status, retryAfter }: Reply) => status === 503 && retryAfter
  const others = replies.filter((reply) => reply.status !== 200 && reply.status !== 0 && !isBusy(reply))
  return {
    bodySize: createBody(createForm(0)).reduce((sum, { length }) => sum + length, 0) / megabyte,
    alone,
    together: {
      ...together,
      served: replies.filter(({ status }) => status === 200).length,
      busy: replies.filter(isBusy).length,
      failed: replies.filter(({ status }) => status === 0).length,
      others: [...new Set(others.map(({ status, text }) => `${status} ${text.slice(0, 200)}`))],
      seconds: milliseconds / 1000,
    },
  }
}
