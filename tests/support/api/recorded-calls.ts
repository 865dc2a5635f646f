import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  FastifyInstance,
  InjectOptions,
  LightMyRequestResponse as Response,
  RouteOptions,
} from 'fastify'
import { listWrittenCalls, matchesCall, specificationCalls } from '../../published/specification-calls.ts'

/** A call of the specification that a test made, and the parts of its reply. */
export type RecordedCall = {
  /** The call as the specification writes it. */
  written: string
  status: number
  /** The fields of the body that was sent. */
  sent: string[]
  /** Which of the reply keys that the specification reads were there. */
  read: string[]
  /** Which of the headers that the specification reads were there. */
  headers: string[]
}

/**
 * The calls to one app of a test file: each route with the statuses of its replies, and the calls of the
 * specification.
 */
export type Recording = { routes: Record<string, number[]>; calls: RecordedCall[] }

const valueAt = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], body)

const bodyOf = (reply: Response): unknown =>
  reply.body && String(reply.headers['content-type']).startsWith('application/json')
    ? JSON.parse(reply.body)
    : undefined

const fieldsOf = (payload: InjectOptions['payload']): string[] => {
  if (Buffer.isBuffer(payload))
    return [...payload.toString('latin1').matchAll(/ name="([^"]+)"/g)].map(([, name]) => String(name))
  return payload && typeof payload === 'object' ? Object.keys(payload) : []
}

const written = listWrittenCalls()
const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)

/** Records the calls to an app. `save` writes them to a new file in the folder. */
export const createCallRecorder = (folder: string) => {
  const routes = new Map<
    string,
    { method: string; pattern: RegExp; parameters: number; statuses: Set<number> }
  >()
  const calls = new Map<string, RecordedCall>()

  const recordStatus = (method: string, url: string, status: number) => {
    const path = url.split('?')[0] ?? ''
    const fitting = [...routes.values()].filter(
      (route) => route.method === method && route.pattern.test(path),
    )
    // a fixed path comes before one with a parameter
    fitting.toSorted((a, b) => a.parameters - b.parameters)[0]?.statuses.add(status)
  }

  const recordReply = (request: InjectOptions, reply: Response) => {
    const method = request.method ?? 'GET'
    const url = typeof request.url === 'string' ? request.url : ''
    recordStatus(method, url, reply.statusCode)
    for (const call of written.filter((one) => matchesCall(one.written, method, url))) {
      const body = bodyOf(reply)
      const recorded: RecordedCall = {
        written: call.written,
        status: reply.statusCode,
        sent: fieldsOf(request.payload).toSorted(),
        read: call.reads.filter((path) => valueAt(body, path) !== undefined),
        headers: [call.readsHeader, call.readsHeaderOfFailure].filter(
          (name) => name !== undefined && name in reply.headers,
        ) as string[],
      }
      calls.set(JSON.stringify(recorded), recorded)
    }
  }

  return {
    addRoute: ({ method, url, schema }: RouteOptions) => {
      if (!url.startsWith('/api/') || (schema as { hide?: boolean } | undefined)?.hide) return
      for (const one of [method].flat())
        routes.set(`${one} ${url}`, {
          method: one,
          pattern: patternOf(url),
          parameters: url.split(':').length,
          statuses: new Set(),
        })
    },
    watch: (app: Pick<FastifyInstance, 'inject' | 'server'>) => {
      const inject = app.inject.bind(app) as (request: InjectOptions) => Promise<Response>
      const recordingInject = async (given: InjectOptions | string) => {
        const request = typeof given === 'string' ? { url: given } : given
        const reply = await inject(request)
        recordReply(request, reply)
        return reply
      }
      app.inject = recordingInject as typeof app.inject
      // requests over a real connection
      app.server.on('request', (request, response) =>
        response.on('close', () =>
          recordStatus(request.method ?? '', request.url ?? '', response.statusCode),
        ),
      )
    },
    save: () => {
      const recording: Recording = {
        routes: Object.fromEntries([...routes].map(([route, { statuses }]) => [route, [...statuses].sort()])),
        calls: [...calls.values()],
      }
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(recording))
    },
  }
}

/** Describes the calls that are missing in the recordings of a run. */
export const findMissingCalls = (recordings: readonly Recording[]): string[] => {
  const problems: string[] = []
  const statuses = new Map<string, number[]>()
  for (const { routes } of recordings)
    for (const [route, some] of Object.entries(routes))
      statuses.set(route, [...(statuses.get(route) ?? []), ...some])
  for (const [route, all] of statuses)
    if (!all.some((status) => status < 400))
      problems.push(`No test called ${route} with success (statuses: ${all.join(', ') || 'none'}).`)

  const calls = recordings.flatMap((recording) => recording.calls)
  if (specificationCalls.length !== 42)
    problems.push(`The specification has 42 calls, the table ${specificationCalls.length}.`)
  for (const call of listWrittenCalls()) {
    const made = calls.filter((one) => one.written === call.written)
    const succeeded = made.filter((one) => one.status === 200)
    if (succeeded.length === 0) {
      problems.push(`No test made the call ${call.written} with success.`)
      continue
    }
    const unread = call.reads.filter((path) => !succeeded.some((one) => one.read.includes(path)))
    if (!succeeded.some((one) => call.reads.every((path) => one.read.includes(path))))
      problems.push(
        `No reply to ${call.written} had all of ${call.reads.join(', ')}${unread.length ? `; never ${unread.join(', ')}` : ''}.`,
      )
    if (call.readsHeader && !succeeded.some((one) => one.headers.includes(call.readsHeader as string)))
      problems.push(`No reply to ${call.written} had the header ${call.readsHeader}.`)
    if (
      call.readsHeaderOfFailure &&
      !made.some((one) => one.status >= 400 && one.headers.includes(call.readsHeaderOfFailure as string))
    )
      problems.push(`No refusal of ${call.written} had the header ${call.readsHeaderOfFailure}.`)
    const sent = new Set(succeeded.flatMap((one) => one.sent))
    const unsent = (call.sends ?? []).filter((name) => !sent.has(name))
    if (unsent.length) problems.push(`No test sent ${unsent.join(', ')} with ${call.written}.`)
  }
  return problems
}
