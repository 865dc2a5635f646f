import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'
import { createMatchEvent } from '../../support/api/match-sheets.ts'
import { recordStatements } from '../../support/api/recorded-statements.ts'

let t: JudgesApp
beforeAll(async () => {
  t = await startJudgesApp()
})
afterAll(() => t.close())

/** Describes a statement by its verb, the tables that it names and its beginning. */
const summarizeStatement = (text: string, index: number) => {
  const tables = [...text.matchAll(/\b(?:from|join|into|(?<!for |do )update) "?(\w+)\b(?!\()/g)].map(
    ([, table]) => table,
  )
  const verb = /\w+/.exec(text)?.[0]
  return `${index + 1}. ${verb} ${[...new Set(tables)].join(', ')}\n     ${text.replace(/\s+/g, ' ').slice(0, 150)}`
}

/**
 * Prints how many statements a write sends to the database, with those that begin and end its transaction,
 * and expects at most `limit`. A change that saves statements lowers the limit.
 */
const expectStatements = async (name: string, limit: number, write: () => Promise<unknown>) => {
  const statements = await recordStatements(write)
  console.info(`${name}: ${statements.length} statements, at most ${limit}`)
  const list = statements.map(summarizeStatement).join('\n')
  expect(statements.length, `Statements of ${name}:\n${list}\n`).toBeLessThanOrEqual(limit)
}

type Attempt = { id: string; version: string }
/** Sends a sheet and returns the attempts that it recorded, as a correction names them. */
const sendSheet = async (token: string, sheet: object): Promise<Attempt[]> =>
  t
    .ok(await t.askAsJudge('POST', getPath('POST /api/v1/judge/sheets'), token, sheet))
    .attempts.map(({ id, version }: Attempt) => ({ id, version }))

it('a posted score of a known participant', async () => {
  const event = await t.event({ title_en: 'Posted', eventCode: 'POST' })
  const key = await t.key(event._id)
  const post = async (mission: number) =>
    t.ok(await t.post('POST', key, { email: 'sara@x.org', name: 'Sara', mission, score: 10, time: 20 }))
  // the first one also creates the entry and the score log
  await post(1)
  await expectStatements('a posted score', 14, () => post(2))
})

it('a sheet of a judge and its correction, with the session of the judge', async () => {
  const { _id: eventId } = await t.event({ title_en: 'Sheets' })
  const team = await addEventTeam(t, eventId, 'Falcons')
  const { token } = await t.createSignedInJudge(eventId, { tables: ['A'] })
  for (const round of [1, 2, 3]) {
    const payload = { round, table: 'A', startsAt: `2026-12-05T1${round}:00:00Z`, teamId: team.id }
    t.ok(await t.ask('POST', `/api/admin/events/${eventId}/schedule/slots`, { payload }))
  }
  // the first one also creates the entry and the score log
  await sendSheet(token, createSheet(team.id, { round: 1 }))
  let expected: Attempt[] = []
  await expectStatements('a sheet', 18, async () => {
    expected = await sendSheet(token, createSheet(team.id, { round: 2 }))
  })
  const correction = { round: 2, score: 60, expected, replaces: expected[0]?.id }
  await expectStatements('a correction of a sheet', 19, () =>
    sendSheet(token, createSheet(team.id, correction)),
  )
})

it('a sheet of a match in a group of three sides and its correction, with the session of the judge', async () => {
  const { eventId, sides } = await createMatchEvent(t, 'Matches')
  const { token } = await t.createSignedInJudge(eventId)
  const [[first = ''] = [], [second = ''] = [], [third = ''] = []] = sides
  const createMatchSheet = (match: number, [one, other]: [string, string], fields: object = {}) =>
    createSheet(one, {
      ...{ round: match, score: 0, timeMs: 0, values: { score: 2 }, ruleVersion: 1 },
      opponent: { teamId: other, values: { score: 1 } },
      ...fields,
    })
  // the first one also creates the score log
  await sendSheet(token, createMatchSheet(1, [second, third]))
  let expected: Attempt[] = []
  await expectStatements('a sheet of a match', 21, async () => {
    expected = await sendSheet(token, createMatchSheet(2, [third, first]))
  })
  await expectStatements('a correction of a sheet of a match', 24, () =>
    sendSheet(token, createMatchSheet(2, [third, first], { values: { score: 3 }, expected })),
  )
})
