import { readdirSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Permission } from '#contract/accounts/permissions.ts'
import type { PrintFile } from '#contract/event/print-file.schema.ts'
import { printFileLimits } from '#contract/event/print-file.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { writePrintPdfToTemporaryFile } from '#server/event/print-documents/service.ts'
import {
  createPrintFileService,
  lockAndDeleteAllPrintFileRows,
  purgeExpiredPrintFiles,
} from '#server/event/print-files/service.ts'
import { writeBackup } from '#server/platform/db/backup/write-backup.ts'
import { backgroundTasks } from '#server/platform/db/schema/background-tasks.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { printFiles } from '#server/platform/db/schema/print-files.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { sessions, users } from '#server/platform/db/schema/users.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { startTeamsAppWithMails, type TeamsAppWithMails } from '../../support/api/teams.ts'

const pollOptions = { timeout: 20_000 }
let t: TeamsAppWithMails
let owner: Awaited<ReturnType<typeof createAdmin>>
beforeAll(async () => {
  t = await startTeamsAppWithMails()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.delete(backgroundTasks)
  await purgeExpiredPrintFiles(t)
  owner = await createAdmin(['results'])
})

const createAdmin = async (permissions: Permission[]) => {
  const { id, email } = await t.person({ role: 'admin', permissions })
  return { id, email, token: String((await t.signIn(email, undefined, { type: 4 })).headers.authorization) }
}
let eventCount = 0
/** Creates an event with final results, which have certificates. */
const createFinalEvent = async () => {
  const slug = `prints-${++eventCount}`
  const [event] = await t.db
    .insert(events)
    .values({ slug, titleEn: 'Final', titleAr: 'النهائي', descriptionEn: 'F', descriptionAr: 'ن' })
    .returning()
  const eventId = event?.id ?? ''
  await t.db
    .insert(scoreEntries)
    .values({ eventId, participantKey: 'guest:sara', playerName: 'Sara Al Nasser', totalScore: 90 })
  const published = await t.json(
    'PUT',
    getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }),
    t.adminToken,
    { status: 'final' },
  )
  expect(published.statusCode, published.body).toBe(200)
  return { eventId, slug }
}
/** Adds a team with a coach and a run to an event. */
const addTeamWithRun = async (eventId: string) => {
  const teamId = randomUUIDv7()
  await t.db.execute(sql`
    with team as (
      insert into teams (id, competition_id, team_no, name, school)
      select ${teamId}, id, ${900 + eventCount}, 'Falcons', 'Green School' from competitions limit 1
      returning id, competition_id
    ), coach as (
      insert into team_people (id, team_id, competition_id, kind, name) select gen_random_uuid(), id, competition_id, 'coach', 'Omar' from team
    )
    insert into event_teams (event_id, team_id, badge_code) select ${eventId}, id, ${`B${eventCount}`} from team`)
  const path = getPath('POST /api/admin/events/:eventId/schedule/slots', { eventId })
  const run = { teamId, round: 1, table: 'A', startsAt: '2099-05-01T08:00:00Z' }
  const reply = await t.json('POST', path, t.adminToken, run)
  expect(reply.statusCode, reply.body).toBe(200)
}
const certificates = { document: 'certificates' }
const start = (eventId: string, selection: object = certificates, token = owner.token, lang = 'en') =>
  t.json('POST', getPath('POST /api/admin/events/:eventId/print-files', { eventId }), token, {
    selection,
    lang,
  })
const list = async (token = owner.token) =>
  (await t.send('GET', getPath('GET /api/admin/print-files'), token)).json().files as PrintFile[]
const download = (eventId: string, fileId: string, token = owner.token) =>
  t.send(
    'GET',
    getPath('GET /api/admin/events/:eventId/print-files/:fileId/file', { eventId, fileId }),
    token,
  )
const remove = (eventId: string, fileId: string, token = owner.token) =>
  t.send(
    'DELETE',
    getPath('DELETE /api/admin/events/:eventId/print-files/:fileId', { eventId, fileId }),
    token,
  )
const waitForState = (state: PrintFile['state'], token = owner.token) =>
  expect.poll(async () => (await list(token)).map((file) => file.state), pollOptions).toEqual([state])
/** Makes a file and waits for it. Returns its id. */
const make = async (eventId: string, selection: object = certificates, token = owner.token) => {
  const reply = await start(eventId, selection, token)
  expect(reply.statusCode, reply.body).toBe(200)
  await waitForState('finished', token)
  return reply.json().fileId as string
}
const storedNames = () => {
  try {
    return readdirSync(`${t.folder}/files/prints`)
  } catch {
    return []
  }
}
/** Starts files whose documents wait until `release` is called. */
const startHeld = async (count: number) => {
  const { eventId } = await createFinalEvent()
  const held = Promise.withResolvers<void>()
  const service = createPrintFileService(t, async (...request) => {
    await held.promise
    return writePrintPdfToTemporaryFile(...request)
  })
  const actor = { userId: owner.id, name: 'Mona', permissions: ['results'] as const }
  for (let index = 0; index < count; index++)
    await service.start({ eventId, selection: { document: 'certificates' }, lang: 'en', actor }, (error) => {
      throw error
    })
  return { eventId, release: held.resolve }
}
const cancel = (taskId: string, token = owner.token) =>
  t.json('POST', getPath('POST /api/admin/tasks/:taskId/cancel', { taskId }), token, {})
const readTaskStates = async () =>
  (await t.db.select().from(backgroundTasks).orderBy(backgroundTasks.id)).map(({ state, errorCode }) => [
    state,
    errorCode,
  ])

describe('a print file', () => {
  it('is downloaded by its maker, who gets an email with a link to the page', async () => {
    const { eventId, slug } = await createFinalEvent()
    const fileId = await make(eventId)
    const [file] = await list()
    expect(file).toMatchObject({
      id: fileId,
      event: { id: eventId, title: { en: 'Final', ar: 'النهائي' } },
      document: 'certificates',
      lang: 'en',
      pageCount: expect.any(Number),
      reason: '',
    })
    const hours = (Date.parse(file?.expiresAt ?? '') - Date.parse(file?.createdAt ?? '')) / 3_600_000
    expect(hours).toBeCloseTo(printFileLimits.hours, 0)
    const reply = await download(eventId, fileId)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${slug}-certificates.pdf"`,
    })
    const email = await t.mails.next(owner.email)
    expect(email.text).toContain('/admin/tasks')
    expect(email.text).not.toContain(fileId)
    // the task of a file is listed with the file
    expect((await t.send('GET', getPath('GET /api/admin/tasks'), owner.token)).json().tasks).toEqual([])
  })

  it('is reached by nobody else, administrators neither, nor at another address', async () => {
    const { eventId } = await createFinalEvent()
    const fileId = await make(eventId)
    const other = await createAdmin(['results'])
    for (const token of [other.token, t.adminToken]) {
      expect(await list(token)).toEqual([])
      expect((await download(eventId, fileId, token)).statusCode).toBe(404)
      expect((await remove(eventId, fileId, token)).statusCode).toBe(404)
    }
    for (const token of ['', t.token])
      expect([401, 403]).toContain((await download(eventId, fileId, token)).statusCode)
    const elsewhere = await createFinalEvent()
    expect((await download(elsewhere.eventId, fileId)).statusCode).toBe(404)
    const [name = ''] = storedNames()
    expect(name).toMatch(/\.pdf$/)
    for (const prefix of ['/public/uploads', '/uploads'])
      expect((await t.app.inject({ url: `${prefix}/prints/${name}` })).statusCode).toBe(404)
    expect((await download(eventId, fileId)).statusCode).toBe(200)
  })

  it('needs the permission of its document when it is made, and later', async () => {
    const { eventId } = await createFinalEvent()
    await addTeamWithRun(eventId)
    const registrar = await createAdmin(['registration'])
    const editor = await createAdmin(['content'])
    const judgeBadges = { document: 'badges', roles: ['judge'] }
    for (const [selection, token] of [
      [certificates, registrar.token],
      [judgeBadges, registrar.token],
      [{ document: 'badges', roles: ['member'] }, owner.token],
      [certificates, editor.token],
      [certificates, t.token],
    ] as const)
      expect((await start(eventId, selection, token)).statusCode).toBe(403)
    const badges = await make(eventId, { document: 'badges', roles: ['coach'] }, registrar.token)
    expect((await download(eventId, badges, registrar.token)).statusCode).toBe(200)

    const fileId = await make(eventId)
    await t.db
      .update(users)
      .set({ permissions: ['registration'] })
      .where(eq(users.id, owner.id))
    const token = String((await t.signIn(owner.email, undefined, { type: 4 })).headers.authorization)
    expect((await download(eventId, fileId, token)).json()).toMatchObject({ code: 'no-permission' })
    expect(await list(token)).toEqual([])
  })

  it('is refused for an unknown event or document, and when the user has 20', async () => {
    const { eventId } = await createFinalEvent()
    expect((await start('00000000-0000-4000-8000-000000000000')).statusCode).toBe(404)
    expect((await start(eventId, { document: 'letters' })).statusCode).toBe(400)
    await make(eventId)
    const [row] = await t.db.select().from(printFiles)
    for (let index = 1; index < printFileLimits.perAccount; index++) {
      const [task] = await t.db
        .insert(backgroundTasks)
        .values({ kind: 'print-file', label: 'certificates', createdBy: owner.id, state: 'failed' })
        .returning()
      const { id: _, ...copy } = row as typeof printFiles.$inferSelect
      await t.db
        .insert(printFiles)
        .values({ ...copy, taskId: task?.id ?? '', storedName: `copy-${index}.pdf` })
    }
    expect((await start(eventId)).json()).toMatchObject({ code: 'too-many-print-files' })
  })

  it('is neither listed nor downloaded while its maker is limited to fewer regions than it was made for', async () => {
    const { eventId } = await createFinalEvent()
    const [own, other] = (await t.db.select().from(regions).limit(2)).map(({ id }) => id) as [string, string]
    await t.db.update(events).set({ regionId: own }).where(eq(events.id, eventId))
    const setLimit = (regionIds: string[] | null) =>
      t.db.update(users).set({ regionIds }).where(eq(users.id, owner.id))
    const isReached = async (fileId: string) => [
      (await list()).some(({ id }) => id === fileId),
      (await download(eventId, fileId)).statusCode,
    ]
    const unlimited = await make(eventId)
    await setLimit([own])
    expect(await isReached(unlimited)).toEqual([false, 404])
    const limited = await make(eventId)
    expect(await isReached(limited)).toEqual([true, 200])
    await setLimit([own, other])
    expect([await isReached(unlimited), await isReached(limited)]).toEqual([
      [false, 404],
      [true, 200],
    ])
    await t.db.update(events).set({ regionId: null }).where(eq(events.id, eventId))
    expect(await isReached(limited)).toEqual([false, 404])
    await setLimit(null)
    expect([await isReached(unlimited), await isReached(limited)]).toEqual([
      [true, 200],
      [true, 200],
    ])
  })

  it('stores no names of volunteers', async () => {
    const { eventId } = await createFinalEvent()
    await make(eventId, { document: 'badges', roles: ['volunteer'], volunteers: ['Huda Al Harbi'] })
    const [row] = await t.db.select().from(printFiles)
    expect(row?.selection).toMatchObject({ document: 'badges', roles: ['volunteer'] })
    expect(JSON.stringify(row)).not.toContain('Huda')
  })

  it('is in no backup', async () => {
    const { eventId } = await createFinalEvent()
    const write = async () =>
      writeBackup(t.database, { secret: t.config.SECRET_KEY, files: t.files }, async (bytes) => {
        for await (const _ of bytes);
      })
    const { files } = await write()
    await make(eventId)
    expect((await write()).files).toBe(files)
  })

  it('is deleted by its maker, and after a day', async () => {
    const { eventId } = await createFinalEvent()
    const fileId = await make(eventId)
    expect((await remove(eventId, fileId)).statusCode).toBe(200)
    expect([await list(), storedNames()]).toEqual([[], []])
    expect((await download(eventId, fileId)).statusCode).toBe(404)

    const expired = await make(eventId)
    await t.db.update(printFiles).set({ expiresAt: sql`now() - interval '1 second'` })
    expect(await list()).toEqual([])
    expect((await download(eventId, expired)).statusCode).toBe(404)
    expect(storedNames()).toHaveLength(1)
    expect(await purgeExpiredPrintFiles(t)).toBe(1)
    expect([storedNames(), await t.db.select().from(printFiles)]).toEqual([[], []])
  })
})

describe('a print file is deleted at once', () => {
  it('when a person is erased', async () => {
    const { eventId } = await createFinalEvent()
    await make(eventId)
    const { id } = await t.person({ role: 'student', deletedAt: new Date() })
    await t.db.update(sessions).set({ confirmedAt: new Date() })
    const path = `${getPath('DELETE /api/admin/users/deleted')}?id=${id}`
    const erased = await t.send('DELETE', path, t.adminToken)
    expect(erased.statusCode, erased.body).toBe(200)
    expect([await list(), storedNames()]).toEqual([[], []])
  })

  it('when a certificate of its event is revoked', async () => {
    const [revoked, other] = [await createFinalEvent(), await createFinalEvent()]
    await addTeamWithRun(revoked.eventId)
    const path = getPath('GET /api/admin/events/:eventId/certificates', { eventId: revoked.eventId })
    const [certificate] = (await t.send('GET', path, t.adminToken)).json().certificates
    await make(revoked.eventId)
    const kept = (await start(other.eventId)).json().fileId
    const schedule = (await start(revoked.eventId, { document: 'schedule' })).json().fileId
    await expect
      .poll(async () => (await list()).map(({ state }) => state), pollOptions)
      .toEqual(['finished', 'finished', 'finished'])
    const revoke = getPath('POST /api/admin/events/:eventId/certificates/:code/revoke', {
      eventId: revoked.eventId,
      code: certificate.code,
    })
    expect((await t.json('POST', revoke, t.adminToken, { reason: 'A mistake.' })).statusCode).toBe(200)
    expect((await list()).map(({ id }) => id).toSorted()).toEqual([kept, schedule].toSorted())
    expect(storedNames()).toHaveLength(2)
  })

  it('when the results of its event stop being final', async () => {
    const { eventId } = await createFinalEvent()
    const fileId = await make(eventId)
    const path = getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId })
    expect((await t.json('POST', path, t.adminToken, { reason: 'A mistake.' })).statusCode).toBe(200)
    expect((await download(eventId, fileId)).statusCode).toBe(404)
    expect(storedNames()).toEqual([])
  })
})

describe('a print file that is being made', () => {
  it('is cancelled while it runs, and while it waits for another one', async () => {
    const { release } = await startHeld(2)
    const [waiting, running] = await list()
    for (const file of [waiting, running]) {
      expect((await cancel(file?.taskId ?? '', t.adminToken)).statusCode).toBe(404)
      expect((await cancel(file?.taskId ?? '')).statusCode).toBe(200)
    }
    await expect
      .poll(async () => (await list()).map(({ state }) => state), pollOptions)
      .toEqual(['cancelled', 'cancelled'])
    release()
    expect((await remove(running?.event.id ?? '', running?.id ?? '')).statusCode).toBe(200)
    expect((await download(waiting?.event.id ?? '', waiting?.id ?? '')).statusCode).toBe(404)
    // the next one gets its turn after the cancelled ones, which store nothing
    const { eventId } = await createFinalEvent()
    const other = await createAdmin(['results'])
    await make(eventId, certificates, other.token)
    expect(storedNames()).toHaveLength(1)
  })

  it('is not kept when a person is erased meanwhile', async () => {
    const { release } = await startHeld(1)
    await inTransaction(t.db, lockAndDeleteAllPrintFileRows)
    release()
    await expect.poll(readTaskStates, pollOptions).toEqual([['failed', 'print-outdated']])
    expect([await list(), storedNames()]).toEqual([[], []])
  })

  it('ends when its maker deletes it', async () => {
    const { eventId, release } = await startHeld(1)
    const [file] = await list()
    expect((await remove(eventId, file?.id ?? '')).statusCode).toBe(200)
    await expect.poll(readTaskStates, pollOptions).toEqual([['cancelled', null]])
    release()
    expect([await list(), storedNames()]).toEqual([[], []])
  })

  it('has failed when its process ended', async () => {
    const { eventId } = await createFinalEvent()
    const fileId = await make(eventId)
    await t.db.update(printFiles).set({ pageCount: null })
    await t.db
      .update(backgroundTasks)
      .set({ state: 'running', heartbeatAt: sql`now() - interval '1 minute'` })
    expect(await list()).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('server stopped') },
    ])
    expect((await download(eventId, fileId)).statusCode).toBe(404)
  })
})
