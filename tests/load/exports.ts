import { getPath } from '#contract/platform/call-path.ts'
import { readResidentMemory } from './memory.ts'

/**
 * The measurements of an export. `firstByte` and the times of other calls are in milliseconds, `grown` in MB.
 */
export type ExportFigures = {
  path: string
  rows: number
  megabytes: number
  seconds: number
  firstByte: number
  grown: number
  /** Milliseconds of other calls with little work, during the export and before it. */
  otherMedian: number
  slowestOther: number
  quietMedian: number
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/**
 * Signs in and returns the token. Waits while the server is overloaded, which it can be just after its start.
 */
export const signInAsAdmin = async (address: string, email: string, password: string): Promise<string> => {
  const signIn = () =>
    fetch(`${address}/api/adduser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ national_id: email, loginType: 'email', password, type: 4 }),
    })
  let reply = await signIn()
  for (let attempt = 0; reply.status === 503 && attempt < 30; attempt++) {
    await new Promise((done) => setTimeout(done, 1000))
    reply = await signIn()
  }
  const token = reply.headers.get('authorization')
  if (!token) throw new Error(`no token: ${await reply.text()}`)
  return token
}

/**
 * Downloads an export of a running server. Measures the time to the first byte, the times of other calls
 * during the export, and the maximum growth of the server's memory.
 */
export const measureExport = async (
  address: string,
  pid: number,
  token: string,
  path: string,
): Promise<ExportFigures> => {
  const headers = { authorization: token }
  const before = readResidentMemory(pid)
  let maxMemory = before
  const call = async () => {
    const start = performance.now()
    await (await fetch(`${address}${getPath('GET /api/admin/competitions')}`, { headers })).text()
    return performance.now() - start
  }
  const quiet: number[] = []
  for (let i = 0; i < 30; i++) quiet.push(await call())
  const others: number[] = []
  let isRunning = true
  const othersDone = (async () => {
    while (isRunning) {
      others.push(await call())
      maxMemory = Math.max(maxMemory, readResidentMemory(pid))
      await new Promise((done) => setTimeout(done, 20))
    }
  })()
  const start = performance.now()
  const reply = await fetch(`${address}${path}`, { headers })
  let firstByte = 0
  let bytes = 0
  let rows = -1
  for await (const piece of reply.body as AsyncIterable<Uint8Array>) {
    firstByte ||= performance.now() - start
    bytes += piece.length
    for (const byte of piece) if (byte === 10) rows++
  }
  const seconds = (performance.now() - start) / 1000
  isRunning = false
  await othersDone
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
  return {
    path,
    rows,
    megabytes: bytes / 2 ** 20,
    seconds,
    firstByte,
    grown: maxMemory - before,
    otherMedian: median(others),
    slowestOther: Math.max(...others),
    quietMedian: median(quiet),
  }
}
