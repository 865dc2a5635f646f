import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request as sendRequest } from 'node:http'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { getLatestDownloadPath } from '#contract/site/download-registrant.ts'
import { uploadPartBytes } from '#contract/site/media.ts'
import { removeDayOldOrphanFiles } from '#server/platform/uploads/orphan-files.ts'
import { createMediaService } from '#server/site/media/service.ts'
import { createUploadService } from '#server/site/media/upload-service.ts'
import { createForm, createImageFile } from '../../support/api/events.ts'
import { type MediaApp, startMediaApp } from '../../support/api/media.ts'
import { createDiskImage, createWebmFile, createWindowsProgram } from '../../support/data/media-files.ts'
import { startS3Server } from '../../support/services/s3-server.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const nowhere = '01890000-0000-7000-8000-000000000000'
const large = 2 * uploadPartBytes + 4321

describe.each(['folder', 'bucket'] as const)('uploads to a %s', (kind) => {
  let t: MediaApp
  let s3: Awaited<ReturnType<typeof startS3Server>> | undefined
  /** Lists all stored files, unfinished ones included. */
  const stored = (): string[] => (s3 ? [...s3.objects.keys(), ...s3.uploads.keys()] : t.stored())
  beforeAll(async () => {
    s3 = kind === 'bucket' ? await startS3Server() : undefined
    t = await startMediaApp({ MAX_UPLOAD_MB: '20', ...(s3 ? { STORAGE_URL: s3.url } : {}) })
  })
  afterAll(async () => {
    await t.close()
    await s3?.close()
  })
  afterEach(async () => {
    for (const item of ['storyVideo', 'storyPoster', 'simulatorWin', 'simulatorMac'])
      await t.ask('DELETE', `${getPath('DELETE /api/admin/media')}?item=${item}`)
    await t.database.pool.query('delete from simulator_files')
  })

  it('stores the simulator in parts and serves it with its checksum, ranges and a name', async () => {
    const bytes = createWindowsProgram(large)
    const reply = await t.upload('simulatorWin', 'C:\\builds\\Botola Simulator 2.1 محاكي.exe', bytes, '2.1')
    expect(reply.json()).toMatchObject({ success: true, msg: 'Saved Successfully!' })
    const file = reply.json().media.simulator.win
    expect(file).toMatchObject({
      version: '2.1',
      size: large,
      sha256: sha256(bytes),
      fileName: 'Botola Simulator 2.1 _.exe',
      downloads: 0,
    })
    expect((await t.visitor(getPath('GET /api/simulator'))).json()).toEqual({
      success: true,
      simulator: { win: { version: '2.1', size: large, sha256: sha256(bytes) }, mac: null },
    })

    const whole = await t.visitor(file.url)
    expect(sha256(whole.bytes)).toBe(sha256(bytes))
    expect(whole.headers).toMatchObject({
      'content-type': 'application/vnd.microsoft.portable-executable',
      'content-disposition': 'attachment; filename="Botola Simulator 2.1 _.exe"',
      'accept-ranges': 'bytes',
    })
    const etag = String(whole.headers.etag)
    const middle = await t.visitor(file.url, {
      range: `bytes=${uploadPartBytes - 10}-${uploadPartBytes + 9}`,
      'if-range': etag,
    })
    expect(middle.status).toBe(206)
    expect(middle.headers['content-range']).toBe(
      `bytes ${uploadPartBytes - 10}-${uploadPartBytes + 9}/${large}`,
    )
    expect(middle.bytes.equals(bytes.subarray(uploadPartBytes - 10, uploadPartBytes + 10))).toBe(true)
    expect((await t.visitor(file.url, { 'if-none-match': etag })).status).toBe(304)
    expect((await t.ask('HEAD', file.url, { visitor: true })).headers['content-length']).toBe(String(large))
    // only a download of the whole file is counted, not a continued one, a HEAD or a 304
    // the server counts a download after its last byte
    await expect
      .poll(async () => (await t.readMedia()).simulator.win)
      .toMatchObject({ downloads: 1, allDownloads: 1 })
    expect((await t.visitor(`/public/uploads/simulator/${file.url.split('/').at(-1)}`)).status).toBe(404)

    const latest = await t.visitor(getLatestDownloadPath('win'))
    expect([latest.status, latest.headers.location]).toEqual([302, file.url])
    for (const platform of ['mac', 'linux'])
      expect((await t.visitor(getLatestDownloadPath(platform))).status).toBe(404)
  })

  it('keeps a file until the next one is complete, and removes it then', async () => {
    const auditCount = (await t.audit()).length
    const { url } = (await t.upload('simulatorWin', 'first.exe', createWindowsProgram(2000), '2.1')).json()
      .media.simulator.win
    await t.visitor(url)
    // the server counts a download after it has sent the file
    await expect.poll(async () => (await t.readMedia()).simulator.win.downloads).toBe(1)
    const before = (await t.readMedia()).simulator.win
    const bytes = createWindowsProgram(3000)
    const { id } = await t.begin({
      target: 'simulatorWin',
      fileName: 'next.exe',
      size: bytes.length,
      version: '2.2',
    })
    await t.sendParts(id, bytes)
    expect((await t.ask('HEAD', before.url, { visitor: true })).status).toBe(200)
    expect((await t.readMedia()).simulator.win).toEqual(before)
    expect((await t.complete(id)).json().media.simulator.win).toMatchObject({
      version: '2.2',
      downloads: 0,
      allDownloads: 1,
    })
    expect((await t.visitor(before.url)).status).toBe(404)
    expect(stored()).toHaveLength(1)
    const entries = (await t.audit()).slice(auditCount).filter(({ entity }) => entity === 'simulator-file')
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update'])
    expect(entries[1]).toMatchObject({
      before: { version: '2.1', downloads: 1 },
      after: { version: '2.2', sha256: sha256(bytes) },
    })
  })

  it('continues after a lost connection, and nothing of the broken part remains', async () => {
    const bytes = createDiskImage(large)
    const { id, partBytes } = await t.begin({
      target: 'simulatorMac',
      fileName: 'sim.dmg',
      size: large,
      version: '1',
    })
    expect(partBytes).toBe(uploadPartBytes)
    const { port } = new URL(await t.listen())
    const sendBrokenPart = async () => {
      const request: ClientRequest = sendRequest({
        ...{
          host: '127.0.0.1',
          port,
          method: 'PUT',
          path: `${getPath('PUT /api/admin/media/uploads/:uploadId', { uploadId: id })}?offset=0`,
        },
        headers: {
          authorization: t.authorization,
          'content-type': 'application/octet-stream',
          'content-length': uploadPartBytes,
        },
      })
      request.on('error', () => {})
      const closed = new Promise((resolve) => request.once('close', resolve))
      request.write(bytes.subarray(0, 1_000_000))
      await once(request, 'socket')
      // the server has begun to store the part
      await expect.poll(() => (s3 ? 1 : stored().filter((name) => name.includes('.parts-')).length)).toBe(1)
      request.destroy()
      await closed
      await expect.poll(() => (s3 ? [] : stored().filter((name) => name.includes('.parts-')))).toEqual([])
    }
    await sendBrokenPart()
    const { upload } = (
      await t.ask('GET', getPath('GET /api/admin/media/uploads/:uploadId', { uploadId: id }))
    ).json()
    expect(upload).toMatchObject({ id, received: 0 })
    await t.sendParts(id, bytes)
    // a repeated part, as after a lost reply, is answered with the right offset
    const repeated = await t.putPart(id, 0, bytes.subarray(0, uploadPartBytes))
    expect([repeated.status, repeated.json().code, repeated.json().details]).toEqual([
      409,
      'upload-offset',
      { received: large },
    ])
    expect((await t.complete(id)).json().media.simulator.mac).toMatchObject({ sha256: sha256(bytes) })
    expect((await t.complete(id)).status).toBe(404)
  })

  it('refuses a file of another type and leaves nothing of it', async () => {
    const before = stored()
    const [program, image, webm] = [createWindowsProgram(5000), createDiskImage(5000), createWebmFile(5000)]
    for (const [target, name, bytes] of [
      ['simulatorWin', 'sim.exe', image],
      ['simulatorMac', 'sim.dmg', program],
      ['storyVideo', 'story.webm', program],
      ['storyVideo', 'story.mp4', webm],
    ] as const) {
      const reply = await t.upload(target, name, bytes)
      expect([reply.status, reply.json().code, reply.json().field], name).toEqual([422, 'bad-file', 'file'])
    }
    for (const [target, fileName] of [
      ['simulatorWin', 'sim.dmg'],
      ['simulatorMac', 'sim.exe'],
      ['storyVideo', 'story.mov'],
      ['storyVideo', 'exe'],
    ] as const) {
      const reply = await t.start({ target, fileName, size: 10, version: '1' })
      expect([reply.status, reply.json().code], fileName).toEqual([422, 'bad-file'])
    }
    expect(stored()).toEqual(before)
    expect((await t.database.pool.query('select 1 from resumable_uploads')).rowCount).toBe(0)
  })

  it('refuses a file that is too large, a part of another size, and a part at another place', async () => {
    const tooLarge = await t.start({
      target: 'simulatorWin',
      fileName: 'sim.exe',
      size: 20 * 1024 * 1024 + 1,
      version: '1',
    })
    expect([tooLarge.status, tooLarge.json().code, tooLarge.json().fields[0].msg]).toEqual([
      413,
      'file-too-large',
      'This is too large (at most 20 MB).',
    ])
    expect((await t.start({ target: 'simulatorWin', fileName: 'sim.exe', size: 5 })).json()).toMatchObject({
      field: 'version',
    })
    const before = stored()
    const { id } = await t.begin({ target: 'simulatorWin', fileName: 'sim.exe', size: 1000, version: '1' })
    for (const size of [0, 999, 1001, 5000])
      expect((await t.putPart(id, 0, Buffer.alloc(size))).status, `${size}`).toBe(400)
    expect((await t.putPart(id, 500, Buffer.alloc(500))).json()).toMatchObject({
      code: 'upload-offset',
      details: { received: 0 },
    })
    expect((await t.complete(id)).json()).toMatchObject({ code: 'upload-offset' })
    expect(
      (
        await t.ask(
          'PUT',
          `${getPath('PUT /api/admin/media/uploads/:uploadId', { uploadId: id })}?offset=0`,
          {
            payload: { a: 1 },
          },
        )
      ).status,
    ).toBe(415)
    expect(
      (await t.ask('DELETE', getPath('DELETE /api/admin/media/uploads/:uploadId', { uploadId: id }))).json(),
    ).toMatchObject({
      success: true,
      msg: 'The upload was cancelled.',
    })
    expect(stored()).toEqual(before)
  })

  it('leaves nothing of a cancelled upload, and its parts are refused', async () => {
    const before = stored()
    const bytes = createWindowsProgram(large)
    const { id } = await t.begin({ target: 'simulatorWin', fileName: 'sim.exe', size: large, version: '3' })
    await t.putPart(id, 0, bytes.subarray(0, uploadPartBytes))
    expect(stored().length).toBeGreaterThan(before.length)
    expect(
      (await t.ask('DELETE', getPath('DELETE /api/admin/media/uploads/:uploadId', { uploadId: id }))).status,
    ).toBe(200)
    expect(stored()).toEqual(before)
    for (const reply of [
      await t.putPart(id, uploadPartBytes, bytes.subarray(uploadPartBytes, 2 * uploadPartBytes)),
      await t.complete(id),
      await t.ask('GET', getPath('GET /api/admin/media/uploads/:uploadId', { uploadId: id })),
      await t.ask('DELETE', getPath('DELETE /api/admin/media/uploads/:uploadId', { uploadId: id })),
      await t.putPart(nowhere, 0, Buffer.alloc(10)),
    ])
      expect([reply.status, reply.json().code]).toEqual([404, 'not-found'])
    expect(stored()).toEqual(before)
  })

  it('removes uploads that nobody continues, also after a crash between parts or during the completion', async () => {
    const before = stored()
    const bytes = createWindowsProgram(large)
    const uploads = createUploadService(t, createMediaService(t))
    const abandoned = await t.begin({
      target: 'simulatorWin',
      fileName: 'sim.exe',
      size: large,
      version: '3',
    })
    await t.putPart(abandoned.id, 0, bytes.subarray(0, uploadPartBytes))
    const crashed = await t.begin({ target: 'simulatorWin', fileName: 'sim.exe', size: 1000, version: '3' })
    await t.putPart(crashed.id, 0, bytes.subarray(0, 1000))
    await t.database.pool.query("update resumable_uploads set state = 'completing' where id = $1", [
      crashed.id,
    ])
    expect((await t.complete(crashed.id)).json()).toMatchObject({ code: 'upload-busy' })
    expect(await uploads.purge()).toBe(0)
    await t.database.pool.query("update resumable_uploads set updated_at = now() - interval '25 hours'")
    expect(await uploads.purge()).toBe(2)
    expect(stored()).toEqual(before)
  })

  it('replaces the promo video and its poster, which the settings keep', async () => {
    await t.upload('simulatorWin', 'sim.exe', createWindowsProgram(5000))
    await t.upload('simulatorMac', 'sim.dmg', createDiskImage(5000))
    const webm = createWebmFile(2000)
    const first = (await t.upload('storyVideo', 'story.webm', webm, '')).json().media.story.video
    expect(first).toMatch(/^\/public\/uploads\/site\/[\w-]+\.webm$/)
    expect((await t.visitor('/api/settings/?site_name=botola')).json().setting.story.video).toBe(first)
    const range = await t.visitor(first, { range: 'bytes=100-199' })
    expect([range.status, range.headers['content-type'], range.headers['content-range']]).toEqual([
      206,
      'video/webm',
      'bytes 100-199/2000',
    ])

    const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#0b8f70' } })
      .png()
      .toBuffer()
    const savePoster = async (file: File) =>
      t.ask('PUT', getPath('PUT /api/admin/media/poster'), await createForm({ image: file }))
    const saved = (await savePoster(createImageFile(picture, 'poster.png'))).json()
    expect(saved.media.story.poster).toMatch(/^\/public\/uploads\/site\/[\w-]+\.webp$/)
    expect((await t.visitor(saved.media.story.poster)).headers['content-type']).toBe('image/webp')
    expect((await savePoster(createImageFile(Buffer.from('<svg/>'), 'x.png'))).json()).toMatchObject({
      code: 'bad-picture',
      field: 'image',
    })

    // the settings form does not send them, and the server keeps them
    const {
      version,
      updatedAt: _,
      ...settings
    } = (await t.ask('GET', getPath('GET /api/admin/settings'))).json().settings
    const { video: _video, poster: _poster, ...texts } = settings.story
    const kept = await t.ask('PUT', getPath('PUT /api/admin/settings'), {
      payload: { ...settings, story: texts, version },
    })
    expect(kept.json().settings.story).toMatchObject({ video: first, poster: saved.media.story.poster })
    for (const field of ['video', 'poster']) {
      const refused = await t.ask('PUT', getPath('PUT /api/admin/settings'), {
        payload: { ...settings, story: { ...settings.story, [field]: 'https://videos.example/story.mp4' } },
      })
      expect([refused.status, refused.json().field, refused.json().fields[0].msg]).toEqual([
        400,
        `story.${field}`,
        'Videos and pictures from other sites can’t be shown. Please upload the file under Media.',
      ])
    }

    const second = (await t.upload('storyVideo', 'story.webm', webm, '')).json().media.story.video
    expect((await t.visitor(first)).status).toBe(404)
    expect((await t.visitor(second)).status).toBe(200)
    for (const item of ['storyVideo', 'storyPoster', 'simulatorMac'])
      expect((await t.ask('DELETE', `${getPath('DELETE /api/admin/media')}?item=${item}`)).status).toBe(200)
    const media = await t.readMedia()
    expect(media).toMatchObject({ story: { video: null, poster: null }, simulator: { mac: null } })
    expect((await t.ask('DELETE', `${getPath('DELETE /api/admin/media')}?item=storyVideo`)).status).toBe(404)
    expect((await t.ask('DELETE', `${getPath('DELETE /api/admin/media')}?item=simulatorMac`)).status).toBe(
      404,
    )
    // the Windows file remains
    expect(stored()).toHaveLength(1)
  })

  it('removes media that nothing refers to, and no other', async () => {
    await t.files.put('site', 'orphan.webm', createWebmFile(500), 'video/webm')
    await t.files.put('simulator', 'orphan.exe', createWindowsProgram(500), 'application/octet-stream')
    await t.upload('simulatorWin', 'sim.exe', createWindowsProgram(5000))
    await t.upload('storyVideo', 'story.webm', createWebmFile(2000), '')
    await t.database.pool.query("update settings set created_at = now() - interval '9 days'")
    const dayBefore = new Date(Date.now() - 25 * 3_600_000)
    const files = {
      ...t.files,
      list: async function* (folder: Parameters<typeof t.files.list>[0]) {
        for await (const file of t.files.list(folder)) yield { ...file, modified: dayBefore }
      },
    }
    expect(await removeDayOldOrphanFiles({ database: t.database, files })).toBe(2)
    expect(stored()).toHaveLength(2)
    const { story, simulator } = await t.readMedia()
    for (const url of [story.video, simulator.win.url]) expect((await t.visitor(url)).status).toBe(200)
  })
})
