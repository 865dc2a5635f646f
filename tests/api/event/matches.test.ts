import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { createForm } from '../../support/api/events.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { createMatchTools } from '../../support/api/matches.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'
import { readWorldCup, worldCupRuleSet } from '../../support/rules/world-cup.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let tools: ReturnType<typeof createMatchTools>
beforeAll(async () => {
  t = await startJudgesApp()
  tools = createMatchTools(t)
})
afterAll(() => t.close())

const listLogProblems = async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems
const listLogKinds = async (eventId: string): Promise<string[]> => {
  const { rows } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/score-log?limit=100`))
  return rows.map(({ kind }: Body) => kind).reverse()
}
/** Lists a group as name, points and place. */
const listGroup = ({ tournament: { groups, sides } }: Body, group: number) =>
  groups[group].rows.map(({ side, points, place }: Body) => [sides[side].teams[0].name, points, place])
const findPairing = ({ tournament }: Body, number: number) =>
  tournament.pairings.find(({ matches }: Body) => matches.some((match: Body) => match.number === number))
const listNames = ({ tournament }: Body, number: number) =>
  findPairing({ tournament }, number).sides.map(({ side }: Body) =>
    side === null ? null : tournament.sides[side].teams[0].name,
  )

const listFields = (reply: Body): string[] => reply.json().fields.map(({ field }: Body) => field)

const two = createMatchRuleSet({ groups: singleGroup, knockOuts: [] })
const withFinal = createMatchRuleSet({
  groups: { ...singleGroup, count: 2 },
  knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 1 } }],
})

describe('the World Cup 2018 by a file and by calls', () => {
  it('has the groups as published, and its knock-out fills itself', async () => {
    const { state } = readWorldCup()
    const { draw, attempts } = state.input
    const names = draw.sides.map(([name = '']) => name)
    const { eventId, teamIds } = await tools.prepare('World Cup', worldCupRuleSet, names)
    const toId = (name: string) => teamIds.get(name) as string
    t.ok(
      await tools.draw(eventId, {
        sides: names.map((name) => [toId(name)]),
        groups: draw.groups.map((group) => [...group]),
        lots: [...draw.lots],
      }),
    )
    // the groups in one file with a line for each side, the knock-out one side after the other, as a client
    // of the scores sends them
    const { teams } = await tools.read(eventId)
    const numbers = new Map<string, number>(teams.map(({ name, teamNo }: Body) => [name, teamNo]))
    const keys = worldCupRuleSet.groups[0]?.fields.map(({ key }) => key) ?? []
    const lines = attempts
      .filter(({ mission }) => mission <= 48)
      .map(({ entryId, mission, values }) =>
        [numbers.get(entryId), mission, ...keys.map((key) => values[key] ?? '')].join(),
      )
    const file = new File([`team_no,round,${keys.join()}\n${lines.join('\n')}\n`], 'groups.csv', {
      type: 'text/csv',
    })
    const form = await createForm({ preview: 'false', file })
    t.ok(await t.ask('POST', `${t.path(eventId)}/import`, { payload: form.payload, headers: form.headers }))
    for (const { entryId, mission, values } of attempts
      .filter((attempt) => attempt.mission > 48)
      .toSorted((a, b) => a.mission - b.mission))
      t.ok(
        await t.ask('POST', t.path(eventId), {
          payload: { teamId: toId(entryId), attempts: [{ mission, values }] },
        }),
      )
    const matches = await tools.read(eventId)
    expect(listGroup(matches, 7)).toEqual([
      ['Colombia', 6, 1],
      ['Japan', 4, 2],
      ['Senegal', 4, 3],
      ['Poland', 3, 4],
    ])
    expect(matches.tournament.groups[7].rows[1].reason).toContain('4')
    expect(listNames(matches, 64).sort()).toEqual(['Croatia', 'France'])
    expect(matches.problems).toEqual([])
    const board = (await t.board(eventId)).event.Scores
    expect(board.slice(0, 3).map(({ teamId }: Body) => teamId.name)).toEqual(['France', 'Croatia', 'Belgium'])
    expect(await listLogProblems(eventId)).toEqual([])
  })
})

describe('the draw', () => {
  it('is repeated by its seed, is in the log, and is refused once the event has results', async () => {
    const { eventId, teamIds } = await tools.prepare(
      'Draw',
      createMatchRuleSet({ groups: { ...singleGroup, count: 2, draw: 'lot' } }),
      [...['One', 'Two', 'Three', 'Four']],
    )
    const sides = [...teamIds.values()].map((id) => [id])
    const { matches } = t.ok(await tools.draw(eventId, { sides }))
    expect(matches.tournament.randomSeed).toMatch(/^[0-9a-f]{32}$/)
    expect(matches.tournament.groups.map(({ rows }: Body) => rows.length)).toEqual([2, 2])
    t.ok(await tools.draw(eventId, { sides, randomSeed: '3'.repeat(32) }))
    expect((await tools.read(eventId)).tournament.randomSeed).toBe('3'.repeat(32))
    expect(await listLogKinds(eventId)).toEqual(['rule', 'draw', 'draw'])
    t.ok(await tools.play(eventId, 1, [{ score: 1 }, { score: 0 }]))
    expect((await tools.read(eventId)).canDraw).toBe(false)
    expect(listFields(await tools.draw(eventId, { sides }))).toEqual(['sides'])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('refuses a team twice, a team of another event, sides of another size, and an event without matches', async () => {
    const { eventId, teamIds } = await tools.prepare('Bad draw', two, ['One', 'Two'])
    const [one = '', other = ''] = [...teamIds.values()]
    const readErrors = async (sides: string[][]) => listFields(await tools.draw(eventId, { sides }))
    expect(await readErrors([[one], [one]])).toEqual(['sides.1.0'])
    expect(await readErrors([[one], [eventId]])).toEqual(['sides.1.0'])
    expect(await readErrors([[one], [one, other]])).toEqual(['sides.1'])
    const plain = (await t.event({ title_en: 'Runs' }))._id
    expect((await tools.draw(plain, { sides: [[one], [other]] })).status).toBe(400)
  })
})

describe('a match', () => {
  it('is one row of the log for each side, counts at once, and can be corrected', async () => {
    const { eventId, teamIds } = await tools.prepare('Match', two, ['Owls', 'Foxes'])
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    t.ok(await tools.play(eventId, 1, [{ score: 2 }, { score: 1 }]))
    expect(await listLogKinds(eventId)).toEqual(['rule', 'draw', 'participant', 'participant', 'add', 'add'])
    const names = () =>
      tools.read(eventId).then((matches) => listGroup(matches, 0).map(([name]: string[]) => name))
    const [winner, loser] = await names()
    t.ok(await tools.play(eventId, 1, [{ score: 0 }, { score: 3 }]))
    expect(await names()).toEqual([loser, winner])
    expect((await listLogKinds(eventId)).slice(-2)).toEqual(['correct', 'correct'])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('is a walkover when a side did not come, whose opponent needs no values', async () => {
    const { eventId, teamIds } = await tools.prepare('Walkover', two, ['Owls', 'Foxes'])
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    t.ok(await tools.play(eventId, 1, [{ disqualified: true }, {}]))
    const { result } = findPairing(await tools.read(eventId), 1).matches[0]
    expect(result).toMatchObject({ scores: [0, 3], winner: 1, isWalkover: true })
  })

  it('of a knock-out needs a winner; nothing is stored otherwise', async () => {
    const { eventId, teamIds } = await tools.prepare(
      'Knock-out',
      createMatchRuleSet({ knockOuts: [plainKnockOut] }),
      ['Owls', 'Foxes'],
    )
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    const reply = await tools.play(eventId, 1, [{ score: 1 }, { score: 1 }])
    expect(listFields(reply)).toEqual(['values.shoot_out'])
    expect((await tools.read(eventId)).sheets).toEqual([])
    t.ok(
      await tools.play(eventId, 1, [
        { score: 1, shoot_out: 3 },
        { score: 1, shoot_out: 4 },
      ]),
    )
    expect((await tools.read(eventId)).tournament.pairings[0].winner).toBe(1)
  })

  it('says before it is saved which later match would have other sides; a played one stays', async () => {
    const { eventId, teamIds } = await tools.prepare('Correction', withFinal, ['A1', 'B1', 'B2', 'A2'])
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    for (const number of [1, 2]) t.ok(await tools.play(eventId, number, [{ score: 1 }, { score: 0 }]))
    const finalists = listNames(await tools.read(eventId), 3)
    t.ok(await tools.play(eventId, 3, [{ score: 1 }, { score: 0 }]))
    const { tournament } = await tools.read(eventId)
    const sides = findPairing({ tournament }, 1).sides.map(({ side }: Body, nth: number) => ({
      side,
      values: { score: nth * 2 },
    }))
    const { preview } = t.ok(await t.ask('POST', `${tools.path(eventId)}/1/preview`, { payload: { sides } }))
    expect(preview.changedMatches).toMatchObject([{ match: 3, isPlayed: true }])
    expect(preview.problems).toMatchObject([{ code: 'other-sides', match: 3 }])
    t.ok(await tools.play(eventId, 1, [{ score: 0 }, { score: 2 }]))
    const after = await tools.read(eventId)
    expect(listNames(after, 3).sort()).toEqual(finalists.sort())
    expect(after.problems.map(({ code }: Body) => code)).toContain('other-sides')
  })

  it('is refused for a team that was not drawn, for an unknown match, and with an old version', async () => {
    const { eventId, teamIds } = await tools.prepare('Refused', two, ['Owls', 'Foxes', 'Bears'])
    const [one = '', other = '', bears = ''] = [...teamIds.values()]
    const add = (teamId: string, mission: number) =>
      t.ask('POST', t.path(eventId), { payload: { teamId, attempts: [{ mission, values: { score: 1 } }] } })
    expect((await add(one, 1)).status).toBe(400)
    t.ok(await tools.draw(eventId, { sides: [[one], [other]] }))
    expect((await add(bears, 1)).status).toBe(400)
    expect((await add(one, 2)).status).toBe(400)
    expect((await tools.play(eventId, 1, [{ score: 1 }, { score: 0 }], { version: '1' })).status).toBe(409)
    t.ok(await add(one, 1))
    expect((await tools.read(eventId)).problems).toContainEqual({ code: 'side-missing', match: 1, side: 1 })
    expect(await listLogProblems(eventId)).toEqual([])
  })
})

describe('a withdrawal', () => {
  it('is previewed, needs a reason, changes the standing, and can be taken back', async () => {
    const { eventId, teamIds } = await tools.prepare('Withdrawal', two, ['Owls', 'Foxes', 'Bears'])
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    t.ok(await tools.play(eventId, 1, [{ score: 5 }, { score: 0 }]))
    const teamId = teamIds.get('Owls') as string
    const put = (payload: object) => t.ask('PUT', `${tools.path(eventId)}/withdrawals`, { payload })
    expect(listFields(await put({ teamId, isWithdrawn: true }))).toEqual(['reason'])
    t.ok(
      await t.ask('POST', `${tools.path(eventId)}/withdrawals/preview`, {
        payload: { teamId, isWithdrawn: true },
      }),
    )
    const { matches } = t.ok(await put({ teamId, isWithdrawn: true, reason: 'Robot broken' }))
    expect(matches.problems).toMatchObject([{ code: 'withdrawn' }])
    expect(await listLogProblems(eventId)).toEqual([])
    t.ok(await put({ teamId, isWithdrawn: false }))
    expect((await tools.read(eventId)).problems).toEqual([])
    expect(await listLogProblems(eventId)).toEqual([])
  })

  it('is one with the withdrawal of the tab of teams, also before the draw, and its match leaves the schedule', async () => {
    const { eventId, teamIds } = await tools.prepare('One withdrawal', two, ['Owls', 'Foxes', 'Bears'])
    const idOf = (name: string) => teamIds.get(name) as string
    const withdraw = async (name: string, isWithdrawn: boolean) =>
      t.ok(
        await t.ask('PUT', `/api/admin/events/${eventId}/teams/${idOf(name)}/withdrawal`, {
          payload: { isWithdrawn, reason: 'Robot broken' },
        }),
      ).team.withdrawal
    await withdraw('Bears', true)
    const before = await tools.read(eventId)
    expect(before.teams.map(({ name }: Body) => name)).toEqual(['Owls', 'Foxes'])
    await withdraw('Bears', false)
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    const { slotsHash } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/schedule`))
    const plan = { tables: ['A1'], startsAt: '2099-12-05T06:00:00Z', runMinutes: 5, slotsHash }
    t.ok(await t.ask('POST', `/api/admin/events/${eventId}/schedule/generate`, { payload: plan }))
    const countSlots = async () =>
      (await t.ownerPool.query('select 1 from schedule_slots where event_id = $1', [eventId])).rowCount
    const all = await countSlots()
    expect(await withdraw('Owls', true)).toMatchObject({ reason: 'Robot broken' })
    expect((await tools.read(eventId)).problems).toMatchObject([{ code: 'withdrawn' }])
    const open = await countSlots()
    expect(open).toBeLessThan(all ?? 0)
    const { overview } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/overview`))
    expect(overview.runs.planned).toBe(open)
    const put = { teamId: idOf('Owls'), isWithdrawn: false }
    t.ok(await t.ask('PUT', `${tools.path(eventId)}/withdrawals`, { payload: put }))
    expect(await countSlots()).toBe(all)
    const { teams } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/schedule`))
    expect(teams.filter(({ withdrawal }: Body) => withdrawal)).toEqual([])
    expect(await listLogProblems(eventId)).toEqual([])
  })
})

describe('a frozen ranking', () => {
  it('hides results and the pairings that follow from them, and refuses a new draw and withdrawals', async () => {
    const { eventId, teamIds } = await tools.prepare('Frozen', withFinal, ['A1', 'B1', 'B2', 'A2'])
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    t.ok(await tools.play(eventId, 1, [{ score: 1 }, { score: 0 }]))
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
        payload: { at: null },
      }),
    )
    t.ok(await tools.play(eventId, 2, [{ score: 1 }, { score: 0 }]))
    expect(listNames(await tools.read(eventId), 3)).not.toContain(null)
    const withdrawal = { teamId: teamIds.get('A1'), isWithdrawn: true, reason: 'Ill' }
    const refused = [
      await t.ask('PUT', `${tools.path(eventId)}/withdrawals`, { payload: withdrawal }),
      await t.ask('PUT', `${tools.path(eventId)}/withdrawals`, {
        payload: withdrawal,
        headers: { cookie: 'lang=ar' },
      }),
    ]
    expect(refused.map((reply) => [reply.status, reply.json().code, reply.json().msg])).toEqual([
      [409, 'withdrawal-frozen', expect.stringContaining('withdraw a team')],
      [409, 'withdrawal-frozen', expect.stringContaining('انسحاب فريق')],
    ])
    expect(await listLogProblems(eventId)).toEqual([])
    const undrawn = await tools.prepare('Frozen before the draw', withFinal, ['A1', 'B1', 'B2', 'A2'])
    t.ok(
      await t.ask(
        'PUT',
        getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: undrawn.eventId }),
        { payload: { at: null } },
      ),
    )
    const payload = { sides: [...undrawn.teamIds.values()].map((id) => [id]) }
    const draws = [
      await tools.draw(undrawn.eventId, payload),
      await t.ask('POST', `${tools.path(undrawn.eventId)}/draw`, { payload, headers: { cookie: 'lang=ar' } }),
    ]
    expect(draws.map((reply) => [reply.status, reply.json().code, reply.json().msg])).toEqual([
      [409, 'draw-frozen', expect.stringContaining('draw the matches')],
      [409, 'draw-frozen', expect.stringContaining('قرعة المباريات')],
    ])
  })
})

describe('the end of an event', () => {
  it('reveals, publishes as final and advances the sides of the knock-out in their order', async () => {
    const { eventId, teamIds } = await tools.prepare('End', withFinal, ['A1', 'B1', 'B2', 'A2'])
    const sides = [...teamIds.values()].map((id) => [id])
    // the lots decide between the sides that are equal in the knock-out
    t.ok(await tools.draw(eventId, { sides, lots: [0, 1, 3, 2] }))
    for (const number of [1, 2]) t.ok(await tools.play(eventId, number, [{ score: 1 }, { score: 0 }]))
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
        payload: { at: null },
      }),
    )
    t.ok(await tools.play(eventId, 3, [{ score: 0 }, { score: 1 }]))
    const finalists = listNames(await tools.read(eventId), 3)
    const reveal = getPath('POST /api/admin/events/:eventId/results/reveal', { eventId })
    const started = t.ok(
      await t.ask('POST', reveal, { payload: { isRehearsal: false, rankCount: 4 } }),
    ).reveal
    // the finalists share a rank until visitors see the final
    expect(started.rows.map(({ name, rank }: Body) => [name, rank])).toEqual([
      ['A1', 1],
      ['B1', 1],
      ['A2', 3],
      ['B2', 4],
    ])
    t.ok(await t.ask('DELETE', reveal))
    t.ok(await t.ask('DELETE', getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId })))
    await t.ownerPool.query(
      `insert into team_people (id, team_id, competition_id, kind, name) select gen_random_uuid(), id, competition_id, 'member', 'Noura of ' || name from teams where id = any($1)`,
      [[...teamIds.values()]],
    )
    t.ok(
      await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
        payload: { status: 'final' },
      }),
    )
    const { certificates } = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/certificates', { eventId })),
    )
    expect(certificates.filter(({ rank }: Body) => rank === 1).map(({ name }: Body) => name)).toEqual([
      `Noura of ${finalists[1]}`,
    ])
    const { Scores } = (await t.board(eventId)).event
    expect(Scores.slice(0, 2).map(({ rank, teamId }: Body) => [rank, teamId.name])).toEqual([
      [1, finalists[1]],
      [2, finalists[0]],
    ])
    t.ok(
      await t.ask('POST', getPath('POST /api/admin/events/:eventId/results/advancements', { eventId }), {
        payload: { lastRank: 1, count: 1, stage: 'national' },
      }),
    )
    const { rows } = await t.ownerPool.query('select name from teams where stage = $1 and id = any($2)', [
      'national',
      [...teamIds.values()],
    ])
    expect(rows).toEqual([{ name: finalists[1] }])
    expect(await listLogProblems(eventId)).toEqual([])
  })
})
