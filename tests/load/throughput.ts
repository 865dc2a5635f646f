import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startScript } from '../faults/processes.ts'

/** Requests per second of the product and of a plain server that sends the same bytes, and their ratio. */
export type Throughput = { path: string; bytes: number; product: number; bare: number; ratio: number }

const asked = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html,application/json' }
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** Requests a URL and returns the encoded body with its headers. */
const raw = (url: string) =>
  new Promise<{ headers: Record<string, string>; body: Buffer }>((done, fail) => {
    request(url, { headers: asked }, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece: Buffer) => pieces.push(piece))
      reply.on('end', () => {
        const { date: _date, connection: _connection, 'keep-alive': _alive, 'transfer-encoding': _encoding, ...headers } = reply.headers
        if (reply.statusCode !== 200) return fail(new Error(`${url} answered ${reply.statusCode}`))
        done({ headers: headers as Record<string, string>, body: Buffer.concat(pieces) })
      })
    })
      .on('error', fail)
      .end()
  })

const shoot = async (url: string, seconds: number) => {
  const result = await autocannon({ url, connections: 20, duration: seconds, headers: asked })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} bad replies, ${result.errors} errors`)
  return result.requests.average
}

/** Measures both servers alternately, so that other load affects both. `address` is that of a running server, which is warm after the first round. */
export const measureThroughput = async (address: string, paths: string[], { rounds = 5, seconds = 3 } = {}): Promise<Throughput[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'botola-bare-'))
  const figures: Throughput[] = []
  for (const path of paths) {
    const url = `${address}${path}`
    const { headers, body } = await raw(url)
    const file = join(folder, 'reply.json')
    writeFileSync(file, JSON.stringify({ headers: { ...headers, 'content-length': String(body.length) }, body: body.toString('base64') }))
    const bare = startScript('tests/load/bare-server.ts', { REPLY: file }, { name: 'this user', ids: undefined })
    const bareUrl = `http://127.0.0.1:${(await bare.line('bare at')).replace('bare at ', '')}${path}`
    await shoot(url, 1)
    await shoot(bareUrl, 1)
    const product: number[] = []
    const least: number[] = []
    for (let round = 0; round < rounds; round++) {
      product.push(await shoot(url, seconds))
      least.push(await shoot(bareUrl, seconds))
    }
    await bare.stop()
    const [a, b] = [median(product), median(least)]
    figures.push({ path, bytes: body.length, product: a, bare: b, ratio: a / b })
  }
  rmSync(folder, { recursive: true, force: true })
  return figures
}
