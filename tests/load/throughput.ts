import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startScript } from '../faults/processes.ts'

/** Requests per second of the product and of a plain server that sends the same bytes, and their ratio. */
export type Throughput = {
  name: string
  path: string
  bytes: number
  product: number
  bare: number
  ratio: number
}

const asked = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html,application/json' }
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** Requests a URL and returns the encoded body with its headers. */
const raw = (url: string) =>
  new Promise<{ headers: Record<string, string>; body: Buffer }>((done, fail) => {
    request(url, { headers: asked }, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece: Buffer) => pieces.push(piece))
      reply.on('end', () => {
        const {
          date: _date,
          connection: _connection,
          'keep-alive': _alive,
          'transfer-encoding': _encoding,
          ...headers
        } = reply.headers
        if (reply.statusCode !== 200) return fail(new Error(`${url} answered ${reply.statusCode}`))
        done({ headers: headers as Record<string, string>, body: Buffer.concat(pieces) })
      })
    })
      .on('error', fail)
      .end()
  })

/** Runs a program and returns its output; undefined when it is not installed. */
const runProgram = (name: string, args: string[]) =>
  new Promise<string | undefined>((done, fail) => {
    let output = ''
    const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.on('data', (piece) => {
      output += piece
    })
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? done(undefined) : fail(error),
    )
    child.once('close', () => done(output))
  })

/** Returns whether `wrk` is installed. */
export const hasWrk = async () => (await runProgram('wrk', ['--version'])) !== undefined

/** Returns the requests per second of 20 connections. */
const runWrk = async (url: string, seconds: number) => {
  const headers = Object.entries(asked).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const output = (await runProgram('wrk', ['-t1', '-c20', `-d${seconds}s`, ...headers, url])) ?? ''
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(output)) throw new Error(`${url}: ${output}`)
  return perSecond
}

/**
 * Measures both servers alternately, so that other load affects both. `address` is that of a running server,
 * which is warm after the first round.
 */
export const measureThroughput = async (
  address: string,
  event: string,
  { rounds = 5, seconds = 3 } = {},
): Promise<Throughput[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'botola-bare-'))
  const figures: Throughput[] = []
  const paths = {
    'the list of events': '/api/events/',
    'events by status': '/api/events/?status=true',
    'the first 100 entries of a scoreboard': `/api/v1/events/scores/${event}`,
    'the home page': '/',
    'the page of an event': `/events/${event}/`,
  }
  for (const [name, path] of Object.entries(paths)) {
    const url = `${address}${path}`
    const { headers, body } = await raw(url)
    const file = join(folder, 'reply.json')
    writeFileSync(
      file,
      JSON.stringify({
        headers: { ...headers, 'content-length': String(body.length) },
        body: body.toString('base64'),
      }),
    )
    const bare = startScript(
      'tests/load/bare-server.ts',
      { REPLY: file },
      { name: 'this user', ids: undefined },
    )
    const bareUrl = `http://127.0.0.1:${(await bare.line('bare at')).replace('bare at ', '')}${path}`
    await runWrk(url, 1)
    await runWrk(bareUrl, 1)
    const product: number[] = []
    const least: number[] = []
    for (let round = 0; round < rounds; round++) {
      product.push(await runWrk(url, seconds))
      least.push(await runWrk(bareUrl, seconds))
    }
    await bare.stop()
    const [a, b] = [median(product), median(least)]
    figures.push({ name, path, bytes: body.length, product: a, bare: b, ratio: a / b })
  }
  rmSync(folder, { recursive: true, force: true })
  return figures
}
