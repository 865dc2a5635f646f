import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForm } from '../support/api/events.ts'
import { type ScoresApp, startScoresApp } from '../support/api/scores.ts'

/** Published score replies, byte for byte; ids are replaced. */
describe('published score replies', () => {
  let t: ScoresApp
  let event: { _id: string }
  let entry = ''
  let attempt = ''
  let key = ''
  beforeAll(async () => {
    t = await startScoresApp()
    event = await t.event({ title_en: 'Golden', title_ar: 'ذهبي', eventCode: 'GOLD' })
    const participant = {
      name: 'Sara',
      email: 'sara@school.sa',
      teamNo: '12',
      teamName: 'Falcons',
      school: 'Al Noor',
      missionType: 1,
    } as const
    const added = await t.add(event._id, {
      ...participant,
      score: 70.5,
      time: 95.125,
      at: '2026-03-01T10:00:00.000Z',
      note: 'heat 1',
    })
    entry = added.id
    attempt = added.attempts[0].id
    key = await t.key(event._id)
  })
  afterAll(() => t.close())
  const plain = (body: string) =>
    body
      .replaceAll(event._id, 'EVENT')
      .replaceAll(entry, 'ENTRY')
      .replaceAll(attempt, 'ATTEMPT')
      .replace(/"_id":"[0-9a-f-]{36}"/g, '"_id":"ID"')
  const score = (email: string) =>
    `{"_id":"ENTRY","rank":1,"userId":{"info":{"name":{"fname":"Sara"}},"email":"${email}"},"teamId":{"teamNo":"12","name":"Falcons","school":"Al Noor"},"totalScore":70.5,"totalTime":95.125,"score":70.5,"time":95.125,"missionType":1,"attempts":1,"reachedAt":"2026-03-01T10:00:00.000Z"}`
  const scoreboard = (email: string) =>
    `{"success":true,"event":{"_id":"EVENT","slug":"golden","title_en":"Golden","title_ar":"ذهبي","Scores":[${score(email)}],"totalScores":1},"currentPage":1,"totalItems":1,"per_page":100}`

  it('GET /api/v1/events/scores/{eventId}', async () => {
    const path = `/api/v1/events/scores/${event._id}`
    expect(plain((await t.visitor(path)).body)).toBe(scoreboard('s•••@school.sa'))
    expect(plain((await t.ask('GET', path)).body)).toBe(scoreboard('sara@school.sa'))
  })

  it('GET /api/v1/events/scores/{eventId} of an unknown event', async () => {
    expect((await t.visitor('/api/v1/events/scores/none')).body).toBe(
      '{"success":false,"code":"not-found","msg":"This record does not exist."}',
    )
  })

  it('GET /api/v1/events/scores/{eventId}/entries/{entryId}', async () => {
    expect(plain((await t.visitor(`/api/v1/events/scores/golden/entries/${entry}`)).body)).toBe(
      `{"success":true,"score":${score('s•••@school.sa')},"attempts":[{"_id":"ATTEMPT","mission":1,"score":70.5,"time":95.125,"at":"2026-03-01T10:00:00.000Z"}],"explanation":{"next":null,"higher":null}}`,
    )
  })

  it('the number of a team is a number, that of a guest the typed text; an event has the ids of its teams and its scores', async () => {
    const { competions } = (await t.ask('GET', '/api/admin/competions/?all_active=true')).json()
    const form = await createForm({ name: 'Owls', competion: competions[0].slug })
    const { team } = t.ok(await t.ask('POST', '/api/admin/teams/', form))
    const { _id: id } = await t.event({ title_en: 'Numbers' }, [])
    await t.add(id, { teamId: team._id, score: 9, time: 1.5 })
    await t.add(id, { teamNo: 'A 007', teamName: 'Guests', score: 5, time: 2.25 })
    const scores = [
      { rank: 1, teamId: { teamNo: team.team_no, name: 'Owls' }, totalTime: 1.5 },
      { rank: 2, teamId: { teamNo: 'A 007', name: 'Guests' }, totalTime: 2.25 },
    ]
    expect(team.team_no).toEqual(expect.any(Number))
    expect((await t.board(id)).event.Scores).toMatchObject(scores)
    expect((await t.ask('GET', `/api/admin/events/?id=${id}`)).json().event).toMatchObject({
      Teams: [team._id],
      Scores: scores,
    })
    expect((await t.ask('GET', '/api/admin/events/?s=Numbers')).json().events).toMatchObject([
      { Teams: [team._id] },
    ])
  })

  it('POST /api/v1/events/{eventCode}/scores', async () => {
    const reply = await t.post('GOLD', key, {
      email: 'omar@school.sa',
      name: 'Omar',
      mission: 2,
      score: 10,
      time: 5.5,
    })
    expect(plain(reply.body)).toBe(
      '{"success":true,"msg":"Saved Successfully!","scores":[{"_id":"ID","totalScore":10,"totalTime":5.5,"attempts":1}]}',
    )
  })

  it('POST /api/v1/events/{eventCode}/scores without a key', async () => {
    expect((await t.post('GOLD', undefined, {}, { cookie: 'lang=ar' })).body).toBe(
      '{"success":false,"code":"no-key","msg":"يحتاج هذا الطلب إلى مفتاح الفعالية في الترويسة X-Api-Key."}',
    )
  })
})
