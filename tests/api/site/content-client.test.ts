import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdminContentApi, createAdminSettingsApi } from '#web/shared/api/admin/content.ts'
import { type ApiCall, ApiError, createApiCall } from '#web/shared/api/call.ts'
import { type EventsApp, startEventsApp } from '../../support/api/events.ts'

let t: EventsApp
let call: ApiCall
let api: ReturnType<typeof createAdminContentApi>
let settingsApi: ReturnType<typeof createAdminSettingsApi>
let picture: Blob
beforeAll(async () => {
  t = await startEventsApp()
  const origin = await t.listen()
  call = createApiCall((path, init) =>
    fetch(`${origin}${path}`, { ...init, headers: { ...init?.headers, authorization: t.authorization } }),
  )
  api = createAdminContentApi(call)
  settingsApi = createAdminSettingsApi(call)
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b8f70' } })
    .png()
    .toBuffer()
  picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
})
afterAll(() => t.close())

test('the values of a form are returned as they were sent', async () => {
  const question = { en: 'When?', ar: 'متى؟' }
  const answer = { en: 'In spring.\nOr later.', ar: 'في الربيع.' }
  const { record: faq, message } = await api.faqs.save({ question, answer, active: false })
  expect(message).toBe('Saved Successfully!')
  expect(faq).toMatchObject({ question, answer, active: false, version: 1 })
  expect(await api.faqs.one(faq.id)).toEqual(faq)
  expect((await api.faqs.toggle(faq.id, true)).record.active).toBe(true)
  expect(await api.faqs.list({ search: 'متي', perPage: 25 })).toMatchObject({
    records: [{ id: faq.id }],
    page: 1,
    perPage: 25,
    total: 1,
  })
  await api.faqs.remove(faq.id)
  expect((await api.faqs.list({ deleted: true })).records).toHaveLength(1)
  expect((await api.faqs.restore(faq.id)).record.deletedAt).toBeNull()

  const { record: partner } = await api.partners.save(
    { name: 'Masar', link: 'https://masar.example/', active: true },
    picture,
  )
  expect(partner).toMatchObject({
    name: 'Masar',
    link: 'https://masar.example/',
    image: expect.stringMatching(/^\/uploads\/partners\/.+\.webp$/),
  })
  const kept = await api.partners.save({
    id: partner.id,
    version: 1,
    name: 'Masar 2',
    link: null,
    active: true,
  })
  expect(kept.record).toMatchObject({ name: 'Masar 2', link: null, image: partner.image })

  const name = { en: 'Antarctica', ar: 'القارة القطبية الجنوبية' }
  const { record: continent } = await api.continents.save({ name })
  expect(continent).toMatchObject({ name, slug: 'antarctica' })
  const organizer = {
    name: { en: 'Penguin', ar: 'بطريق' },
    link: null,
    country: 'aq',
    active: false,
    continentId: continent.id,
  }
  const { record: made } = await api.organizers.save(organizer, picture)
  expect(made).toMatchObject({ ...organizer, flag: expect.any(String) })
  expect((await api.organizers.save({ ...organizer, id: made.id }, null)).record.flag).toBeNull()
  const region = { name, country: 'antarctica', email: 'a@school.example', phone: null, active: true }
  expect((await api.regions.save(region)).record).toMatchObject(region)
})

test('saving an outdated version fails and returns the current one', async () => {
  const draft = {
    name: { en: 'North', ar: 'الشمال' },
    country: 'saudi-arabia',
    email: null,
    phone: null,
    active: true,
  }
  const { record } = await api.regions.save(draft)
  await api.regions.save({ ...draft, id: record.id, version: 1, phone: '1' })
  const refused = await api.regions
    .save({ ...draft, id: record.id, version: 1, phone: '2' })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ code: 'stale-version', status: 409 })
  expect(api.regions.current(refused as ApiError)).toMatchObject({ phone: '1', version: 2 })
})

test('settings are read, updated and read again', async () => {
  const { version, updatedAt: _, ...settings } = (await call('GET /api/admin/settings')).settings
  const contact = { ...settings.contact, phone: '+966 11 000 0000', email: 'hello@site.example' }
  const saved = await settingsApi.save({ ...settings, contact }, version)
  expect(saved).toEqual({
    record: { ...settings, contact, version: version + 1, updatedAt: expect.any(String) },
    message: 'Update Successfully!',
  })
  await expect(settingsApi.save(settings, version)).rejects.toMatchObject({ code: 'stale-version' })
})
