import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScoresApp, startScoresApp, summarizeRanking } from '../../support/api/scores.ts'

const unknown = '0198c0de-0000-7000-8000-000000000000'

describe('scores in the back office', () => {
  let t: ScoresApp
  beforeAll(async () => {
    t = await startScoresApp()
  })
  afterAll(() => t.close())
  const url = (event: { _id: string }, rest = '') => `${t.path(event._id)}${rest}`
  const entryOf = async (event: { _id: string }, id: string) =>
    t.ok(await t.ask('GET', url(event, `/${id}`))).entry

  it('create the entry, its total and its rank', async () => {
    const event = await t.event({ title_en: 'Recorded' })
    const first = await t.add(event._id, { name: 'Sara', score: 10, time: 30 })
    expect(first).toMatchObject({
      rank: 1,
      totalScore: 10,
      totalTimeMs: 30_000,
      attemptCount: 1,
      userId: null,
      teamId: null,
    })
    await t.add(event._id, { name: 'Omar', score: 12, time: 30 })
    const again = await t.add(event._id, { entryId: first.id, score: 15, time: 40, note: 'second run' })
    expect(again).toMatchObject({
      id: first.id,
      rank: 1,
      totalScore: 15,
      totalTimeMs: 40_000,
      attemptCount: 2,
    })
    expect(again.attempts.map((each: { note: string; source: string }) => [each.note, each.source])).toEqual([
      ['', 'admin'],
      ['second run', 'admin'],
    ])
    expect(summarizeRanking(await t.board(event._id))).toEqual([
      ['Sara', 1, 15, 40],
      ['Omar', 2, 12, 30],
    ])
    expect(await t.entryCount(event._id)).toEqual([2, 2])
  })

  it('are corrected and removed, and the entry is removed with its last attempt', async () => {
    const event = await t.event({ title_en: 'Corrected' }, [{ name: 'Omar', score: 5, time: 5 }])
    const { id, attempts } = await t.add(event._id, { name: 'Sara', score: 10, time: 30 })
    const attempt = url(event, `/${id}/attempts/${attempts[0].id}`)
    const corrected = t.ok(await t.ask('PATCH', attempt, { payload: { score: 3.5 } }))
    expect(corrected).toMatchObject({
      msg: 'Update Successfully!',
      entry: { rank: 2, totalScore: 3.5, totalTimeMs: 30_000 },
    })
    const more = await t.add(event._id, { entryId: id, score: 9, time: 9 })
    const removed = t.ok(await t.ask('DELETE', url(event, `/${id}/attempts/${more.attempts[1].id}`)))
    expect(removed.entry).toMatchObject({ totalScore: 3.5, attemptCount: 1 })
    expect(t.ok(await t.ask('DELETE', attempt)).entry).toBeNull()
    expect((await t.ask('GET', url(event, `/${id}`))).status).toBe(404)
    expect((await t.ask('DELETE', attempt)).status).toBe(404)
    expect(summarizeRanking(await t.board(event._id)).map(([name]: unknown[]) => name)).toEqual(['Omar'])
    const [omar] = (await t.board(event._id)).event.Scores
    expect(t.ok(await t.ask('DELETE', url(event, `/${omar._id}`))).entry).toBeNull()
    expect(await t.entryCount(event._id)).toEqual([0, 0])
  })

  it('belong to an account by id or confirmed email, or to a guest by email, team number or name', async () => {
    const event = await t.event({ title_en: 'Participants' })
    const { rows } = await t.database.pool.query(
      "insert into users (id, role, first_name, last_name, email, email_confirmed_at, school, mission_type) values (gen_random_uuid(), 'student', 'Lina', 'Haddad', 'lina@school.sa', now(), 'Al Noor', 2) returning id",
    )
    const userId = rows[0].id as string
    const byId = await t.add(event._id, { userId, score: 1, time: 1 })
    expect(byId).toMatchObject({
      userId,
      playerName: 'Lina Haddad',
      playerEmail: 'lina@school.sa',
      missionType: 2,
    })
    expect(
      await t.add(event._id, { email: ' LINA@School.sa', name: 'somebody', score: 2, time: 1 }),
    ).toMatchObject({
      id: byId.id,
      attemptCount: 2,
    })
    const guest = await t.add(event._id, { name: 'Ahmed  Ali', score: 1, time: 1 })
    expect((await t.add(event._id, { name: 'ahmed ali', score: 1, time: 1 })).id).toBe(guest.id)
    const team = await t.add(event._id, { teamNo: '12', teamName: 'Falcons', score: 1, time: 1 })
    expect(await t.add(event._id, { teamNo: '١٢', score: 4, time: 1 })).toMatchObject({
      id: team.id,
      teamNo: '12',
      teamName: 'Falcons',
    })
    expect(await t.entryCount(event._id)).toEqual([3, 3])
    for (const [payload, field, code] of [
      [{ userId: unknown }, 'userId', 'not-found'],
      [{ teamId: unknown }, 'teamId', 'not-found'],
      [{ entryId: unknown }, 'entryId', 'not-found'],
      [{ schoolName: 'only' }, 'playerName', 'required'],
    ] as const) {
      const reply = await t.ask('POST', url(event), {
        payload: { ...payload, attempts: [{ score: 1, timeMs: 1000 }] },
      })
      expect([reply.status, reply.json().field, reply.json().fields[0].code]).toEqual([400, field, code])
    }
  })

  it('use the entry of a guest who gets an account and confirms the address', async () => {
    const event = await t.event({ title_en: 'Adopted' })
    const guest = await t.add(event._id, { email: 'nour@school.sa', name: 'Nour', score: 5, time: 5 })
    await t.database.pool.query(
      "insert into users (id, role, first_name, email, email_confirmed_at) values (gen_random_uuid(), 'student', 'Nour', 'nour@school.sa', now())",
    )
    const later = await t.add(event._id, { email: 'nour@school.sa', score: 7, time: 5 })
    expect(later).toMatchObject({ id: guest.id, attemptCount: 2 })
    expect(later.userId).not.toBeNull()
    expect(await t.entryCount(event._id)).toEqual([1, 1])
  })

  it('have names that can be corrected, but one entry per participant', async () => {
    const event = await t.event({ title_en: 'Details' })
    const sara = await t.add(event._id, { name: 'Sarra', score: 5, time: 5 })
    await t.add(event._id, { name: 'Omar', score: 5, time: 5 })
    const details = {
      playerName: 'Sara',
      playerEmail: 'sara@x.org',
      teamNo: '',
      teamName: 'Falcons',
      schoolName: '',
      missionType: 3,
    }
    const saved = t.ok(await t.ask('PUT', url(event, `/${sara.id}`), { payload: details }))
    expect(saved.entry).toMatchObject(details)
    expect((await t.add(event._id, { email: 'sara@x.org', score: 6, time: 1 })).id).toBe(sara.id)
    const taken = await t.ask('PUT', url(event, `/${sara.id}`), {
      payload: { ...details, playerEmail: '', playerName: 'omar' },
    })
    expect([taken.status, taken.json().code, taken.json().field]).toEqual([409, 'conflict', 'playerName'])
    expect((await entryOf(event, sara.id)).playerName).toBe('Sara')
  })

  it('are in the audit log with points before and after, but without names and addresses', async () => {
    const event = await t.event({ title_en: 'Audited' })
    const { id, attempts } = await t.add(event._id, {
      name: 'Sara',
      email: 'sara@x.org',
      score: 10,
      time: 30,
    })
    await t.ask('PATCH', url(event, `/${id}/attempts/${attempts[0].id}`), { payload: { score: 11 } })
    await t.ask('DELETE', url(event, `/${id}`))
    const lines = (await t.audit()).filter((line) => line.entity === 'score' && line.entity_id === id)
    expect(lines.map((line) => line.action)).toEqual(['create', 'update', 'delete'])
    expect(lines[0].after).toMatchObject({ event: event._id, score: 10, timeMs: 30_000 })
    expect(lines[0].changed_fields).toEqual(expect.arrayContaining(['playerName']))
    expect([lines[1].before.score, lines[1].after.score]).toEqual([10, 11])
    expect(lines[2].before).toEqual({ event: event._id, attempts: 1 })
    expect(JSON.stringify(lines)).not.toMatch(/sara/i)
  })

  it('that are removed keep the name of their participant in the list of the audit log while they can be restored', async () => {
    const event = await t.event({ title_en: 'Removed' })
    const { id } = await t.add(event._id, { name: 'Removed Sara', score: 10, time: 30 })
    await t.ask('DELETE', url(event, `/${id}`))
    const labels = async () => {
      const { entries } = t.ok(await t.ask('GET', '/api/admin/audit/?entity=score&action=delete')) as {
        entries: { entityId: string; label: string }[]
      }
      return entries.filter(({ entityId }) => entityId === id).map(({ label }) => label)
    }
    expect(await labels()).toEqual(['Removed Sara'])
    await t.database.pool.query(
      "update removed_scores set removed_at = now() - interval '31 days' where event_id = $1",
      [event._id],
    )
    expect(await labels()).toEqual([''])
  })

  it('can be restored completely once, within 30 days', async () => {
    const event = await t.event({ title_en: 'Restored' }, [{ name: 'Omar', score: 5, time: 5 }])
    const at = '2026-03-01T10:00:00.000Z'
    const { id } = await t.add(event._id, {
      name: 'Sara',
      email: 'sara@x.org',
      school: 'Al Noor',
      mission: 1,
      score: 10,
      time: 30,
      at,
      note: 'heat 1',
    })
    const { attempts } = await t.add(event._id, { entryId: id, mission: 2, score: 3, time: 4 })
    const board = async () => summarizeRanking(await t.board(event._id))
    const restore = (id: string) => t.ask('POST', url(event, '/restore'), { payload: { id } })
    const before = await board()

    const one = t.ok(await t.ask('DELETE', url(event, `/${id}/attempts/${attempts[0].id}`)))
    const all = t.ok(await t.ask('DELETE', url(event, `/${id}`)))
    expect(all.msg).toBe('Deleted. You can undo this for 30 days.')
    expect(await board()).toEqual([['Omar', 1, 5, 5]])
    expect(t.ok(await t.ask('GET', url(event, '/removed'))).removed).toMatchObject([
      { id: all.removedId, playerName: 'Sara', attemptCount: 1 },
      { id: one.removedId, playerName: 'Sara', attemptCount: 1 },
    ])
    const replies = await Promise.all([restore(all.removedId), restore(all.removedId)])
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 404])
    const back = t.ok(await restore(one.removedId)).entry
    expect(back).toMatchObject({ playerEmail: 'sara@x.org', schoolName: 'Al Noor' })
    expect(back.attempts[0]).toMatchObject({
      mission: 1,
      score: 10,
      timeMs: 30_000,
      at,
      note: 'heat 1',
      source: 'admin',
    })
    expect(await board()).toEqual(before)
    expect(await t.entryCount(event._id)).toEqual([2, 2])
    expect(t.ok(await t.ask('GET', url(event, '/removed'))).removed).toEqual([])

    // a stored removal may call the name of the school `school`
    const stored = t.ok(await t.ask('DELETE', url(event, `/${back.id}`)))
    await t.database.pool.query(
      "update removed_scores set record = jsonb_set(record #- '{entry,schoolName}', '{entry,school}', '\"Al Noor\"') where id = $1",
      [stored.removedId],
    )
    const restored = t.ok(await restore(stored.removedId)).entry
    expect(restored.schoolName).toBe('Al Noor')

    const { removedId } = t.ok(await t.ask('DELETE', url(event, `/${restored.id}`)))
    const other = await t.event({ title_en: 'Not mine' })
    expect((await t.ask('POST', url(other, '/restore'), { payload: { id: removedId } })).status).toBe(404)
    await t.database.pool.query(
      "update removed_scores set removed_at = removed_at - interval '31 days' where id = $1",
      [removedId],
    )
    expect((await restore(removedId)).status).toBe(404)
    await t.database.pool.query('update removed_scores set removed_at = now() where id = $1', [removedId])
    expect((await t.ask('DELETE', url(event, `/removed?id=${removedId}`))).status).toBe(200)
    expect((await t.ask('DELETE', url(event, `/removed?id=${removedId}`))).status).toBe(404)
    expect((await restore(unknown)).status).toBe(404)
  })

  it('follow the total rule of the event, also when it changes', async () => {
    const event = await t.event({ title_en: 'Rules' }, [
      { name: 'Sara', mission: 1, score: 10, time: 10, at: '2026-03-01T10:00:00Z' },
      { name: 'Sara', mission: 1, score: 20, time: 20, at: '2026-03-01T11:00:00Z' },
      { name: 'Sara', mission: 2, score: 5, time: 5, at: '2026-03-01T12:00:00Z' },
    ])
    const texts = { title_en: 'Rules', title_ar: 'ق', description_en: 'd', description_ar: 'و' }
    const total = async () =>
      (await t.board(event._id)).event.Scores.map((row: { totalScore: number; totalTime: number }) => [
        row.totalScore,
        row.totalTime,
      ])
    expect(await total()).toEqual([[25, 25]])
    for (const [totalRule, expected] of [
      ['best', [20, 20]],
      ['sum', [35, 35]],
      ['last', [5, 5]],
      ['sum-of-best', [25, 25]],
    ] as const) {
      expect((await t.save({ ...texts, id: event._id, totalRule })).status).toBe(200)
      expect(await total()).toEqual([expected])
    }
  })

  it('of two simultaneous writers are all stored, for one entry and for many', async () => {
    const event = await t.event({ title_en: 'At once' })
    const posts = Array.from({ length: 40 }, (_, at) =>
      t.add(event._id, { name: at % 2 ? 'Sara' : 'Omar', mission: 1 + (at % 10), score: at, time: 1 }),
    )
    await Promise.all(posts)
    const rows = (await t.board(event._id)).event.Scores
    expect(rows.map((row: { attempts: number }) => row.attempts)).toEqual([20, 20])
    // the best of each mission: Sara has 31, 33, 35, 37, 39, Omar 30, 32, 34, 36, 38
    expect(summarizeRanking({ event: { Scores: rows } })).toEqual([
      ['Sara', 1, 175, 5],
      ['Omar', 2, 170, 5],
    ])
    expect(await t.entryCount(event._id)).toEqual([2, 2])
  })

  it('that are written while the rule changes follow the new one', async () => {
    const event = await t.event({ title_en: 'Race' })
    const texts = { title_en: 'Race', title_ar: 'ق', description_en: 'd', description_ar: 'و' }
    const writes = Array.from({ length: 30 }, (_, at) =>
      t.add(event._id, { name: `p${at % 5}`, score: 1, time: 1 }),
    )
    const [saved] = await Promise.all([t.save({ ...texts, id: event._id, totalRule: 'sum' }), ...writes])
    expect(saved.status).toBe(200)
    expect(
      (await t.board(event._id)).event.Scores.map((row: { totalScore: number }) => row.totalScore),
    ).toEqual([6, 6, 6, 6, 6])
  })
})
