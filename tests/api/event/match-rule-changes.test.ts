import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
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

const groups = { ...singleGroup, count: 2 }
const final = { ...plainKnockOut, places: { from: 1, to: 1 } }
const withFinal = createMatchRuleSet({ groups, knockOuts: [final] })
const change = (matches: Partial<MatchRules>): RuleSet => ({
  ...withFinal,
  matches: { ...withFinal.matches, ...matches },
})
const save = async (eventId: string, ruleSet: RuleSet | null) => {
  const { version } = t.ok(
    await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId })),
  )
  return t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    payload: { ruleSet, version },
  })
}
const preview = (eventId: string, ruleSet: RuleSet | null) =>
  t.ask('POST', getPath('POST /api/admin/events/:eventId/rule-set/preview', { eventId }), {
    payload: { ruleSet },
  })
/** Creates an event with two groups of two and a final, and draws it. */
const drawEvent = async (title: string, ruleSet: RuleSet = withFinal): Promise<string> => {
  const { eventId, teamIds } = await tools.prepare(title, ruleSet, ['A1', 'B1', 'B2', 'A2'])
  t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
  return eventId
}

const refused = {
  'two legs': change({ groups: { ...groups, legs: 2 } }),
  'more games in the final': change({ knockOuts: [{ ...final, bestOf: 3 }] }),
  'a match for the third place': change({
    knockOuts: [{ ...final, places: { from: 1, to: 2 }, thirdPlace: true }],
  }),
  'more groups': change({ groups: { ...groups, count: 3 } }),
  'larger sides': change({ teamsPerSide: 2 }),
  'no matches': null,
}

describe('rules with other matches', () => {
  it('are refused once a match has a result, in the preview as when they are saved', async () => {
    const eventId = await drawEvent('Rules after play')
    t.ok(await tools.play(eventId, 1, [{ score: 1 }, { score: 0 }]))
    for (const [name, ruleSet] of Object.entries(refused))
      for (const reply of [await preview(eventId, ruleSet), await save(eventId, ruleSet)])
        expect([reply.status, reply.json().fields], name).toMatchObject([
          400,
          [{ field: 'ruleSet.matches', code: 'has-results' }],
        ])
    const { tournament } = await tools.read(eventId)
    expect(tournament.pairings[0].matches[0].result.scores).toEqual([1, 0])
    t.ok(await save(eventId, change({ points: { win: 2, draw: 1, loss: 0 } })))
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })

  it('are saved before the first result', async () => {
    const eventId = await drawEvent('Rules before play')
    t.ok(await preview(eventId, refused['two legs']))
    t.ok(await save(eventId, refused['two legs']))
    const { tournament } = await tools.read(eventId)
    expect(tournament.pairings.flatMap(({ matches }: Body) => matches)).toHaveLength(5)
    t.ok(await save(eventId, refused['more groups']))
    expect((await tools.read(eventId)).tournament.drawnAt).toBeNull()
  })
})

describe('rules with other sides in the knock-out', () => {
  it('say in the preview which played match would have other sides, and what needs a decision', async () => {
    const eventId = await drawEvent('Other finalists')
    const secondPlaces = change({ knockOuts: [{ ...final, places: { from: 2, to: 2 } }] })
    expect(t.ok(await preview(eventId, secondPlaces)).matches).toBeNull()
    for (const number of [1, 2, 3]) t.ok(await tools.play(eventId, number, [{ score: 1 }, { score: 0 }]))
    expect(t.ok(await preview(eventId, withFinal)).matches).toEqual({
      changedMatches: [],
      changedRanks: [],
      problems: [],
    })
    const { matches } = t.ok(await preview(eventId, secondPlaces))
    expect(matches.changedMatches).toMatchObject([{ match: 3, isPlayed: true }])
    expect(matches.problems).toMatchObject([{ code: 'other-sides', match: 3 }])
    t.ok(await save(eventId, secondPlaces))
    expect((await tools.read(eventId)).problems).toContainEqual(matches.problems[0])
  })
})
