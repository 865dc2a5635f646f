import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { getPath } from '#contract/platform/call-path.ts'
import type { CallDefinition } from '#contract/platform/define-calls.ts'
import { type EventsApp, eventTexts, startEventsApp } from '../support/api/events.ts'

type SchemaDefinition = {
  type: string
  shape?: Record<string, Schema>
  options?: Schema[]
  items?: Schema[]
} & Partial<Record<'element' | 'innerType' | 'valueType' | 'in' | 'out', Schema>>
type Schema = { _zod: { def: SchemaDefinition } }

/** Lists the names of all fields of a schema. */
const listFieldNames = (schema: Schema | undefined, seen = new Set<Schema>()): string[] => {
  if (!schema || seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema._zod
  const parts = [def.element, def.innerType, def.valueType, def.in, def.out]
  const inner = [...parts, ...Object.values(def.shape ?? {}), ...(def.options ?? []), ...(def.items ?? [])]
  return [...Object.keys(def.shape ?? {}), ...inner.flatMap((part) => listFieldNames(part, seen))]
}

/** Fields that sound like secrets and are none, by the parts of the paths of their calls. */
const harmless: [path: RegExp, names: RegExp][] = [
  // of a problem
  [/\/(matches|score-log|rule-set)\b/, /^code$/],
  // printed on certificates, for everybody who verifies one
  [/\/certificates$/, /^code$/],
  [/\/(media|settings)\b/, /^url$/],
  [/\/(organizers|partners)\b/, /^link$/],
  // of a value of a rule set, a score sheet or a figure
  [/./, /^(key|rankingKeys?)$/],
  [/\/account$/, /^recoveryCodesLeft$/],
  // accounts that are linked, without their subjects
  [/\/provider-links$/, /^links$/],
  [/./, /^eventCode$/],
  // opens a badge at the check-in, for users of the back office and judges only
  [/./, /^badgeCode$/],
  [/\/(competitions)\b/, /^rulesLink$/],
  [/\/teams\b/, /^youtube_?[lL]ink$/],
  [/\/settings$/, /^(organizerLink|allowAdminSignInLinks)$/],
]
/** The simulator key of an event is `key` with its `secret`. */
const soundsSecret = /token|secret|password|code|key$|link|^url$/i

describe('the replies to signed-in people', () => {
  let t: EventsApp
  let eventId: string
  beforeAll(async () => {
    t = await startEventsApp()
    eventId = (await t.save({ ...eventTexts, rules_info_en: 'No pushing. '.repeat(200) })).json().event._id
  })
  afterAll(() => t.close())
  const send = (method: 'GET' | 'POST', url: string, encoding?: string, payload?: object) =>
    t.app.inject({
      method,
      url,
      headers: {
        authorization: t.authorization,
        ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
      },
      ...(payload ? { payload } : {}),
    })

  it('are compressed as the client accepts', async () => {
    const path = getPath('GET /api/admin/events/:eventId/form', { eventId })
    const plain = await send('GET', path)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.headers.vary).toBe('Accept-Encoding')
    for (const [accepted, encoding, decompress] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const reply = await send('GET', path, accepted)
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-encoding': encoding,
        'content-length': String(reply.rawPayload.length),
        'cache-control': 'no-store',
        vary: 'Accept-Encoding',
      })
      expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(decompress(reply.rawPayload).toString()).toBe(plain.body)
    }
    expect((await send('GET', path, 'deflate')).body).toBe(plain.body)
    // a quality of zero refuses an encoding
    expect((await send('GET', path, 'br;q=0, gzip')).headers['content-encoding']).toBe('gzip')
    expect((await send('GET', path, 'br;q=0.2, gzip;q=0.8')).headers['content-encoding']).toBe('gzip')
    expect((await send('GET', path, 'br;q=0, gzip;q=0')).body).toBe(plain.body)
  })

  it('stay as they are where they are small, streams or of visitors', async () => {
    for (const path of [
      getPath('GET /api/admin/events/:eventId', { eventId }),
      '/api/admin/events?download=true&format=csv',
      // the response cache compresses what visitors get, and not what a token asks for
      `/api/v1/events/${eventId}?lang=en`,
    ]) {
      const reply = await send('GET', path, 'br')
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-encoding'], path).toBe(path.includes('/v1/') ? 'br' : undefined)
    }
  })

  it('stay as they are with a secret or a token', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Judge ${index}`)
    const path = getPath('POST /api/admin/events/:eventId/judges', { eventId })
    const created = await send('POST', path, 'br', { names })
    expect(created.rawPayload.length).toBeGreaterThan(600)
    expect(created.json().judges).toHaveLength(20)
    expect(created.headers).not.toHaveProperty('content-encoding')

    await t.database.pool.query(`update users set first_name = repeat('long ', 40)`)
    const confirmed = await send('POST', '/api/getuser', 'br')
    expect(confirmed.headers.authorization).toBe(t.authorization)
    expect(confirmed.headers).not.toHaveProperty('content-encoding')
  })

  it('declare each field that gives access', () => {
    const unclear: string[] = []
    for (const [name, call] of Object.entries(calls) as unknown as [string, CallDefinition][]) {
      if (call.returnsSecret || !['admin', 'user', 'judge'].includes(call.audience ?? '')) continue
      const path = name.replace(/^\w+ |\?.*/g, '')
      for (const field of listFieldNames(call.response as unknown as Schema))
        if (
          soundsSecret.test(field) &&
          !harmless.some(([paths, names]) => paths.test(path) && names.test(field))
        )
          unclear.push(`${name} ${field}`)
    }
    expect(unclear).toEqual([])
  })
})
