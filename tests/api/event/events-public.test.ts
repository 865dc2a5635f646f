import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventsApp, eventTexts, startEventsApp } from '../../support/api/events.ts'

type Card = { _id: string; title_en: string }

describe('public events', () => {
  let t: EventsApp
  beforeAll(async () => {
    t = await startEventsApp()
    await t.database.pool.query(`insert into regions (id, slug, name_en, name_ar, country) values
      (gen_random_uuid(), 'egypt', 'Egypt', 'مصر', 'eg'), (gen_random_uuid(), 'oman', 'Oman', 'عُمان', 'om') on conflict (slug) do nothing`)
  })
  afterAll(() => t.close())
  const cards = async (query = '?status=true') =>
    (await t.visitor(`/api/events/${query}`)).json().events as Card[]
  const titles = async (query?: string) => (await cards(query)).map((card) => card.title_en)

  it('are current after every change', async () => {
    const before = await cards()
    const event = await t.make({ startDate: '2026-03-01', tags: '["a"]' })
    const own = async () => (await cards()).filter(({ _id }) => _id === event._id)
    const ownTitles = async () => (await own()).map((card) => card.title_en)
    expect(await own()).toEqual([
      {
        _id: event._id,
        slug: 'desert-rally',
        ...eventTexts,
        startDate: '2026-03-01T00:00:00.000Z',
        endDate: null,
        tags: ['a'],
        coverImage: null,
        trending: false,
        liveStatus: false,
        missionType: 0,
        region: null,
      },
    ])
    await t.save({ ...eventTexts, id: event._id, title_en: 'New name' }, 'PUT')
    expect(await ownTitles()).toEqual(['New name'])
    expect((await t.visitor(`/api/v1/events/${event._id}`)).json().event.title_en).toBe('New name')
    await t.ask('PATCH', '/api/admin/events/', { payload: { id: event._id, name: 'status', status: false } })
    expect(await ownTitles()).toEqual([])
    for (const name of [event._id, 'new-name', 'desert-rally'])
      expect((await t.visitor(`/api/v1/events/${name}`)).status).toBe(404)
    await t.ask('PATCH', '/api/admin/events/', { payload: { id: event._id, name: 'status', status: true } })
    expect(await ownTitles()).toEqual(['New name'])
    await t.ask('DELETE', `/api/admin/events/?id=${event._id}`)
    expect(await cards()).toEqual(before)
  })

  it('belong to a region or to all regions', async () => {
    await t.make({ title_en: 'Of Egypt', region: 'egypt' })
    await t.make({ title_en: 'Of Oman', region: 'oman' })
    const all = await t.make({ title_en: 'Of all', region: '' })
    expect(all.region).toBeNull()
    const ownTitles = async (query?: string) =>
      (await titles(query)).filter((title) => title.startsWith('Of ')).sort()
    expect(await ownTitles('?status=true&region=egypt')).toEqual(['Of Egypt', 'Of all'])
    expect(await ownTitles()).toEqual(['Of Egypt', 'Of Oman', 'Of all'])
    expect(await ownTitles('?status=true&region=nowhere')).toEqual(['Of all'])
    expect(await titles('?status=false')).toEqual([])
    // a reply to other values is never kept for these
    const manyParameters = 'x&'.repeat(1000)
    expect(await titles(`?${manyParameters}status=false&region=oman`)).toEqual([])
    expect(await titles('?status=false&region=oman')).toEqual([])
    // the router reads another spelling of the path as the same call
    const otherSpelling = async (region: string) => {
      const { events } = (await t.visitor(`/%61pi/events/?status=true&region=${region}`)).json()
      return (events as Card[]).map((card) => card.title_en)
    }
    expect(await otherSpelling('egypt')).toContain('Of Egypt')
    expect(await otherSpelling('oman')).not.toContain('Of Egypt')
    expect((await t.visitor('/api/events/?status=maybe')).status).toBe(400)
  })

  it('are read with all fields by id, slug and event code', async () => {
    const { _id: id } = await t.make({
      title_en: 'In full',
      datetime_info_ar: 'مواعيد',
      howplay_info_en: 'How',
      rules_info_en: 'Rules',
    })
    for (const name of [id, 'in-full', `${id}/`]) {
      const { event } = (await t.visitor(`/api/v1/events/${name}`)).json()
      expect(event).toMatchObject({
        _id: id,
        slug: 'in-full',
        datetime_info_ar: 'مواعيد',
        howplay_info_en: 'How',
        rules_info_en: 'Rules',
        rules_info_ar: '',
        bannerImage: null,
      })
      // visitors see no field of the back office
      expect(Object.keys(event)).not.toEqual(expect.arrayContaining(['version']))
    }
    expect((await t.visitor('/api/v1/events/never-there')).json()).toMatchObject({
      success: false,
      code: 'not-found',
    })
  })

  it('are exported as JSON and CSV', async () => {
    const event = await t.make({
      title_en: '=HYPERLINK("http://evil")',
      title_ar: 'عنوان، بفاصلة',
      description_en: 'two\nlines, "quoted"',
      eventCode: ' -1+1',
      tags: '["+x","y"]',
      startDate: '2026-01-02',
    })
    const json = (await t.ask('GET', '/api/admin/events?download=true')).json()
    const total = (await t.ask('GET', '/api/admin/events/')).json().totalItems
    expect([json.success, json.events.length]).toEqual([true, total])
    expect(json.events.find(({ _id }: Card) => _id === event._id)).toMatchObject({
      title_en: '=HYPERLINK("http://evil")',
      tags: ['+x', 'y'],
    })

    const reply = await t.ask('GET', '/api/admin/events/?download=true&format=csv')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="events.csv"',
      'cache-control': 'no-store',
    })
    expect(reply.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(reply.body.split('\r\n')).toHaveLength(total + 2)
    const lines: Record<string, string>[] = parse(reply.bytes, {
      bom: true,
      columns: true,
      record_delimiter: '\r\n',
    })
    expect(lines).toHaveLength(total)
    expect(lines.find(({ id }) => id === event._id)).toMatchObject({
      title_en: `'=HYPERLINK("http://evil")`,
      title_ar: 'عنوان، بفاصلة',
      description_en: 'two\nlines, "quoted"',
      event_code: "'-1+1",
      tags: "'+x; y",
      start_date: '2026-01-02',
      mission_type: '0',
      active: 'true',
    })
    const some = await t.ask('GET', '/api/admin/events/?download=true&format=csv&s=evil')
    expect(parse(some.bytes, { bom: true, columns: true, record_delimiter: '\r\n' })).toHaveLength(1)
    expect((await t.ask('GET', '/api/admin/events/?download=true&format=xls')).status).toBe(400)
    expect((await t.ask('GET', '/api/admin/events/?download=false')).json().totalItems).toBe(total)
  })

  it('are exported in chunks if there are many', async () => {
    await t.database.pool.query(`insert into events (id, slug, title_en, title_ar, description_en, description_ar)
      select gen_random_uuid(), 'many-' || n, 'Many ' || n, 'كثير', 'd', 'و' from generate_series(1, 450) n`)
    const reply = await t.ask('GET', '/api/admin/events/?download=true&format=csv&s=many')
    const lines: Record<string, string>[] = parse(reply.bytes, {
      bom: true,
      columns: true,
      record_delimiter: '\r\n',
    })
    expect(new Set(lines.map((line) => line.slug)).size).toBe(450)
    const page = (await t.ask('GET', '/api/admin/events/?per_page=1000&s=many')).json()
    expect([page.events.length, page.totalItems]).toEqual([450, 450])
  })
})
