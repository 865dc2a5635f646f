import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForm, createImageFile, startEventsApp } from '../support/api/events.ts'
import { matchesCall, specificationCalls } from './specification-calls.ts'

/**
 * The calls of the back office with the paths and the forms of the specification's section 7, letter by
 * letter.
 */
let t: Awaited<ReturnType<typeof startEventsApp>>
let picture: Buffer
let competition: { _id: string; slug: string }
let region: { _id: string }
beforeAll(async () => {
  t = await startEventsApp()
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b8f70' } })
    .png()
    .toBuffer()
  const { competions } = await get('/api/admin/competions/?all_active=true')
  competition = competions[0]
  region = (await t.visitor('/api/regions/')).json().regions[0]
})
afterAll(() => t.close())

const get = async (url: string) => {
  const reply = await t.ask('GET', url)
  expect(reply.status, `${url}: ${reply.body}`).toBe(200)
  expect(reply.json().success).toBe(true)
  return reply.json()
}
const send = async (method: 'POST' | 'PUT', url: string, fields: Record<string, string | Blob>) => {
  const reply = await t.ask(method, url, await createForm(fields))
  expect(reply.status, `${method} ${url}: ${reply.body}`).toBe(200)
  expect(reply.json().msg).toBe(fields.id ? 'Update Successfully!' : 'Saved Successfully!')
  return reply.json()
}

it('the specification has 42 calls, and no request matches two of them', () => {
  expect(specificationCalls).toHaveLength(42)
  const written = specificationCalls.map(({ method, path }) => `${method} ${path.replace(/\[.*\]/, '')}`)
  for (const call of written) {
    const [method = '', url = ''] = call.split(' ')
    const request = url.replace(/\{[^}]+\}|\([^)]+\)/g, 'value').replace(/([?&]\w+)(?=&|$)/g, '$1=1')
    expect(written.filter((other) => matchesCall(other, method, request))).toEqual([call])
  }
})

it('open competitions have the keys that the specification reads', () => {
  expect(competition).toMatchObject({ slug: expect.any(String), name_en: expect.any(String) })
})

it('a team is updated with every field of its form, read, viewed and deleted', async () => {
  const { team: created } = await send('POST', '/api/admin/teams/', {
    name: 'Falcons',
    competion: competition._id,
  })
  const { team } = await send('PUT', '/api/admin/teams/', {
    id: created._id,
    name: 'Desert Falcons',
    schoolName: 'School of the Oasis',
    ageLevel: 'Jonior',
    stage: 'regional',
    payment_status: 'true',
    reason: 'paid in cash',
    region: region._id,
    competion: competition._id,
    file: createImageFile(picture),
  })
  const read = (await get(`/api/admin/teams/?id=${team._id}`)).team
  expect(read).toMatchObject({
    name: 'Desert Falcons',
    schoolName: 'School of the Oasis',
    ageLevel: 'Jonior',
    stage: 'regional',
    payment_status: true,
    region: { _id: region._id },
    competion: { slug: competition.slug },
    image: expect.stringMatching(/\.webp$/),
  })
  expect((await get(`/api/admin/teams/?id=${team._id}&view_team=true`)).team).toMatchObject({
    ...read,
    coaches: [],
    members: [],
  })
  expect(await get('/api/admin/teams/?page=1&s=desert&per_page=10')).toMatchObject({
    totalItems: 1,
    teams: [{ _id: team._id }],
  })
  const exported = await get(`/api/admin/teams/?download=true&competion_id=${competition._id}`)
  expect(exported).toMatchObject({ comp_slug: competition.slug, teams: [{ _id: team._id }] })
  expect((await t.ask('DELETE', `/api/admin/teams/?id=${team._id}`)).json()).toMatchObject({
    msg: 'Team Delete Successfully!',
  })
  expect(await get('/api/admin/teams/?page=1&s=desert&per_page=10')).toMatchObject({ totalItems: 0 })
})

it('a user is created and updated with every field of its form and an image, and toggled', async () => {
  const fields = {
    fname: 'Huda',
    lname: 'Saleh',
    email: 'huda@school.test',
    phone: '01001234567',
    gender: '1',
    age: '34',
    password: 'a long password',
    type: '4',
    missionType: '3',
  }
  const { user: created } = await send('POST', '/api/admin/users', {
    ...fields,
    logo: createImageFile(picture),
  })
  expect(created.info.avatar).toMatch(/\.webp$/)
  const changed = {
    ...fields,
    fname: 'Hala',
    lname: 'Nasser',
    age: '35',
    password: 'another long password',
    type: '0',
    missionType: '1',
  }
  await send('PUT', '/api/admin/users', {
    ...changed,
    id: created._id,
    logo: createImageFile(picture, 'new.png'),
  })
  const { user } = await get(`/api/admin/users/?id=${created._id}`)
  expect(user).toMatchObject({
    info: { name: { fname: 'Hala', lname: 'Nasser' }, gender: 1, phone: '+201001234567', age: 35 },
    email: { email: 'huda@school.test' },
    type: 0,
    missionType: 1,
    active: 1,
  })
  expect(user.info.avatar).not.toBe(created.info.avatar)
  const signIn = {
    national_id: 'huda@school.test',
    loginType: 'email',
    password: 'another long password',
    type: 0,
  }
  expect((await t.ask('POST', '/api/adduser', { payload: signIn, visitor: true })).status).toBe(200)
  await get(`/api/admin/users/?id=${created._id}&status=0`)
  expect((await t.ask('POST', '/api/adduser', { payload: signIn, visitor: true })).status).toBe(401)
  expect(await get('/api/admin/users/?page=1&s=huda@school.test&per_page=10')).toMatchObject({
    users: [{ active: 0 }],
  })
})

it('an FAQ is created, updated in both languages, listed and toggled', async () => {
  const fields = { name: 'متى؟', name_en: 'When?', description: 'في الربيع.', description_en: 'In spring.' }
  const { faq } = await send('POST', '/api/admin/faqs/', fields)
  const changed = { name: 'أين؟', name_en: 'Where?', description: 'في الرياض.', description_en: 'In Riyadh.' }
  await send('PUT', '/api/admin/faqs/', { ...changed, id: faq._id })
  expect((await get(`/api/admin/faqs/?id=${faq._id}`)).faq).toMatchObject({ ...changed, status: true })
  await get(`/api/admin/faqs/?id=${faq._id}&status=false`)
  expect(await get('/api/admin/faqs/?page=1')).toMatchObject({ faqs: [{ ...changed, status: false }] })
})

it('a partner is created and updated with only a file, listed and toggled', async () => {
  const { partner } = await send('POST', '/api/admin/partners/', {
    name: 'Masar',
    file: createImageFile(picture),
  })
  await send('PUT', '/api/admin/partners/', { id: partner._id, file: createImageFile(picture, 'new.png') })
  const read = (await get(`/api/admin/partners/?id=${partner._id}`)).partner
  expect(read).toMatchObject({ name: 'Masar', status: true })
  expect(read.image).not.toBe(partner.image)
  await get(`/api/admin/partners/?id=${partner._id}&status=false`)
  expect(await get('/api/admin/partners/?page=1')).toMatchObject({
    partners: [{ _id: partner._id, status: false }],
  })
})

describe('an event with every field of its form', () => {
  const fields = {
    title_en: 'Desert Rally',
    title_ar: 'رالي الصحراء',
    description_en: 'Robots cross the dunes.',
    description_ar: 'روبوتات تعبر الكثبان.',
    startDate: '2027-03-01T00:00:00.000Z',
    endDate: '2027-03-03T00:00:00.000Z',
    eventCode: 'RALLY-27',
    missionType: '2',
    datetime_info_en: 'Nine to nine.',
    datetime_info_ar: 'من التاسعة إلى التاسعة.',
    howplay_info_en: 'Drive.',
    howplay_info_ar: 'قُد الروبوت.',
    rules_info_en: 'Be fair.',
    rules_info_ar: 'كن منصفًا.',
    tags: '["robots","صحراء"]',
  }
  const stored = {
    ...fields,
    missionType: 2,
    tags: ['robots', 'صحراء'],
    coverImage: expect.any(String),
    bannerImage: expect.any(String),
  }
  const pictures = () => ({ coverImage: createImageFile(picture), bannerImage: createImageFile(picture) })

  it('is created and updated by POST', async () => {
    const { event } = await send('POST', '/api/admin/events/', { ...fields, ...pictures() })
    expect(event).toMatchObject(stored)
    await send('POST', '/api/admin/events/', {
      ...fields,
      id: event._id,
      title_en: 'Dune Rally',
      ...pictures(),
    })
    expect((await get(`/api/admin/events/?id=${event._id}`)).event).toMatchObject({
      ...stored,
      title_en: 'Dune Rally',
    })
  })

  it('is updated by PUT, listed, toggled and exported', async () => {
    const { event } = await send('POST', '/api/admin/events/', {
      ...fields,
      title_en: 'Old',
      eventCode: 'RALLY-28',
    })
    await send('PUT', '/api/admin/events', {
      ...fields,
      title_en: 'River Run',
      eventCode: 'RALLY-29',
      id: event._id,
      ...pictures(),
    })
    const changed = { ...stored, title_en: 'River Run', eventCode: 'RALLY-29' }
    for (const name of ['trending', 'liveStatus', 'status'])
      await get(`/api/admin/events/?id=${event._id}&name=${name}&status=${name !== 'status'}`)
    expect((await get(`/api/admin/events/?id=${event._id}`)).event).toMatchObject({
      ...changed,
      trending: true,
      liveStatus: true,
      status: false,
    })
    expect(await get('/api/admin/events/?page=1&s=river&per_page=10')).toMatchObject({
      totalItems: 1,
      events: [{ _id: event._id }],
    })
    const { events } = await get('/api/admin/events?download=true')
    expect(events.map(({ _id }: { _id: string }) => _id)).toContain(event._id)
  })
})
