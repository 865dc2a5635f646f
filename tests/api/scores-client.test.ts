import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findImportProblemsInError } from '#web/shared/api/admin/imports.ts'
import { createAdminScoreApi } from '#web/shared/api/admin/scores.ts'
import { ApiError, createApiCall, createApiRequest, type Fetch } from '#web/shared/api/call.ts'
import { createPublicRankingApi } from '#web/shared/api/scores.ts'
import { type ScoresApp, startScoresApp } from '../support/api/scores.ts'

describe('score clients of the web pages', () => {
  let t: ScoresApp
  let admin: ReturnType<typeof createAdminScoreApi>
  let visitor: ReturnType<typeof createPublicRankingApi>
  let eventId: string
  beforeAll(async () => {
    t = await startScoresApp()
    const address = await t.listen()
    const withHeaders =
      (headers: Record<string, string>): Fetch =>
      (path, init = {}) =>
        fetch(address + path, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), ...headers },
        })
    const asAdmin = withHeaders({ authorization: t.authorization })
    admin = createAdminScoreApi(createApiCall(asAdmin), createApiRequest(asAdmin))
    visitor = createPublicRankingApi(createApiCall(withHeaders({})))
    eventId = (await t.event({ title_en: 'Client', title_ar: 'عميل' }))._id
  })
  afterAll(() => t.close())

  it('return what was sent', async () => {
    const participant = {
      playerName: 'Sara',
      playerEmail: 'sara@x.org',
      teamNo: '7',
      teamName: 'Falcons',
      schoolName: 'Al Noor',
      missionType: 2,
    } as const
    const attempt = {
      mission: 2,
      score: 10.125,
      timeMs: 61_007,
      at: '2026-03-01T10:00:00.000Z',
      note: 'heat',
    }
    const { msg, entry } = await admin.addAttempts(eventId, participant, [attempt])
    expect(msg).toBe('Saved Successfully!')
    const { id } = entry
    const row = {
      id,
      rank: 1,
      hasTeam: false,
      ...participant,
      score: 10.125,
      timeMs: 61_007,
      totalScore: 10.125,
      totalTimeMs: 61_007,
      attemptCount: 1,
      reachedAt: attempt.at,
    }
    const attempts = [
      {
        ...attempt,
        id: expect.any(String),
        source: 'admin',
        judgeName: '',
        reviewerName: '',
        ruleVersion: null,
        values: null,
        version: expect.any(String),
      },
    ]
    expect(entry).toEqual({ ...row, attempts, userId: null, teamId: null })
    expect(await admin.getEntry(eventId, id)).toEqual(entry)
    expect(await admin.getPage(eventId, { per_page: 25, s: 'falc' })).toEqual({
      success: true,
      event: {
        id: eventId,
        slug: 'client',
        title: { en: 'Client', ar: 'عميل' },
        totalRule: 'sum-of-best',
        eventCode: '',
        active: true,
        missionType: 0,
      },
      freeze: null,
      scores: [row],
      entryCount: 1,
      currentPage: 1,
      totalItems: 1,
      per_page: 25,
    })
    expect(await visitor.getScoreboardPage('client', { perPage: 10, missionType: 2 })).toEqual({
      event: { id: eventId, slug: 'client', title: { en: 'Client', ar: 'عميل' } },
      freezeAt: null,
      isOver: false,
      levels: [],
      results: null,
      rules: null,
      rows: [{ ...row, playerEmail: 's•••@x.org' }],
      page: 1,
      perPage: 10,
      total: 1,
      entryCount: 1,
    })
    const { id: attemptId, at, mission, score, timeMs } = entry.attempts[0] as (typeof entry.attempts)[number]
    const shown = { id: attemptId, at, mission, score, timeMs }
    expect(await visitor.getEntry('client', id)).toEqual({
      ...row,
      playerEmail: 's•••@x.org',
      attempts: [shown],
      explanation: { next: null, higher: null },
    })

    const corrected = await admin.updateAttempt(eventId, id, shown.id, { timeMs: 1500, note: '' })
    expect(corrected.entry.attempts).toMatchObject([{ mission: 2, timeMs: 1500, score: 10.125, note: '' }])
    const { removedId } = await admin.removeAttempt(eventId, id, shown.id)
    expect(await admin.listRemoved(eventId)).toEqual([
      {
        ...{ id: removedId, playerName: 'Sara', teamName: 'Falcons', attemptCount: 1, removedBy: 'Admin' },
        ...{ removedAt: expect.any(String), restorableUntil: expect.any(String) },
      },
    ])
    const { entry: restored } = await admin.restore(eventId, removedId)
    expect(restored).toMatchObject({ playerName: 'Sara', totalTimeMs: 1500 })

    const again = await admin.removeEntry(eventId, restored.id)
    await admin.purgeRemoved(eventId, again.removedId)
    expect(await admin.listRemoved(eventId)).toEqual([])
    await expect(admin.restore(eventId, again.removedId)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('find accounts and teams for a new entry in any spelling', async () => {
    const { pool } = t.database
    await pool.query(
      "insert into users (id, role, first_name, last_name, email, email_confirmed_at) values (gen_random_uuid(), 'student', 'أحمد', 'علي', 'ahmad@school.sa', now())",
    )
    await pool.query(
      "insert into competitions (id, slug, name_en, name_ar) values (gen_random_uuid(), 'robo_mission', 'RoboMission', 'مهمة') on conflict do nothing",
    )
    await pool.query(
      "insert into teams (id, competition_id, team_no, name, school) select gen_random_uuid(), id, 9031, 'Falcon Wires', 'Al Noor' from competitions where slug = 'robo_mission'",
    )
    expect(await admin.searchParticipants(eventId, 'احمد')).toEqual([
      { kind: 'user', id: expect.any(String), name: 'أحمد علي', detail: 'ahmad@school.sa' },
    ])
    const [team] = await admin.searchParticipants(eventId, '9031')
    expect(team).toMatchObject({
      kind: 'team',
      name: 'Falcon Wires',
      detail: '#9031 · Al Noor · RoboMission',
    })
    expect(await admin.searchParticipants(eventId, ' ')).toEqual([])
    const { entry } = await admin.addAttempts(eventId, { teamId: team?.id ?? '' }, [
      { mission: 1, score: 1, timeMs: 1 },
    ])
    expect(entry).toMatchObject({
      teamId: team?.id,
      playerName: '',
      teamName: 'Falcon Wires',
      teamNo: '9031',
      schoolName: 'Al Noor',
    })
  })

  it('report the problems of a rejected file', async () => {
    const file = new Blob(['name,score,time\nx,1,soon\n'])
    expect((await admin.previewImport(eventId, file)).problems).toMatchObject([{ line: 2, field: 'time' }])
    const error = await admin
      .runImport(eventId, file, { acceptRepeat: false, idempotencyKey: 'once' })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(findImportProblemsInError(error as ApiError)).toMatchObject({
      problemCount: 1,
      problems: [
        { line: 2, field: 'time', value: 'soon', msg: expect.stringMatching(/separators are ambiguous/) },
      ],
    })
    expect((await (await admin.exportCsv(eventId)).text()).split('\r\n')[0]).toMatch(
      /^\uFEFF?rank,name,email/,
    )
  })

  it('create and revoke keys', async () => {
    const { key, secret } = await admin.createKey(eventId, 'Hall')
    expect(secret).toMatch(/^bk_[\w-]{32}$/)
    expect(key).toEqual({
      id: expect.any(String),
      label: 'Hall',
      hint: secret.slice(-4),
      createdAt: expect.any(String),
      lastUsedAt: null,
      revokedAt: null,
    })
    await admin.revokeKey(eventId, key.id)
    expect(await admin.listKeys(eventId)).toEqual([{ ...key, revokedAt: expect.any(String) }])
  })
})
