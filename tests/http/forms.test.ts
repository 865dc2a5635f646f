import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { imageFormField, Upload } from '#contract/platform/crud.schema.ts'
import { rawTextField } from '#contract/platform/fields.schema.ts'
import { z } from '#contract/platform/z.ts'
import { registerErrorHandler } from '#server/platform/http/errors.ts'
import {
  createFormParsingHook,
  formLimits,
  registerBodyParsers,
} from '#server/platform/http/request-bodies.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createForm, createImageFile } from '../support/api/events.ts'
import { end, fileHead, megabyte, openForm, textHead } from '../support/api/multipart.ts'
import { startApp, type TestApp } from '../support/services/app.ts'

describe('a public form', () => {
  let running: TestApp
  let origin: string
  const forms = [
    [getPath('POST /api/contact-us'), { name: 'Mona', email: 'mona@school.test', body: 'Hello' }],
    [
      getPath('POST /api/support'),
      { firstName: 'Mona', lastName: 'Saleh', email: 'mona@school.test', body: 'Hello' },
    ],
    [
      getPath('POST /api/download-game'),
      { name: 'Mona', email: 'mona@school.test', phone_number: '0501234567', download_type: 'win' },
    ],
  ] as const
  beforeAll(async () => {
    running = await startApp()
    origin = await running.listen()
  })
  afterAll(() => running.close())

  it.each(forms)('%s accepts texts and no file', async (url, fields) => {
    const send = async (more: object) =>
      running.app.inject({ method: 'POST', url, ...(await createForm({ ...fields, ...more })) })
    const good = await send({})
    expect([200, 404], good.body).toContain(good.statusCode)
    const refused = await send({ extra: createImageFile(Buffer.alloc(3000, 1)) })
    expect([refused.statusCode, refused.json().code, refused.json().field]).toEqual([
      400,
      'bad-input',
      'extra',
    ])
    expect(running.app.temporaryUploads.used()).toEqual({ disk: 0, memory: 0 })
  })

  it('is rejected at a file, before the file has arrived', async () => {
    const { request, reply } = openForm(`${origin}${getPath('POST /api/contact-us')}`, 900_000)
    request.write(`${fileHead('extra')}${'x'.repeat(1000)}`)
    expect((await reply).json).toMatchObject({
      success: false,
      code: 'bad-input',
      fields: [{ field: 'extra', code: 'unexpected-field' }],
    })
  })

  it('keeps its connection usable after it was rejected', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { payload, headers } = await createForm({ extra: createImageFile(Buffer.alloc(900_000, 1)) })
    const send = () =>
      new Promise<[number | undefined, boolean]>((resolve, reject) => {
        const request = httpRequest(`${origin}${getPath('POST /api/contact-us')}`, {
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
    const { reply } = openForm(`${origin}${getPath('POST /api/contact-us')}`, 30 * megabyte)
    expect(await reply).toMatchObject({ status: 413, json: { code: 'too-large' } })
  })

  it('is rejected while it is read when it has no Content-Length', async () => {
    const { request, reply } = openForm(`${origin}${getPath('POST /api/contact-us')}`)
    request.on('error', () => {})
    request.write(textHead('message'))
    for (let written = 0; written < 20; written++) request.write('x'.repeat(100_000))
    const { status, json, headers } = await reply
    expect([status, json.code, headers.connection]).toEqual([413, 'too-large', 'close'])
  })

  it('names a text that is too large', async () => {
    const { payload, headers } = await createForm({ message: 'x'.repeat(formLimits.text + 1) })
    const reply = await running.app.inject({
      method: 'POST',
      url: getPath('POST /api/contact-us'),
      payload,
      headers,
    })
    expect([reply.statusCode, reply.json().field]).toEqual([413, 'message'])
  })
})

describe('forms of one process', () => {
  let app: FastifyInstance
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'botola-forms-'))
  })
  afterEach(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const unused = { disk: 0, memory: 0 }
  const used = () => app.temporaryUploads.used()
  const listTemporaryFiles = () =>
    readdirSync(join(folder, 'temporary-uploads'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )

  /**
   * A call whose form takes files in these fields, and replies after `handle`. All forms together may have 3
   * MB on the disk and 1.5 MB in memory.
   */
  const serve = async (fileFields: string[], handle: (files: Upload[]) => unknown = () => undefined) => {
    app = Fastify()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    registerErrorHandler(app)
    await registerBodyParsers(app, folder, {
      ...formLimits,
      file: 2 * megabyte,
      disk: 3 * megabyte,
      memory: 1.5 * megabyte,
    })
    const body = z.object({
      name: rawTextField(100).optional(),
      ...Object.fromEntries(fileFields.map((name) => [name, imageFormField])),
    })
    app.post('/form', { preValidation: createFormParsingHook(body), schema: { body } }, async (request) => {
      const fields = request.body as Record<string, unknown>
      await handle(Object.values(fields).filter((value): value is Upload => value instanceof Upload))
      return { names: Object.keys(fields) }
    })
    return `${await app.listen({ port: 0, host: '127.0.0.1' })}/form`
  }

  it('accept files in their file fields, which are on the disk until the reply', async () => {
    const sizes: number[] = []
    await serve(['cover', 'banner'], (files) => {
      for (const { path } of files) sizes.push(readFileSync(path).length)
      expect(listTemporaryFiles()).toHaveLength(2)
      expect(used().disk).toBeGreaterThanOrEqual(2 * megabyte)
      expect(used().memory).toBe(4)
    })
    const form = await createForm({
      name: 'Mona',
      cover: createImageFile(Buffer.alloc(megabyte, 1)),
      banner: createImageFile(Buffer.alloc(megabyte, 1)),
    })
    const reply = await app.inject({ method: 'POST', url: '/form', ...form })
    expect(reply.json()).toEqual({ names: ['name', 'cover', 'banner'] })
    expect(sizes).toEqual([megabyte, megabyte])
    expect([used(), listTemporaryFiles()]).toEqual([unused, []])
  })

  it('take no file from a body in JSON', async () => {
    await serve(['cover'])
    const reply = await app.inject({
      method: 'POST',
      url: '/form',
      payload: { cover: { name: 'a.png', type: 'image/png', path: '/etc/hostname', size: 10 } },
    })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad-input'])
  })

  it('leave no file when the handler or the schema rejects them', async () => {
    await serve(['cover'], () => {
      throw new AppError('bad-picture')
    })
    const rejected = await app.inject({
      method: 'POST',
      url: '/form',
      ...(await createForm({ cover: createImageFile(Buffer.alloc(5000, 1)) })),
    })
    const invalid = await app.inject({
      method: 'POST',
      url: '/form',
      ...(await createForm({ name: 'x'.repeat(200), cover: createImageFile(Buffer.alloc(5000, 1)) })),
    })
    expect([rejected.statusCode, invalid.statusCode]).toEqual([422, 400])
    expect([used(), listTemporaryFiles()]).toEqual([unused, []])
  })

  it('name the file that is too large', async () => {
    await serve(['cover', 'banner'])
    const form = await createForm({
      cover: createImageFile(Buffer.alloc(10, 1)),
      banner: createImageFile(Buffer.alloc(2 * megabyte + 1, 1)),
    })
    const reply = await app.inject({ method: 'POST', url: '/form', ...form })
    expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([
      413,
      'picture-too-large',
      'banner',
    ])
    expect([used(), listTemporaryFiles()]).toEqual([unused, []])
  })

  it('name the only file when Content-Length is too large', async () => {
    const { reply } = openForm(await serve(['cover']), 4 * megabyte)
    expect(await reply).toMatchObject({ status: 413, json: { code: 'picture-too-large', field: 'cover' } })
  })

  it('have limited texts, also beside file fields', async () => {
    const { request, reply } = openForm(await serve(['cover', 'banner', 'logo']))
    request.on('error', () => {})
    for (let written = 0; written < 12; written++)
      request.write(`${textHead(`field${written}`)}${'x'.repeat(100_000)}\r\n`)
    expect(await reply).toMatchObject({ status: 413, json: { code: 'too-large' } })
  })

  it('use limited memory for their texts together; beyond the limit the reply has Retry-After', async () => {
    const url = await serve(['cover'])
    const first = openForm(url)
    first.request.on('error', () => {})
    first.reply.catch(() => {})
    for (let written = 0; written < 9; written++)
      first.request.write(`${textHead(`field${written}`)}${'x'.repeat(100_000)}\r\n`)
    await vi.waitFor(() => expect(used().memory).toBe(800_000), 20_000)
    const second = openForm(url)
    second.request.on('error', () => {})
    for (let written = 0; written < 9; written++)
      second.request.write(`${textHead(`field${written}`)}${'x'.repeat(100_000)}\r\n`)
    const refused = await second.reply
    expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([
      503,
      'overloaded',
      '5',
    ])
    first.request.destroy()
    await vi.waitFor(() => expect(used()).toEqual(unused), 20_000)
  })

  it('use limited space on the disk together; beyond the limit the reply has Retry-After', async () => {
    const url = await serve(['cover'])
    const first = openForm(url)
    first.request.write(`${fileHead('cover')}${'x'.repeat(1_900_000)}`)
    await vi.waitFor(() => expect(used().disk).toBeGreaterThan(1_800_000), 20_000)
    const second = openForm(url, 1_900_000)
    const third = openForm(url)
    third.request.write(`${fileHead('cover')}${'x'.repeat(1_900_000)}`)
    for (const refused of [await second.reply, await third.reply]) {
      expect([refused.status, refused.json.code]).toEqual([503, 'overloaded'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    first.request.end(end)
    expect(await first.reply).toMatchObject({ status: 200, json: { names: ['cover'] } })
    await vi.waitFor(() => expect(used()).toEqual(unused), 20_000)
    const form = await createForm({ cover: createImageFile(Buffer.alloc(1_900_000, 1)) })
    expect((await app.inject({ method: 'POST', url: '/form', ...form })).statusCode).toBe(200)
    expect(listTemporaryFiles()).toEqual([])
  })

  it('reserve the space of their Content-Length, so that a form is rejected before it arrives', async () => {
    const url = await serve(['cover'])
    const first = openForm(url, 1_900_000)
    await vi.waitFor(() => expect(used().disk).toBe(1_900_000), 20_000)
    expect(await openForm(url, 1_900_000).reply).toMatchObject({ status: 503, json: { code: 'overloaded' } })
    const body = `${fileHead('cover')}${'x'.repeat(1_900_000 - fileHead('cover').length - end.length)}${end}`
    first.request.end(body)
    expect(await first.reply).toMatchObject({ status: 200, json: { names: ['cover'] } })
    expect(used()).toEqual(unused)
  })

  it('remove the file of a request that is aborted while it arrives', async () => {
    const { request, reply } = openForm(await serve(['cover']))
    request.write(`${fileHead('cover')}${'x'.repeat(500_000)}`)
    await vi.waitFor(() => expect(used().disk).toBeGreaterThan(400_000), 20_000)
    request.destroy()
    await expect(reply).rejects.toThrow()
    await vi.waitFor(() => expect([used(), listTemporaryFiles()]).toEqual([unused, []]), 20_000)
  })

  it('keep the file of an aborted request until its handler has ended', async () => {
    const aborted = Promise.withResolvers<void>()
    const read = Promise.withResolvers<number>()
    const begun = Promise.withResolvers<void>()
    const url = await serve(['cover'], async ([file]) => {
      begun.resolve()
      await aborted.promise
      read.resolve(readFileSync(file?.path ?? '').length)
    })
    const closed = new Promise<void>((done) =>
      app.server.on('connection', (socket) => socket.on('close', () => done())),
    )
    const { request, reply } = openForm(url)
    request.end(`${fileHead('cover')}${'x'.repeat(500_000)}${end}`)
    await begun.promise
    request.destroy()
    await expect(reply).rejects.toThrow()
    await closed
    aborted.resolve()
    expect(await read.promise).toBe(500_000)
    await vi.waitFor(() => expect([used(), listTemporaryFiles()]).toEqual([unused, []]), 20_000)
  })

  it('find the folder without files of processes that have ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const root = join(folder, 'temporary-uploads')
    const isOld = {
      [`${hostname()}-${pid}`]: false,
      'other-host-7': true,
      'new-host-7': false,
      [`${hostname()}-${process.ppid}`]: true,
    }
    for (const [name, old] of Object.entries(isOld)) {
      mkdirSync(join(root, name), { recursive: true })
      writeFileSync(join(root, name, 'a'), 'a photo')
      if (old) utimesSync(join(root, name), 0, 0)
    }
    await serve(['cover'])
    expect(readdirSync(root).toSorted()).toEqual(['new-host-7', `${hostname()}-${process.ppid}`].toSorted())
  })
})
