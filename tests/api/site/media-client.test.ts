import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uploadPartBytes } from '#contract/site/media.ts'
import { type UploadProgress, uploadFileInPartsAndGetSiteMedia } from '#web/admin/site/media/upload-file.ts'
import { createApiCall, type Fetch } from '#web/shared/api/call.ts'
import { type MediaApp, startMediaApp } from '../../support/api/media.ts'
import { createWindowsProgram } from '../../support/data/media-files.ts'

const size = 2 * uploadPartBytes + 77
const bytes = createWindowsProgram(size)
const file = new File([new Uint8Array(bytes)], 'sim.exe')

let t: MediaApp
let send: Fetch
/**
 * What happens to a request before or after the server has it; returns undefined for a request that nothing
 * happens to.
 */
let disturb: (request: string) => 'lose the request' | 'lose the reply' | 'fail' | undefined
const requests: string[] = []
beforeAll(async () => {
  t = await startMediaApp()
  const origin = await t.listen()
  send = (path, init) =>
    fetch(`${origin}${path}`, { ...init, headers: { ...init?.headers, authorization: t.authorization } })
})
beforeEach(() => {
  requests.length = 0
  disturb = () => undefined
})
afterAll(() => t.close())

const upload = (
  signal = new AbortController().signal,
  onProgress: (progress: UploadProgress) => void = () => {},
) => {
  const disturbedFetch: Fetch = async (path, init) => {
    const request = `${init?.method ?? 'GET'} ${/offset=\d+|complete/.exec(path)?.[0] ?? ''}`.trim()
    requests.push(request)
    const disturbance = disturb(request)
    if (disturbance === 'lose the request') throw new TypeError('the connection is lost')
    if (disturbance === 'fail') return new Response('{"success":false,"code":"unexpected"}', { status: 500 })
    const reply = await send(path, init)
    if (disturbance === 'lose the reply') throw new TypeError('the connection is lost')
    return reply
  }
  return uploadFileInPartsAndGetSiteMedia(
    createApiCall(disturbedFetch),
    { target: 'simulatorWin', file, version: '1' },
    { signal, onProgress, wait: async () => {} },
  )
}
const countRequests = (request: string) => requests.filter((each) => each === request).length
const isStoredOnly = async () => t.stored().length === 1 && (await t.readMedia()).simulator.win.sha256

test('an upload continues after lost requests, lost replies and errors of the server', async () => {
  const disturbances: Record<string, ReturnType<typeof disturb>[]> = {
    POST: ['lose the request'],
    [`PUT offset=${uploadPartBytes}`]: ['lose the reply', 'lose the request', 'fail'],
    [`PUT offset=${2 * uploadPartBytes}`]: ['fail', 'lose the request'],
    'POST complete': ['lose the request', 'lose the reply'],
  }
  disturb = (request) => disturbances[request]?.shift()
  const states = new Set<string>()
  const media = await upload(undefined, ({ state }) => states.add(state))
  expect(media.simulator.win).toMatchObject({
    size,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  expect([...states].sort()).toEqual(['checking', 'sending', 'waiting'])
  expect(await isStoredOnly()).toBe(media.simulator.win?.sha256)
})

test('a cancelled upload and one that the server keeps refusing leave nothing', async () => {
  const before = t.stored()
  const controller = new AbortController()
  const cancelled = upload(controller.signal, ({ sent }) => {
    if (sent > 0) controller.abort()
  })
  await expect(cancelled).rejects.toThrow()
  expect(countRequests('DELETE')).toBe(1)
  expect(t.stored()).toEqual(before)

  requests.length = 0
  disturb = (request) => (request === `PUT offset=${uploadPartBytes}` ? 'fail' : undefined)
  await expect(upload()).rejects.toMatchObject({ code: 'unexpected' })
  expect(countRequests(`PUT offset=${uploadPartBytes}`)).toBe(6)
  expect(t.stored()).toEqual(before)
})
