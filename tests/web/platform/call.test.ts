import { expect, it } from 'vitest'
import { type ApiCall, createApiCall } from '#web/shared/api/call.ts'

const eventId = '1d2e'

it('makes a call with the method, the encoded parameters and the query of its key', async () => {
  const requests: { path: string; init: RequestInit | undefined }[] = []
  const call = createApiCall(async (path, init) => {
    requests.push({ path, init })
    return Response.json({ success: true, judges: [] })
  })

  expect(await call('GET /api/admin/events/:eventId/judges', { params: { eventId: 'a/b' } })).toEqual({
    success: true,
    judges: [],
  })
  const json = { names: ['Lina'], tables: [], days: [] }
  await call('POST /api/admin/events/:eventId/judges', { params: { eventId }, json })
  await call('GET /api/admin/events/:eventId/scores/:entryId', { params: { eventId, entryId: 'ü' } })
  await call('GET /api/admin/payments', { query: { page: 2, s: '', sort: undefined } })

  expect(requests.map(({ path, init }) => `${init?.method} ${path}`)).toEqual([
    'GET /api/admin/events/a%2Fb/judges',
    'POST /api/admin/events/1d2e/judges',
    'GET /api/admin/events/1d2e/scores/%C3%BC',
    'GET /api/admin/payments?page=2',
  ])
  expect(JSON.parse(String(requests[1]?.init?.body))).toEqual(json)
})

it('compiles no call with a wrong key, parameter, query or body, and no wrong field of a response', () => {
  const call = {} as ApiCall
  // tsc checks these calls; nothing makes them
  const rejected = [
    // @ts-expect-error there is no such call
    () => call('GET /api/admin/events/:eventId/judge', { params: { eventId } }),
    // @ts-expect-error the path has a parameter
    () => call('GET /api/admin/events/:eventId/judges'),
    // @ts-expect-error the parameter has another name
    () => call('GET /api/admin/events/:eventId/judges', { params: { event: eventId } }),
    // @ts-expect-error the query has no such key
    () => call('GET /api/admin/payments', { query: { perPage: 10 } }),
    // @ts-expect-error the file to remove is missing
    () => call('DELETE /api/admin/media', { query: {} }),
    // @ts-expect-error there is no such file
    () => call('DELETE /api/admin/media', { query: { item: 'banner' } }),
    // @ts-expect-error the body is missing
    () => call('POST /api/admin/events/:eventId/judges', { params: { eventId } }),
    () =>
      call('PUT /api/admin/events/:eventId/judges/:judgeId', {
        params: { eventId, judgeId: eventId },
        // @ts-expect-error the name is missing
        json: { tables: [] },
      }),
    // @ts-expect-error the response has no such field
    async () => (await call('GET /api/admin/events/:eventId/judges', { params: { eventId } })).judge,
  ]
  expect(rejected).toHaveLength(9)
})
