import { Agent, type ClientRequest, request as httpRequest } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { imageFormField } from '#contract/crud.schema.ts'
import { textField } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { z } from '#contract/z.ts'
import { registerErrorHandler } from '#server/http/errors.ts'
import { createFormParsingHook, formLimits, registerFormParser } from '#server/http/multipart.ts'
import { createForm, createImageFile } from '../api/events-support.ts'
import { startApp, type TestApp } from '../support/app.ts'

type Reply = { status: number; headers: Record<string, unknown>; json: Record<string, unknown> }
const megabyte = 1024 * 1024
const boundary = 'test-boundary'
const fileHead = (field: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
const textHead = (field: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n`
const end = `\r\n--${boundary}--\r\n`

/** Opens a multipart request, with this Content-Length or else in chunks. The caller writes the body, or a part of it only. */
const openForm = (url: string, length?: number): { request: ClientRequest; reply: Promise<Reply> } => {
  const request = httpRequest(url, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(length === undefined ? {} : { 'content-length': length }) },
  })
  const reply = new Promise<Reply>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        // the server has answered: what it does with the rest of the request is not asked
        request.on('error', () => {})
        request.destroy()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json: JSON.parse(Buffer.concat(chunks).toString()) })
      })
    })
  })
  request.flushHeaders()
  return { request, reply }
}

describe('a public form', () => {
  let running: TestApp
  let origin: string
  const forms = [
    [paths.contactUs, { name: 'Mona', email: 'mona@school.test', body: 'Hello' }],
    [paths.support, { firstName: 'Mona', lastName: 'Saleh', email: 'mona@school.test', body: 'Hello' }],
    [paths.downloadGame, { name: 'Mona', email: 'mona@school.test', phone_number: '0501234567', download_type: 'win' }],
  ] as const
  beforeAll(async () => {
    running = await startApp()
    origin = await running.listen()
  })
  afterAll(() => running.close())

  it.each(forms)('%s accepts texts and no file', async (url, fields) => {
    const send = async (more: object) => running.app.inject({ method: 'POST', url, ...(await createForm({ ...fields, ...more })) })
    const good = await send({})
    expect([200, 404], good.body).toContain(good.statusCode)
    const refused = await send({ extra: createImageFile(Buffer.alloc(3000, 1)) })
    expect([refused.statusCode, refused.json().code, refused.json().field]).toEqual([400, 'bad-input', 'extra'])
    expect(running.app.formMemory.used()).toBe(0)
  })

  it('is rejected at a file, before the file has arrived', async () => {
    const { request, reply } = openForm(`${origin}${paths.contactUs}`, 900_000)
    request.write(`${fileHead('extra')}${'x'.repeat(1000)}`)
    expect((await reply).json).toMatchObject({ success: false, code: 'bad-input', fields: [{ field: 'extra', code: 'unexpected-field' }] })
  })

  it('keeps its connection usable after it was rejected', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { payload, headers } = await createForm({ extra: createImageFile(Buffer.alloc(900_000, 1)) })
    const send = () =>
      new Promise<[number | undefined, boolean]>((resolve, reject) => {
        const request = httpRequest(`${origin}${paths.contactUs}`, {
          method: 'POST',
          agent,
          headers: { ...headers, 'content-length': payload.length },
        })
        request.on('error', reject)
        request.on('response', (response) => {
          response.resume()
          response.on('end', () => resolve([response.statusCode, request.reusedSocket]))
        })
        request.end(payload)
      })
    expect([await send(), await send()]).toEqual([
      [400, false],
      [400, true],
    ])
    agent.destroy()
  })

  it('is rejected before it is read when Content-Length is too large', async () => {
    const { reply } = openForm(`${origin}${paths.contactUs}`, 30 * megabyte)
    expect(await reply).toMatchObject({ status: 413, json: { code: 'too-large' } })
  })

  it('is rejected while it is read when it has no Content-Length', async () => {
    const { request, reply } = openForm(`${origin}${paths.contactUs}`)
    request.on('error', () => {})
    request.write(textHead('message'))
    for (let written = 0; written < 20; written++) request.write('x'.repeat(100_000))
    const { status, json, headers } = await reply
    expect([status, json.code, headers.connection]).toEqual([413, 'too-large', 'close'])
  })

  it('names a text that is too large', async () => {
    const { payload, headers } = await createForm({ message: 'x'.repeat(formLimits.text + 1) })
    const reply = await running.app.inject({ method: 'POST', url: paths.contactUs, payload, headers })
    expect([reply.statusCode, reply.json().field]).toEqual([413, 'message'])
  })
})

describe('forms of one process', () => {
  let app: FastifyInstance
  afterEach(() => app.close())

  /** A call whose form takes files in these fields. All forms together may hold 3 MB. */
  const serve = async (...fileFields: string[]) => {
    app = Fastify()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    registerErrorHandler(app)
    await registerFormParser(app, { ...formLimits, file: 2 * megabyte, allForms: 3 * megabyte })
    const body = z.object({ name: textField(100).optional(), ...Object.fromEntries(fileFields.map((name) => [name, imageFormField])) })
    app.post('/form', { preValidation: createFormParsingHook(body), schema: { body } }, async (request) => ({
      names: Object.keys(request.body as object),
    }))
    return `${await app.listen({ port: 0, host: '127.0.0.1' })}/form`
  }
  const used = () => app.formMemory.used()

  it('accept files in their file fields', async () => {
    await serve('cover', 'banner')
    const form = await createForm({
      name: 'Mona',
      cover: createImageFile(Buffer.alloc(megabyte, 1)),
      banner: createImageFile(Buffer.alloc(megabyte, 1)),
    })
    const reply = await app.inject({ method: 'POST', url: '/form', ...form })
    expect(reply.json()).toEqual({ names: ['name', 'cover', 'banner'] })
    expect(used()).toBe(0)
  })

  it('name the file that is too large', async () => {
    await serve('cover', 'banner')
    const form = await createForm({
      cover: createImageFile(Buffer.alloc(10, 1)),
      banner: createImageFile(Buffer.alloc(2 * megabyte + 1, 1)),
    })
    const reply = await app.inject({ method: 'POST', url: '/form', ...form })
    expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([413, 'picture-too-large', 'banner'])
    expect(used()).toBe(0)
  })

  it('name the only file when Content-Length is too large', async () => {
    const { reply } = openForm(await serve('cover'), 4 * megabyte)
    expect(await reply).toMatchObject({ status: 413, json: { code: 'picture-too-large', field: 'cover' } })
  })

  it('use limited memory together; beyond the limit the reply has Retry-After', async () => {
    const url = await serve('cover')
    const first = openForm(url)
    first.request.write(`${fileHead('cover')}${'x'.repeat(1_900_000)}`)
    await vi.waitFor(() => expect(used()).toBeGreaterThan(1_900_000))
    const second = openForm(url, 1_900_000)
    const third = openForm(url)
    third.request.write(`${fileHead('cover')}${'x'.repeat(1_900_000)}`)
    for (const refused of [await second.reply, await third.reply]) {
      expect([refused.status, refused.json.code]).toEqual([503, 'overloaded'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    first.request.end(end)
    expect(await first.reply).toMatchObject({ status: 200, json: { names: ['cover'] } })
    await vi.waitFor(() => expect(used()).toBe(0))
    const form = await createForm({ cover: createImageFile(Buffer.alloc(1_900_000, 1)) })
    expect((await app.inject({ method: 'POST', url: '/form', ...form })).statusCode).toBe(200)
  })

  it('release the memory of an aborted request', async () => {
    const { request, reply } = openForm(await serve('cover'))
    request.write(`${fileHead('cover')}${'x'.repeat(500_000)}`)
    await vi.waitFor(() => expect(used()).toBeGreaterThan(500_000))
    request.destroy()
    await expect(reply).rejects.toThrow()
    await vi.waitFor(() => expect(used()).toBe(0))
  })
})
