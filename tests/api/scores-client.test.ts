import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminScoreCalls } from '#web/shared/api/admin/scores.ts'
import { ApiError, createCall, type Fetch, request, type Send } from '#web/shared/api/call.ts'
import { importProblems } from '#web/shared/api/import-problems.ts'
import { scoreCalls } from '#web/shared/api/scores.ts'
import { openScores, type Scores } from './scores-support.ts'

describe('what the pages ask about scores', () => {
  let t: Scores
  let admin: ReturnType<typeof adminScoreCalls>
  let visitor: ReturnType<typeof scoreCalls>
  let eventId: string
  beforeAll(async () => {
    t = await openScores()
    const address = await t.listen()
    const over =
      (headers: Record<string, string>): Fetch =>
      (path, init = {}) =>
        fetch(address + path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
    const asAdmin = over({ authorization: t.authorization })
    admin = adminScoreCalls(createCall(asAdmin), (path: string, send?: Send) => request(asAdmin, path, send))
    visitor = scoreCalls(createCall(over({})))
    eventId = (await t.event({ title_en: 'Client', title_ar: 'عميل' }))._id
  })
  afterAll(() => t.close())

  it('comes back as it was given', async () => {
    const who = { name: 'Sara', email: 'sara@x.org', teamNo: '7', teamName: 'Falcons', school: 'Al Noor', missionType: 2 } as const
    const run = { mission: 2, score: 10.125, timeMs: 61_007, at: '2026-03-01T10:00:00.000Z', note: 'heat' }
    const { message, entry } = await admin.add(eventId, who, [run])
    expect(message).toBe('Saved Successfully!')
    expect(entry.attempts).toEqual([{ ...run, id: expect.any(String), source: 'admin' }])
    const { id } = entry.row
    const row = {
      id,
      rank: 1,
      player: 'Sara',
      email: 'sara@x.org',
      teamNo: '7',
      team: 'Falcons',
      school: 'Al Noor',
      missionType: 2,
      score: 10.125,
      timeMs: 61_007,
      totalScore: 10.125,
      totalTimeMs: 61_007,
      attempts: 1,
      reachedAt: run.at,
    }
    expect(entry).toMatchObject({ row, userId: null, teamId: null })
    expect(await admin.list(eventId, { perPage: 25, search: 'falc' })).toEqual({
      event: {
        id: eventId,
        slug: 'client',
        title: { en: 'Client', ar: 'عميل' },
        totalRule: 'sum-of-best',
        eventCode: '',
        active: true,
        missionType: 0,
      },
      rows: [row],
      page: 1,
      perPage: 25,
      total: 1,
      entries: 1,
    })
    expect(await visitor.scoreboard('client', { perPage: 10, missionType: 2 })).toEqual({
      event: { id: eventId, slug: 'client', title: { en: 'Client', ar: 'عميل' } },
      rows: [{ ...row, email: 's•••@x.org' }],
      page: 1,
      perPage: 10,
      total: 1,
      entries: 1,
    })
    const { source: _, note: __, ...shown } = entry.attempts[0] as (typeof entry.attempts)[number]
    expect((await visitor.entry('client', id)).attempts).toEqual([shown])

    const corrected = await admin.correct(eventId, id, shown.id, { timeMs: 1500, note: '' })
    expect(corrected.entry.attempts).toMatchObject([{ timeMs: 1500, score: 10.125, note: '' }])
    const { removed } = await admin.removeAttempt(eventId, id, shown.id)
    expect(await admin.removed(eventId)).toMatchObject([{ id: removed, name: 'Sara', team: 'Falcons', attempts: 1, by: 'Admin' }])
    expect((await admin.restore(eventId, removed)).entry.row).toMatchObject({ player: 'Sara', totalTimeMs: 1500 })
  })

  it('finds accounts and teams for a new entry, whatever the spelling', async () => {
    const { pool } = t.database
    await pool.query(
      "insert into users (id, role, first_name, last_name, email) values (gen_random_uuid(), 'student', 'أحمد', 'علي', 'ahmad@school.sa')",
    )
    await pool.query(
      "insert into competitions (id, slug, name_en, name_ar) values (gen_random_uuid(), 'robo_mission', 'RoboMission', 'مهمة') on conflict do nothing",
    )
    await pool.query(
      "insert into teams (id, competition_id, team_no, name, school) select gen_random_uuid(), id, 9031, 'Falcon Wires', 'Al Noor' from competitions where slug = 'robo_mission'",
    )
    expect(await admin.participants(eventId, 'احمد')).toMatchObject([{ kind: 'user', name: 'أحمد علي', detail: 'ahmad@school.sa' }])
    const [team] = await admin.participants(eventId, '9031')
    expect(team).toMatchObject({ kind: 'team', name: 'Falcon Wires', detail: '#9031 · Al Noor · RoboMission' })
    expect(await admin.participants(eventId, ' ')).toEqual([])
    const { entry } = await admin.add(eventId, { teamId: team?.id ?? '' }, [{ mission: 1, score: 1, timeMs: 1 }])
    expect(entry).toMatchObject({ teamId: team?.id, row: { player: '', team: 'Falcon Wires', teamNo: '9031', school: 'Al Noor' } })
  })

  it('hears why a file was refused', async () => {
    const file = new Blob(['name,score,time\nx,1,soon\n'])
    expect((await admin.previewImport(eventId, file)).problems).toMatchObject([{ line: 2, field: 'time' }])
    const refusal = await admin.runImport(eventId, file, 'once').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiError)
    expect(importProblems(refusal as ApiError)).toMatchObject([
      { line: 2, field: 'time', msg: expect.stringMatching(/^This is not a time/) },
    ])
    expect((await (await admin.exportCsv(eventId)).text()).split('\r\n')[0]).toMatch(/^\uFEFF?rank,name,email/)
  })

  it('makes and revokes keys', async () => {
    const { key, secret } = await admin.makeKey(eventId, 'Hall')
    expect(secret.endsWith(key.hint)).toBe(true)
    await admin.revokeKey(eventId, key.id)
    const [kept] = await admin.keys(eventId)
    expect(kept).toMatchObject({ id: key.id, label: 'Hall' })
    expect(kept?.revokedAt).not.toBeNull()
  })
})
