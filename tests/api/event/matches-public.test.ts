import { afterAll, beforeAll, expect, it } from 'vitest'
import { getMatchesPagePath } from '#contract/event/matches/match.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { listPublicEventsWithDrawnTeam } from '#server/event/schedule/service.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { createMatchTools } from '../../support/api/matches.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let tools: ReturnType<typeof createMatchTools>
beforeAll(async () => {
  t = await startJudgesApp()
  tools = createMatchTools(t)
})
afterAll(() => t.close())

const names = ['Falcons', 'Hawks', 'Owls', 'Kites']
const ruleSet = createMatchRuleSet({
  standing: [{ of: 'points' }, { of: 'headToHead', apply: 'once', by: ['points'] }, { of: 'lot' }],
  groups: singleGroup,
  knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 2 } }],
})
/**
 * Creates an event with one group, in which 1 is Falcons–Kites, 2 Hawks–Owls, 3 Owls–Falcons, 4 Kites–Hawks,
 * 5 Falcons–Hawks, 6 Owls–Kites, and 7 the final.
 */
const prepare = async (title: string) => {
  const { eventId, teamIds } = await tools.prepare(title, ruleSet, names)
  t.ok(
    await tools.draw(eventId, {
      sides: names.map((name) => [teamIds.get(name) as string]),
      lots: [0, 1, 2, 3],
    }),
  )
  return { eventId }
}
const play = async (eventId: string, match: number, one: number, other: number) =>
  t.ok(await tools.play(eventId, match, [{ score: one }, { score: other }]))
const read = async (eventId: string, lang = 'en'): Promise<Body> =>
  t.ok(
    await t.visitor(`${getPath('GET /api/v1/events/:idOrSlug/matches', { idOrSlug: eventId })}?lang=${lang}`),
  ).tournament
const listStanding = ({ groups, sides }: Body) =>
  groups[0].rows.map(({ side, points, reason }: Body) => [sides[side].teams[0].name, points, reason])

it('shows visitors groups and matches with reasons in their language, and the final once its sides are known', async () => {
  const { eventId } = await prepare('Shown')
  expect(listStanding(await read(eventId)).map(([, , reason]: Body) => reason)).toEqual([
    null,
    null,
    null,
    null,
  ])
  for (const [match, one, other] of [
    [1, 2, 0],
    [2, 0, 1],
    [3, 3, 1],
    [4, 0, 2],
    [5, 1, 0],
  ] as const)
    await play(eventId, match, one, other)
  const open = await read(eventId)
  expect(open.groups[0].isComplete).toBe(false)
  expect(open.pairings.at(-1).sides[0]).toEqual({
    source: { of: 'entrant', nth: 1 },
    side: null,
    isOpen: true,
  })

  await play(eventId, 6, 0, 1)
  const tournament = await read(eventId)
  expect(listStanding(tournament)).toEqual([
    ['Owls', 6, 'Equal on 6 points. Better in the match between them: \u20663:1\u2069'],
    ['Falcons', 6, 'More points: 6 against 3'],
    ['Hawks', 3, 'Equal on 3 points. Better in the match between them: \u20662:0\u2069'],
    ['Kites', 3, null],
  ])
  expect((await read(eventId, 'ar')).groups[0].rows[0].reason).toBe(
    'تعادل برصيد 6 نقاط. أفضل في المباراة بينهما: \u20663:1\u2069',
  )
  expect(
    tournament.pairings.at(-1).sides.map(({ side }: Body) => tournament.sides[side].teams[0].name),
  ).toEqual(['Owls', 'Falcons'])
})

it('explains the ranks of the scoreboard by the same matches, without what would have been needed', async () => {
  const { eventId } = await prepare('Explained')
  for (const [match, one, other] of [
    [1, 1, 1],
    [2, 1, 0],
    [3, 2, 0],
    [4, 0, 0],
    [5, 2, 0],
    [6, 1, 0],
  ] as const)
    await play(eventId, match, one, other)
  await play(eventId, 7, 1, 0)
  const { event } = t.ok(await t.visitor(getPath('GET /api/v1/events/scores/:eventId', { eventId })))
  expect(event.rules.isByMatches).toBe(true)
  const [first, second] = event.Scores
  const readReason = async (id: string) =>
    t.ok(
      await t.visitor(
        getPath('GET /api/v1/events/scores/:eventId/entries/:entryId', { eventId, entryId: id }),
      ),
    ).explanation
  const won = await readReason(first._id)
  expect(won.next).toMatchObject({ name: 'Falcons', rank: 2, key: null })
  expect(won.next.text.en).toBe('Won the match between them: \u20661:0\u2069')
  const lost = await readReason(second._id)
  expect(lost.next.text.en).toBe('Qualified for Match')
  expect(lost.higher).toBeNull()
})

it('hides results after a freeze, and the pairings that follow from them', async () => {
  const { eventId } = await prepare('Frozen')
  for (const [match, one, other] of [
    [1, 2, 0],
    [2, 0, 1],
    [3, 3, 1],
    [4, 0, 2],
    [5, 1, 0],
  ] as const)
    await play(eventId, match, one, other)
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), {
      payload: { at: null },
    }),
  )
  const before = await t.visitor(getPath('GET /api/v1/events/:idOrSlug/matches', { idOrSlug: eventId }))
  await play(eventId, 6, 0, 1)
  expect((await tools.read(eventId)).tournament.groups[0].isComplete).toBe(true)
  expect((await t.visitor(getPath('GET /api/v1/events/:idOrSlug/matches', { idOrSlug: eventId }))).body).toBe(
    before.body,
  )
  t.ok(await t.ask('DELETE', getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId })))
  expect((await read(eventId)).groups[0].isComplete).toBe(true)
})

it('is empty before the draw, and not found for an event without matches', async () => {
  const { eventId } = await tools.prepare('Undrawn', ruleSet, [])
  expect(await read(eventId)).toMatchObject({ drawnAt: null, sides: [], groups: [], pairings: [] })
  const plain = await t.event({ title_en: 'Runs' })
  for (const id of [plain._id, 'none'])
    expect((await t.visitor(getPath('GET /api/v1/events/:idOrSlug/matches', { idOrSlug: id }))).status).toBe(
      404,
    )
  expect((await t.visitor(getMatchesPagePath(plain.slug))).status).toBe(404)
})

it('is in the sitemap and among the events of its teams once it is drawn', async () => {
  const { eventId } = await tools.prepare('Listed', ruleSet, names)
  const { slug } = t.ok(await t.visitor(getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }))).event
  const { teams } = await tools.read(eventId)
  t.ok(await tools.draw(eventId, { sides: teams.map(({ id }: Body) => [id]) }))
  const [{ id: teamId }] = teams
  const { title_en: en, title_ar: ar } = t.ok(
    await t.visitor(getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId })),
  ).event
  expect(await listPublicEventsWithDrawnTeam(t.database.db, teamId)).toEqual([{ slug, title: { en, ar } }])
  expect((await t.visitor('/sitemap.xml')).body).toContain(`${getMatchesPagePath(slug)}</loc>`)
})
