import { createMatchRuleSet, plainKnockOut, singleGroup } from '../rules/matches.ts'
import type { JudgesApp } from './judges.ts'
import { addEventTeam } from './judging.ts'

/**
 * The rules of a group whose first two meet in a final, with the fields `score`, `shoot_out`, which decides a
 * drawn final, and `cards`.
 */
export const createFinalRuleSet = (matches: object = {}) =>
  createMatchRuleSet({
    groups: singleGroup,
    knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 2 } }],
    ...matches,
  })

/**
 * Creates an event with three sides in one group: match 1 is between the second and the third, match 2
 * between the third and the first, match 3 between the first and the second. Match 4 is the final of the
 * first two.
 */
export const createMatchEvent = async (t: JudgesApp, title: string, teamsPerSide = 1) => {
  const eventId = (await t.event({ title_en: title }))._id as string
  const names = ['Falcons', 'Owls', 'Storks', 'Eagles', 'Hawks', 'Larks'].slice(0, 3 * teamsPerSide)
  const teamIds: string[] = []
  for (const name of names) teamIds.push((await addEventTeam(t, eventId, name)).id)
  const ruleSet = createFinalRuleSet({ teamsPerSide })
  t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, { payload: { ruleSet, version: null } }))
  const sides = [0, 1, 2].map((side) => teamIds.slice(side * teamsPerSide, (side + 1) * teamsPerSide))
  const draw = { sides, groups: [[0, 1, 2]], lots: [0, 1, 2] }
  t.ok(await t.ask('POST', `/api/admin/events/${eventId}/matches/draw`, { payload: draw }))
  return { eventId, sides }
}
