import { readFileSync } from 'node:fs'
import { paths } from '#contract/paths.ts'

export type ExportFigures = {
  path: string
  rows: number
  megabytes: number
  seconds: number
  firstByte: number
  grown: number
  /** Milliseconds of calls that ask the database for little, while the export goes on and before it. */
  otherMedian: number
  slowestOther: number
  quietMedian: number
}

/** Resident memory of a process in MB (Linux). */
const readResidentMemory = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/** The token of an administrator. */
export const signInAsAdmin = async (address: string, email: string, password: string): Promise<string> => {
  const reply = await fetch(`${address}/api/adduser`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ national_id: email, loginType: 'email', password, type: 4 }),
  })
  const token = reply.headers.get('authorization')
  if (!token) throw new Error(`no token: ${await reply.text()}`)
  return token
}

/**
 * Fetches an export of a running server as a browser does and reads it to its end. Milliseconds to the first byte and of the slowest other call meanwhile; by
 * how many MB the server's memory was higher at most than before.
 */
export const measureExport = async (address: string, pid: number, token: string, path: string): Promise<ExportFigures> => {
  const headers = { authorization: token }
  const before = readResidentMemory(pid)
  let most = before
  const call = async () => {
    const start = performance.now()
    await (await fetch(`${address}${paths.adminCompetitions}`, { headers })).text()
    return performance.now() - start
  }
  const quiet: number[] = []
  for (let i = 0; i < 30; i++) quiet.push(await call())
  const others: number[] = []
  let going = true
  const othersDone = (async () => {
    while (going) {
      others.push(await call())
      most = Math.max(most, readResidentMemory(pid))
      await new Promise((later) => setTimeout(later, 20))
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
  going = false
  await othersDone
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
  return {
    path,
    rows,
    megabytes: bytes / 2 ** 20,
    seconds,
    firstByte,
    grown: most - before,
    otherMedian: median(others),
    slowestOther: Math.max(...others),
    quietMedian: median(quiet),
  }
}
