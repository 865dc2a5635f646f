import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Permission } from '#contract/accounts/permissions.ts'
import type { BackgroundTask } from '#contract/platform/background-task.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import {
  purgeOldTasks,
  type RunningTask,
  runBackgroundTaskToEnd,
} from '#server/platform/background-tasks/service.ts'
import { backgroundTasks } from '#server/platform/db/schema/background-tasks.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { imports } from '#server/platform/db/schema/imports.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { recordStatements } from '../../support/api/recorded-statements.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'

const pollOptions = { timeout: 20_000 }
let t: TeamsApp
let owner: { actor: Actor; token: string }
beforeAll(async () => {
  t = await startTeamsApp()
  owner = await createAdmin(['registration'])
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.delete(backgroundTasks)
  await t.db.delete(imports)
  await t.db.delete(teams)
})

const createAdmin = async (permissions: Permission[]) => {
  const { id, email } = await t.person({ role: 'admin', permissions })
  const token = String((await t.signIn(email, undefined, { type: 4 })).headers.authorization)
  return { actor: { userId: id, name: 'Mona', permissions }, token }
}
const list = async (token = owner.token, query = '') => {
  const reply = await t.send('GET', `${getPath('GET /api/admin/tasks')}?${query}`, token)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as { tasks: BackgroundTask[]; totalItems: number }
}
const countRunning = async (token = owner.token) =>
  (await t.send('GET', getPath('GET /api/admin/tasks/running'), token)).json().count as number
const cancel = (taskId: string, token = owner.token) =>
  t.json('POST', getPath('POST /api/admin/tasks/:taskId/cancel', { taskId }), token, {})
const run = <T>(work: (task: RunningTask) => Promise<T>, eventId: string | null = null) =>
  runBackgroundTaskToEnd(t, { kind: 'import', label: 'teams', eventId, actor: owner.actor }, work)
const waitForRunningTask = async (token = owner.token): Promise<BackgroundTask> => {
  await expect.poll(() => countRunning(token), pollOptions).toBe(1)
  const [task] = (await list(token)).tasks
  return task as BackgroundTask
}

describe('a background task', () => {
  it('shows its progress while it runs, and its result to its work', async () => {
    const end = Promise.withResolvers<void>()
    const result = run(async ({ reportProgress }) => {
      await reportProgress(1, 4)
      await end.promise
      await reportProgress(4, 4)
      return 'done'
    })
    await expect
      .poll(async () => (await list()).tasks, pollOptions)
      .toMatchObject([
        { kind: 'import', label: 'teams', state: 'running', done: 1, total: 4, finishedAt: null },
      ])
    expect(await countRunning()).toBe(1)
    end.resolve()
    expect(await result).toBe('done')
    expect((await list()).tasks).toMatchObject([
      { state: 'finished', done: 4, total: 4, reason: '', finishedAt: expect.any(String) },
    ])
    expect(await countRunning()).toBe(0)
  })

  it('is seen and cancelled by its owner alone', async () => {
    const other = await createAdmin(['registration', 'results'])
    const end = Promise.withResolvers<void>()
    const result = run(() => end.promise)
    const task = await waitForRunningTask()
    for (const token of [t.adminToken, other.token]) {
      expect((await list(token)).tasks).toEqual([])
      expect(await countRunning(token)).toBe(0)
      expect((await cancel(task.id, token)).json()).toMatchObject({ code: 'not-found' })
    }
    for (const token of ['', t.token]) expect([401, 403]).toContain((await cancel(task.id, token)).statusCode)
    end.resolve()
    await result
    expect((await list()).tasks).toMatchObject([{ state: 'finished' }])
  })

  it('ends at its next step when its owner cancels it', async () => {
    const result = run(async ({ reportProgress }) => {
      for (;;) await reportProgress(1, 1)
    })
    const failed = expect(result).rejects.toMatchObject({ code: 'task-cancelled' })
    const task = await waitForRunningTask()
    expect((await cancel(task.id)).statusCode).toBe(200)
    await failed
    expect((await list()).tasks).toMatchObject([{ state: 'cancelled', isCancelRequested: true, reason: '' }])
    expect((await cancel(task.id)).json()).toMatchObject({ code: 'task-ended' })
  })

  it('aborts the signal of work that reports nothing', async () => {
    const result = run(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('the child process ended')))
        }),
    )
    const failed = expect(result).rejects.toMatchObject({ code: 'task-cancelled' })
    const task = await waitForRunningTask()
    await cancel(task.id)
    await failed
    expect((await list()).tasks).toMatchObject([{ state: 'cancelled' }])
  })

  it('tells why it failed, in the language of the request', async () => {
    await expect(run(() => Promise.reject(new AppError('no-places')))).rejects.toMatchObject({
      code: 'no-places',
    })
    await expect(run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
    const [unexpected, known] = (await list()).tasks
    expect([unexpected?.state, known?.state]).toEqual(['failed', 'failed'])
    expect(unexpected?.reason).not.toContain('a bug')
    expect(known?.reason).toMatch(/[a-z]/)
    expect((await list(owner.token, 'lang=ar')).tasks[1]?.reason).toMatch(/[\u0600-\u06ff]/)
  })

  it('has failed when its process reports nothing for half a minute', async () => {
    const row = { kind: 'import' as const, label: 'teams', createdBy: owner.actor.userId as string }
    const insert = (heartbeatAt: Date) => t.db.insert(backgroundTasks).values({ ...row, heartbeatAt })
    await insert(new Date(Date.now() - 20_000))
    expect((await list()).tasks).toMatchObject([{ state: 'running' }])
    await t.db.delete(backgroundTasks)
    await insert(new Date(Date.now() - 40_000))
    const { tasks } = await list()
    expect(tasks).toMatchObject([{ state: 'failed', reason: expect.stringContaining('server stopped') }])
    expect(await countRunning()).toBe(0)
    expect((await cancel(tasks[0]?.id ?? '')).json()).toMatchObject({ code: 'task-ended' })
  })

  it('is listed in pages, the newest first, and deleted after 30 days', async () => {
    for (let index = 0; index < 11; index++) await run(async () => {})
    const { tasks, totalItems } = await list(owner.token, 'page=2&per_page=10')
    expect([tasks.length, totalItems]).toEqual([1, 11])
    await t.db
      .update(backgroundTasks)
      .set({ createdAt: sql`now() - interval '31 days'` })
      .where(eq(backgroundTasks.id, tasks[0]?.id ?? ''))
    expect(await purgeOldTasks(t.db)).toBe(1)
    expect((await list()).totalItems).toBe(10)
  })
})

let address: Promise<string> | undefined
const listen = () => {
  address ??= t.app.listen({ port: 0, host: '127.0.0.1' })
  return address
}
const born = `${new Date().getUTCFullYear() - 12}-05-04`
const member = (serial: number) => `Member ${serial},${createSaudiId(serial)},${born},female,Huda,0501234567`
const teamFile = `team_name,school,competition,coach_name,coach_email,coach_phone,${[1, 2]
  .map(
    (n) =>
      `member${n}_name,member${n}_national_id,member${n}_dob,member${n}_gender,member${n}_guardian,member${n}_guardian_contact`,
  )
  .join()}
Falcons,Al Noor,robo_mission,Omar,omar@school.test,966501234567,${member(8101)},${member(8102)}
Palms,Al Noor,robo_mission,Omar,omar@school.test,966501234567,${member(8103)},${member(8104)}
`
const teamsPath = getPath('POST /api/admin/teams/import')
const createFields = (content: string) => ({
  preview: 'false',
  file: new File([content], 'list.csv', { type: 'text/csv' }),
})
/** Makes writes to a table wait until `release` is called. */
const lockTable = async (table: string, mode = 'share row exclusive') => {
  const client = await t.ownerPool.connect()
  await client.query(`begin; lock table ${table} in ${mode} mode`)
  return {
    countWaiting: async () =>
      (await client.query(`select 1 from pg_locks where not granted and relation = '${table}'::regclass`))
        .rowCount,
    release: async () => {
      await client.query('rollback')
      client.release()
    },
  }
}

describe('an import', () => {
  it('is cancelled in its middle, and leaves nothing', async () => {
    const lock = await lockTable('team_people')
    const reply = t.send('POST', teamsPath, owner.token, createFields(teamFile))
    const task = await waitForRunningTask()
    // both lines are read, none is inserted, although the transaction has not ended
    await expect
      .poll(async () => (await list()).tasks[0], pollOptions)
      .toMatchObject({ label: 'teams', event: null, done: 2, total: 4 })
    expect((await cancel(task.id)).statusCode).toBe(200)
    await lock.release()
    const { statusCode, json } = await reply
    expect([statusCode, json().code]).toEqual([409, 'task-cancelled'])
    expect(await t.db.select().from(teams)).toEqual([])
    expect(await t.db.select().from(imports)).toEqual([])
    expect((await list()).tasks).toMatchObject([{ state: 'cancelled' }])
    expect((await t.send('POST', teamsPath, owner.token, createFields(teamFile))).statusCode).toBe(200)
  })

  it('goes on when its user leaves, who finds its outcome', async () => {
    const lock = await lockTable('team_people')
    const leaving = new AbortController()
    const body = new FormData()
    for (const [name, value] of Object.entries(createFields(teamFile))) body.append(name, value)
    const request = fetch(`${await listen()}${teamsPath}`, {
      method: 'POST',
      headers: { authorization: owner.token },
      body,
      signal: leaving.signal,
    })
    await waitForRunningTask()
    leaving.abort()
    await expect(request).rejects.toThrow()
    await lock.release()
    await expect.poll(() => countRunning(), pollOptions).toBe(0)
    expect((await list()).tasks).toMatchObject([{ state: 'finished', done: 4, total: 4 }])
    expect((await t.db.select().from(teams)).map(({ name }) => name).toSorted()).toEqual(['Falcons', 'Palms'])
  })

  it('that waits for another one is a task already', async () => {
    const lock = await lockTable('team_people')
    const other = await createAdmin(['registration'])
    const first = t.send('POST', teamsPath, owner.token, createFields(teamFile))
    await expect.poll(lock.countWaiting, pollOptions).toBe(1)
    const people = 'first_name,last_name,email,phone\nNoura,Ali,noura-waits@school.test,0501234567\n'
    const second = t.send('POST', getPath('POST /api/admin/users/import'), other.token, createFields(people))
    const waiting = await waitForRunningTask(other.token)
    expect(waiting).toMatchObject({ label: 'users', done: 0, total: 0 })
    await cancel(waiting.id, other.token)
    await lock.release()
    expect((await first).statusCode).toBe(200)
    expect((await second).json()).toMatchObject({ code: 'task-cancelled' })
  })

  it('that is refused has failed, and a preview is no task', async () => {
    const wrong = teamFile.replace('Palms,Al Noor,robo_mission', 'Palms,Al Noor,chess')
    const preview = { ...createFields(wrong), preview: 'true' }
    expect((await t.send('POST', teamsPath, owner.token, preview)).statusCode).toBe(200)
    expect((await list()).tasks).toEqual([])
    expect((await t.send('POST', teamsPath, owner.token, createFields(wrong))).statusCode).toBe(422)
    expect((await list()).tasks).toMatchObject([{ state: 'failed', reason: expect.stringMatching(/\S/) }])
  })

  it('of users or results is a task, too, and is cancelled before its commit', async () => {
    const admin = await createAdmin(['registration', 'results'])
    const [event] = await t.db
      .insert(events)
      .values({ slug: 'tasks', titleEn: 'Final', titleAr: 'النهائي', descriptionEn: 'F', descriptionAr: 'ن' })
      .returning()
    const eventId = event?.id ?? ''
    const scores = 'player_name,score\nSara Al Nasser,10\n'
    const people = 'first_name,last_name,email,phone\nNoura,Ali,noura-task@school.test,0501234567\n'
    const scoresPath = getPath('POST /api/admin/events/:eventId/scores/import', { eventId })
    const imported = [
      { path: scoresPath, file: scores, table: 'score_attempts', label: 'scores' },
      { path: getPath('POST /api/admin/users/import'), file: people, table: 'users', label: 'users' },
    ]
    for (const { path, file, table, label } of imported) {
      const lock = await lockTable(table)
      const reply = t.send('POST', path, admin.token, createFields(file))
      const task = await waitForRunningTask(admin.token)
      expect(task).toMatchObject({ label, event: label === 'scores' ? { id: eventId } : null })
      await cancel(task.id, admin.token)
      await lock.release()
      expect((await reply).json()).toMatchObject({ code: 'task-cancelled' })
    }
    expect(await t.db.select().from(scoreEntries)).toEqual([])
    expect(await t.db.select().from(scoreAttempts)).toEqual([])
    expect(await t.db.select().from(users).where(eq(users.email, 'noura-task@school.test'))).toEqual([])
    for (const { path, file } of imported)
      expect((await t.send('POST', path, admin.token, createFields(file))).statusCode).toBe(200)
    const { tasks } = await list(admin.token)
    expect(tasks.map(({ state }) => state)).toEqual(['finished', 'finished', 'cancelled', 'cancelled'])
  })
})

it('an export whose reader leaves reads no further people', async () => {
  await t.database.pool.query(
    `insert into teams (id, competition_id, team_no, name, school, user_id)
     select gen_random_uuid(), $1, 10000 + n, 'Team ' || n, 'School', $2 from generate_series(1, 2500) n`,
    [t.robo.id, t.account.id],
  )
  const readPeople = (statements: string[]) =>
    statements.filter((text) => text.includes('from "team_people"'))
  const exportPath = getPath('GET /api/admin/teams/export')
  const complete = readPeople(await recordStatements(() => t.send('GET', exportPath, t.adminToken)))
  expect(complete.length).toBeGreaterThan(2)
  const abandoned = await recordStatements(async () => {
    // the first reading of people waits, so that the reader leaves in the middle
    const lock = await lockTable('team_people', 'access exclusive')
    const leaving = new AbortController()
    const request = fetch(`${await listen()}${exportPath}`, {
      headers: { authorization: t.adminToken },
      signal: leaving.signal,
    }).then((reply) => reply.text())
    await expect.poll(lock.countWaiting, pollOptions).toBe(1)
    leaving.abort()
    await expect(request).rejects.toThrow()
    await lock.release()
    // by its end the abandoned export would have read more
    await t.send('GET', exportPath, t.adminToken)
  })
  expect(readPeople(abandoned)).toHaveLength(complete.length + 1)
})
