import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { defaultBrand, defaultEmailSendingSettings } from '#contract/platform/settings.ts'
import { startEmailQueue } from '#server/platform/emails/emails.ts'
import { createLogger, formatRedactedError, serializeRedactedError } from '#server/platform/lib/logger.ts'
import { createAnnouncementDeliveryLog } from '#server/site/announcements/send.ts'
import { createForm } from '../../support/api/events.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { silentLog } from '../../support/services/cluster.ts'

const secrets = {
  phone: '+966501234567',
  email: 'mona.saleh@school.test',
  name: 'Mona Alharbi',
  nationalId: '1098765432',
  signature: 'c2lnbmF0dXJl-of-a-photo',
}
const lines: string[] = []
const logged = () => lines.map((line) => JSON.parse(line))
const expectNoSecrets = (text: string) => {
  for (const [kind, secret] of Object.entries(secrets)) {
    expect(text, kind).not.toContain(secret)
    expect(text, kind).not.toContain(encodeURIComponent(secret))
  }
}

let t: SessionsApp
let admin: string
beforeAll(async () => {
  t = await startSessionsApp(
    {},
    { logger: createLogger('trace', { write: (line) => void lines.push(line) }) },
  )
  admin = await t.admin()
})
afterAll(() => t.close())
beforeEach(() => {
  lines.length = 0
})

describe('the request log', () => {
  it('has the route and query keys without personal data, but not the URL', async () => {
    const url = `/api/admin/users/?s=${encodeURIComponent(secrets.email)}&page=1&per_page=10&role=${secrets.nationalId}`
    await t.app.inject({ url, headers: { authorization: admin } })
    expect(logged()).toMatchObject([
      {
        method: 'GET',
        route: getPath('GET /api/admin/users'),
        query: { page: '1', per_page: '10' },
        msg: 'request',
      },
    ])
    expectNoSecrets(lines.join(''))
    expect(lines.join('')).not.toContain(admin)
  })

  it('has a valid traceparent of the request, and no other text of that header', async () => {
    const valid = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const zeros = `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`
    for (const traceparent of [valid, secrets.email, `${valid}\u00e9`, zeros])
      await t.app.inject({ url: '/api/events/', headers: { traceparent } })
    expect(logged().map((line) => line.traceparent)).toEqual([valid, undefined, undefined, undefined])
    expectNoSecrets(lines.join(''))
  })

  it('has no file name and signature of a photo', async () => {
    const reply = await t.app.inject(
      `/api/teams/pictures/photo-of-a-child.webp?until=1800000000&signature=${secrets.signature}`,
    )
    expect(reply.statusCode).toBe(404)
    expect(logged()).toMatchObject([{ route: '/api/teams/pictures/:name', query: {}, status: 404 }])
    expectNoSecrets(lines.join(''))
    expect(lines.join('')).not.toContain('photo-of-a-child')
  })

  it('has no token, no unknown path and only short words and numbers as values', async () => {
    await t.app.inject(`/api/loginseason/?token=${secrets.signature}&type=botola`)
    await t.app.inject(
      `/api/${secrets.email}?page=${secrets.nationalId}&lang=${encodeURIComponent(secrets.name)}`,
    )
    await t.app.inject(`/${secrets.email}`)
    expect(logged().map(({ route, query }) => [route, query])).toEqual([
      ['/api/loginseason', {}],
      ['/api/*', {}],
      [null, {}],
    ])
    expectNoSecrets(lines.join(''))
  })

  it('has no token and no body at the level trace', async () => {
    const { payload, headers } = await createForm({
      name: secrets.name,
      email: secrets.email,
      body: secrets.phone,
    })
    const reply = await t.app.inject({
      method: 'POST',
      url: getPath('POST /api/contact-us'),
      payload,
      headers: { ...headers, authorization: admin },
    })
    expect(reply.statusCode).toBe(200)
    expectNoSecrets(lines.join(''))
    expect(lines.join('')).not.toContain(admin)
  })
})

it('the log of a write that the database rejects has none of its values', async () => {
  await t.ownerPool.query('alter table messages add constraint no_messages check (false) not valid')
  const payload = {
    name: secrets.name,
    email: secrets.email,
    phone: secrets.phone,
    body: `My ID is ${secrets.nationalId}`,
  }
  const reply = await t.app.inject({ method: 'POST', url: getPath('POST /api/contact-us'), payload })
  await t.ownerPool.query('alter table messages drop constraint no_messages')
  expect(reply.statusCode).toBe(500)
  expectNoSecrets(lines.join(''))
  const [failure, request] = logged()
  expect(failure).toMatchObject({
    msg: 'request failed',
    err: { message: 'Failed query', cause: { code: '23514', table: 'messages', constraint: 'no_messages' } },
  })
  expect(failure.err.stack).toMatch(/^ +at .*\.ts:\d+/m)
  expect(failure.err.cause.message).toContain('"no_messages"')
  expect(request).toMatchObject({ route: getPath('POST /api/contact-us'), status: 500 })
})

it('a body that its client aborted is no error of the server', async () => {
  const url = await t.listen()
  const { port } = new URL(url)
  const send = async (path: string, contentType: string) => {
    const arrived = once(t.app.server, 'request')
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${contentType}\r\ncontent-length: 1000\r\n\r\n{"name`,
    )
    const [request] = await arrived
    const closed = once(request, 'close').catch(() => undefined)
    socket.resetAndDestroy()
    await closed
  }
  const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
  // the calls around sign-in have an error handler of their own
  const calledPaths = [getPath('POST /api/contact-us'), getPath('POST /api/adduser')]
  for (const path of calledPaths) for (const type of types) await send(path, type)
  // the server has handled the aborted bodies when it answers a later request
  expect((await fetch(new URL('/api/events/', url))).status).toBe(200)
  expect(logged().filter(({ level }) => level >= 40)).toEqual([])
})

describe('the description of an error', () => {
  const errorOf = async (work: () => unknown): Promise<unknown> => {
    try {
      await work()
    } catch (error) {
      return error
    }
    throw new Error('nothing was thrown')
  }
  const db = () => t.database.db

  it.each<[string, () => unknown]>([
    ['a parameter of the wrong type', () => db().execute(sql`select ${secrets.name}::uuid`)],
    [
      'a value in a message',
      () => t.database.pool.query(`select '${secrets.name} "x" ${secrets.email}'::int`),
    ],
    [
      'a parameter that looks like a stack',
      () => db().execute(sql`select ${`\n    at ${secrets.name} (/x.ts:1:1)`}::uuid`),
    ],
    ['a text that is no JSON', () => JSON.parse(`"${secrets.name} ${secrets.phone}`)],
    ['an address that is none', () => new URL(`//${secrets.name}/?s=${secrets.email}`)],
    [
      'its own properties',
      () =>
        Promise.reject(Object.assign(new Error('x'), { detail: secrets.name, rejected: [secrets.email] })),
    ],
    ['a thrown text', () => Promise.reject(secrets.name)],
    [
      'an address in its message',
      () =>
        Promise.reject(
          new Error(`no mail to <${secrets.email}>, ${secrets.phone}, /x?name=${secrets.nationalId}`),
        ),
    ],
    [
      'its causes',
      () => Promise.reject(new AggregateError([new Error('x', { cause: new Error(`to ${secrets.email}`) })])),
    ],
  ])('omits %s', async (_what, work) => {
    const error = await errorOf(work)
    expectNoSecrets(JSON.stringify(serializeRedactedError(error)))
    expectNoSecrets(formatRedactedError(error))
    lines.length = 0
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    logger.error(error)
    logger.error({ err: error })
    if (error instanceof Error) logger.error({ err: error }, error.message)
    expect(lines.length).toBeGreaterThan(1)
    if (error instanceof Error) expectNoSecrets(lines.join(''))
  })

  it('names all errors of one that has several', () => {
    const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`))
    const text = formatRedactedError(new Error('no database', { cause: new AggregateError(refused) }))
    expect(text).toContain('no database')
    expect(text.match(/with Error: connect ECONNREFUSED/g)).toHaveLength(2)
  })
})

it('an uncaught error ends the process and prints none of its values', () => {
  const program = `
    import { createLogger, logAndExitOnUncaughtError } from '#server/platform/lib/logger.ts'
    logAndExitOnUncaughtError(createLogger('info'))
    await Promise.reject(Object.assign(new Error('Failed query: select $1'), { params: ['${secrets.phone}'], detail: '${secrets.email}' }))`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    {
      encoding: 'utf8',
    },
  )
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ level: 60, err: { message: 'Failed query' } })
  expectNoSecrets(stdout + stderr)
})

it('the queue and the log of an email that the mail server rejects do not have its address', async () => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`nobody is called ${address}`), { responseCode: 550 })),
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as { port: number }
  const emails = await startEmailQueue(
    { ...t, config: { ...t.config, SMTP_URL: `smtp://127.0.0.1:${port}` } },
    silentLog,
    async () => ({ ...defaultBrand, ...defaultEmailSendingSettings }),
    createAnnouncementDeliveryLog(t.database),
  )
  await emails.send({ template: 'addressChanged', to: secrets.email, language: 'en', values: { name: 'x' } })
  const outputs = await vi.waitFor(
    async () => {
      const { rows } = await t.database.pool.query<{ output: unknown }>(
        `select output from pgboss.job where name = 'mail' and output is not null`,
      )
      expect(rows).toHaveLength(1)
      return JSON.stringify(rows)
    },
    { timeout: 15_000 },
  )
  await emails.close()
  await new Promise<void>((closed) => server.close(() => closed()))
  expect(outputs).toContain('550')
  expectNoSecrets(outputs)
})
