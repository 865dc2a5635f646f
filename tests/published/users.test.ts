import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm, type EventsApp, startEventsApp } from '../support/api/events.ts'

/**
 * What the specification reads of users (section 7 'Admin: users'), byte for byte; ids and instants of the
 * run are left out.
 */
let t: EventsApp
beforeAll(async () => {
  t = await startEventsApp()
})
afterAll(() => t.close())

const told = (body: string) =>
  `${JSON.stringify(JSON.parse(body), null, 2)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')}\n`

it('a user is listed, read, toggled and saved', async () => {
  const fields = {
    fname: 'Sara',
    lname: 'Nasser',
    email: 'sara@school.test',
    phone: '01001234567',
    gender: '1',
    age: '13',
  }
  const saved = await t.ask(
    'POST',
    '/api/admin/users',
    await createForm({ ...fields, type: '0', missionType: '2', password: 'eight letters' }),
  )
  const { _id: id } = saved.json().user
  const replies = {
    'user-saved': saved,
    users: await t.ask('GET', '/api/admin/users/?page=1&s=sara&per_page=10'),
    user: await t.ask('GET', `/api/admin/users/?id=${id}`),
    'user-switched': await t.ask('GET', `/api/admin/users/?id=${id}&status=0`),
    'user-incomplete': await t.ask('PUT', '/api/admin/users', await createForm({ ...fields, id, fname: '' })),
  }
  for (const [name, reply] of Object.entries(replies))
    await expect(told(reply.body)).toMatchFileSnapshot(`golden/${name}.json`)
})

it('a CSV file of users is previewed, imported and rejected', async () => {
  const file = new File(
    [
      'first_name,last_name,email,phone,gender,age,role,mission_type,active\r\nليلى,Haddad,layla@school.test,201007654321,female,12,coach,1,no\r\n',
    ],
    'users.csv',
  )
  const send = async (preview: string, query = '') =>
    t.ask('POST', `${getPath('POST /api/admin/users/import')}${query}`, await createForm({ preview, file }))
  const replies = {
    'users-import-preview': await send('true'),
    'users-import': await send('false'),
    'users-import-refused': await send('false', '?lang=ar'),
  }
  for (const [name, reply] of Object.entries(replies))
    await expect(told(reply.body)).toMatchFileSnapshot(`golden/${name}.json`)
})
