import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { type EventsApp, startEventsApp } from '../../support/api/events.ts'

let t: EventsApp
beforeAll(async () => {
  t = await startEventsApp()
})
afterAll(() => t.close())

const register = (name: string, more: Record<string, string> = {}) =>
  t.ask('POST', getPath('POST /api/download-game'), {
    payload: {
      name,
      email: `p${[...name].map((each) => each.codePointAt(0)).join('')}@school.test`,
      phone_number: '01001234567',
      country: 'egypt',
      download_type: 'win',
      user_type: 'student',
      ...more,
    },
    visitor: true,
  })

test('registrants are listed, searched, filtered, exported and permanently deleted', async () => {
  await t.database.pool.query(
    `update settings set value = jsonb_set(value, '{simulator}', '{"win": "https://files.test/a.exe", "mac": "https://files.test/a.dmg", "version": "1"}')`,
  )
  for (const [name, more] of [
    ['أحمد', {}],
    ['=cmd', { download_type: 'mac' }],
    ['Sara', { country: 'jordan', phone_number: '0790123456', user_type: 'coach' }],
  ] as const)
    expect((await register(name, more)).status).toBe(200)

  const list = async (query = '') =>
    (await t.ask('GET', `${getPath('GET /api/admin/downloads')}?${query}`)).json()
  const all = await list()
  expect(all).toMatchObject({ success: true, totalItems: 3, currentPage: 1, per_page: 10 })
  expect(all.registrants.map((each: { name: string }) => each.name)).toEqual(['Sara', '=cmd', 'أحمد'])
  // another spelling of the same name
  expect((await list(`s=${encodeURIComponent('احمد')}`)).registrants).toHaveLength(1)
  expect((await list('platform=mac')).totalItems).toBe(1)
  expect((await list('country=jordan&userType=coach')).registrants[0]).toMatchObject({
    name: 'Sara',
    phone: '+962790123456',
  })
  expect((await list('userType=coach&s=ahmad')).totalItems).toBe(0)

  const file = await t.ask('GET', `${getPath('GET /api/admin/downloads/export')}?country=egypt`)
  const lines = file.body.split('\r\n')
  expect(file.body.startsWith('\uFEFFcreated_at,')).toBe(true)
  expect(lines).toHaveLength(4)
  expect(file.body).toContain(`'=cmd`)
  expect(file.body).not.toContain('+20')

  const [{ id }] = all.registrants
  expect((await t.ask('DELETE', `${getPath('DELETE /api/admin/downloads')}?id=${id}`)).status).toBe(200)
  expect((await t.ask('DELETE', `${getPath('DELETE /api/admin/downloads')}?id=${id}`)).status).toBe(404)
  expect((await list()).totalItems).toBe(2)
  expect((await t.audit()).map(({ action, entity }) => `${action} ${entity}`)).toEqual(
    expect.arrayContaining(['export downloads', 'delete download']),
  )
})

test('messages are listed, answered and deleted', async () => {
  for (const name of ['Noura', 'Karim'])
    await t.ask('POST', getPath('POST /api/contact-us'), {
      payload: { name, email: `${name}@school.test`, phone: '', body: `I am ${name}` },
      visitor: true,
    })
  const list = async (query = '') =>
    (await t.ask('GET', `${getPath('GET /api/admin/messages')}?${query}`)).json()
  const first = await list()
  expect(first).toMatchObject({
    totalItems: 2,
    messages: [{ name: 'Karim', state: 'new', kind: 'contact', body: 'I am Karim' }, { name: 'Noura' }],
  })
  const [{ id }] = first.messages
  const answered = await t.ask('PATCH', getPath('PATCH /api/admin/messages'), {
    payload: { id, state: 'answered' },
  })
  expect(answered.json()).toMatchObject({ success: true, message: { state: 'answered' } })
  expect((await list('state=new')).totalItems).toBe(1)
  expect((await list('state=answered')).messages[0].name).toBe('Karim')
  expect((await list('s=noura')).totalItems).toBe(1)
  const wrong = await t.ask('PATCH', getPath('PATCH /api/admin/messages'), { payload: { id, state: 'lost' } })
  expect([wrong.status, wrong.json().fields[0].field]).toEqual([400, 'state'])
  expect((await t.ask('DELETE', `${getPath('DELETE /api/admin/messages')}?id=${id}`)).status).toBe(200)
  expect((await list()).totalItems).toBe(1)
})
