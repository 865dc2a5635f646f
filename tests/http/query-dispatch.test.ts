import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, expect, test } from 'vitest'
import { z } from '#contract/z.ts'
import { registerErrorHandler } from '#server/http/errors.ts'
import { createQueryDispatch, defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'

const { querystring, answer } = createQueryDispatch([
  defineRouteVariant({
    when: (query) => hasQueryKey(query, 'id') && hasQueryKey(query, 'status'),
    schema: z.object({ id: z.uuid(), status: z.stringbool() }),
    handle: (query) => ({ toggle: query }),
  }),
  defineRouteVariant({
    when: (query) => hasQueryKey(query, 'id'),
    schema: z.object({ id: z.uuid() }),
    handle: (query) => ({ one: query }),
  }),
  defineRouteVariant({
    when: (query) => !hasQueryKey(query, 'status'),
    schema: z.object({ page: z.coerce.number().int().min(1).default(1) }),
    handle: (query) => ({ list: query }),
  }),
])
const app = Fastify({ exposeHeadRoutes: false })
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
registerErrorHandler(app)
app.get('/things', { schema: { querystring } }, async (request, reply) => answer(request, reply))
afterAll(() => app.close())

const id = '01890000-0000-7000-8000-000000000000'
const get = async (query: string) => {
  const reply = await app.inject(`/things${query}`)
  return { status: reply.statusCode, body: reply.json() }
}

test('the first matching variant gets the query parsed by its schema', async () => {
  expect(await get('')).toEqual({ status: 200, body: { list: { page: 1 } } })
  expect(await get('?page=3')).toEqual({ status: 200, body: { list: { page: 3 } } })
  expect(await get(`?id=${id}`)).toEqual({ status: 200, body: { one: { id } } })
  expect(await get(`?id=${id}&status=false`)).toEqual({
    status: 200,
    body: { toggle: { id, status: false } },
  })
})

test('the error of an invalid query names the field', async () => {
  const { status, body } = await get(`?id=${id}&status=perhaps`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ success: false, code: 'bad-input', field: 'status' })
  expect((await get('?id=1')).body).toMatchObject({ code: 'bad-input', field: 'id' })
})

test('a query that matches no variant and a repeated key are rejected', async () => {
  expect((await get('?status=true')).status).toBe(400)
  expect((await get('?page=1&page=2')).status).toBe(400)
})

test('the route has no HEAD, and its description has every key', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/things' })).statusCode).toBe(404)
  expect(Object.keys(querystring.shape).sort()).toEqual(['id', 'page', 'status'])
})
