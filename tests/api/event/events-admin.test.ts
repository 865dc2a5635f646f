import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm, type EventsApp, eventTexts, startEventsApp } from '../../support/api/events.ts'

describe('events in the back office', () => {
  let t: EventsApp
  beforeAll(async () => {
    t = await startEventsApp()
  })
  afterAll(() => t.close())
  const list = async (query = '') => (await t.ask('GET', `/api/admin/events/?per_page=1000${query}`)).json()
  const one = async (id: string) => (await t.ask('GET', `/api/admin/events/?id=${id}`)).json().event

  it('are created with every field of the form, of whose dates the part before the T is stored', async () => {
    const texts = { ...eventTexts, title_en: 'Dune Race' }
    const reply = await t.save({
      ...texts,
      startDate: '2026-03-01T09:00:00.000Z',
      endDate: '2026-03-02',
      eventCode: 'RALLY-26',
      missionType: '2',
      datetime_info_en: 'Doors open at eight.',
      datetime_info_ar: 'تفتح الأبواب في الثامنة.',
      howplay_info_en: 'Drive.',
      howplay_info_ar: 'قُد.',
      rules_info_en: 'No pushing.',
      rules_info_ar: 'ممنوع الدفع.',
      tags: JSON.stringify(['  desert ', '', 'رمال', 'desert']),
    })
    expect(reply.status).toBe(200)
    const { success, msg, event } = reply.json()
    expect([success, msg]).toEqual([true, 'Saved Successfully!'])
    expect(event).toMatchObject({
      ...texts,
      slug: 'dune-race',
      startDate: '2026-03-01T00:00:00.000Z',
      endDate: '2026-03-02T00:00:00.000Z',
      eventCode: 'RALLY-26',
      missionType: 2,
      datetime_info_ar: 'تفتح الأبواب في الثامنة.',
      howplay_info_en: 'Drive.',
      rules_info_ar: 'ممنوع الدفع.',
      tags: ['desert', 'رمال'],
      coverImage: null,
      bannerImage: null,
      trending: false,
      liveStatus: false,
      status: true,
      version: 1,
      deletedAt: null,
    })
    expect(await one(event._id)).toEqual({ ...event, Scores: [] })
  })

  it('has a heading for its pages that is the same with any number of results', async () => {
    const { event } = (await t.save({ ...eventTexts, title_en: 'Heading', missionType: '2' })).json()
    const reply = await t.ask('GET', getPath('GET /api/admin/events/:eventId', { eventId: event._id }))
    expect(reply.json().event).toEqual({
      id: event._id,
      slug: 'heading',
      isReadOnly: false,
      title: { en: 'Heading', ar: eventTexts.title_ar },
      startDate: null,
      endDate: null,
      missionType: 2,
      hasChosenLevel: true,
      active: true,
      season: event.season,
    })
    const unknown = { eventId: crypto.randomUUID() }
    for (const path of ['GET /api/admin/events/:eventId', 'GET /api/admin/events/:eventId/form'] as const)
      expect((await t.ask('GET', getPath(path, unknown))).status).toBe(404)
  })

  it('can be prepared unseen, and the form changes only the flags that it sends', async () => {
    const { event } = (
      await t.save({
        ...eventTexts,
        title_en: 'Secret',
        status: 'false',
        trending: 'true',
        liveStatus: 'true',
      })
    ).json()
    expect(event).toMatchObject({ status: false, trending: true, liveStatus: true })
    const isListed = async () =>
      (await t.app.inject('/api/events/?status=true'))
        .json()
        .events.some(({ _id }: { _id: string }) => _id === event._id)
    expect(await isListed()).toBe(false)
    const edit = { ...eventTexts, id: event._id, title_en: 'Secret' }
    expect((await t.save(edit)).json().event).toMatchObject({
      status: false,
      trending: true,
      liveStatus: true,
    })
    expect((await t.save({ ...edit, status: 'true', liveStatus: 'false' })).json().event).toMatchObject({
      status: true,
      trending: true,
      liveStatus: false,
    })
    expect(await isListed()).toBe(true)
  })

  it('are created and updated by POST and by PUT', async () => {
    const made = (await t.save({ ...eventTexts, title_en: 'By Put' })).json()
    expect(made.msg).toBe('Saved Successfully!')
    for (const [at, method] of (['POST', 'PUT'] as const).entries()) {
      const saved = (
        await t.save(
          { ...eventTexts, id: made.event._id, title_en: `Changed ${at}`, eventCode: 'kept' },
          method,
        )
      ).json()
      expect(saved).toMatchObject({
        success: true,
        msg: 'Update Successfully!',
        event: { _id: made.event._id, title_en: `Changed ${at}`, version: at + 2 },
      })
    }
    // fields that the form lacks stay as they are, empty ones are emptied
    const partly = (await t.save({ ...eventTexts, id: made.event._id })).json().event
    expect(partly.eventCode).toBe('kept')
    expect((await t.save({ ...eventTexts, id: made.event._id, eventCode: '' })).json().event.eventCode).toBe(
      '',
    )
  })

  it('reply in Arabic to an Arabic request', async () => {
    const { payload, headers } = await createForm({ ...eventTexts, title_en: 'Arabic reply' })
    const reply = await t.ask('POST', '/api/admin/events/?lang=ar', { payload, headers })
    expect(reply.json().msg).toBe('تم الحفظ بنجاح!')
  })

  it('may end before they start, and accept an empty date', async () => {
    const odd = await t.make({ title_en: 'Odd', startDate: '2026-05-02', endDate: '2026-05-01' })
    expect([odd.startDate, odd.endDate]).toEqual(['2026-05-02T00:00:00.000Z', '2026-05-01T00:00:00.000Z'])
    for (const startDate of ['', 'null'])
      expect((await t.save({ ...eventTexts, id: odd._id, startDate }, 'PUT')).json().event).toMatchObject({
        startDate: null,
        endDate: odd.endDate,
      })
    expect((await t.make({ title_en: 'Digits', startDate: '٢٠٢٦-٠٥-٠٣', missionType: '٣' })).startDate).toBe(
      '2026-05-03T00:00:00.000Z',
    )
    expect((await t.make({ title_en: 'Zone', startDate: '2026-05-03T01:00:00+03:00' })).startDate).toBe(
      '2026-05-03T00:00:00.000Z',
    )
    expect((await t.make({ title_en: 'Local', startDate: '2026-05-03T12:00' })).startDate).toBe(
      '2026-05-03T00:00:00.000Z',
    )
  })

  it.each(['title_en', 'title_ar', 'description_en', 'description_ar'])('require %s', async (field) => {
    const event = await t.make({ title_en: 'Complete' })
    const before = (await list()).totalItems
    for (const value of ['', '  \n', undefined])
      for (const id of [undefined, event._id as string]) {
        const reply = await t.save({ ...eventTexts, [field]: value, id })
        expect(reply.status).toBe(400)
        expect(reply.json()).toMatchObject({
          success: false,
          code: 'form-incomplete',
          msg: 'Please fill form carefully!',
          field,
        })
      }
    expect((await list()).totalItems).toBe(before)
  })

  it('are listed in pages, the newest first among those of the same day', async () => {
    const names = []
    for (let at = 0; at < 12; at++)
      names.unshift((await t.make({ title_en: `Paged ${at}`, eventCode: 'paging-set' }))._id)
    const first = (await t.ask('GET', '/api/admin/events/?s=paging-set')).json()
    expect(first).toMatchObject({ success: true, currentPage: 1, totalItems: 12, per_page: 10 })
    const second = (await t.ask('GET', '/api/admin/events?page=2&s=paging-set&per_page=10')).json()
    expect([...first.events, ...second.events].map((event: { _id: string }) => event._id)).toEqual(names)
    const own = (
      await t.ask('GET', `${getPath('GET /api/admin/events/list')}?page=2&s=paging-set&per_page=10`)
    ).json()
    expect(own.events.map(({ id }: { id: string }) => id)).toEqual(
      second.events.map((event: { _id: string }) => event._id),
    )
    // the published list has the ids of the teams of each event
    expect(second.events[0].Teams).toEqual([])
    expect(JSON.stringify(own)).not.toMatch(/teams/i)
    expect((await t.ask('GET', '/api/admin/events/?s=paging-set&page=9')).json()).toMatchObject({
      events: [],
      totalItems: 12,
    })
    expect((await t.ask('GET', '/api/admin/events/?per_page=1000')).status).toBe(200)
    for (const query of ['per_page=1001', 'per_page=7', 'page=0', 'page=x', 'page=1&page=2'])
      expect([query, (await t.ask('GET', `/api/admin/events/?${query}`)).status]).toEqual([query, 400])
  })

  it('are listed by their first day, the latest first and those without dates before', async () => {
    const ids: string[] = []
    for (const startDate of ['2026-03-01', '', '2027-01-05', '2026-03-01'])
      ids.push((await t.make({ title_en: `Dated ${startDate}`, eventCode: 'dated-set', startDate }))._id)
    const { events } = (await t.ask('GET', '/api/admin/events/?s=dated-set')).json()
    expect(events.map((event: { _id: string }) => event._id)).toEqual([1, 2, 3, 0].map((at) => ids[at]))
  })

  it('are found in any spelling', async () => {
    const id = (
      await t.make({ title_en: 'Café 100% robots_x', title_ar: 'بطولة أحمد الأولى', tags: '["sumo"]' })
    )._id
    for (const s of ['cafe', 'CAFÉ robots', 'احمد', 'بطوله', 'الاولي', '100%', 'robots_x', 'sumo'])
      expect([
        s,
        (await list(`&s=${encodeURIComponent(s)}`)).events.map((event: { _id: string }) => event._id),
      ]).toEqual([s, [id]])
    for (const s of ['cafe dragons', '%%%', "'; drop table events; --", '\\'])
      expect([s, (await list(`&s=${encodeURIComponent(s)}`)).totalItems]).toEqual([s, 0])
  })

  it('have flags that GET and PATCH set to the given value', async () => {
    const { _id: id, version } = await t.make({ title_en: 'Switches' })
    for (const name of ['trending', 'liveStatus', 'status'])
      for (const status of [true, true, false, true]) {
        const reply = await t.ask('GET', `/api/admin/events/?id=${id}&name=${name}&status=${status}`)
        expect(reply.json()).toMatchObject({
          success: true,
          msg: 'Status is Updated Successfully!',
          event: { [name]: status, version },
        })
        expect(reply.headers['cache-control']).toBe('no-store')
        expect((await one(id))[name]).toBe(status)
        const twin = await t.ask('PATCH', '/api/admin/events/', { payload: { id, name, status: !status } })
        expect(twin.json()).toMatchObject({
          msg: 'Status is Updated Successfully!',
          event: { [name]: !status },
        })
      }
    expect((await t.ask('HEAD', `/api/admin/events/?id=${id}&name=status&status=true`)).status).toBe(404)
    for (const query of ['name=slug&status=true', 'name=status&status=maybe', 'name=status', 'status=true'])
      expect([query, (await t.ask('GET', `/api/admin/events/?id=${id}&${query}`)).status]).toEqual([
        query,
        400,
      ])
    expect((await t.ask('GET', '/api/admin/events/?name=status&status=true')).status).toBe(400)
  })

  it('get a slug of their title and are still found by earlier slugs', async () => {
    const first = await t.make({ title_en: 'Grand Final' })
    const twin = await t.make({ title_en: 'Grand  final!' })
    expect([first.slug, twin.slug]).toEqual(['grand-final', 'grand-final-2'])
    const moved = (await t.save({ ...eventTexts, id: first._id, title_en: 'Super Final' })).json().event
    expect(moved.slug).toBe('super-final')
    expect((await t.visitor('/api/v1/events/grand-final')).json().event).toMatchObject({
      _id: first._id,
      slug: 'super-final',
    })
    // another event does not get the old address
    expect((await t.make({ title_en: 'Grand Final' })).slug).toBe('grand-final-3')
    const back = (await t.save({ ...eventTexts, id: first._id, title_en: 'Grand Final' })).json().event
    expect(back.slug).toBe('grand-final')
    expect((await t.visitor('/api/v1/events/super-final')).json().event._id).toBe(first._id)
    // the same words keep the same address
    expect((await t.save({ ...eventTexts, id: twin._id, title_en: 'GRAND FINAL' })).json().event.slug).toBe(
      'grand-final-2',
    )
    expect((await t.make({ title_en: 'نهائي' })).slug).toBe('event')
    expect((await t.make({ title_en: 'Scores' })).slug).toBe('event-scores')
    const many = await Promise.all(
      Array.from({ length: 8 }, () => t.save({ ...eventTexts, title_en: 'At once' })),
    )
    expect(new Set(many.map((reply) => reply.json().event.slug)).size).toBe(8)
  })

  it('are saved for one of two simultaneous edits', async () => {
    const { _id: id, version } = await t.make({ title_en: 'Contested' })
    const replies = await Promise.all(
      ['First', 'Second'].map((title_en) =>
        t.save({ ...eventTexts, id, title_en, version: String(version) }, 'PUT'),
      ),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
    const winner = replies.find((reply) => reply.status === 200)?.json().event
    const stale = replies.find((reply) => reply.status === 409)?.json()
    expect(stale).toMatchObject({
      success: false,
      code: 'stale-version',
      details: { current: { _id: id, title_en: winner.title_en, version: version + 1 } },
    })
    expect((await one(id)).title_en).toBe(winner.title_en)
    expect(
      (await t.save({ ...eventTexts, id, title_en: 'Third', version: String(version + 1) }, 'PUT')).status,
    ).toBe(200)
    // a switch in the list does not make an open form stale
    await t.ask('GET', `/api/admin/events/?id=${id}&name=trending&status=true`)
    expect(
      (await t.save({ ...eventTexts, id, title_en: 'Fourth', version: String(version + 2) }, 'PUT')).status,
    ).toBe(200)
  })

  it('are deleted, and restored within 30 days', async () => {
    const { _id: id, slug } = await t.make({ title_en: 'Here and gone' })
    expect((await t.visitor(`/api/v1/events/${slug}`)).status).toBe(200)
    const deleted = await t.ask('DELETE', `/api/admin/events/?id=${id}`)
    expect(deleted.json()).toMatchObject({ success: true })
    for (const gone of [
      await t.ask('GET', `/api/admin/events/?id=${id}`),
      await t.ask('DELETE', `/api/admin/events/?id=${id}`),
      await t.ask('GET', `/api/admin/events/?id=${id}&name=status&status=true`),
      await t.save({ ...eventTexts, id }),
      await t.visitor(`/api/v1/events/${slug}`),
      await t.visitor(`/api/v1/events/${id}`),
    ])
      expect([gone.status, gone.json().code]).toEqual([404, 'not-found'])
    expect((await list('&deleted=true')).events.map((event: { _id: string }) => event._id)).toEqual([id])
    expect((await list()).events.some((event: { _id: string }) => event._id === id)).toBe(false)
    const restored = await t.ask('POST', '/api/admin/events/restore', { payload: { id } })
    expect(restored.json()).toMatchObject({ success: true, event: { _id: id, deletedAt: null } })
    expect((await t.visitor(`/api/v1/events/${slug}`)).status).toBe(200)

    await t.ask('DELETE', `/api/admin/events/?id=${id}`)
    await t.database.pool.query(`update events set deleted_at = now() - interval '31 days' where id = $1`, [
      id,
    ])
    expect((await t.ask('POST', '/api/admin/events/restore', { payload: { id } })).status).toBe(404)
    expect((await list('&deleted=true')).totalItems).toBe(0)
  })

  it('get an audit log entry for every change, but not for an unchanged save', async () => {
    const from = (await t.audit()).length
    const { _id: id } = await t.make({ title_en: 'Watched' })
    await t.save({ ...eventTexts, id, title_en: 'Watched well' })
    await t.ask('GET', `/api/admin/events/?id=${id}&name=trending&status=true`)
    await t.ask('GET', `/api/admin/events/?id=${id}&name=trending&status=true`)
    await t.ask('DELETE', `/api/admin/events/?id=${id}`)
    await t.ask('POST', '/api/admin/events/restore', { payload: { id } })
    const lines = (await t.audit()).slice(from)
    expect(lines.map((line) => line.action)).toEqual(['create', 'update', 'toggle', 'delete', 'restore'])
    expect(new Set(lines.map((line) => `${line.entity} ${line.entity_id}`))).toEqual(new Set([`event ${id}`]))
    expect(lines.every((line) => line.actor_id && line.request_id)).toBe(true)
    expect(lines[1]).toMatchObject({
      before: { titleEn: 'Watched', slug: 'watched', version: 1 },
      after: { titleEn: 'Watched well', slug: 'watched-well', version: 2 },
    })
    expect(lines[2]).toMatchObject({ before: { trending: false }, after: { trending: true } })
  })

  it('are for administrators only', async () => {
    const { _id: id } = await t.make({ title_en: 'Guarded' })
    const form = await createForm({ ...eventTexts })
    const tries: [Parameters<EventsApp['ask']>[0], string, object?][] = [
      ['GET', '/api/admin/events/'],
      ['GET', `/api/admin/events/?id=${id}`],
      ['GET', `/api/admin/events/?id=${id}&name=status&status=false`],
      ['GET', '/api/admin/events/?download=true&format=csv'],
      ['PATCH', '/api/admin/events/', { payload: { id, name: 'status', status: false } }],
      ['POST', '/api/admin/events/', form],
      ['PUT', '/api/admin/events', form],
      ['DELETE', `/api/admin/events/?id=${id}`],
      ['POST', '/api/admin/events/restore', { payload: { id } }],
    ]
    for (const [method, url, options] of tries) {
      expect([method, url, (await t.ask(method, url, { ...options, visitor: true })).json().code]).toEqual([
        method,
        url,
        'no-token',
      ])
      const wrong = await t.ask(method, url, {
        ...options,
        visitor: true,
        headers: { ...(options as typeof form)?.headers, authorization: 'nonsense' },
      })
      expect([method, url, wrong.json().code]).toEqual([method, url, 'bad-token'])
    }
    expect((await one(id)).status).toBe(true)
  })
})
