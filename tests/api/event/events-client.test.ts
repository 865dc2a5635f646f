import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventInput } from '#contract/event/event.schema.ts'
import { createAdminEventApi, findCurrentEventInStaleError } from '#web/shared/api/admin/events.ts'
import {
  type ApiCall,
  ApiError,
  type ApiRequest,
  createApiCall,
  createApiResponseFetcher,
  type Fetch,
} from '#web/shared/api/call.ts'
import { createPublicEventApi } from '#web/shared/api/events.ts'
import { type EventsApp, startEventsApp } from '../../support/api/events.ts'

let t: EventsApp
let call: ApiCall
let request: ApiRequest
let admin: ReturnType<typeof createAdminEventApi>
let visitor: ReturnType<typeof createPublicEventApi>
beforeAll(async () => {
  t = await startEventsApp()
  const address = await t.listen()
  const over =
    (headers: Record<string, string>): Fetch =>
    (path, init = {}) =>
      fetch(address + path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
  const asAdmin = over({ authorization: t.authorization })
  call = createApiCall(asAdmin)
  request = createApiResponseFetcher(asAdmin)
  admin = createAdminEventApi(call)
  visitor = createPublicEventApi(createApiCall(over({})))
})
afterAll(() => t.close())

const draft: EventInput = {
  title: { en: 'Reef Rescue', ar: 'إنقاذ الشعاب' },
  description: { en: 'Line one\nLine two', ar: 'سطر\nسطران' },
  startDate: '2026-04-01T00:00:00.000Z',
  endDate: null,
  eventCode: 'REEF',
  missionType: 4,
  datesInfo: { en: 'April', ar: 'أبريل' },
  howToPlay: { en: 'Swim', ar: 'اسبح' },
  rules: { en: '', ar: 'قواعد' },
  tags: ['sea', 'بحر'],
  region: null,
  totalRule: 'best',
}

it('the client functions return what was sent', async () => {
  const cover = new Blob([
    new Uint8Array(
      await sharp({ create: { width: 20, height: 10, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
    ),
  ])
  const { message, event } = await admin.save(draft, { coverImage: cover })
  expect(message).toBe('Saved Successfully!')
  expect(event).toMatchObject({ ...draft, slug: 'reef-rescue', version: 1, active: true, live: false })
  expect(event.coverImage).toMatch(/^\/public\/uploads\/events\//)

  const edited = await admin.save(
    {
      ...draft,
      id: event.id,
      version: event.version,
      title: { en: 'Reef Rescue II', ar: 'إنقاذ ٢' },
      tags: [],
    },
    { coverImage: null },
  )
  expect(edited.message).toBe('Update Successfully!')
  expect(edited.event).toMatchObject({ tags: [], coverImage: null, version: 2, title: { ar: 'إنقاذ ٢' } })
  const { teamIds: _, ...form } = edited.event
  expect(await admin.one(event.id)).toEqual(form)

  for (const name of ['live', 'trending', 'active'] as const)
    expect((await admin.toggle(event.id, name, true)).event[name]).toBe(true)
  expect(await visitor.one('reef-rescue')).toMatchObject({
    id: event.id,
    slug: 'reef-rescue-ii',
    live: true,
    rules: { ar: 'قواعد' },
  })
  expect((await visitor.list()).map((card) => card.id)).toEqual([event.id])

  const { events, total, page, perPage } = await admin.list({ search: 'reef', perPage: 25 })
  expect([events[0]?.eventCode, events[0]?.active, total, page, perPage]).toEqual(['REEF', true, 1, 1, 25])
  const csv = await request('GET /api/admin/events?download', { query: { download: true, format: 'csv' } })
  expect((await csv.bytes()).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))

  await call('DELETE /api/admin/events', { query: { id: event.id } })
  await expect(visitor.one(event.id)).rejects.toMatchObject({ status: 404, code: 'not-found' })
  const deleted = await call('GET /api/admin/events/list', { query: { deleted: true } })
  expect(deleted.events.map((row) => row.id)).toEqual([event.id])
  const restored = await call('POST /api/admin/events/restore', { json: { id: event.id } })
  expect(restored.event.deletedAt).toBeNull()
})

it('an error has the fields that the form needs', async () => {
  const { event } = await admin.save({ ...draft, title: { en: 'Two editors', ar: 'محرران' } })
  await admin.save({ ...draft, id: event.id, title: { en: 'Mine', ar: 'لي' } })
  const stale = await admin
    .save({ ...draft, id: event.id, version: event.version })
    .catch((error: unknown) => error as ApiError)
  expect(stale).toBeInstanceOf(ApiError)
  expect(stale).toMatchObject({ status: 409, code: 'stale-version' })
  expect(findCurrentEventInStaleError(stale as ApiError)).toMatchObject({
    id: event.id,
    title: { en: 'Mine' },
    version: 2,
  })
  await expect(admin.save({ ...draft, title: { en: '', ar: 'x' } })).rejects.toMatchObject({
    code: 'form-incomplete',
    fields: { title_en: 'This is required.' },
  })
  await expect(admin.save(draft, { bannerImage: new Blob(['no picture']) })).rejects.toMatchObject({
    code: 'bad-picture',
    fields: { bannerImage: expect.any(String) },
  })
})

it('the API description has every call', async () => {
  const { paths } = (await t.ask('GET', '/api/openapi.json')).json()
  expect(Object.keys(paths['/api/admin/events']).sort()).toEqual(['delete', 'get', 'patch', 'post', 'put'])
  const form = paths['/api/admin/events'].post.requestBody.content['multipart/form-data'].schema
  expect(form.properties.coverImage).toMatchObject({ type: 'string', format: 'binary' })
  expect(form.properties.title_en).toMatchObject({ type: 'string', maxLength: 200 })
  expect(paths['/api/v1/events/{idOrSlug}'].get).toBeDefined()
})
