import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { addRegisteredTeam } from '../../support/api/judging.ts'
import { type ScoresApp, startScoresApp, summarizeRanking } from '../../support/api/scores.ts'
import { openEventStream } from '../../support/api/scores-live.ts'

let t: ScoresApp
let base: string
beforeAll(async () => {
  t = await startScoresApp()
  base = await t.listen()
})
afterAll(() => t.close())

type Change = { id?: string; openedCount?: number; isPaused?: boolean }
let count = 0

/** Creates an event with a frozen ranking of A to E, whose standing ranking is then changed. */
const createFrozenEvent = async () => {
  const event = await t.event(
    { title_en: `Reveal ${++count}` },
    ['A', 'B', 'C', 'D', 'E'].map((name, index) => ({ name, score: 50 - index * 10, time: 60 })),
  )
  const path = getPath('GET /api/admin/events/:eventId/results', { eventId: event._id })
  t.ok(await t.ask('PUT', `${path}/freeze`, { payload: { at: null } }))
  // D passes everybody; B and C are equal in points, and C is faster; E is removed; F is new
  await t.add(event._id, { name: 'D', mission: 2, score: 45, time: 5 })
  await t.add(event._id, { name: 'C', mission: 2, score: 10, time: 0 })
  await t.add(event._id, { name: 'B', mission: 2, score: 0, time: 1 })
  const rows = t.ok(
    await t.ask('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId: event._id })),
  ).scores as {
    id: string
    playerName: string
  }[]
  await t.ask(
    'DELETE',
    getPath('DELETE /api/admin/events/:eventId/scores/:entryId', {
      eventId: event._id,
      entryId: String(rows.find(({ playerName }) => playerName === 'E')?.id),
    }),
  )
  await t.add(event._id, { name: 'F', score: 15, time: 3 })
  const start = async (more: object = {}) =>
    t.ok(await t.ask('POST', `${path}/reveal`, { payload: { isRehearsal: false, rankCount: 10, ...more } }))
      .reveal
  const update = (change: Change) => t.ask('PATCH', `${path}/reveal`, { payload: change })
  return { event, path, start, update, read: async () => t.ok(await t.ask('GET', path)) }
}
// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

const summarizeRows = (reveal: Body) =>
  reveal.rows.map((row: Body) => `${row.isOpen ? row.rank : `(${row.rank})`} ${row.name}`)

describe('the reveal of a frozen ranking', () => {
  it('opens ranks from the last to the first, each with the change since the freeze, and is published in one step', async () => {
    const { event, path, start, update, read } = await createFrozenEvent()
    const display = await openEventStream(
      `${base}${getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId: event._id })}`,
    )
    expect(await display.next()).toMatchObject({ event: 'snapshot', data: { reveal: null } })
    const started = await start()
    expect(started).toMatchObject({
      stepCount: 5,
      openedCount: 0,
      openedTogether: 0,
      step: null,
      isOutdated: false,
      rehearsalKey: null,
    })
    expect(summarizeRows(started)).toEqual(['(1) A', '(2) B', '(3) C', '(4) D', '(5) E'])
    expect((await display.next()).data.reveal.openedCount).toBe(0)

    const steps = []
    for (let openedCount = 1; openedCount <= 5; openedCount++) {
      const { reveal } = t.ok(await update({ id: started.id, openedCount }))
      const { data } = await display.next()
      const { isOutdated: _, rehearsalKey: __, nextAward: ___, nextStep, ...shown } = reveal
      expect(data.reveal).toEqual(shown)
      expect(nextStep === null).toBe(openedCount === 5)
      steps.push([
        reveal.step.name,
        reveal.step.frozenRank,
        reveal.step.rank,
        summarizeRows(reveal).join(', '),
      ])
      // nothing is public before the end
      expect(summarizeRanking(await t.board(event._id)).map(([name]: [string]) => name)).toEqual([
        'A',
        'B',
        'C',
        'D',
        'E',
      ])
    }
    expect(steps).toEqual([
      ['F', null, 5, '(1) A, (2) B, (3) C, (4) D, 5 F'],
      ['B', 2, 4, '(1) A, (3) C, (4) D, 4 B, 5 F'],
      ['C', 3, 3, '(1) A, (4) D, 3 C, 4 B, 5 F'],
      ['A', 1, 2, '(4) D, 2 A, 3 C, 4 B, 5 F'],
      ['D', 4, 1, '1 D, 2 A, 3 C, 4 B, 5 F'],
    ])
    const { reveal } = await read()
    expect(reveal.step).toMatchObject({
      totals: { totalScore: 65, totalTimeMs: 65_000 },
      frozenTotals: { totalScore: 20, totalTimeMs: 60_000 },
      next: { totalScore: 50, totalTimeMs: 60_000 },
    })
    t.ok(await t.ask('DELETE', `${path}/freeze`))
    expect((await display.next()).data).toMatchObject({ reveal: null })
    expect(summarizeRanking(await t.board(event._id)).map(([name]: [string]) => name)).toEqual([
      'D',
      'A',
      'C',
      'B',
      'F',
    ])
    expect(await read()).toMatchObject({ freeze: null, reveal: null })
    display.close()
  })

  it('opens all ranks after the chosen number together in its first step', async () => {
    const { start, update } = await createFrozenEvent()
    const started = await start({ rankCount: 2 })
    expect(started).toMatchObject({ stepCount: 3, openedTogether: 3 })
    expect(summarizeRows(started)).toEqual(['(1) A', '(2) B'])
    const first = t.ok(await update({ id: started.id, openedCount: 1 })).reveal
    expect([summarizeRows(first), first.step, first.nextStep.name]).toEqual([['(1) A', '(4) D'], null, 'A'])
    const second = t.ok(await update({ id: started.id, openedCount: 2 })).reveal
    expect([summarizeRows(second), second.step.name]).toEqual([['(4) D', '2 A'], 'A'])
  })

  it('shows the awards before the first rank where an organizer chose that, and one step back is the former one', async () => {
    const { event, path, start, update, read } = await createFrozenEvent()
    const team = await addRegisteredTeam(t, 'Awarded')
    await t.ownerPool.query('insert into event_teams (event_id, team_id, badge_code) values ($1, $2, $3)', [
      event._id,
      team.id,
      'AWARDED1',
    ])
    for (const en of ['Best design', 'Best spirit'])
      t.ok(
        await t.ask(
          'POST',
          getPath('POST /api/admin/events/:eventId/results/awards', { eventId: event._id }),
          {
            payload: { name: { en, ar: 'جائزة' }, teamId: team.id },
          },
        ),
      )
    const { id, ...started } = await start({ rankCount: 2, awardOrder: 'beforeFirst' })
    expect(started).toMatchObject({ stepCount: 5, awardCount: 2, awardOrder: 'beforeFirst' })
    const shown = async (openedCount: number) => {
      const { reveal } = t.ok(await update({ id, openedCount }))
      const { award, step, nextAward, nextStep } = reveal
      return [award?.name.en ?? step?.name ?? null, nextAward?.name.en ?? nextStep?.name ?? null]
    }
    expect([await shown(1), await shown(2), await shown(3), await shown(4), await shown(5)]).toEqual([
      [null, 'A'],
      ['A', 'Best design'],
      ['Best design', 'Best spirit'],
      ['Best spirit', 'D'],
      ['D', null],
    ])
    expect((await read()).reveal).toMatchObject({ award: null, step: { name: 'D' }, isOutdated: false })
    expect(await shown(4)).toEqual(['Best spirit', 'D'])
    expect((await read()).reveal.award).toMatchObject({ team: { name: 'Awarded' }, members: [] })
    // the steps that are open stay open when the first rank is removed
    for (const [openedCount, name] of [
      [2, 'A'],
      [3, 'Best design'],
      [4, 'Best spirit'],
    ] as const) {
      const again = await start({ rankCount: 2, awardOrder: 'beforeFirst' })
      const { id: winner } = t.ok(
        await t.ask('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId: event._id })),
      ).scores[0]
      for (let at = 1; at <= openedCount; at++) t.ok(await update({ id: again.id, openedCount: at }))
      const { removedId } = t.ok(
        await t.ask(
          'DELETE',
          getPath('DELETE /api/admin/events/:eventId/scores/:entryId', {
            eventId: event._id,
            entryId: winner,
          }),
        ),
      )
      const { reveal } = await read()
      const { award, step } = reveal
      expect([reveal.stepCount, reveal.openedCount, award?.name.en ?? step?.name], name).toEqual([
        ...[4, openedCount, name],
      ])
      expect(summarizeRows(reveal), name).toContain('2 A')
      t.ok(
        await t.ask(
          'POST',
          getPath('POST /api/admin/events/:eventId/scores/restore', { eventId: event._id }),
          {
            payload: { id: removedId },
          },
        ),
      )
    }
    // without a choice they are last
    const last = await start({ rankCount: 2 })
    expect(last).toMatchObject({ awardOrder: 'last' })
    t.ok(await update({ id: last.id, openedCount: 1 }))
    t.ok(await update({ id: last.id, openedCount: 2 }))
    expect(t.ok(await update({ id: last.id, openedCount: 3 })).reveal).toMatchObject({
      ...{ award: null, step: { name: 'D' }, nextAward: { name: { en: 'Best design' } } },
    })
    t.ok(await t.ask('DELETE', `${path}/freeze`))
  })

  it('opens one step for a repeated request, none while it is paused, and none of an earlier reveal', async () => {
    const { start, update, read } = await createFrozenEvent()
    const first = await start()
    const { id } = await start()
    expect((await update({ id: first.id, openedCount: 1 })).status).toBe(409)
    t.ok(await update({ id, openedCount: 1 }))
    t.ok(await update({ id, openedCount: 1 }))
    expect((await read()).reveal.openedCount).toBe(1)
    expect((await update({ id, openedCount: 3 })).status).toBe(409)
    // one step back and forth again
    expect(t.ok(await update({ id, openedCount: 0 })).reveal).toMatchObject({ openedCount: 0, step: null })
    expect((await update({ id, openedCount: 2 })).status).toBe(409)
    t.ok(await update({ id, openedCount: 1 }))
    t.ok(await update({ id, isPaused: true }))
    expect((await update({ id, openedCount: 2 })).status).toBe(409)
    t.ok(await update({ id, isPaused: false }))
    expect(t.ok(await update({ id, openedCount: 2 })).reveal).toMatchObject({
      openedCount: 2,
      isPaused: false,
    })
  })

  it('can be rehearsed, which only displays with the key of the rehearsal show', async () => {
    const { event, path, start, update, read } = await createFrozenEvent()
    const { id, rehearsalKey } = await start({ isRehearsal: true })
    const url = `${base}${getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId: event._id })}`
    const [visitor, wrong, display] = await Promise.all([
      openEventStream(url),
      openEventStream(`${url}?rehearsal=${rehearsalKey.slice(1)}`),
      openEventStream(`${url}?rehearsal=${rehearsalKey}`),
    ])
    expect((await visitor.next()).data).toMatchObject({ reveal: null })
    expect((await wrong.next()).data).toMatchObject({ reveal: null })
    expect((await display.next()).data.reveal).toMatchObject({ isRehearsal: true, openedCount: 0 })
    t.ok(await update({ id, openedCount: 1 }))
    expect((await display.next()).data.reveal.step.name).toBe('F')
    t.ok(await update({ id, openedCount: 0 }))
    expect((await display.next()).data.reveal.step).toBeNull()
    t.ok(await t.ask('DELETE', `${path}/reveal`))
    expect((await display.next()).data).toMatchObject({ reveal: null })
    expect((await read()).freeze.isFrozen).toBe(true)
    // the first event of the visitor since its snapshot belongs to the real reveal
    await start()
    expect((await visitor.next()).data.reveal).toMatchObject({ isRehearsal: false })
    for (const stream of [visitor, wrong, display]) stream.close()
  })

  it('says that scores changed after it began', async () => {
    const { event, start, read } = await createFrozenEvent()
    await start()
    expect((await read()).reveal.isOutdated).toBe(false)
    await t.add(event._id, { name: 'A', mission: 3, score: 1, time: 1 })
    expect((await read()).reveal.isOutdated).toBe(true)
    expect((await start()).isOutdated).toBe(false)
  })

  it('leaves out the entries that are removed after it began, open or not', async () => {
    const { event, start, update, read } = await createFrozenEvent()
    const { id } = await start()
    const remove = async (name: string) => {
      const rows = t.ok(
        await t.ask('GET', getPath('GET /api/admin/events/:eventId/scores', { eventId: event._id })),
      ).scores as {
        id: string
        playerName: string
      }[]
      t.ok(
        await t.ask(
          'DELETE',
          getPath('DELETE /api/admin/events/:eventId/scores/:entryId', {
            eventId: event._id,
            entryId: String(rows.find(({ playerName }) => playerName === name)?.id),
          }),
        ),
      )
    }
    const open = async (openedCount: number) => t.ok(await update({ id, openedCount })).reveal
    const display = await openEventStream(
      `${base}${getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId: event._id })}`,
    )
    const { data: prepared } = await display.next()
    display.close()
    // the last one is removed before the first step, which changes nothing public
    await remove('F')
    const again = await openEventStream(
      `${base}${getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId: event._id })}`,
    )
    expect((await again.next()).data).toEqual(prepared)
    again.close()
    expect((await read()).reveal).toMatchObject({ isOutdated: true, nextStep: { name: 'B', rank: 4 } })
    expect(await open(1)).toMatchObject({
      stepCount: 4,
      openedCount: 1,
      step: { name: 'B' },
      nextStep: { name: 'C' },
    })
    await remove('C')
    expect((await read()).reveal).toMatchObject({
      stepCount: 3,
      openedCount: 1,
      step: { name: 'B' },
      nextStep: { name: 'A' },
    })
    expect(await open(2)).toMatchObject({
      stepCount: 3,
      step: { name: 'A', rank: 2 },
      nextStep: { name: 'D' },
    })
    // an open one
    await remove('B')
    const { reveal } = await read()
    expect([reveal.stepCount, reveal.openedCount, reveal.step.name, summarizeRows(reveal)]).toEqual([
      2,
      1,
      'A',
      ['(4) D', '2 A'],
    ])
    const last = await open(2)
    expect([last.stepCount, last.openedCount, last.nextStep, summarizeRows(last)]).toEqual([
      2,
      2,
      null,
      ['1 D', '2 A'],
    ])
  })

  it('explains each step of an event with a rule set by the key that decides', async () => {
    const ruleSet = await t.ruleSetTemplate('future_engineers')
    const event = await t.event({ title_en: `Reveal ${++count}` })
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId: event._id }), {
        payload: { ruleSet, version: null },
      }),
    )
    const record = async (teamName: string, mission: number, points: number, seconds: number) =>
      t.ok(
        await t.ask('POST', t.path(event._id), {
          payload: { teamName, attempts: [{ mission, values: { points, time: seconds * 1000 } }] },
        }),
      )
    for (const [name, points] of [
      ['A', 20],
      ['B', 10],
      ['C', 5],
    ] as const)
      await record(name, 1, points, 60)
    const path = getPath('GET /api/admin/events/:eventId/results', { eventId: event._id })
    t.ok(await t.ask('PUT', `${path}/freeze`, { payload: { at: null } }))
    await record('B', 3, 10, 50)
    await record('A', 3, 0, 50)
    await record('C', 3, 15, 45)
    let { reveal } = t.ok(
      await t.ask('POST', `${path}/reveal`, { payload: { isRehearsal: false, rankCount: 10 } }),
    )
    expect(reveal).toMatchObject({ isOutdated: false, nextStep: { name: 'A', reason: null } })
    const steps = []
    for (let openedCount = 1; openedCount <= 3; openedCount++) {
      ;({ reveal } = t.ok(
        await t.ask('PATCH', `${path}/reveal`, { payload: { id: reveal.id, openedCount } }),
      ))
      const { name, frozenRank, rank, next, reason } = reveal.step
      steps.push([name, frozenRank, rank, next, reason])
    }
    const explainPoints = (better: number, worse: number) => ({
      en: `Same total (20). Best obstacle round has more points: ${better} against ${worse}`,
      ar: `المجموع متساوٍ (20). نقاط أكثر في «جولة العوائق» (أفضل نتيجة): ${better} مقابل ${worse}`,
    })
    expect(steps).toEqual([
      ['A', 1, 3, null, null],
      ['B', 2, 2, null, explainPoints(10, 0)],
      ['C', 3, 1, null, explainPoints(15, 10)],
    ])
  })

  it('needs a frozen ranking', async () => {
    const event = await t.event({ title_en: 'Not frozen' })
    expect(
      (
        await t.ask(
          'POST',
          getPath('POST /api/admin/events/:eventId/results/reveal', { eventId: event._id }),
          {
            payload: { isRehearsal: true },
          },
        )
      ).status,
    ).toBe(409)
    expect(
      (
        await t.ask(
          'GET',
          getPath('GET /api/admin/events/:eventId/results', {
            eventId: '01890000-0000-7000-8000-000000000000',
          }),
        )
      ).status,
    ).toBe(404)
  })
})
