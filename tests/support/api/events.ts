import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startApp, testAdmin } from '../services/app.ts'

type Fields = Record<string, string | Blob | undefined>

/** The fields that every event must have. */
export const eventTexts = {
  title_en: 'Desert Rally',
  title_ar: 'رالي الصحراء',
  description_en: 'Robots cross the dunes.',
  description_ar: 'روبوتات تعبر الكثبان.',
}

/** Creates a multipart body as a browser does. */
export const createForm = async (fields: Fields) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

export const createImageFile = (bytes: Uint8Array, name = 'cover.png', type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type })

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

/** Starts the real app and signs in an administrator. */
export const startEventsApp = async (
  env: Record<string, string> = {},
  options: Parameters<typeof startApp>[1] = {},
) => {
  const running = await startApp(env, options)
  const signIn = await running.app.inject({
    method: 'POST',
    url: '/api/adduser',
    payload: { national_id: testAdmin.email, loginType: 'email', password: testAdmin.password, type: 4 },
  })
  const authorization = String(signIn.headers.authorization)

  const ask = async (
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    options: { payload?: object | string | Buffer; headers?: Record<string, string>; visitor?: boolean } = {},
  ) => {
    const reply = await running.app.inject({
      method,
      url,
      ...(options.payload === undefined ? {} : { payload: options.payload }),
      headers: { ...(options.visitor ? {} : { authorization }), ...options.headers },
    })
    const json = (): Body => reply.json()
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: reply.body,
      bytes: reply.rawPayload,
      json,
    }
  }
  const save = async (fields: Fields, method: 'POST' | 'PUT' = 'POST') =>
    ask(method, '/api/admin/events/', await createForm(fields))

  return {
    ...running,
    authorization,
    ask,
    save,
    /** Saves an event and returns its record. */
    make: async (fields: Fields = {}): Promise<Body> => {
      const saved = await save({ ...eventTexts, ...fields })
      if (saved.status !== 200) throw new Error(saved.body)
      return saved.json().event
    },
    visitor: (url: string, headers: Record<string, string> = {}) =>
      ask('GET', url, { visitor: true, headers }),
    /** Lists all stored files, unfinished ones included. */
    stored: () => {
      try {
        return readdirSync(join(running.folder, 'files'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    },
    audit: async () =>
      (await running.database.pool.query('select * from audit_log order by id')).rows as Body[],
  }
}
export type EventsApp = Awaited<ReturnType<typeof startEventsApp>>
