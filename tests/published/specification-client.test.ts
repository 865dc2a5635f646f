import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessions } from '#server/platform/db/schema/users.ts'
import { startApp, type TestApp, testAdmin } from '../support/services/app.ts'
import { listWrittenCalls, matchesCall } from './specification-calls.ts'

/** A program that knows only the specification: over HTTP, with what section 7 says and nothing else. */
let app: TestApp
let origin = ''
let picture: Blob
beforeAll(async () => {
  app = await startApp()
  origin = await app.listen()
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b8f70' } })
    .png()
    .toBuffer()
  picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
})
afterAll(() => app.close())

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Fields = Record<string, string | Blob>
const jsonType = { 'content-type': 'application/json' }

/**
 * Creates a client. `formType` is how it sends forms without files. Every call without a form has a JSON
 * content type, also one without a body.
 */
const createClient = (formType: 'multipart' | 'urlencoded') => {
  const called: string[] = []
  let token = ''
  const send = async (method: Method, url: string, init: RequestInit) => {
    called.push(`${method} ${url}`)
    const authorization = token === '' ? {} : { authorization: token }
    return fetch(`${origin}${url}`, { method, ...init, headers: { ...init.headers, ...authorization } })
  }
  const read = async (reply: Response): Promise<Body> => {
    const body = await reply.json()
    expect([reply.url, reply.status, body.success, body]).toEqual([reply.url, 200, true, body])
    return body
  }
  const json = (method: Method, url: string, body?: object) =>
    send(method, url, { headers: jsonType, ...(body ? { body: JSON.stringify(body) } : {}) })
  return {
    called,
    json,
    call: async (method: Method, url: string, body?: object) => read(await json(method, url, body)),
    form: async (method: Method, url: string, fields: Fields) => {
      const hasFile = Object.values(fields).some((value) => value instanceof Blob)
      const body =
        formType === 'urlencoded' && !hasFile
          ? new URLSearchParams(fields as Record<string, string>)
          : new FormData()
      if (body instanceof FormData)
        for (const [name, value] of Object.entries(fields)) body.append(name, value)
      return read(await send(method, url, { body }))
    },
    signIn: async () => {
      const reply = await json('POST', '/api/adduser', {
        ...{ national_id: testAdmin.email, loginType: 'username', password: testAdmin.password, type: 4 },
      })
      token = reply.headers.get('authorization') ?? ''
      await read(reply)
      return token
    },
  }
}
const expireConfirmations = () =>
  app.database.db.update(sessions).set({ confirmedAt: new Date(Date.now() - 11 * 60_000) })

it.each([
  [
    'multipart',
    'a fresh session',
    '01001230001',
    'Tue Dec 01 2026 00:00:00 GMT+0300 (Arabian Standard Time)',
  ],
  ['urlencoded', 'a session older than ten minutes', '01001230002', '2026-12-01T22:30:00.000Z'],
] as const)(
  'makes all 42 calls with %s forms and %s',
  { timeout: 60_000 },
  async (formType, age, phone, startDate) => {
    const client = createClient(formType)
    const { call, form } = client
    const refused = await client.json('POST', '/api/adduser', {
      national_id: testAdmin.email,
      loginType: 'email',
      password: 'no',
      type: 4,
    })
    expect([refused.status, refused.headers.get('e_message')]).toEqual([
      401,
      'These sign-in details are incorrect.',
    ])
    const token = await client.signIn()
    if (age !== 'a fresh session') await expireConfirmations()

    expect((await call('POST', '/api/getuser')).user.type).toBe(4)
    expect((await call('GET', `/api/loginseason/?token=${token}&type=botola`)).user.jwt).toBe(token)
    expect((await call('GET', '/api/settings/?site_name=botola')).setting).toBeDefined()
    expect((await call('GET', '/api/partners/?status=true')).partners).toBeInstanceOf(Array)
    const [continent] = (await call('GET', '/api/continents')).continents
    for (const id of ['all', continent._id])
      expect((await call('GET', `/api/organizers?id=${id}`)).organizers).toBeInstanceOf(Array)
    expect((await call('GET', '/api/faqs?status=true')).faqs).toBeInstanceOf(Array)
    const [region] = (await call('GET', '/api/regions/')).regions
    const registrant = { name: 'Mona', email: 'mona@school.test', phone_number: phone }
    await form('POST', '/api/download-game', {
      ...registrant,
      country: 'egypt',
      download_type: 'win',
      user_type: 'student',
    })

    // users: everything may be changed, and the list is read with the empty values of the specification's
    // rows
    const person = {
      fname: 'Huda',
      lname: 'Saleh',
      email: `${formType}@school.test`,
      phone,
      gender: '1',
      age: '34',
      missionType: '3',
    }
    const { user } = await form('POST', '/api/admin/users', {
      ...person,
      password: 'a long password',
      type: '4',
    })
    await form('PUT', '/api/admin/users', {
      ...person,
      id: user._id,
      email: `new-${person.email}`,
      password: 'another long password',
      type: '0',
    })
    await call('GET', `/api/admin/users/?id=${user._id}&status=0`)
    expect((await call('GET', `/api/admin/users/?id=${user._id}`)).user).toMatchObject({ active: 0, type: 0 })
    expect((await call('GET', '/api/admin/users/?page&s&per_page')).users.length).toBeGreaterThan(1)

    const texts = { name: 'متى؟', name_en: 'When?', description: 'في الربيع.', description_en: 'In spring.' }
    const { faq } = await form('POST', '/api/admin/faqs/', texts)
    await form('PUT', '/api/admin/faqs/', { ...texts, id: faq._id, name_en: 'Where?' })
    await call('GET', `/api/admin/faqs/?id=${faq._id}&status=false`)
    expect((await call('GET', `/api/admin/faqs/?id=${faq._id}`)).faq).toMatchObject({
      name_en: 'Where?',
      status: false,
    })
    expect((await call('GET', '/api/admin/faqs/?page=1')).faqs).not.toHaveLength(0)

    const { partner } = await form('POST', '/api/admin/partners/', { file: picture })
    await form('PUT', '/api/admin/partners/', { id: partner._id, file: picture })
    await call('GET', `/api/admin/partners/?id=${partner._id}&status=false`)
    expect((await call('GET', `/api/admin/partners/?id=${partner._id}`)).partner.status).toBe(false)
    expect((await call('GET', '/api/admin/partners/?page=1')).partners).not.toHaveLength(0)

    const event = {
      title_en: 'Rally',
      title_ar: 'رالي',
      description_en: 'Dunes.',
      description_ar: 'كثبان.',
      startDate,
      endDate: startDate,
    }
    const { event: created } = await form('POST', '/api/admin/events/', event)
    await form('POST', '/api/admin/events/', {
      ...event,
      id: created._id,
      tags: '["robots"]',
      coverImage: picture,
    })
    await form('PUT', '/api/admin/events', {
      ...event,
      id: created._id,
      title_en: 'Desert Rally',
      missionType: '2',
    })
    for (const name of ['trending', 'liveStatus', 'status'])
      await call('GET', `/api/admin/events/?id=${created._id}&name=${name}&status=true`)
    const read = (await call('GET', `/api/admin/events/?id=${created._id}`)).event
    expect(read).toMatchObject({
      title_en: 'Desert Rally',
      trending: true,
      startDate: '2026-12-01T00:00:00.000Z',
      Teams: [],
      Scores: [],
    })
    expect((await call('GET', '/api/admin/events/?page=1&s=&per_page=10')).events[0]).toMatchObject({
      Teams: [],
    })
    expect((await call('GET', '/api/admin/events?download=true')).events).not.toHaveLength(0)
    expect((await call('GET', '/api/events/?status=true&region=egypt')).events[0]._id).toBeDefined()
    expect((await call('GET', `/api/v1/events/scores/${created._id}`)).event.Scores).toEqual([])

    const [first, second] = (await call('GET', '/api/admin/competions/?all_active=true')).competions
    // the call that creates a team is not in the specification
    const { team } = await form('POST', '/api/admin/teams/', { name: 'Falcons', competion: first._id })
    const fields = {
      id: team._id,
      name: 'Falcons',
      schoolName: 'Oasis',
      ageLevel: 'Jonior',
      stage: 'regional',
      payment_status: 'true',
    }
    await form('PUT', '/api/admin/teams/', { ...fields, region: region.slug, competion: second.slug })
    await form('PUT', '/api/admin/teams/', {
      ...fields,
      region: region._id,
      competion: first._id,
      file: picture,
    })
    expect((await call('GET', `/api/admin/teams/?id=${team._id}&view_team=true`)).team).toMatchObject({
      payment_status: true,
    })
    expect((await call('GET', `/api/admin/teams/?id=${team._id}`)).team).toMatchObject({
      region: { _id: region._id },
      competion: { _id: first._id },
    })
    const rows = (await call('GET', '/api/admin/teams/?page=1&s=&per_page=')).teams
    expect(rows[0]).toMatchObject({
      team_no: expect.any(Number),
      coaches: [],
      members: [],
      scores: [],
      user: { email: testAdmin.email },
    })
    for (const id of ['all', first._id])
      expect(
        (await call('GET', `/api/admin/teams/?download=true&competion_id=${id}`)).teams,
      ).not.toHaveLength(0)
    const { season } = await call('POST', '/api/seasons/', {
      type: 'regional',
      team_id: team._id,
      ref: 'final',
      data: rows[0],
    })
    expect((await call('GET', `/api/seasons/?team_id=${team._id}`)).season._id).toBe(season._id)
    await call('DELETE', `/api/seasons/?id=${season._id}`)
    await call('DELETE', `/api/admin/teams/?id=${team._id}`)

    const missing = listWrittenCalls().filter(
      ({ written }) =>
        !client.called.some((made) => {
          const [method = '', url = ''] = made.split(' ')
          return matchesCall(written, method, url)
        }),
    )
    expect(missing.map(({ written }) => written)).toEqual([])
    await call('POST', '/api/signout')
    expect((await client.json('POST', '/api/getuser')).status).toBe(401)
  },
)

it('learns from the field which file or id is missing', async () => {
  const client = createClient('urlencoded')
  const token = await client.signIn()
  const send = async (method: Method, path: string, fields: Record<string, string>) => {
    const reply = await fetch(`${origin}${path}`, {
      method,
      body: new URLSearchParams(fields),
      headers: { authorization: token },
    })
    return [reply.status, (await reply.json()).field]
  }
  expect(await send('POST', '/api/admin/partners/', { file: 'logo.png' })).toEqual([400, 'file'])
  const texts = { name: 'متى؟', name_en: 'When?', description: 'في الربيع.', description_en: 'In spring.' }
  for (const path of ['faqs', 'partners', 'users', 'events', 'teams'])
    expect([path, ...(await send('PUT', `/api/admin/${path}/`, texts))]).toEqual([path, 400, 'id'])
})
