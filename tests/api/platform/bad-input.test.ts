import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { seedDemoContentIfMissing } from '#server/seed/demo/seed.ts'
import {
  encodeBody,
  findReplyFaults,
  multipart,
  unknownId,
  unusualValues,
} from '../../support/api/bad-input.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import {
  createSample,
  type JsonSchema,
  listValuePaths,
  replaceAt,
  resolveReferences,
} from '../../support/data/schema-samples.ts'
import { isNightly } from '../../support/nightly.ts'

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query: Record<string, JsonSchema>
  body?: { schema: JsonSchema; types: string[] }
}

let t: SessionsApp
let document: object
const calls: Call[] = []
const ids: Record<string, string> = {}
let token = ''
let judgeCode = ''
let judgeToken = ''

const isForJudges = ({ path }: Pick<Call, 'path'>) => path.startsWith('/api/v1/judge/')
/** Signs in as a judge of an event that no call changes: the judges of a deleted event cannot sign in. */
const signInAsJudge = async () => {
  const reply = await t.app.inject({
    method: 'POST',
    url: getPath('POST /api/v1/judge/session'),
    payload: { code: judgeCode },
  })
  expect(reply.statusCode).toBe(200)
  return reply.json().token as string
}

/**
 * Lets triggers write a row for every row that is inserted, updated or deleted; a transaction that is rolled
 * back takes its rows with it. Rejected attempts are counted in `rate_limits`, which is left out, and so are
 * the times at which sessions and judges were last active, which any call may store, and what a print file writes
 * after its reply.
 */
const recordWrites = async () => {
  const { rows } = await t.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [['rate_limits', 'background_tasks', 'print_files']],
  )
  await t.ownerPool.query(`
    create table test_writes (id bigserial primary key, name text);
    create function record_write() returns trigger language plpgsql as
      $$ begin
        if tg_op = 'UPDATE' and to_jsonb(new) - '{last_seen_at,last_used_at}'::text[] = to_jsonb(old) - '{last_seen_at,last_used_at}'::text[] then return null; end if;
        insert into test_writes (name) values (tg_table_name);
        return null;
      end $$;
    ${rows.map(({ name }) => `create trigger record_write after insert or update or delete on "${name}" for each row execute function record_write()`).join(';')}
  `)
}

beforeAll(async () => {
  t = await startSessionsApp()
  await seedDemoContentIfMissing({
    db: t.database.db,
    files: t.files,
    log: { info: () => {} },
    root: resolve('.'),
  })
  token = await t.admin()
  for (const table of ['events', 'faqs', 'partners', 'organizers', 'continents', 'regions'])
    ids[table] = (await t.database.pool.query(`select id from ${table} order by id limit 1`)).rows[0].id
  const { rows } = await t.database.pool.query(
    `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values (gen_random_uuid(), 'judged', 'Judged', 'محكَّمة', 'Judged', 'محكَّمة') returning id`,
  )
  const created = await t.app.inject({
    method: 'POST',
    url: getPath('POST /api/admin/events/:eventId/judges', { eventId: rows[0].id }),
    headers: { authorization: token },
    payload: { names: ['Huda Nasser'] },
  })
  judgeCode = created.json().judges[0].code
  judgeToken = await signInAsJudge()
  document = (await t.app.inject('/api/openapi.json')).json()
  await recordWrites()
  knownChanges = await readChanges()
  type Parameter = { name: string; in: string; schema: JsonSchema }
  type Described = {
    parameters?: Parameter[]
    requestBody?: { content: Record<string, { schema: JsonSchema }> }
  }
  for (const [path, methods] of Object.entries(
    (document as { paths: Record<string, Record<string, Described>> }).paths,
  ))
    for (const [method, described] of Object.entries(methods)) {
      // it would make the other calls fail
      if (path === getPath('PUT /api/admin/read-only-mode')) continue
      const query = Object.fromEntries(
        (described.parameters ?? []).filter((one) => one.in === 'query').map((one) => [one.name, one.schema]),
      )
      const content = described.requestBody?.content
      const [first] = Object.values(content ?? {})
      calls.push({
        method: method.toUpperCase() as Call['method'],
        path,
        query,
        ...(content && first
          ? { body: { schema: resolveReferences(first.schema, document), types: Object.keys(content) } }
          : {}),
      })
    }
})
afterAll(() => t.close())

/** Reads what a call could change: the last write to a table, and the names of all files. */
const readChanges = async () => {
  const { rows } = await t.database.pool.query('select id, name from test_writes order by id desc limit 1')
  const files = readdirSync(join(t.folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/(?:prints|unfinished)$/.test(entry.parentPath))
    .map((entry) => entry.name)
  return JSON.stringify({ rows, files: files.sort() })
}

/** The changes after the last accepted call. */
let knownChanges = ''

const named = ({ method, path }: Call) => `${method} ${path}`
/** Fills a path with the ids of real records where they exist, so that a call gets as far as possible. */
const pathOf = ({ path }: Call) =>
  path.replace(/\{(\w+)\}/g, (_, name) =>
    /^event|^idOrSlug/.test(name) ? (ids.events ?? '') : (ids.faqs ?? ''),
  )

const signInAgain = async (call: Call) => {
  if (isForJudges(call)) judgeToken = await signInAsJudge()
  else token = await t.admin()
  knownChanges = await readChanges()
}

const send = async (call: Call, options: { url?: string; payload?: string | Buffer; type?: string }) => {
  const ask = () =>
    t.app.inject({
      method: call.method,
      url: options.url ?? pathOf(call),
      headers: {
        authorization: isForJudges(call) ? judgeToken : token,
        ...(options.type ? { 'content-type': options.type } : {}),
      },
      ...(options.payload === undefined ? {} : { payload: options.payload }),
      remoteAddress: `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.1`,
    })
  let reply = await ask()
  // a call that signs out has ended the session; the calls with a token in their body reject that token
  if (
    reply.statusCode === 401 &&
    reply.json().code === 'bad-token' &&
    !call.path.startsWith(getPath('POST /api/adduser/token'))
  ) {
    await signInAgain(call)
    reply = await ask()
  }
  return reply
}

/** Finds what is wrong with the reply to a call, and whether a rejected call has changed something. */
const attempt = async (
  call: Call,
  options: Parameters<typeof send>[1],
  refused: boolean,
  what: string,
  ofFields = false,
): Promise<string[]> => {
  const reply = await send(call, options)
  const wrong = findReplyFaults(reply, refused, ofFields)
  const changes = await readChanges()
  if (reply.statusCode >= 400 && changes !== knownChanges) wrong.push('refused, and something was written')
  knownChanges = changes
  return wrong.map((text) => `${named(call)} with ${what}: ${text}`)
}

/** Creates a sample of the body with the id of a real record. */
const bodyOf = (call: Call): Record<string, unknown> => {
  const sample = createSample(call.body?.schema ?? {}, document) as Record<string, unknown>
  const kind = /\/api\/admin\/(\w+)/.exec(call.path)?.[1]
  return 'id' in sample && kind && ids[kind] ? { ...sample, id: ids[kind] } : sample
}

const seed = Number(process.env.BOTOLA_SEED ?? 20_260_101)
const tries = Number(process.env.BOTOLA_TRIES ?? (isNightly ? 100 : 6))

it('any body is rejected or accepted as a whole, and never causes a server error', {
  timeout: 300_000,
}, async () => {
  const wrong = new Set<string>()
  for (const call of calls.filter(({ body }) => body)) {
    const valid = bodyOf(call)
    const places = listValuePaths(valid)
    if (places.length === 0) continue
    const types = call.body?.types.includes(multipart)
      ? [multipart, 'application/json']
      : ['application/json']
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        fc.constantFrom(...unusualValues),
        fc.constantFrom(...types),
        async (place, { what, value, refused }, type) => {
          const top = call.body?.schema.properties?.[String(place[0])]
          const isText =
            place.length === 1 &&
            JSON.stringify(top ?? {}).includes('"string"') &&
            !JSON.stringify(top).includes('binary')
          // a form replaces an unpaired surrogate by a replacement character
          const must =
            refused === 'text' ? isText && !(type === multipart && what.startsWith('half')) : refused
          const encoded = await encodeBody(replaceAt(valid, place, value), type)
          for (const problem of await attempt(
            call,
            encoded,
            must,
            `${what} at ${place.join('.')} (${type})`,
            true,
          ))
            wrong.add(problem)
        },
      ),
      {
        seed,
        numRuns: Math.min(tries, places.length * unusualValues.length * types.length),
        endOnFailure: true,
      },
    )
  }
  expect([...wrong]).toEqual([])
})

it('any query is rejected or accepted, and never causes a server error', { timeout: 300_000 }, async () => {
  const wrong = new Set<string>()
  const values = [
    '',
    'a\0b',
    'x'.repeat(5000),
    `'; drop table events; --`,
    '<b>',
    '-1',
    '0',
    '1e9',
    'NaN',
    'null',
    'true',
    ids.events ?? '',
    'سارة',
  ]
  // the event streams do not end
  for (const call of calls.filter(
    ({ path, query }) => Object.keys(query).length > 0 && !path.endsWith('/reveal'),
  )) {
    const keys = Object.keys(call.query)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...values),
        fc.boolean(),
        async (some, value, twice) => {
          const query = new URLSearchParams(some.map((key) => [key, value]))
          if (twice) query.append(some[0] ?? '', value)
          const refused = value.includes('\0')
          const options = {
            url: `${pathOf(call)}?${query}`,
            ...(call.body ? await encodeBody(bodyOf(call), call.body.types[0] ?? '') : {}),
          }
          for (const problem of await attempt(call, options, refused, `?${String(query).slice(0, 80)}`))
            wrong.add(problem)
        },
      ),
      { seed, numRuns: Math.min(tries, 25) },
    )
    for (const raw of ['%ED%A0%80', '%', '%zz'])
      for (const problem of await attempt(call, { url: `${pathOf(call)}?${keys[0]}=${raw}` }, false, raw))
        wrong.add(problem)
  }
  expect([...wrong]).toEqual([])
})

it('any path is rejected or accepted, and never causes a server error', { timeout: 120_000 }, async () => {
  const wrong = new Set<string>()
  const values = [
    '%00',
    '%ED%A0%80',
    'x'.repeat(150),
    'x'.repeat(5000),
    `'%3B drop table events--`,
    '%3Cb%3E',
    '..%2f..%2f',
    '0',
    unknownId,
    '%D8%B3',
  ]
  for (const call of calls.filter(({ path }) => path.includes('{')))
    for (const value of values) {
      // the client generates the id of a draft
      if (call.path.includes('{draftId}') && value === unknownId) continue
      const options = {
        url: call.path.replace(/\{\w+\}/g, value),
        ...(call.body ? await encodeBody(bodyOf(call), call.body.types[0] ?? '') : {}),
      }
      for (const problem of await attempt(call, options, true, value.slice(0, 40))) wrong.add(problem)
    }
  expect([...wrong]).toEqual([])
})

it('an invalid body is rejected: broken JSON, broken forms, another type, empty, too large', {
  timeout: 120_000,
}, async () => {
  const wrong: string[] = []
  const boundary = 'multipart/form-data; boundary=x'
  const bodies: [string, string | Buffer, string, number[]][] = [
    ['broken JSON', '{"a":', 'application/json', [400]],
    ['no JSON at all', '<xml/>', 'application/json', [400]],
    ['empty JSON', '', 'application/json', [400]],
    ['a list', '[]', 'application/json', [400]],
    ['a number', '5', 'application/json', [400]],
    ['another type', 'a=b', 'application/xml', [415]],
    ['plain text', 'a=b', 'text/plain', [415]],
    ['a type that is none', 'a', ';;;', [415, 400]],
    [
      'a form that breaks off',
      '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\nabc',
      boundary,
      [400, 415],
    ],
    ['a form without a boundary', '--x', multipart, [400, 415]],
    ['a form of nothing', '', boundary, [400, 415]],
    ['noise', Buffer.from(Array.from({ length: 2000 }, (_, at) => (at * 7919) % 256)), boundary, [400, 415]],
    ['more than is read', `{"a":"${'x'.repeat(1_100_000)}"}`, 'application/json', [413]],
  ]
  for (const call of calls.filter(({ body }) => body)) {
    knownChanges = await readChanges()
    for (const [what, payload, type, statuses] of bodies) {
      let reply = await send(call, { payload, type })
      if (reply.statusCode === 429) {
        // the calls of a session are limited
        await signInAgain(call)
        reply = await send(call, { payload, type })
      }
      wrong.push(...findReplyFaults(reply, true).map((text) => `${named(call)} with ${what}: ${text}`))
      // the key of a simulator is checked first; a form may be empty where the path names the record
      if (reply.statusCode === 404 && call.path.includes('{teamId}') && what === 'a form of nothing') continue
      if (!statuses.includes(reply.statusCode) && reply.statusCode !== 401)
        wrong.push(`${named(call)} with ${what}: ${reply.statusCode} ${reply.body.slice(0, 200)}`)
    }
    if ((await readChanges()) !== knownChanges) wrong.push(`${named(call)}: one of the bodies was written`)
  }
  expect(wrong).toEqual([])
})

it('a megabyte of tags and an unknown mission type are rejected', async () => {
  const call = calls.find(({ method, path }) => method === 'POST' && path === '/api/admin/events') as Call
  const event = { title_en: 'a', title_ar: 'ا', description_en: 'a', description_ar: 'ا' }
  const before = await readChanges()
  for (const [field, value] of [
    ['tags', JSON.stringify(Array.from({ length: 40_000 }, (_, at) => `a tag of some length ${at}`))],
    ['tags', JSON.stringify(Array.from({ length: 8000 }, (_, at) => `tag ${at}`))],
    ['tags', '[[[[['.repeat(20_000)],
    ['missionType', '5'],
    ['missionType', '-1'],
    ['missionType', 'Elementory'],
  ] as const) {
    const encoded = await encodeBody({ ...event, [field]: value }, multipart)
    const reply = await send(call, encoded)
    expect([400, 413], reply.body.slice(0, 200)).toContain(reply.statusCode)
    expect(reply.json()).toMatchObject({ success: false, field })
  }
  expect(await readChanges()).toBe(before)
})
