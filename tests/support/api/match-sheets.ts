import { randomUUIDv7 } from 'node:crypto'
import { upsertEventDraw } from '#server/features/scores/service.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup } from '../rules/matches.ts'
import type { JudgesApp } from './judges.ts'
import { addEventTeam } from './judging.ts'

/** The rules of a group whose first two meet in a final, with the fields `score`, `shoot_out`, which decides a drawn final, and `cards`. */
export const createFinalRuleSet = (matches: object = {}) =>
  createMatchRuleSet({ groups: singleGroup, knockOuts: [{ ...plainKnockOut, places: { from: 1, to: 2 } }], ...matches })

/** Draws sides of teams into one group. Returns nothing; the sides keep their order. */
export const drawOneGroup = async (t: JudgesApp, eventId: string, sides: readonly (readonly string[])[]): Promise<void> => {
  const entries = sides.flat().map((teamId) => ({ teamId, entryId: randomUUIDv7() }))
  const toEntry = (teamId: string) => entries.find((entry) => entry.teamId === teamId)?.entryId ?? ''
  const numbers = sides.map((_, side) => side)
  await upsertEventDraw(
    t.database.db,
    eventId,
    { randomSeed: '1'.repeat(32), sides: sides.map((side) => side.map(toEntry)), groups: [numbers], lots: numbers, withdrawn: [] },
    entries,
  )
}

/**
 * Creates an event with three sides in one group: match 1 is between the second and the third, match 2 between the third and the first, match 3 between the first and the
 * second. Match 4 is the final of the first two.
 */
export const createMatchEvent = async (t: JudgesApp, title: string, { teamsPerSide = 1, matches = {} } = {}) => {
  const event = await t.event({ title_en: title })
  const eventId = event._id as string
  const names = ['Falcons', 'Owls', 'Storks', 'Eagles', 'Hawks', 'Larks'].slice(0, 3 * teamsPerSide)
  const teams = []
  for (const name of names) teams.push(await addEventTeam(t, eventId, name))
  const ruleSet = createFinalRuleSet({ teamsPerSide, ...matches })
  t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, { payload: { ruleSet, version: null } }))
  const sides = [0, 1, 2].map((side) => teams.slice(side * teamsPerSide, (side + 1) * teamsPerSide).map(({ id }) => id))
  await drawOneGroup(t, eventId, sides)
  return { eventId, teams, sides }
}
