import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Events, formOf, openEvents } from '../api/events-support.ts'

/** What the specification reads of users (section 7 'Admin: users'), byte for byte; ids and instants of the run are left out. */
let t: Events
beforeAll(async () => {
  t = await openEvents()
})
afterAll(() => t.close())

const told = (body: string) =>
  `${JSON.stringify(JSON.parse(body), null, 2)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')}\n`

it('a user as it is listed, read, switched and saved', async () => {
  const fields = { fname: 'Sara', lname: 'Nasser', email: 'sara@school.test', phone: '01001234567', gender: '1', age: '13' }
  const saved = await t.ask('POST', '/api/admin/users', await formOf({ ...fields, type: '0', missionType: '2', password: 'eight letters' }))
  const { _id: id } = saved.json().user
  const replies = {
    'user-saved': saved,
    users: await t.ask('GET', '/api/admin/users/?page=1&s=sara&per_page=10'),
    user: await t.ask('GET', `/api/admin/users/?id=${id}`),
    'user-switched': await t.ask('GET', `/api/admin/users/?id=${id}&status=0`),
    'user-incomplete': await t.ask('PUT', '/api/admin/users', await formOf({ ...fields, id, fname: '' })),
  }
  for (const [name, reply] of Object.entries(replies)) await expect(told(reply.body)).toMatchFileSnapshot(`golden/${name}.json`)
})
