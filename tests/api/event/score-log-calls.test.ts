import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { emailPublishedScoreLogHead, lockAndRecordPublishedHead } from '#server/event/score-log/service.ts'
import { readScoreLogHeadOrEmpty } from '#server/event/scores/log/queries-append.ts'
import type { Database, Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'
import { createTestDatabase } from '../../support/services/database.ts'
import { startMailServer } from '../../support/services/mail-server.ts'
import { getProgram } from '../../support/services/program.ts'

let t: ScoresApp
let log: ReturnType<typeof createScoreLogTools>
let mails: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mails = await startMailServer()
  t = await startScoresApp({ SMTP_URL: mails.url })
  log = createScoreLogTools(t)
})
afterAll(async () => {
  await t.close()
  await mails.close()
})

/** Runs `npm run results:verify` on the database of the app. */
const runVerification = (...options: string[]) => runVerificationOf(t.database, ...options)
const runVerificationOf = (
  { connection }: Pick<Database, 'connection'>,
  ...options: string[]
): Promise<{ output: string; code: number }> => {
  const { host, port, user, database } = connection
  const run = promisify(execFile)(process.execPath, [getProgram('results'), 'verify', ...options], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: `postgres://${user}:none@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(String(host))}`,
      SECRET_KEY: t.config.SECRET_KEY,
    },
  })
  return run.then(
    ({ stdout, stderr }) => ({ output: stdout + stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
      output: stdout + stderr,
      code,
    }),
  )
}

test('the back office lists the rows of the log with today’s names, the newest first, and checks it', async () => {
  const event = await t.event({ title_en: 'Listed' }, [{ name: 'Sara', score: 1, time: 1 }])
  for (let score = 2; score <= 12; score++) await t.add(event._id, { name: 'Sara', score, time: 1 })
  const path = getPath('GET /api/admin/events/:eventId/score-log', { eventId: event._id })
  const first = t.ok(await t.ask('GET', path))
  expect(first).toMatchObject({
    event: { id: event._id },
    totalItems: 14,
    currentPage: 1,
    per_page: 10,
    published: [],
  })
  expect(first.rows.map(({ sequence }: { sequence: number }) => sequence)).toEqual([
    14, 13, 12, 11, 10, 9, 8, 7, 6, 5,
  ])
  expect(first.rows[0]).toMatchObject({
    kind: 'add',
    participantName: 'Sara',
    before: null,
    after: { mission: 1, score: 12, timeMs: 1000 },
    source: 'admin',
    hash: first.head.hash,
  })
  expect(first.rows[0].actorName).toMatch(/\S/)
  const second = t.ok(await t.ask('GET', `${path}?page=2`))
  expect(second.rows.map(({ sequence }: { sequence: number }) => sequence)).toEqual([4, 3, 2, 1])
  const { check } = t.ok(await t.ask('GET', `${path}/check`))
  expect(check).toMatchObject({
    rowCount: 14,
    attemptCount: 12,
    entryCount: 1,
    problemCount: 0,
    problems: [],
  })
  await log.changeAsOwner(
    `update score_log set after = 'no JSON' where event_id = '${event._id}' and sequence = 14`,
  )
  expect(t.ok(await t.ask('GET', path)).rows[0].after).toEqual({ text: 'no JSON' })
  expect(t.ok(await t.ask('GET', `${path}/check`)).check.problems).toContainEqual({
    code: 'row-changed',
    sequence: 14,
  })
  const unknown = getPath('GET /api/admin/events/:eventId/score-log', {
    eventId: '0198c0de-0000-7000-8000-000000000000',
  })
  expect([(await t.ask('GET', unknown)).status, (await t.ask('GET', `${unknown}/check`)).status]).toEqual([
    404, 404,
  ])
})

test('a published head is recorded and emailed in the same transaction, to the address of the settings', async () => {
  const event = await t.event({ title_en: 'Published' }, [{ name: 'Sara', score: 1, time: 1 }])
  const publishHead = async (tx: Db) => {
    const head = await lockAndRecordPublishedHead(tx, event._id)
    await emailPublishedScoreLogHead(tx, t, head, { eventId: event._id, status: 'final', lang: 'en' })
    return head
  }
  const announce = () => inTransaction(t.database.db, publishHead)
  await announce()
  const { version, ...settings } = t.ok(await t.ask('GET', getPath('GET /api/admin/settings'))).settings
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/settings'), {
      payload: { ...settings, version, scoreLogEmail: 'jury@school.sa' },
    }),
  )
  await t.add(event._id, { name: 'Omar', score: 2, time: 1 })
  const head = await announce()
  expect(head).toEqual(await readScoreLogHeadOrEmpty(t.database.db, event._id))
  await expect(
    inTransaction(t.database.db, async (tx) => {
      await publishHead(tx)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const mail = await mails.next('jury@school.sa')
  expect(mail.text).toContain(`${head.sequence}:${head.hash}`)
  expect(mail.subject).toContain('Published')
  const { published } = t.ok(
    await t.ask('GET', getPath('GET /api/admin/events/:eventId/score-log', { eventId: event._id })),
  )
  expect(published.map(({ sequence }: { sequence: number }) => sequence)).toEqual([5, 3])
  expect(await log.check(event._id)).toMatchObject({ publishedCount: 2, problems: [] })
})

const verifiedAttempts = [
  { name: 'Sara', score: 1, time: 1 },
  { name: 'Omar', score: 2, time: 1 },
]

test('npm run results:verify prints what it checked, and compares the heads that it is given', async () => {
  const event = await t.event({ title_en: 'Verified' }, verifiedAttempts)
  const { sequence, hash } = (await log.check(event._id)).head
  const one = await runVerification('verified', `${sequence}:${hash}`)
  expect(one).toEqual({
    code: 0,
    output: `verified: 5 rows, 2 attempts, 2 entries, 0 published heads; head 5:${hash}\n  participants are known from row 2 on\n  awards, advancement, planned freezes and sheets are known from row 1 on\n  0 rows after row 5\n1 event checked: no problems.\n`,
  })
  const wrong = await runVerification(event._id, `6:${hash}`, `0:${hash}`)
  expect(wrong).toEqual({
    code: 1,
    output: expect.stringMatching(/rows-cut, row 6\n {2}published-differs, row 0\n/),
  })
})

test('npm run results:verify accepts the head of an empty log, and rejects what it does not know', async () => {
  await t.event({ title_en: 'Verified start' }, verifiedAttempts)
  const start = await runVerification('verified-start', `0:${'0'.repeat(64)}`)
  expect(start).toEqual({ code: 0, output: expect.stringContaining('  5 rows after row 0\n') })
  expect((await runVerification('nothing')).output).toBe('There is no event and no score log of nothing.\n')
  expect((await runVerification('verified-start', 'x')).output).toMatch(
    /^The head "x" is not understood\.\nUsage: npm run results:verify/,
  )
})

test('npm run results:verify ends with 1 when there is a problem, and says which results changed after a head', async () => {
  const event = await t.event({ title_en: 'Verified later' }, verifiedAttempts)
  const { results } = t.ok(
    await t.ask(
      'PUT',
      getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: event._id }),
      {
        payload: { status: 'final' },
      },
    ),
  )
  const [entry] = (await t.board(event._id)).event.Scores
  const details = {
    playerName: 'Omar S',
    playerEmail: '',
    teamNo: '',
    teamName: '',
    schoolName: '',
    missionType: 0,
  }
  t.ok(
    await t.ask('PUT', `${t.path(event._id)}/${entry._id}`, {
      payload: { ...details, reason: 'The name was cut.' },
    }),
  )
  t.ok(
    await t.ask(
      'POST',
      getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId: event._id }),
      {
        payload: { reason: 'Looked at again.' },
      },
    ),
  )
  t.ok(
    await t.ask(
      'PUT',
      getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: event._id }),
      {
        payload: { status: 'final' },
      },
    ),
  )
  expect(await runVerification(event._id, `${results.logSequence}:${results.logHash}`)).toEqual({
    code: 0,
    output: expect.stringContaining(
      '\n  corrections after row 6, in rows 7\n  awards, advancement, planned freezes and sheets are known from row 1 on\n  3 rows after row 6, results taken back in rows 8, results published in rows 9\n',
    ),
  })
  await t.database.pool.query(
    "update score_entries set total_score = 9 where event_id = $1 and player_name = 'Sara'",
    [event._id],
  )
  const all = await runVerification()
  expect([all.code, all.output]).toEqual([
    1,
    expect.stringMatching(/^ {2}total-differs, entry \S+, field totalScore$/m),
  ])
})

test('npm run results:verify says in one sentence that a database has no tables, or no score log', async () => {
  const run = async (migrated: boolean) => {
    const { database, drop } = await createTestDatabase({ migrated })
    const result = await runVerificationOf(database)
    await drop()
    return result
  }
  expect(await run(false)).toEqual({
    code: 1,
    output: 'The database has no tables yet: start Botola once.\n',
  })
  expect(await run(true)).toEqual({ code: 0, output: 'There is no score log to check.\n' })
})
