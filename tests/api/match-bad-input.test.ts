import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkScoreLog } from '#server/features/score-log/check.ts'
import { type JudgesApp, startJudgesApp } from '../support/api/judges.ts'
import { createMatchTools } from '../support/api/matches.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../support/rules/matches.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let tools: ReturnType<typeof createMatchTools>
beforeAll(async () => {
  t = await startJudgesApp()
  tools = createMatchTools(t)
})
afterAll(() => t.close())

const withFinal = createMatchRuleSet({
  groups: { ...singleGroup, count: 2 },
  knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 1 } }],
})

describe('the result of a match', () => {
  it('is refused for sides that do not meet in it, in the preview, too; a knock-out may have others', async () => {
    const names = ['A1', 'B1', 'B2', 'A2', 'A3', 'B3']
    const { eventId, teamIds } = await tools.prepare('Other sides', withFinal, names)
    t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
    const { tournament, version } = await tools.read(eventId)
    const [one, other] = tournament.pairings[0].sides.map(({ side }: Body) => side)
    const absent = [0, 1, 2, 3, 4, 5].find((side) => side !== one && side !== other) as number
    const ask = (match: number, pair: readonly [number, number], isPreview: boolean) => {
      const sides = pair.map((side, nth) => ({ side, values: { score: nth } }))
      return isPreview
        ? t.ask('POST', `${tools.path(eventId)}/${match}/preview`, { payload: { sides } })
        : t.ask('PUT', `${tools.path(eventId)}/${match}`, { payload: { sides, version } })
    }
    const list = async (match: number, pair: readonly [number, number]) =>
      Promise.all(
        [true, false].map(async (isPreview) => {
          const reply = await ask(match, pair, isPreview)
          return [reply.status, ...reply.json().fields.map(({ field, code }: Body) => `${field} ${code}`)]
        }),
      )
    const twice = (problem: string) => [
      [400, problem],
      [400, problem],
    ]
    expect(await list(1, [one, absent])).toEqual(twice('sides.1.side unknown-value'))
    expect(await list(1, [77, other])).toEqual(twice('sides.0.side not-drawn'))
    expect(await list(1, [one, one])).toEqual(twice('sides.1.side twice'))
    expect(await list(99, [one, other])).toEqual(twice('matchNumber unknown-value'))
    expect((await tools.read(eventId)).problems).toEqual([])
    t.ok(await ask(7, [one, other], true))
    t.ok(await ask(7, [one, other], false))
    expect((await checkScoreLog(t.database.db, eventId)).problems).toEqual([])
  })
})
