import { afterAll, beforeAll, expect, it } from 'vitest'
import { startScoresApp } from '../../support/api/scores.ts'

let t: Awaited<ReturnType<typeof startScoresApp>>
beforeAll(async () => {
  t = await startScoresApp()
})
afterAll(() => t.close())

const date = (day: string) => `${day}T00:00:00.000Z`
const readLines = (body: string) => body.replaceAll('\r\n ', '').split('\r\n')
const readEvent = async (slug: string, query = '') =>
  readLines((await t.visitor(`/events/${slug}/event.ics${query}`)).body)

it('An event has a calendar file in each language, under its id, slug and former slug', async () => {
  const { _id, slug, version } = await t.make({
    title_en: 'Dune, Race',
    startDate: date('2090-03-01'),
    endDate: date('2090-03-03'),
  })
  const reply = await t.visitor(`/events/${slug}/event.ics`)
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(readLines(reply.body)).toEqual(
    expect.arrayContaining([
      `UID:${_id}`,
      'DTSTART;VALUE=DATE:20900301',
      'DTEND;VALUE=DATE:20900304',
      'SUMMARY:Dune\\, Race',
      `URL:http://botola.test/events/${slug}/`,
    ]),
  )
  const arabic = await readEvent(slug, '?lang=ar')
  expect(arabic).toEqual(
    expect.arrayContaining([
      `UID:${_id}`,
      'SUMMARY:رالي الصحراء',
      `URL:http://botola.test/events/${slug}/?lang=ar`,
    ]),
  )
  await t.save(
    {
      id: _id,
      version: String(version),
      title_en: 'Renamed Race',
      title_ar: 'سباق',
      description_en: 'A',
      description_ar: 'ب',
    },
    'PUT',
  )
  expect(await readEvent(_id)).toContain('SUMMARY:Renamed Race')
  expect(await readEvent(slug)).toContain(`UID:${_id}`)
})

it('An end before the start counts as one day, and an event without a start has no calendar file', async () => {
  const reversed = await t.make({
    title_en: 'Reversed',
    startDate: date('2090-05-02'),
    endDate: date('2090-05-01'),
  })
  expect(await readEvent(reversed.slug)).toContain('DTEND;VALUE=DATE:20900503')
  const undated = await t.make({ title_en: 'Undated' })
  expect((await t.visitor(`/events/${undated.slug}/event.ics`)).status).toBe(404)
})

it('Drafts and deleted events are in no calendar file', async () => {
  const draft = await t.make({ title_en: 'Secret Draft', startDate: date('2090-04-01'), status: 'false' })
  const deleted = await t.make({ title_en: 'Dropped Cup', startDate: date('2090-04-02') })
  expect((await t.visitor('/events/calendar.ics')).body).toContain('Dropped Cup')
  t.ok(await t.ask('DELETE', `/api/admin/events/?id=${deleted._id}`))
  for (const { _id, slug } of [draft, deleted])
    for (const name of [_id, slug]) expect((await t.visitor(`/events/${name}/event.ics`)).status).toBe(404)
  const { body } = await t.visitor('/events/calendar.ics')
  expect(body).not.toContain('Secret Draft')
  expect(body).not.toContain('Dropped Cup')
})

it('The calendar of all events has those that are not over, in the order of their dates', async () => {
  await t.make({ title_en: 'Later', startDate: date('2091-02-01') })
  await t.make({ title_en: 'Sooner', startDate: date('2091-01-01') })
  await t.make({ title_en: 'Running', startDate: date('2001-01-01'), endDate: date('2091-01-01') })
  await t.make({ title_en: 'Over', startDate: date('2001-01-01'), endDate: date('2001-01-02') })
  const titles = readLines((await t.visitor('/events/calendar.ics')).body).flatMap(
    (line) => /^SUMMARY:(.*)/.exec(line)?.[1] ?? [],
  )
  expect(titles.filter((title) => ['Later', 'Sooner', 'Running', 'Over'].includes(title))).toEqual([
    'Running',
    'Sooner',
    'Later',
  ])
  const arabic = readLines((await t.visitor('/events/calendar.ics', { cookie: 'lang=ar' })).body)
  expect(arabic.find((line) => line.startsWith('NAME:'))).toMatch(/^NAME:الفعاليات · /)
})
