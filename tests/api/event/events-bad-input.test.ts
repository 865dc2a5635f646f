import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createForm,
  createImageFile,
  type EventsApp,
  eventTexts,
  startEventsApp,
} from '../../support/api/events.ts'

const nobody = '01890000-0000-7000-8000-000000000000'
const url = '/api/admin/events/'

describe('events reject', () => {
  let t: EventsApp
  let kept: unknown
  let existing: { _id: string }
  const rows = async () => (await t.database.pool.query('select * from events order by id')).rows
  beforeAll(async () => {
    t = await startEventsApp()
    existing = await t.make()
  })
  beforeEach(async () => {
    kept = await rows()
  })
  afterEach(async () => {
    expect(await rows()).toEqual(kept)
    expect(t.stored()).toEqual([])
  })
  afterAll(() => t.close())

  it.each([
    ['title_en', 'x'.repeat(201), 'too-long'],
    ['title_ar', 'عنوان\0', 'bad-characters'],
    ['title_en', 'Final\u0007', 'bad-characters'],
    ['title_en', 'Fi\u001bnal', 'bad-characters'],
    ['description_en', 'x'.repeat(20_001), 'too-long'],
    ['description_ar', 'a\0b', 'bad-characters'],
    ['datetime_info_en', 'x'.repeat(20_001), 'too-long'],
    ['rules_info_ar', 'a\0b', 'bad-characters'],
    ['eventCode', 'x'.repeat(101), 'too-long'],
    ['startDate', 'tomorrow', 'bad-date'],
    ['startDate', '2026-02-30', 'bad-date'],
    ['endDate', '2026-13-01', 'bad-date'],
    ['endDate', '2026-01-01T25:00:00Z', 'bad-date'],
    ['endDate', '0000-01-01', 'bad-date'],
    ['startDate', '+275760-09-13T00:00:00Z', 'bad-date'],
    ['missionType', '5', 'unknown-value'],
    ['missionType', '-1', 'unknown-value'],
    ['missionType', 'Elementory', 'unknown-value'],
    ['missionType', '1.5', 'unknown-value'],
    ['tags', 'not json', 'wrong-type'],
    ['tags', '{"a":1}', 'wrong-type'],
    ['tags', '"text"', 'wrong-type'],
    ['tags', JSON.stringify(Array.from({ length: 31 }, (_, at) => `tag ${at}`)), 'too-long'],
    ['tags', JSON.stringify(['x'.repeat(61)]), 'too-long'],
    ['region', 'atlantis', 'unknown-value'],
    ['version', 'x', 'wrong-type'],
    ['version', '99999999999', 'too-large'],
    ['removeCover', 'perhaps', 'wrong-type'],
    ['totalRule', 'most', 'unknown-value'],
  ])('$0 = $1 with the code $2', async (field, value, code) => {
    // the region is looked up after the event
    const id = field === 'region' ? existing._id : '01890000-0000-7000-8000-000000000000'
    for (const method of ['POST', 'PUT'] as const) {
      const reply = await t.save(
        { ...eventTexts, ...(method === 'PUT' ? { id } : {}), [field]: value },
        method,
      )
      expect(reply.status).toBe(400)
      expect(reply.json()).toMatchObject({ success: false, code: 'bad-input', fields: [{ code }] })
      expect(reply.json().field).toBe(field)
    }
  })

  it.each([
    ['tags', '["ok", 5]', 'tags.1'],
    ['tags', '["a\\u0000b"]', 'tags.0'],
    ['tags', '["\\ud800"]', 'tags.0'],
    ['tags', '[["nested"]]', 'tags.0'],
  ])('%s: %s, with the field', async (field, value, place) => {
    expect((await t.save({ ...eventTexts, [field]: value })).json()).toMatchObject({
      code: 'bad-input',
      field: place,
    })
  })

  it('a lone surrogate', async () => {
    // a form cannot carry one, JSON can
    const reply = await t.ask('POST', url, {
      payload: `{"title_en":"\\ud800","title_ar":"ع","description_en":"d","description_ar":"د"}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.status, reply.json().field, reply.json().fields[0].code]).toEqual([
      400,
      'title_en',
      'bad-characters',
    ])
  })

  it('wrong types in JSON', async () => {
    for (const [field, value] of Object.entries({
      title_en: 5,
      description_ar: ['x'],
      tags: [1],
      startDate: 7,
      eventCode: {},
      coverImage: { name: 'x' },
      bannerImage: 3,
      missionType: true,
      rules_info_en: null,
    })) {
      const reply = await t.ask('POST', url, { payload: { ...eventTexts, [field]: value } })
      expect([field, reply.status, reply.json().code, String(reply.json().field).split('.')[0]]).toEqual([
        field,
        400,
        'bad-input',
        field,
      ])
    }
  })

  it('1 MB of tags, a large body, too many parts', async () => {
    const long = JSON.stringify(Array.from({ length: 20_000 }, () => 'x'.repeat(48)))
    expect([
      (await t.save({ ...eventTexts, tags: long })).status,
      (await t.save({ ...eventTexts, tags: long })).json().field,
    ]).toEqual([413, 'tags'])
    expect(
      (
        await t.ask('POST', url, {
          payload: { ...eventTexts, tags: Array.from({ length: 20_000 }, () => 'x'.repeat(60)) },
        })
      ).status,
    ).toBe(413)
    expect(
      (
        await t.save({
          ...eventTexts,
          ...Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`more${at}`, 'x'])),
        })
      ).status,
    ).toBe(413)
    const files = Object.fromEntries(
      Array.from({ length: 13 }, (_, at) => [`file${at}`, createImageFile(Buffer.from('x'))]),
    )
    const refused = await t.save({ ...eventTexts, ...files })
    expect([refused.status, refused.json().field]).toEqual([400, 'file0'])
  })

  it('broken bodies and other content types', async () => {
    const form = await createForm({
      ...eventTexts,
      coverImage: createImageFile(Buffer.from('x'.repeat(500))),
    })
    const type = form.headers['content-type']
    const half = await t.ask('POST', url, {
      payload: form.payload.subarray(0, form.payload.length - 200),
      headers: { 'content-type': type },
    })
    expect([half.status, half.json().code]).toEqual([400, 'bad-form'])
    for (const [payload, contentType, status] of [
      ['garbage', type, 400],
      [form.payload, 'multipart/form-data', 400],
      ['', type, 400],
      ['{"title_en":', 'application/json', 400],
      ['[]', 'application/json', 400],
      ['"text"', 'application/json', 400],
      ['null', 'application/json', 415],
      ['<event/>', 'application/xml', 415],
      ['title_en=x', 'text/plain', 415],
    ] as const) {
      const reply = await t.ask('POST', url, { payload, headers: { 'content-type': contentType } })
      expect([contentType, String(payload).slice(0, 12), reply.status]).toEqual([
        contentType,
        String(payload).slice(0, 12),
        status,
      ])
      expect(reply.json()).toMatchObject({
        success: false,
        code: expect.any(String),
        msg: expect.any(String),
      })
    }
    expect((await t.ask('POST', url)).status).toBe(400)
    for (const [method, path] of [
      ['PATCH', url],
      ['POST', `${url}restore`],
    ] as const) {
      expect(
        (await t.ask(method, path, { payload: '{', headers: { 'content-type': 'application/json' } })).status,
      ).toBe(400)
      expect((await t.ask(method, path, { payload: {} })).json().code).toBe('bad-input')
      expect(
        (await t.ask(method, path, { payload: { id: 'x', name: 'status', status: 'x' } })).json().code,
      ).toBe('bad-input')
    }
  })

  it('unknown ids', async () => {
    for (const id of [nobody, 'x', '1', "' or 1=1 --", '<b>', '%00', '0'.repeat(100)]) {
      const saved = await t.save({ ...eventTexts, id })
      expect([id, saved.status]).toEqual([id, 404])
      for (const [method, path] of [
        ['GET', `${url}?id=`],
        ['DELETE', `${url}?id=`],
        ['GET', `${url}?name=status&status=true&id=`],
      ] as const) {
        const { status } = await t.ask(method, path + encodeURIComponent(id))
        expect([method, id, status]).toEqual([method, id, id === nobody ? 404 : 400])
      }
      expect((await t.visitor(`/api/v1/events/${encodeURIComponent(id)}`)).status).toBeGreaterThanOrEqual(400)
      expect((await t.visitor(`/api/v1/events/${encodeURIComponent(id)}`)).status).toBeLessThan(500)
    }
    expect((await t.ask('POST', `${url}restore`, { payload: { id: nobody } })).status).toBe(404)
    expect(
      (await t.ask('PATCH', url, { payload: { id: nobody, name: 'status', status: true } })).status,
    ).toBe(404)
    expect((await t.ask('DELETE', url)).status).toBe(400)
  })

  it('a repeated field', async () => {
    const form = new FormData()
    for (const [name, value] of [...Object.entries(eventTexts), ['title_en', 'again']])
      form.append(name as string, value as string)
    const encoded = new Response(form)
    const reply = await t.ask('POST', url, {
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    expect(reply.json()).toMatchObject({ code: 'bad-input', field: 'title_en' })
  })
})

describe('events accept', () => {
  it('SQL, HTML and all scripts as plain text', async () => {
    const t = await startEventsApp()
    try {
      const odd = `'); drop table events; -- <script>alert(1)</script> \${x} {{y}} 👩‍🚀 𠀋 日本 עברית %s \\`
      const turned = `${odd} \u202eabc\u202c`
      const event = await t.make({
        title_en: odd,
        title_ar: odd,
        description_en: turned,
        description_ar: turned,
        rules_info_en: turned,
        eventCode: odd,
        tags: JSON.stringify([odd.slice(0, 55)]),
      })
      expect(event).toMatchObject({
        title_en: odd,
        title_ar: odd,
        description_en: turned,
        rules_info_en: turned,
        eventCode: odd,
        tags: [odd.slice(0, 55)],
      })
      expect((await t.visitor('/api/events/')).json().events[0].title_en).toBe(odd)
    } finally {
      await t.close()
    }
  })
})
