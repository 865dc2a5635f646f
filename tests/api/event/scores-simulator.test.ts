import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { recordTags } from '../../support/api/recorded-tags.ts'
import { type ScoresApp, startScoresApp, summarizeRanking } from '../../support/api/scores.ts'

describe('the simulator', () => {
  let t: ScoresApp
  beforeAll(async () => {
    t = await startScoresApp()
  })
  afterAll(() => t.close())

  it('posts attempts with the key of the event and its code, slug or id', async () => {
    const event = await t.event({ title_en: 'Posted', eventCode: 'SIM-26' })
    const key = await t.key(event._id)
    for (const [at, code] of ['SIM-26', 'sim-26', event.slug, event._id].entries()) {
      const reply = await t.post(code, key, {
        email: 'sara@x.org',
        name: 'Sara',
        mission: at + 1,
        score: 10.5,
        time: 20.25,
      })
      expect([code, reply.status]).toEqual([code, 200])
      expect(reply.json()).toMatchObject({
        success: true,
        scores: [{ totalScore: 10.5 * (at + 1), totalTime: 20.25 * (at + 1), attempts: at + 1 }],
      })
    }
    expect(summarizeRanking(await t.board(event._id))).toEqual([['Sara', 1, 42, 81]])
    const entry = (await t.board(event._id)).event.Scores[0]._id
    const { attempts } = t.ok(await t.ask('GET', `${t.path(event._id)}/${entry}`)).entry
    expect(attempts.map((each: { source: string }) => each.source)).toEqual([
      'simulator',
      'simulator',
      'simulator',
      'simulator',
    ])
  })

  it('posts several attempts, all or none', async () => {
    const event = await t.event({ title_en: 'Batch', eventCode: 'B' })
    const key = await t.key(event._id)
    const scores = Array.from({ length: 300 }, (_, at) => ({
      name: `p${at % 100}`,
      mission: 1 + Math.floor(at / 100),
      score: at,
      time: 1,
    }))
    expect((await t.post('B', key, { scores })).json().scores).toHaveLength(100)
    expect(await t.entryCount(event._id)).toEqual([100, 100])
    const before = (await t.board(event._id)).event
    for (const [broken, field] of [
      [{ name: 'late', score: 'x', time: 1 }, 'scores.2.score'],
      [{ userId: '0198c0de-0000-7000-8000-000000000000', score: 1, time: 1 }, 'scores.2.userId'],
      [{ score: 1, time: 1 }, 'scores.2.name'],
    ] as const) {
      const reply = await t.post('B', key, { scores: [...scores.slice(0, 2), broken] })
      expect([reply.status, reply.json().code, reply.json().field]).toEqual([400, 'bad-input', field])
    }
    expect((await t.board(event._id)).event).toEqual(before)
    expect((await t.post('B', key, { scores: [] })).status).toBe(400)
    expect((await t.post('B', key, { scores: Array.from({ length: 501 }, () => scores[0]) })).status).toBe(
      400,
    )
  })

  it('may repeat a post with the same Idempotency-Key, also simultaneously, and it counts once', async () => {
    const event = await t.event({ title_en: 'Repeated', eventCode: 'R' })
    const key = await t.key(event._id)
    const payload = { name: 'Sara', score: 5, time: 5 }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => t.post('R', key, payload, { 'idempotency-key': 'run-1' })),
    )
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
    expect(replies[0]?.json()).toMatchObject({ success: true, scores: [{ attempts: 1 }] })
    expect((await t.board(event._id)).event.Scores[0].attempts).toBe(1)
    const other = await t.post('R', key, { ...payload, score: 6 }, { 'idempotency-key': 'run-1' })
    expect([other.status, other.json().code]).toEqual([409, 'conflict'])
    expect((await t.post('R', key, payload, { 'idempotency-key': 'run-2' })).json().scores[0].attempts).toBe(
      2,
    )
  })

  it('announces the changed tags again with a repeat, because the first post may have failed after its commit', async () => {
    const event = await t.event({ title_en: 'Announced', eventCode: 'A' })
    const key = await t.key(event._id)
    const post = async () =>
      t.ok(await t.post('A', key, { name: 'Sara', score: 5, time: 5 }, { 'idempotency-key': 'run-1' }))
    const tags = [getEventOverviewCacheTag(event._id), 'events', `scores:${event._id}`]
    expect(await recordTags(t, post)).toEqual(tags)
    expect(await recordTags(t, post)).toEqual(tags)
  })

  it('gets no totals while the ranking is frozen, also not by a repeat', async () => {
    const event = await t.event({ title_en: 'Frozen', eventCode: 'Z' })
    const key = await t.key(event._id)
    const freezePath = `/api/admin/events/${event._id}/results/freeze`
    const headers = { 'idempotency-key': 'before' }
    const before = (await t.post('Z', key, { name: 'Sara', score: 5, time: 5 }, headers)).json()
    expect(before.scores).toMatchObject([{ totalScore: 5, attempts: 1 }])
    const [{ _id }] = before.scores
    t.ok(await t.ask('PUT', freezePath, { payload: { at: null } }))
    t.ok(
      await t.ask('POST', t.path(event._id), {
        payload: { playerName: 'Sara', attempts: [{ mission: 2, score: 100, timeMs: 1000 }] },
      }),
    )
    for (const more of [{}, headers])
      expect((await t.post('Z', key, { name: 'Sara', score: 5, time: 5 }, more)).json()).toEqual({
        ...before,
        scores: [{ _id }],
      })
    expect((await t.board(event._id)).event.Scores[0]).toMatchObject({ totalScore: 5, attempts: 1 })
    t.ok(await t.ask('DELETE', freezePath))
    const after = (await t.post('Z', key, { name: 'Sara', mission: 3, score: 1, time: 5 })).json()
    expect(after.scores).toMatchObject([{ _id, totalScore: 106, attempts: 4 }])
  })

  it('may correct a rejected post and send it with the same Idempotency-Key', async () => {
    const event = await t.event({ title_en: 'Refused first', eventCode: 'F' })
    const key = await t.key(event._id)
    const headers = { 'idempotency-key': 'x' }
    expect((await t.post('F', key, { score: 5, time: 5 }, headers)).status).toBe(400)
    expect((await t.post('F', key, { name: 'Sara', score: 5, time: 5 }, headers)).status).toBe(200)
  })

  it('is rejected without a key, with an unknown or revoked key, and with the key of another event', async () => {
    const event = await t.event({ title_en: 'Locked', eventCode: 'L' })
    const other = await t.event({ title_en: 'Other', eventCode: 'O' })
    const payload = { name: 'x', score: 1, time: 1 }
    const key = await t.key(event._id)
    const refused = async (secret: string | undefined, code = 'L') => {
      const reply = await t.post(code, secret, payload)
      return [reply.status, reply.json().code]
    }
    expect(await refused(undefined)).toEqual([401, 'no-key'])
    expect(await refused('bk_wrong')).toEqual([401, 'bad-key'])
    expect(await refused(key, 'O')).toEqual([401, 'bad-key'])
    expect(await refused(await t.key(other._id))).toEqual([401, 'bad-key'])
    // without a key the reply does not describe the problems of the body
    expect((await t.post('L', undefined, { score: 'x' })).status).toBe(401)
    const keys = t.ok(await t.ask('GET', `/api/admin/events/${event._id}/keys`)).keys
    expect(keys).toMatchObject([{ label: 'Hall 1', hint: key.slice(-4), revokedAt: null }])
    expect(JSON.stringify(keys)).not.toContain(key)
    expect((await t.post('L', key, payload)).status).toBe(200)
    const path = `/api/admin/events/${event._id}/keys/${keys[0].id}`
    expect((await t.ask('DELETE', `/api/admin/events/${other._id}/keys/${keys[0].id}`)).status).toBe(404)
    expect((await t.ask('DELETE', path)).status).toBe(200)
    expect((await t.ask('DELETE', path)).status).toBe(200)
    expect(await refused(key)).toEqual([401, 'bad-key'])
    const { rows } = await t.database.pool.query('select key_hash from event_keys where id = $1', [
      keys[0].id,
    ])
    expect(rows[0].key_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(
      (await t.audit())
        .filter((line) => line.entity === 'event-key' && line.entity_id === keys[0].id)
        .map((line) => line.action),
    ).toEqual(['create', 'revoke'])
  })

  it('does not undo the correction of an administrator', async () => {
    const event = await t.event({ title_en: 'Kept names', eventCode: 'K' })
    const key = await t.key(event._id)
    await t.post('K', key, { email: 's@x.org', name: 'saRa', score: 1, time: 1 })
    const [row] = (await t.board(event._id)).event.Scores
    const details = {
      playerName: 'Sara',
      playerEmail: 's@x.org',
      teamNo: '',
      teamName: '',
      schoolName: '',
      missionType: 2,
    }
    expect((await t.ask('PUT', `${t.path(event._id)}/${row._id}`, { payload: details })).status).toBe(200)
    await t.post('K', key, {
      email: 's@x.org',
      name: 'saRa',
      school: 'Al Noor',
      missionType: 0,
      score: 2,
      time: 1,
    })
    expect((await t.board(event._id)).event.Scores[0]).toMatchObject({
      userId: { info: { name: { fname: 'Sara' } } },
      teamId: { school: 'Al Noor' },
      missionType: 2,
      attempts: 2,
    })
  })
})
