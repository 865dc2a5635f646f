import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeCodeAlphabet, judgeCodeLength } from '#contract/event/judging/judge-code.ts'
import { createJudgeService } from '#server/event/judges/service.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

describe('judges', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  it('get codes of at least 50 random bits, which are shown once and stored as hashes', async () => {
    expect(judgeCodeLength * Math.log2(judgeCodeAlphabet.length)).toBeGreaterThanOrEqual(50)
    const event = await t.event({ title_en: 'Codes' })
    const { judges: created } = t.ok(
      await t.ask('POST', t.judgesPath(event._id), {
        payload: { names: ['Huda Nasser', 'Omar Ali'], tables: ['A1', 'A2'], days: [day(0)] },
      }),
    )
    expect(created.map(({ judge }: { judge: { name: string } }) => judge.name)).toEqual([
      'Huda Nasser',
      'Omar Ali',
    ])
    const { judges } = t.ok(await t.ask('GET', t.judgesPath(event._id)))
    expect(judges).toMatchObject([
      {
        name: 'Huda Nasser',
        tables: ['A1', 'A2'],
        days: [day(0)],
        hint: created[0].code.slice(-4),
        revokedAt: null,
        deviceCount: 0,
      },
      { name: 'Omar Ali' },
    ])
    for (const { code } of created) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
      expect(JSON.stringify(judges)).not.toContain(code)
      const { rows } = await t.ownerPool.query('select * from judges where event_id = $1', [event._id])
      expect(JSON.stringify(rows)).not.toContain(code)
    }
    expect(JSON.stringify(await t.audit())).not.toContain('Huda Nasser')
  })

  it('sign in with the code as people type it, and are bound to the event, the tables and the days', async () => {
    const event = await t.event({ title_en: 'Typed' })
    const { code } = await t.createJudge(event._id, { tables: ['B'], days: [day(0), day(1)] })
    const typed = ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8).toLowerCase()} `
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
    const { token, session } = t.ok(await t.signInAsJudge(typed))
    expect(session).toMatchObject({
      judge: { name: 'Huda Nasser', tables: ['B'], days: [day(0), day(1)] },
      event: { id: event._id, slug: event.slug },
      lastValidDay: day(2),
    })
    expect(t.ok(await t.askAsJudge('GET', '/api/v1/judge/session', token)).session).toEqual(session)
    const { rows } = await t.ownerPool.query('select * from judge_sessions')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('are signed out by themselves, and by a new code', async () => {
    const event = await t.event({ title_en: 'Signed out' })
    const { judge, code, token } = await t.createSignedInJudge(event._id)
    const { token: second } = t.ok(await t.signInAsJudge(code))
    expect(t.ok(await t.ask('GET', t.judgesPath(event._id))).judges).toMatchObject([{ deviceCount: 2 }])
    expect((await t.askAsJudge('DELETE', '/api/v1/judge/session', token)).status).toBe(200)
    expect((await t.askAsJudge('GET', '/api/v1/judge/session', token)).json().code).toBe('bad-token')
    const renewed = t.ok(await t.ask('POST', `${t.judgesPath(event._id)}/${judge.id}/code`))
    expect((await t.askAsJudge('GET', '/api/v1/judge/session', second)).json().code).toBe('bad-token')
    expect((await t.signInAsJudge(code)).json().code).toBe('bad-judge-code')
    expect((await t.signInAsJudge(renewed.code)).status).toBe(200)
  })

  it('stay the same with a new code, which ends the old one: sheets that were not sent are accepted', async () => {
    const event = await t.event({ title_en: 'New code' })
    const [falcons, sharks] = [
      await addEventTeam(t, event._id, 'Falcons'),
      await addEventTeam(t, event._id, 'Sharks'),
    ]
    const send = (token: string, sheet: object) => t.askAsJudge('POST', '/api/v1/judge/sheets', token, sheet)
    const { judge, token } = await t.createSignedInJudge(event._id)
    const first = createSheet(falcons.id, { judgeId: judge.id })
    t.ok(await send(token, first))
    const unsent = createSheet(sharks.id, { judgeId: judge.id })
    const renewed = t.ok(await t.ask('POST', `${t.judgesPath(event._id)}/${judge.id}/code`))
    expect(renewed.judge.id).toBe(judge.id)
    expect((await send(token, unsent)).json().code).toBe('bad-token')
    const { token: second, session } = t.ok(await t.signInAsJudge(renewed.code))
    expect(session.judge.id).toBe(judge.id)
    expect(t.ok(await send(second, unsent)).attempts).toMatchObject([
      { judgeId: judge.id, judgeName: 'Huda Nasser' },
    ])
    // the reply to the first sheet was lost before the code was renewed
    t.ok(await send(second, first))
    const { rows } = await t.ownerPool.query(
      'select judge_id, attempt_id is not null as counts from judge_sheets where event_id = $1',
      [event._id],
    )
    expect(rows).toEqual([
      { judge_id: judge.id, counts: true },
      { judge_id: judge.id, counts: true },
    ])
    // the correction of the own result needs no decision, also after the new code
    const [attempt] = t.ok(await t.askAsJudge('GET', '/api/v1/judge/event', second)).attempts
    const expected = [{ id: attempt.id, version: attempt.version }]
    const correction = createSheet(attempt.teamId, { replaces: attempt.id, score: 60, expected })
    expect(t.ok(await send(second, correction)).attempts).toMatchObject([{ score: 60, judgeId: judge.id }])
  })

  it('are listed in pages, found by name in any spelling, and filtered by their state', async () => {
    const event = await t.event({ title_en: 'Many judges' })
    const names = Array.from({ length: 60 }, (_, index) => `Judge ${String(index + 1).padStart(2, '0')}`)
    t.ok(await t.ask('POST', t.judgesPath(event._id), { payload: { names } }))
    const { judge: arabic } = await t.createJudge(event._id, { names: ['أحمد علي'] })
    const { judge: revoked, token } = await t.createSignedInJudge(event._id, { names: ['Sami Odeh'] })
    t.ok(await t.ask('DELETE', `${t.judgesPath(event._id)}/${revoked.id}`))
    expect((await t.askAsJudge('GET', '/api/v1/judge/session', token)).status).toBe(401)
    const { judge: active, token: second } = await t.createSignedInJudge(event._id, { names: ['Lina Adel'] })
    const list = async (query: Record<string, string>) =>
      t.ok(await t.ask('GET', `${t.judgesPath(event._id)}?${new URLSearchParams(query)}`))
    const first = await list({})
    expect(first).toMatchObject({ totalItems: 63, per_page: 50, currentPage: 1 })
    expect(first.judges.map(({ name }: { name: string }) => name)).toEqual(names.slice(0, 50))
    expect((await list({ page: '2' })).judges).toHaveLength(13)
    expect((await list({ s: 'احمد' })).judges).toMatchObject([{ id: arabic.id }])
    expect((await list({ s: 'judge 07' })).judges).toMatchObject([{ name: 'Judge 07' }])
    expect((await list({ state: 'revoked' })).judges).toMatchObject([{ id: revoked.id }])
    expect((await list({ state: 'signedIn' })).judges).toMatchObject([{ id: active.id }])
    expect((await list({ state: 'notSignedIn' })).totalItems).toBe(61)
    expect((await list({ state: 'problem' })).judges).toEqual([])
    t.ok(await t.askAsJudge('GET', '/api/v1/judge/event?unsentSheets=2', second))
    expect((await list({ state: 'problem' })).judges).toMatchObject([{ id: active.id }])
    for (const bad of ['state=asleep', 'per_page=7', 'page=0'])
      expect((await t.ask('GET', `${t.judgesPath(event._id)}?${bad}`)).status).toBe(400)
    const { judges } = t.ok(await t.ask('GET', `${t.judgesPath(event._id)}/names`))
    expect(judges).toHaveLength(63)
    expect(judges.find(({ id }: { id: string }) => id === revoked.id)).toEqual({
      ...{ id: revoked.id, name: 'Sami Odeh', isHead: false, isRevoked: true },
    })
  })

  it('are rejected at once after their code was revoked, on every device', async () => {
    const event = await t.event({ title_en: 'Revoked' })
    const { judge, code, token } = await t.createSignedInJudge(event._id)
    const other = await t.event({ title_en: 'Other' })
    expect((await t.ask('DELETE', `${t.judgesPath(other._id)}/${judge.id}`)).status).toBe(404)
    expect((await t.askAsJudge('GET', '/api/v1/judge/session', token)).status).toBe(200)
    t.ok(await t.ask('DELETE', `${t.judgesPath(event._id)}/${judge.id}`))
    const reply = await t.askAsJudge('GET', '/api/v1/judge/session', token)
    expect([reply.status, reply.json().code]).toEqual([401, 'judge-revoked'])
    expect((await t.signInAsJudge(code)).json().code).toBe('bad-judge-code')
    const actions = (await t.audit())
      .filter(({ entity_id }) => entity_id === judge.id)
      .map(({ action }) => action)
    expect(actions).toEqual(['create', 'revoke'])
  })

  it('are rejected from the second day after their last day, and when the event was deleted', async () => {
    const event = await t.event({ title_en: 'Over' })
    const over = await t.createJudge(event._id, { days: [day(-5), day(-3)] })
    expect((await t.signInAsJudge(over.code)).json().code).toBe('bad-judge-code')
    const { judge, token } = await t.createSignedInJudge(event._id, { days: [day(0)] })
    t.ok(
      await t.ask('PUT', `${t.judgesPath(event._id)}/${judge.id}`, {
        payload: { name: 'Huda Nasser', days: [day(-3)] },
      }),
    )
    expect((await t.askAsJudge('GET', '/api/v1/judge/session', token)).json().code).toBe('judge-revoked')
    const kept = await t.createSignedInJudge(event._id)
    await t.ownerPool.query('update events set deleted_at = now() where id = $1', [event._id])
    expect((await t.askAsJudge('GET', '/api/v1/judge/session', kept.token)).status).toBe(401)
  })

  it('are changed by organizers, with names that a page can show', async () => {
    const event = await t.event({ title_en: 'Changed' })
    const { judge } = await t.createJudge(event._id)
    const path = `${t.judgesPath(event._id)}/${judge.id}`
    expect(
      t.ok(await t.ask('PUT', path, { payload: { name: 'Judge 7', tables: ['C'] } })).judge,
    ).toMatchObject({
      name: 'Judge 7',
      tables: ['C'],
    })
    expect((await t.ask('PUT', path, { payload: { name: '' } })).status).toBe(400)
    expect((await t.ask('PUT', path, { payload: { name: 'See https://x.example' } })).status).toBe(400)
    expect((await t.ask('POST', t.judgesPath(event._id), { payload: { names: [] } })).status).toBe(400)
  })

  it('lose their names a year after they were last active', async () => {
    const event = await t.event({ title_en: 'Years ago' })
    const [old, recent] = [await t.createSignedInJudge(event._id), await t.createSignedInJudge(event._id)]
    await t.ownerPool.query(
      `update judges set created_at = now() - interval '3 years', last_used_at = now() - interval '13 months' where id = $1`,
      [old.judge.id],
    )
    expect(await createJudgeService(t).purge()).toBe(1)
    const { rows } = await t.ownerPool.query('select name, revoked_at from judges where id = $1', [
      old.judge.id,
    ])
    expect(rows).toMatchObject([{ name: '' }])
    expect(rows[0].revoked_at).not.toBeNull()
    expect(
      t.ok(await t.ask('GET', t.judgesPath(event._id))).judges.map(({ id }: { id: string }) => id),
    ).toEqual([recent.judge.id])
  })
})

describe('the sign-in of judges', () => {
  let t: JudgesApp
  beforeAll(async () => {
    t = await startJudgesApp()
  })
  afterAll(() => t.close())

  it('is limited for wrong codes, by all processes together, and not for right ones', async () => {
    const event = await t.event({ title_en: 'Guessed' })
    const { code } = await t.createJudge(event._id)
    const signInWrongly = async () => (await t.signInAsJudge('0000-0000-0000')).status
    for (let times = 0; times < 40; times++) expect(await signInWrongly()).toBe(401)
    // the count is in the database, so a restart or another process does not reset it
    const { rowCount } = await t.ownerPool.query('update rate_limits set count = 999 where count = 40')
    expect(rowCount).toBe(1)
    for (let times = 0; times < 3; times++) expect((await t.signInAsJudge(code)).status).toBe(200)
    expect([await signInWrongly(), await signInWrongly()]).toEqual([401, 429])
    expect((await t.signInAsJudge(code)).status).toBe(200)
  })
})
