import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createImageFile } from '../support/api/events.ts'
import { type ScoresApp, startScoresApp } from '../support/api/scores.ts'

/**
 * The replies to visitors as they stand on the wire, byte for byte, on fixed data; ids and instants of the
 * test run are numbered.
 */
let t: ScoresApp
let event: { _id: string; slug: string }
let entry = ''
let asia = ''
const visitorGets: string[] = []

beforeAll(async () => {
  t = await startScoresApp(
    {},
    {
      onRoute: ({ method, url, config, schema }: RouteOptions) => {
        if (
          method === 'GET' &&
          config?.for === 'visitor' &&
          !(schema as { hide?: boolean } | undefined)?.hide
        )
          visitorGets.push(url)
      },
    },
  )
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b8f70' } })
    .png()
    .toBuffer()
  const save = async (path: string, fields: Record<string, string | Blob>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    return t.ok(
      await t.ask('POST', `/api/admin/${path}/`, {
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers,
      }),
    )
  }
  await save('faqs', {
    name: 'متى تبدأ؟',
    name_en: 'When does it begin?',
    description: 'في الربيع.',
    description_en: 'In spring.',
  })
  await save('partners', {
    name: 'Masar · مسار',
    link: 'https://masar.example/',
    file: createImageFile(picture),
  })
  asia = (await t.visitor('/api/continents')).json().continents[1]._id
  await save('organizers', {
    'name.en': 'Najd Robotics',
    'name.ar': 'نجد للروبوت',
    continentId: asia,
    country: 'sa',
    flag: createImageFile(picture),
  })
  await save('organizers', {
    'name.en': 'Rimba',
    'name.ar': 'ريمبا',
    continentId: asia,
    link: 'https://rimba.example/',
    active: 'false',
  })
  event = await t.event(
    {
      title_en: 'Desert Rally',
      startDate: '2026-03-01T00:00:00.000Z',
      endDate: '2026-03-03T00:00:00.000Z',
      eventCode: 'RALLY',
      missionType: '2',
      region: 'riyadh',
      tags: '["robots","صحراء"]',
      datetime_info_en: 'Nine to nine.',
      rules_info_ar: 'القواعد العامة.',
    },
    [
      {
        name: 'Sara Nasser',
        email: 'sara@school.example',
        school: 'Najd School',
        mission: 1,
        score: 90,
        time: 61.5,
        at: '2026-03-01T08:00:00.000Z',
      },
      {
        name: 'Ali Hassan',
        email: 'ali@school.example',
        mission: 1,
        score: 90,
        time: 61.5,
        at: '2026-03-01T09:00:00.000Z',
      },
      { name: 'منى سالم', mission: 1, score: 70.25, time: 40, at: '2026-03-01T10:00:00.000Z' },
    ],
  )
  entry = (await t.board(event.slug)).event.Scores[0]._id
  mkdirSync(join(t.folder, 'downloads'))
  writeFileSync(join(t.folder, 'downloads', 'botola-1.0.exe'), 'program')
})
afterAll(() => t.close())

const numbered = (text: string) => {
  const seen = new Map<string, string>()
  const number = (kind: string) => (found: string) => {
    if (!seen.has(found))
      seen.set(
        found,
        `<${kind} ${[...seen.values()].filter((name) => name.startsWith(`<${kind} `)).length + 1}>`,
      )
    return seen.get(found) as string
  }
  return text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, number('id'))
}

const golden: [name: string, route: string, url: () => string, cookie?: string][] = [
  ['partners', '/api/partners', () => '/api/partners/?status=true'],
  ['continents', '/api/continents', () => '/api/continents'],
  ['continents-ar', '/api/continents', () => '/api/continents', 'lang=ar'],
  ['organizers-all', '/api/organizers', () => '/api/organizers?id=all'],
  ['organizers-of-continent', '/api/organizers', () => `/api/organizers?id=${asia}`],
  ['faqs', '/api/faqs', () => '/api/faqs?status=true'],
  ['faqs-ar', '/api/faqs', () => '/api/faqs?status=true', 'lang=ar'],
  ['regions', '/api/regions', () => '/api/regions/'],
  ['competitions', '/api/competitions', () => '/api/competitions'],
  ['competition-page', '/api/competitions/:slug', () => '/api/competitions/robo_mission'],
  [
    'team-page-unknown',
    '/api/competitions/:slug/teams/:teamNo',
    () => '/api/competitions/robo_mission/teams/1',
  ],
  [
    'event-team-pages',
    '/api/v1/events/:idOrSlug/team-pages',
    () => `/api/v1/events/${event.slug}/team-pages`,
  ],
  ['event-matches-none', '/api/v1/events/:idOrSlug/matches', () => `/api/v1/events/${event.slug}/matches`],
  ['settings', '/api/settings', () => '/api/settings/?site_name=botola'],
  ['settings-of-another-site', '/api/settings', () => '/api/settings/?site_name=other'],
  ['legal-pages', '/api/legalPages', () => '/api/legalPages'],
  ['simulator', '/api/simulator', () => '/api/simulator'],
  ['events', '/api/events', () => '/api/events/?status=true&region=egypt'],
  ['events-of-region', '/api/events', () => '/api/events/?status=true&region=riyadh'],
  ['event', '/api/v1/events/:idOrSlug', () => `/api/v1/events/${event.slug}`],
  ['event-unknown', '/api/v1/events/:idOrSlug', () => '/api/v1/events/none', 'lang=ar'],
  ['scores', '/api/v1/events/scores/:eventId', () => `/api/v1/events/scores/${event._id}`],
  [
    'scores-at',
    '/api/v1/events/scores/:eventId/at',
    () => `/api/v1/events/scores/${event._id}/at?time=2026-03-01T10:00Z`,
  ],
  [
    'scores-entry',
    '/api/v1/events/scores/:eventId/entries/:entryId',
    () => `/api/v1/events/scores/${event._id}/entries/${entry}`,
  ],
]

const expectGoldenReply = async (name: string, url: string, cookie?: string) => {
  const reply = await t.visitor(url, cookie ? { cookie } : {})
  const { 'content-type': type, 'cache-control': cache, vary } = reply.headers
  const told = {
    status: reply.status,
    headers: { 'content-type': type, 'cache-control': cache, vary },
    body: JSON.parse(reply.body),
  }
  await expect(`${numbered(JSON.stringify(told, null, 2))}\n`).toMatchFileSnapshot(`golden/${name}.json`)
}
for (const [name, route, url, cookie] of golden)
  it(`${route} (${name})`, () => expectGoldenReply(name, url(), cookie))

it('/api/v1/events/scores/:eventId after an update from a version without the setting for names (scores-full-names)', async () => {
  await t.database.pool.query("update settings set value = value - 'publishFullNamesOfMinors'")
  await t.invalidator.invalidate('settings')
  await expectGoldenReply('scores-full-names', `/api/v1/events/scores/${event._id}`)
  await expectGoldenReply('scores', `/api/v1/events/scores/${event._id}?names=short`)
  await t.resetSettings()
})

const writes: [name: string, url: string, payload: object][] = [
  [
    'download-game',
    '/api/download-game',
    {
      name: 'Mona',
      email: 'mona@school.example',
      phone_number: '01001234567',
      download_type: 'win',
      user_type: 'coach',
    },
  ],
  ['download-game-incomplete', '/api/download-game', { name: 'Mona', download_type: 'win' }],
  [
    'download-game-no-file',
    '/api/download-game',
    { name: 'Mona', email: 'mona@school.example', phone_number: '01001234567', download_type: 'mac' },
  ],
  [
    'support',
    '/api/support/',
    { firstName: 'Mona', lastName: 'Saleh', email: 'mona@school.example', body: 'The gate does not open.' },
  ],
  [
    'support-refused',
    '/api/support/',
    { firstName: 'Mona', lastName: 'Saleh', email: 'mona', body: 'word '.repeat(301) },
  ],
  [
    'contact-us',
    '/api/contact-us/',
    { name: 'Mona', email: 'mona@school.example', phone: '', body: 'Where?' },
  ],
]
for (const [name, url, payload] of writes)
  it(`POST ${url} (${name})`, async () => {
    // the reply contains the number of the message
    await t.ownerPool.query('truncate messages restart identity cascade')
    const reply = await t.ask('POST', url, { payload, visitor: true })
    const told = {
      status: reply.status,
      headers: { 'cache-control': reply.headers['cache-control'] },
      body: JSON.parse(reply.body),
    }
    await expect(`${numbered(JSON.stringify(told, null, 2))}\n`).toMatchFileSnapshot(`golden/${name}.json`)
  })

it('every public GET has a golden reply', () => {
  // the event streams, the schedule, the screens, the session, photos, demo payments and unsubscribing have
  // tests of their own
  const elsewhere = [
    '/api/v1/events/scores/:eventId/live',
    '/api/v1/events/scores/:eventId/reveal',
    '/api/v1/events/:eventId/overview-changes',
    '/api/v1/events/:idOrSlug/schedule',
    '/api/v1/events/:idOrSlug/schedule/slots',
    '/api/v1/events/:idOrSlug/schedule/tables',
    '/api/v1/events/:idOrSlug/screens',
    '/api/v1/events/scores/:eventId/timeline',
    '/api/loginseason',
    '/api/v1/certificates/:code',
    '/api/teams/pictures/:name',
    '/api/demo-payments/orders/:orderRef',
    '/api/unsubscribe/one-click',
  ]
  const asked = golden.map(([, route]) => route)
  expect(visitorGets.filter((url) => !asked.includes(url) && !elsewhere.includes(url))).toEqual([])
})
