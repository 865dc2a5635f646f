import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApi, findImportProblemsInError } from '#web/shared/api/admin/imports.ts'
import {
  type ApiCall,
  ApiError,
  type ApiRequest,
  createApiCall,
  createApiResponseFetcher,
  type Fetch,
} from '#web/shared/api/call.ts'
import { createPublicRankingApi } from '#web/shared/api/scores.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

describe('score clients of the web pages', () => {
  let t: ScoresApp
  let call: ApiCall
  let request: ApiRequest
  let visitor: ReturnType<typeof createPublicRankingApi>
  let eventId: string
  let params: { eventId: string }
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
    call = createApiCall(asAdmin)
    request = createApiResponseFetcher(asAdmin)
    visitor = createPublicRankingApi(createApiCall(withHeaders({})))
    eventId = (await t.event({ title_en: 'Client', title_ar: 'عميل' }))._id
    params = { eventId }
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
    const { msg, entry } = await call('POST /api/admin/events/:eventId/scores', {
      params,
      json: { ...participant, attempts: [attempt] },
    })
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
    const read = await call('GET /api/admin/events/:eventId/scores/:entryId', {
      params: { eventId, entryId: id },
    })
    expect(read.entry).toEqual(entry)
    expect(
      await call('GET /api/admin/events/:eventId/scores', { params, query: { per_page: 25, s: 'falc' } }),
    ).toEqual({
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

    const attemptParams = { eventId, entryId: id, attemptId: shown.id }
    const corrected = await call('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
      params: attemptParams,
      json: { timeMs: 1500, note: '' },
    })
    expect(corrected.entry.attempts).toMatchObject([{ mission: 2, timeMs: 1500, score: 10.125, note: '' }])
    const { removedId } = await call(
      'DELETE /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId',
      { params: attemptParams },
    )
    const listRemoved = async () =>
      (await call('GET /api/admin/events/:eventId/scores/removed', { params })).removed
    expect(await listRemoved()).toEqual([
      {
        ...{ id: removedId, playerName: 'Sara', teamName: 'Falcons', attemptCount: 1, removedBy: 'Admin' },
        ...{ removedAt: expect.any(String), restorableUntil: expect.any(String) },
      },
    ])
    const restore = (removal: string) =>
      call('POST /api/admin/events/:eventId/scores/restore', { params, json: { id: removal } })
    const { entry: restored } = await restore(removedId)
    expect(restored).toMatchObject({ playerName: 'Sara', totalTimeMs: 1500 })

    const again = await call('DELETE /api/admin/events/:eventId/scores/:entryId', {
      params: { eventId, entryId: restored.id },
    })
    await call('DELETE /api/admin/events/:eventId/scores/removed', { params, query: { id: again.removedId } })
    expect(await listRemoved()).toEqual([])
    await expect(restore(again.removedId)).rejects.toMatchObject({ code: 'not-found' })
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
    const searchParticipants = async (s: string) =>
      (await call('GET /api/admin/events/:eventId/participants', { params, query: { s } })).participants
    expect(await searchParticipants('احمد')).toEqual([
      { kind: 'user', id: expect.any(String), name: 'أحمد علي', detail: 'ahmad@school.sa' },
    ])
    const [team] = await searchParticipants('9031')
    expect(team).toMatchObject({
      kind: 'team',
      name: 'Falcon Wires',
      detail: '#9031 · Al Noor · RoboMission',
    })
    expect(await searchParticipants(' ')).toEqual([])
    const { entry } = await call('POST /api/admin/events/:eventId/scores', {
      params,
      json: { teamId: team?.id ?? '', attempts: [{ mission: 1, score: 1, timeMs: 1 }] },
    })
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
    const imports = createImportApi(call)
    const preview = await imports.preview({ kind: 'scores', eventId, file })
    expect(preview.problems).toMatchObject([{ line: 2, field: 'time' }])
    const error = await imports
      .run({ kind: 'scores', eventId, file, idempotencyKey: 'once' })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(findImportProblemsInError(error as ApiError)).toMatchObject({
      problemCount: 1,
      problems: [
        { line: 2, field: 'time', value: 'soon', msg: expect.stringMatching(/separators are ambiguous/) },
      ],
    })
    const exported = await request('GET /api/admin/events/:eventId/scores/export', { params })
    expect((await exported.text()).split('\r\n')[0]).toMatch(/^\uFEFF?rank,name,email/)
  })

  it('create and revoke keys', async () => {
    const { key, secret } = await call('POST /api/admin/events/:eventId/keys', {
      params,
      json: { label: 'Hall' },
    })
    expect(secret).toMatch(/^bk_[\w-]{32}$/)
    expect(key).toEqual({
      id: expect.any(String),
      label: 'Hall',
      hint: secret.slice(-4),
      createdAt: expect.any(String),
      lastUsedAt: null,
      revokedAt: null,
    })
    await call('DELETE /api/admin/events/:eventId/keys/:keyId', { params: { eventId, keyId: key.id } })
    const { keys } = await call('GET /api/admin/events/:eventId/keys', { params })
    expect(keys).toEqual([{ ...key, revokedAt: expect.any(String) }])
  })
})
