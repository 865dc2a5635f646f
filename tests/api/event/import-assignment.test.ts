import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createForm, type EventsApp, startEventsApp } from '../../support/api/events.ts'

let t: EventsApp
beforeAll(async () => {
  t = await startEventsApp()
})
afterAll(() => t.close())

const send = async (content: string, preview: boolean, assignment?: unknown) => {
  const file = new File([content], 'users.csv', { type: 'text/csv' })
  const text = typeof assignment === 'string' ? assignment : JSON.stringify(assignment)
  const more = assignment === undefined ? {} : { assignment: text }
  return t.ask(
    'POST',
    getPath('POST /api/admin/users/import'),
    await createForm({ preview: String(preview), ...more, file }),
  )
}
const content = [
  'Vorname,Nachname,E-Post,Fernruf,Haarfarbe',
  'Sara,Nasser,sara@school.test,966501234567,braun',
].join('\n')
const assignment = [
  ['Vorname', 'first_name'],
  ['Nachname', 'last_name'],
  ['E-Post', 'email'],
  ['Fernruf', 'phone'],
  ['Haarfarbe', ''],
]

it('a preview asks for the columns of unknown headers, and the import takes the answer', async () => {
  const asked = (await send(content, true)).json()
  expect(asked.problems.length).toBeGreaterThan(0)
  expect(asked.assignment.headers).toEqual(
    ['Vorname', 'Nachname', 'E-Post', 'Fernruf', 'Haarfarbe'].map((header) => ({ header, column: null })),
  )
  expect(asked.assignment.columns).toContainEqual({ name: 'email', title: 'Email' })
  // a part of the answer
  const part = (await send(content, true, assignment.slice(0, 4))).json()
  expect(
    part.problems.map(({ column, field }: { column: string; field: string }) => column || field),
  ).toEqual(['haarfarbe'])
  expect(part.assignment.headers.at(-1)).toEqual({ header: 'Haarfarbe', column: null })

  const preview = (await send(content, true, assignment)).json()
  expect(preview).toMatchObject({ count: 1, problems: [], ignoredColumns: ['Haarfarbe'] })
  expect(preview.assignment.headers.map(({ column }: { column: string }) => column)).toEqual([
    'first_name',
    'last_name',
    'email',
    'phone',
    '',
  ])
  expect(preview.rows[0]).toMatchObject({ firstName: 'Sara', lastName: 'Nasser', email: 'sara@school.test' })
  expect((await send(content, false)).json().code).toBe('import-rejected')
  const imported = await send(content, false, assignment)
  expect([imported.status, imported.json().assignment]).toEqual([200, undefined])
  expect(
    await t.database.pool.query(`select last_name from users where email = 'sara@school.test'`),
  ).toMatchObject({
    rows: [{ last_name: 'Nasser' }],
  })
})

it('an assignment counts before the names of the columns, and one to a column that does not exist counts as none', async () => {
  const swapped = ['first_name,last_name,email,phone', 'Nasser,Omar,omar@school.test,966501234568'].join('\n')
  const answer = [
    ['first_name', 'last_name'],
    ['last_name', 'first_name'],
  ]
  expect((await send(swapped, true, answer)).json().rows[0]).toMatchObject({
    firstName: 'Omar',
    lastName: 'Nasser',
  })
  for (const column of ['constructor', '__proto__', 'password', 'role_id']) {
    const reply = (await send(swapped, true, [['first_name', column]])).json()
    expect([column, reply.rows[0]?.firstName]).toEqual([column, 'Nasser'])
  }
  // two headers of one column
  const twice = (await send(swapped, true, [['last_name', 'first_name']])).json()
  expect(twice.problems[0]).toMatchObject({ line: 1, field: 'last_name' })
  // a file whose headers are known is asked nothing
  expect((await send(swapped, true)).json().assignment).toBeUndefined()
})

it('an assignment of another form is bad input', async () => {
  for (const wrong of [
    'no JSON',
    {},
    [['a']],
    [['a', 'b', 'c']],
    [[1, 'email']],
    [['x'.repeat(1001), 'email']],
    Array(501).fill(['a', 'email']),
  ])
    expect((await send(content, true, wrong)).json()).toMatchObject({ code: 'bad-input' })
})
