import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/platform/define-calls.ts'
import { type EventsApp, startEventsApp } from '../support/api/events.ts'

let t: EventsApp
beforeAll(async () => {
  t = await startEventsApp()
})
afterAll(() => t.close())

const id = '01890000-0000-7000-8000-000000000000'
const get = async (query: string) => {
  const reply = await t.ask('GET', `/api/admin/faqs${query}`)
  return { status: reply.status, body: reply.json() }
}

test('the first variant that fits gets the query parsed by its schema', async () => {
  expect((await get('?page=3')).body).toMatchObject({ currentPage: 3, faqs: [] })
  // an empty value is no value
  expect((await get('?id=&page=2')).body).toMatchObject({ currentPage: 2 })
  expect(await get(`?id=${id}`)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  expect(await get(`?id=${id}&status=false`)).toMatchObject({ status: 404, body: { code: 'not-found' } })
})

test('the error of an invalid query names the field', async () => {
  const { status, body } = await get(`?id=${id}&status=perhaps`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ success: false, code: 'bad-input', field: 'status' })
  expect((await get('?id=1')).body).toMatchObject({ code: 'bad-input', field: 'id' })
})

test('a repeated key is rejected', async () => {
  expect((await get('?status=true')).body).toMatchObject({ code: 'bad-input', field: 'id' })
  expect((await get('?page=1&page=2')).status).toBe(400)
})

test('a call with variants has no HEAD', async () => {
  const definitions: Record<string, object> = calls
  const withVariants = Object.keys(calls).filter(
    (name) => (definitions[name] as CallDefinition).operation && !name.includes('?'),
  )
  expect(withVariants).toContain('GET /api/admin/users')
  for (const name of withVariants)
    expect((await t.ask('HEAD', name.replace('GET ', ''))).status, name).toBe(404)
})
