import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { seedDemoContentIfMissing } from '#server/seed/demo/seed.ts'
import { createPublicApi } from '#web/shared/api/public-api.ts'
import { startApp, type TestApp } from '../../support/services/app.ts'

let running: TestApp
let api: ReturnType<typeof createPublicApi>
let folder: string
beforeAll(async () => {
  running = await startApp()
  await seedDemoContentIfMissing({
    db: running.database.db,
    files: running.files,
    log: { info: () => {} },
    root: resolve('.'),
  })
  // the tests of downloads begin without the simulator files of the demo content
  await running.database.pool.query('delete from simulator_files')
  folder = join(running.folder, 'downloads')
  const origin = await running.listen()
  api = createPublicApi((path, init) => fetch(`${origin}${path}`, init))
})
afterAll(() => running.close())
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await running.database.pool.query('delete from downloads')
  await running.invalidator.invalidate('simulator')
})

const get = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await running.app.inject({ url, headers })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

test('active partners are listed in their order, with an image that is served', async () => {
  const partners = await api.content.partners()
  expect(partners).toHaveLength(10)
  expect(partners[0]).toMatchObject({ name: 'Masar · مسار', link: 'https://masar.example' })
  const { body } = await get('/api/partners/?status=true')
  const [first] = body.partners
  expect(first.file_path).toBe(`/uploads/partners/${first.image}`)
  expect((await running.app.inject(`/uploads/partners/${first.image}`)).headers['content-type']).toBe(
    'image/webp',
  )
  expect((await get('/api/partners/?status=false')).body.partners).toEqual([])
  expect(await get('/api/partners/?status=perhaps')).toMatchObject({
    status: 400,
    body: { code: 'bad-input', field: 'status' },
  })
})

test('FAQs have texts in both languages, and question and answer in that of the request', async () => {
  const [first] = await api.content.faqs()
  const english = (await get('/api/faqs?status=true')).body.faqs[0]
  const arabic = (await get('/api/faqs?status=true', { cookie: 'lang=ar' })).body.faqs[0]
  expect(english).toMatchObject({ question: first?.question.en, question_ar: first?.question.ar })
  expect(arabic).toMatchObject({
    question: first?.question.ar,
    answer: first?.answer.ar,
    answer_en: first?.answer.en,
  })
  expect((await get('/api/faqs?status=true&lang=ar')).body.faqs[0].question).toBe(arabic.question)
})

test('organizers of one continent or of all are listed with inactive ones', async () => {
  const continents = await api.content.continents()
  expect(continents.map(({ slug }) => slug)).toEqual([
    'africa',
    'asia',
    'europe',
    'north-america',
    'south-america',
    'oceania',
  ])
  const all = await api.content.organizers()
  expect(all).toHaveLength(24)
  expect(all.filter(({ active }) => !active).length).toBeGreaterThan(0)
  const asia = continents.find(({ slug }) => slug === 'asia')?.id ?? ''
  const ofAsia = await api.content.organizers(asia)
  expect(ofAsia).toEqual(all.filter(({ continentId }) => continentId === asia))
  expect(ofAsia).toHaveLength(7)
  expect((await get('/api/organizers?id=asia')).status).toBe(400)
  expect((await get('/api/organizers?id=01890000-0000-7000-8000-000000000000')).body).toEqual({
    success: true,
    organizers: [],
  })
})

test('regions are listed with their contacts', async () => {
  const regions = await api.content.regions()
  // the kingdom's regions come first, as the time zone of a new site is that of Riyadh
  expect(regions.slice(0, 13).map(({ country }) => country)).toEqual(Array(13).fill('saudi-arabia'))
  expect(regions[13]).toMatchObject({ slug: 'egypt', country: 'egypt', email: 'egypt@botola.example' })
  expect((await get('/api/regions/')).body.regions[13]).toMatchObject({ en_name: 'Egypt', ar_name: 'مصر' })
})

test('the settings of this site are returned, and another site name is unknown', async () => {
  expect(await api.content.settings('botola')).toMatchObject({
    counters: { players: '20906', sessions: '500K+' },
    contact: { email: 'hello@botola.example' },
  })
  expect(await get('/api/settings/?site_name=other')).toMatchObject({
    status: 404,
    body: { success: false, code: 'not-found', field: 'site_name' },
  })
  expect((await get('/api/settings/')).status).toBe(400)
})

test('the sitemap has every address in both languages, with links to each other', async () => {
  const { body } = await running.app.inject('/sitemap.xml')
  const events = await api.events.list()
  const addresses = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  for (const path of [
    '/',
    '/about/',
    '/competitions/',
    '/privacy/',
    '/terms/',
    '/verify/',
    ...events.map(({ slug }) => `/events/${slug}/`),
    '/events/robo-football-cup/matches/',
  ])
    expect(addresses).toEqual(
      expect.arrayContaining([`http://botola.test${path}`, `http://botola.test${path}?lang=ar`]),
    )
  const ofCompetitions = addresses.filter((address) => /\/competitions\/[\w-]+\/(\?|$)/.test(address))
  const ofTeams = addresses.filter((address) => /\/competitions\/[\w-]+\/teams\/\d+\/(\?|$)/.test(address))
  expect(ofCompetitions).toHaveLength(5 * 2)
  expect(ofTeams.length).toBeGreaterThan(0)
  expect(addresses).toHaveLength((13 + events.length) * 2 + ofCompetitions.length + ofTeams.length)
  expect(body).toContain(
    '<xhtml:link rel="alternate" hreflang="ar" href="http://botola.test/about/?lang=ar"/>',
  )
  const robots = await running.app.inject('/robots.txt')
  expect(robots.body).toContain('Sitemap: http://botola.test/sitemap.xml')
  expect(robots.headers['content-type']).toMatch('text/plain')
})

const registrant = {
  name: 'Mona',
  email: 'Mona@School.example',
  phone: '0100 123 4567',
  country: 'egypt',
  platform: 'win',
  userType: 'student',
} as const
const storeSimulator = (bytes: Buffer) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'Botola Simulator 2.1.exe'), bytes)
}
const kept = async () => (await running.database.pool.query('select * from downloads order by id')).rows

test('without a file the registrant is stored and gets no URL', async () => {
  expect(await api.download.readSimulator()).toEqual({ win: null, mac: null })
  expect(await api.download.register({ ...registrant, email: 'early@school.example' })).toEqual({
    message: 'Thank you! We’ll email you as soon as the simulator is available.',
    url: null,
  })
  expect(await kept()).toMatchObject([
    { email: 'early@school.example', platform: 'win', lang: 'en', waiting: true },
  ])
})

test('nobody can register while the download is switched off', async () => {
  const setSwitch = async (value: boolean) => {
    await running.database.pool.query(
      "update settings set value = jsonb_set(value, '{features,simulator}', $1)",
      [String(value)],
    )
    await running.invalidator.invalidate('settings')
  }
  await setSwitch(false)
  await expect(api.download.register(registrant)).rejects.toMatchObject({
    status: 404,
    code: 'no-simulator',
    message: 'The simulator is not available for this system yet',
  })
  expect(await kept()).toEqual([])
  await setSwitch(true)
})

test('the registrant is stored and gets the URL of the file, which supports ranges and 304', async () => {
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251))
  storeSimulator(bytes)
  writeFileSync(join(folder, 'notes.txt'), 'not for visitors')
  const { url: address, message } = await api.download.register(registrant)
  const url = String(address)
  expect(message).toBe('Thank you! Your download is starting.')
  expect(url).toBe('/downloads/Botola%20Simulator%202.1.exe')
  expect(await kept()).toMatchObject([
    {
      name: 'Mona',
      email: 'mona@school.example',
      phone: '+201001234567',
      country: 'egypt',
      platform: 'win',
      user_type: 'student',
    },
  ])

  const whole = await running.app.inject(url)
  expect(whole.rawPayload.equals(bytes)).toBe(true)
  expect(whole.headers['content-disposition']).toBe('attachment; filename="Botola Simulator 2.1.exe"')
  const etag = String(whole.headers.etag)
  const rest = await running.app.inject({ url, headers: { range: 'bytes=1000-', 'if-range': etag } })
  expect(rest.statusCode).toBe(206)
  expect(rest.headers['content-range']).toBe('bytes 1000-4999/5000')
  expect(rest.rawPayload.equals(bytes.subarray(1000))).toBe(true)
  expect((await running.app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  expect((await running.app.inject({ url, headers: { range: 'bytes=5000-' } })).statusCode).toBe(416)
  const head = await running.app.inject({ method: 'HEAD', url })
  expect(head.headers['content-length']).toBe('5000')

  // a new file with the same name and size is another file: a begun download is not continued with it
  storeSimulator(Buffer.from(bytes).reverse())
  expect(
    (await running.app.inject({ url, headers: { range: 'bytes=1000-', 'if-range': etag } })).statusCode,
  ).toBe(200)
  for (const name of ['notes.txt', '..%2fnotes.exe', '..%5c..%5cx.exe', 'none.exe', '%00.exe'])
    expect((await running.app.inject(`/downloads/${name}`)).statusCode).toBe(404)
  expect(await api.download.readSimulator()).toEqual({
    win: { version: null, size: null, sha256: null },
    mac: null,
  })
})

test('urlencoded form, multipart form and JSON are equivalent', async () => {
  const fields = {
    name: 'Ali',
    email: 'ali@school.example',
    phone_number: '٠٥٠١٢٣٤٥٦٧',
    country: 'saudi-arabia',
    download_type: 'win',
    user_type: 'coach',
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  storeSimulator(Buffer.from('program'))
  for (const body of [form, new URLSearchParams(fields)]) {
    const encoded = new Response(body)
    const reply = await running.app.inject({
      method: 'POST',
      url: '/api/download-game',
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(reply.json()).toMatchObject({ success: true, url: '/downloads/Botola%20Simulator%202.1.exe' })
  }
  await running.app.inject({ method: 'POST', url: '/api/download-game/', payload: fields })
  const rows = await kept()
  expect(rows).toHaveLength(3)
  for (const row of rows)
    expect(row).toMatchObject({
      name: 'Ali',
      phone: '+966501234567',
      country: 'saudi-arabia',
      user_type: 'coach',
    })
})

test('an incomplete or invalid registration is rejected and not stored', async () => {
  const before = await kept()
  const empty = await running.app.inject({
    method: 'POST',
    url: '/api/download-game',
    payload: { name: ' ', download_type: 'win' },
    headers: { cookie: 'lang=ar' },
  })
  expect(empty.statusCode).toBe(400)
  expect(empty.json()).toMatchObject({
    success: false,
    code: 'download-incomplete',
    msg: 'يُرجى ملء جميع الحقول...',
  })
  expect(empty.json().fields.map(({ field }: { field: string }) => field)).toEqual([
    'name',
    'email',
    'phone_number',
  ])
  const withoutFields = await running.app.inject({ method: 'POST', url: '/api/download-game', payload: {} })
  expect(withoutFields.json()).toMatchObject({
    code: 'download-incomplete',
    msg: 'Please fill in all fields...',
  })
  expect(withoutFields.json().fields.map(({ field }: { field: string }) => field)).toEqual([
    'name',
    'email',
    'phone_number',
    'download_type',
  ])
  await expect(api.download.register({ ...registrant, email: '' })).rejects.toMatchObject({
    code: 'download-incomplete',
    message: 'Please fill in all fields...',
  })
  await expect(api.download.register({ ...registrant, phone: '12' })).rejects.toMatchObject({
    code: 'bad-input',
    fields: { phone_number: expect.any(String) },
  })
  await expect(api.download.register({ ...registrant, email: 'nobody' })).rejects.toMatchObject({
    code: 'bad-input',
    fields: { email: expect.any(String) },
  })
  expect(
    (
      await running.app.inject({
        method: 'POST',
        url: '/api/download-game',
        payload: { ...registrant, download_type: 'linux' },
      })
    ).json(),
  ).toMatchObject({ field: 'download_type' })
  storeSimulator(Buffer.from('program'))
  // a form with the honeypot field gets a success response
  expect((await api.download.register({ ...registrant, website: 'http://buy.example' })).url).toBeTruthy()
  expect(await kept()).toEqual(before)
})
