import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { shareImageSize } from '#contract/site/share-image.ts'
import { createPanelRuleSet } from '../../support/api/panels.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

// `npm test` builds the pages before
const hasPages = existsSync('build/server/index.js')
let t: ScoresApp
beforeAll(async () => {
  t = await startScoresApp({}, { pages: hasPages ? 'built' : 'none' })
})
afterAll(() => t.close())

const read = async (idOrSlug: string, lang: 'en' | 'ar' = 'en') => {
  const reply = await t.visitor(eventFilePaths.shareImage(idOrSlug, lang))
  if (reply.status !== 200) throw new Error(reply.body)
  return reply
}
const attempts = ['Sara Nasser', 'منى سالم', 'Omar Haddad', 'Huda Saleh'].map((name, index) => ({
  name,
  score: 90 - index * 10,
  time: 60,
}))
/** Counts the pixels of a picture that have a colour. */
const countPixels = async (png: Buffer, [red, green, blue]: readonly [number, number, number]) => {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++
  return count
}
const [sun, silver, bronze] = [
  [0xf5, 0xa5, 0x24] as const,
  [0xae, 0xb8, 0xc6] as const,
  [0xc7, 0x7b, 0x3b] as const,
]

it('An event has a share picture in each language, under its id and slug, with a medal for each of the first three', async () => {
  const event = await t.event(
    { title_en: 'Oasis Cup', startDate: '2090-03-01', endDate: '2090-03-03' },
    attempts,
  )
  const english = await read(event.slug)
  expect([english.headers['content-type'], english.headers['content-encoding']]).toEqual([
    'image/png',
    undefined,
  ])
  expect(await sharp(english.bytes).metadata()).toMatchObject({ format: 'png', ...shareImageSize })
  for (const color of [sun, silver, bronze])
    expect(await countPixels(english.bytes, color)).toBeGreaterThan(1000)
  const arabic = await read(event.slug, 'ar')
  expect(arabic.bytes.equals(english.bytes)).toBe(false)
  expect((await read(event._id)).bytes.equals(english.bytes)).toBe(true)
  // the address names the language, a cookie does not change it
  expect(
    (await t.visitor(eventFilePaths.shareImage(event.slug, 'en'), { cookie: 'lang=ar' })).bytes.equals(
      english.bytes,
    ),
  ).toBe(true)
  const etag = String(english.headers.etag)
  expect(
    (await t.visitor(eventFilePaths.shareImage(event.slug, 'en'), { 'if-none-match': etag })).status,
  ).toBe(304)
  const head = await t.ask('HEAD', eventFilePaths.shareImage(event.slug, 'en'), { visitor: true })
  expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
    200,
    String(english.bytes.length),
    0,
  ])
})

it('A provisional result has no colour of a medal', async () => {
  const event = await t.event({ title_en: 'Jury' })
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId: event._id }), {
      payload: { ruleSet: createPanelRuleSet('mean', 2), version: null },
    }),
  )
  const judges = { payload: { names: ['Omar'] } }
  const [{ judge }] = t.ok(await t.ask('POST', `/api/admin/events/${event._id}/judges`, judges)).judges
  for (const [at, playerName] of ['Sara', 'Mona', 'Huda'].entries())
    t.ok(
      await t.ask('POST', t.path(event._id), {
        payload: { playerName, attempts: [{ mission: 1, values: { idea: 9 - at, judge: judge.id } }] },
      }),
    )
  expect(await countPixels((await read(event.slug)).bytes, bronze)).toBe(0)
})

it('The picture changes with the first three, the title, the dates and the name of the site, and with nothing else', async () => {
  const event = await t.event({ title_en: 'Changing Cup', startDate: '2090-03-01' }, attempts)
  let before = await read(event.slug)
  const isChanged = async () => {
    const after = await read(event.slug)
    const changed = !after.bytes.equals(before.bytes)
    before = after
    return changed
  }
  await t.add(event._id, { name: 'Huda Saleh', score: 65, time: 1 })
  await t.add(event._id, { name: 'Another Guest', score: 1, time: 1 })
  expect(await isChanged()).toBe(false)
  await t.add(event._id, { name: 'Another Guest', score: 100, time: 1 })
  expect(await isChanged()).toBe(true)
  const texts = { title_en: 'Changing Cup', title_ar: 'كأس', description_en: 'A', description_ar: 'ب' }
  const save = async (fields: Record<string, string>) =>
    expect((await t.save({ id: event._id, ...texts, ...fields }, 'PUT')).status).toBe(200)
  await save({ startDate: '2090-03-02' })
  expect(await isChanged()).toBe(true)
  await save({ startDate: '2090-03-02', description_en: 'Another text' })
  expect(await isChanged()).toBe(false)
  await save({ title_en: 'Changed Cup', startDate: '2090-03-02' })
  expect(await isChanged()).toBe(true)
  const { version, ...settings } = t.ok(await t.ask('GET', getPath('GET /api/admin/settings'))).settings
  const brand = { ...settings.brand, name: { en: 'Another site', ar: 'موقع آخر' } }
  t.ok(await t.ask('PUT', getPath('PUT /api/admin/settings'), { payload: { ...settings, version, brand } }))
  expect(await isChanged()).toBe(true)
})

it('A picture without scores and dates, and one with the longest texts, markup and texts of both directions, can be drawn', async () => {
  const empty = await t.make({ title_en: 'Nothing yet' })
  expect(await countPixels((await read(empty.slug)).bytes, bronze)).toBe(0)
  const long = await t.event(
    { title_en: `<b>&"'${' Robots'.repeat(27)}`, title_ar: `بطولة "الروبوت" & <i> ${'الكبرى '.repeat(25)}` },
    [
      { name: '</text><script>', score: 100_000_000, time: 1 },
      { name: 'محمد عبد الرحمن Abdulrahman '.repeat(6).trim(), score: 123456.789, time: 1 },
      { name: 'W'.repeat(150), score: 0.5, time: 1 },
    ],
  )
  for (const lang of ['en', 'ar'] as const)
    expect(await sharp((await read(long.slug, lang)).bytes).metadata()).toMatchObject({
      format: 'png',
      ...shareImageSize,
    })
})

it('Drafts, deleted and unknown events have no share picture', async () => {
  const draft = await t.make({ title_en: 'Secret Draft', status: 'false' })
  const deleted = await t.make({ title_en: 'Dropped Cup' })
  await read(deleted.slug)
  t.ok(await t.ask('DELETE', `/api/admin/events/?id=${deleted._id}`))
  for (const name of [draft._id, draft.slug, deleted._id, deleted.slug, 'nothing'])
    for (const lang of ['en', 'ar'] as const)
      expect((await t.visitor(eventFilePaths.shareImage(name, lang))).status).toBe(404)
  expect((await t.visitor(`/events/${draft.slug}/share-fr.png`)).status).toBe(404)
})

it.skipIf(!hasPages)(
  'The page of an event names the share picture of its language, with size and description',
  async () => {
    const event = await t.event({ title_en: 'Shared Cup', title_ar: 'كأس مشترك' })
    for (const lang of ['en', 'ar'] as const) {
      const { body } = await t.visitor(`/events/${event.slug}/?lang=${lang}`)
      const readMeta = (name: string) =>
        new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(body)?.[1]
      const url = `http://botola.test${eventFilePaths.shareImage(event.slug, lang)}`
      expect(readMeta('og:image')).toBe(url)
      expect([readMeta('og:image:width'), readMeta('og:image:height'), readMeta('twitter:card')]).toEqual([
        '1200',
        '630',
        'summary_large_image',
      ])
      expect(readMeta('og:image:alt')).toContain(lang === 'en' ? 'Shared Cup' : 'كأس مشترك')
      const jsonLd = JSON.parse(
        /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(body)?.[1] ?? '{}',
      )
      expect(jsonLd.image[0]).toBe(url)
    }
  },
)
