import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm, eventTexts } from '../../support/api/events.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

type Event = { _id: string; slug: string; status: boolean; version: number; title_ar: string }

describe('drafts of events', () => {
  let t: SessionsApp
  let admin: string
  beforeAll(async () => {
    t = await startSessionsApp()
    admin = await t.admin()
  })
  afterAll(() => t.close())

  const save = async (fields: Record<string, string>) => {
    const { payload, headers } = await createForm(fields)
    const method = fields.id ? 'PUT' : 'POST'
    return t.app.inject({
      method,
      url: '/api/admin/events/',
      payload,
      headers: { ...headers, authorization: admin },
    })
  }
  const create = async (fields: Record<string, string>): Promise<Event> => {
    const reply = await save(fields)
    expect(reply.statusCode).toBe(200)
    return reply.json().event
  }
  const setPublished = (id: string, status: boolean) =>
    t.app.inject({
      method: 'PATCH',
      url: '/api/admin/events/',
      payload: { id, name: 'status', status },
      headers: { authorization: admin },
    })
  const readAsVisitor = (url: string) => t.app.inject(url)
  /** Returns the paths of the public calls about one event. */
  const listEventUrls = ({ _id: id, slug }: Event) =>
    [id, slug].flatMap((event) => [
      `/api/v1/events/${event}`,
      getPath('GET /api/v1/events/scores/:eventId', { eventId: event }),
      `${getPath('GET /api/v1/events/scores/:eventId', { eventId: event })}?s=a`,
      getPath('GET /api/v1/events/scores/:eventId/entries/:entryId', {
        eventId: event,
        entryId: '01890000-0000-7000-8000-000000000000',
      }),
    ])

  it('are in no reply that a visitor gets, before they are published and after they are unpublished', async () => {
    const event = await create({
      ...eventTexts,
      title_en: 'Hidden harbour',
      status: 'false',
      trending: 'true',
    })
    expect(event.status).toBe(false)
    const expectHidden = async () => {
      for (const url of [
        ...listEventUrls(event),
        ...[event._id, event.slug].map((eventId) =>
          getPath('GET /api/v1/events/scores/:eventId/live', { eventId }),
        ),
      ])
        expect([url, (await readAsVisitor(url)).statusCode]).toEqual([url, 404])
      for (const url of [
        '/api/events/',
        '/api/events/?status=true',
        '/api/events/?status=false',
        '/sitemap.xml',
      ]) {
        const { body } = await readAsVisitor(url)
        for (const part of [event._id, event.slug, 'Hidden harbour']) expect(body, url).not.toContain(part)
      }
    }
    await expectHidden()
    expect((await setPublished(event._id, true)).statusCode).toBe(200)
    for (const url of [
      `/api/v1/events/${event.slug}`,
      getPath('GET /api/v1/events/scores/:eventId', { eventId: event._id }),
    ])
      expect([url, (await readAsVisitor(url)).statusCode]).toEqual([url, 200])
    for (const url of ['/api/events/?status=true', '/sitemap.xml'])
      expect((await readAsVisitor(url)).body).toContain(event.slug)
    expect((await setPublished(event._id, false)).statusCode).toBe(200)
    await expectHidden()
  })

  it('may lack texts, but not both titles, and are published with all required texts only', async () => {
    const refused = await save({ status: 'false', description_en: 'A text without a title' })
    expect(refused.json()).toMatchObject({
      code: 'form-incomplete',
      fields: [{ field: 'title_en' }, { field: 'title_ar' }],
    })
    const event = await create({ title_ar: 'مسودة', status: 'false' })
    expect(event).toMatchObject({ status: false, title_en: '', title_ar: 'مسودة' })

    const missing = ['title_en', 'description_en', 'description_ar'].map((field) => ({
      field,
      code: 'required',
    }))
    const edit = { id: event._id, title_ar: 'مسودة' }
    for (const reply of [
      await setPublished(event._id, true),
      await save({ ...edit, status: 'true' }),
      await save(edit),
    ]) {
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'form-incomplete', fields: missing })
    }
    expect((await readAsVisitor(`/api/v1/events/${event._id}`)).statusCode).toBe(404)

    const published = (await save({ ...eventTexts, id: event._id, status: 'true' })).json().event
    expect(published.status).toBe(true)
    // the texts of a published event cannot be removed
    expect((await save({ id: event._id, title_en: 'Alone' })).json().code).toBe('form-incomplete')
    expect((await save({ id: event._id, title_en: 'Alone', status: 'false' })).json().event).toMatchObject({
      status: false,
      title_ar: '',
    })
  })

  it('are listed apart from published events', async () => {
    const draft = await create({ ...eventTexts, title_en: 'Sorted draft', status: 'false' })
    const published = await create({ ...eventTexts, title_en: 'Sorted event' })
    const listIds = async (query: string) => {
      const reply = await t.app.inject({
        url: `/api/admin/events/?s=sorted${query}`,
        headers: { authorization: admin },
      })
      return reply.statusCode === 200 ? reply.json().events.map(({ _id }: Event) => _id) : reply.statusCode
    }
    expect(await listIds('')).toEqual([published._id, draft._id])
    expect(await listIds('&state=draft')).toEqual([draft._id])
    expect(await listIds('&state=published')).toEqual([published._id])
    expect(await listIds('&state=other')).toBe(400)
  })

  it('are read for the preview with a permission only, and never cached', async () => {
    const { _id } = await create({ ...eventTexts, title_en: 'Previewed', status: 'false' })
    const url = `/api/admin/events/?id=${_id}`
    const readAs = async (permission: 'content' | 'finance') => {
      const { email } = await t.person({ role: 'admin', permissions: [permission] })
      const authorization = String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
      return t.app.inject({ url, headers: { authorization } })
    }
    const allowed = await readAs('content')
    expect(allowed.json().event).toMatchObject({ _id, status: false })
    expect(allowed.headers['cache-control']).toBe('no-store')
    expect((await readAs('finance')).json().code).toBe('no-permission')
    expect((await readAsVisitor(url)).json().code).toBe('no-token')
  })
})
