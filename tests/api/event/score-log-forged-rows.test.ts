import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  LoggedParticipant,
  LoggedRule,
  LoggedValues,
  ScoreLogHead,
  ScoreLogKind,
} from '#contract/event/scores/score-log.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { anonymousNames } from '#contract/people/teams/person-name.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { insertPublishedScoreLogHead } from '#server/event/score-log/queries.ts'
import {
  generateSalt,
  type HashedParticipant,
  hashParticipantAndTeam,
  hashRuleSet,
  lockAndAppendScoreLog,
  readEventRuleForLog,
  type SaltedEntry,
  saltedEntryColumnsSql,
  toEventScoreLogChange,
} from '#server/event/scores/log/queries-append.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { addRegisteredTeam } from '../../support/api/judging.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

/**
 * Somebody with the rights of the application's role adds rows whose hashes are right, and changes the
 * results to match.
 */
let t: ScoresApp
let log: ReturnType<typeof createScoreLogTools>
let engineers: RuleSet
let number = 0
beforeAll(async () => {
  t = await startScoresApp()
  log = createScoreLogTools(t)
  engineers = await t.ruleSetTemplate('future_engineers')
})
afterAll(() => t.close())

const publishFinal = async (id: string): Promise<ScoreLogHead> => {
  const { results } = t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: id }), {
      payload: { status: 'final' },
    }),
  )
  return { sequence: results.logSequence, hash: results.logHash }
}
/**
 * Creates an event with final results of these participants, the first of whom wins. Returns its id, the
 * published head and its entries by rank.
 */
const createFinalEvent = async (participants: object[]) => {
  const { _id: id } = await t.event({ title_en: `Forged ${++number}` })
  for (const [index, participant] of participants.entries())
    t.ok(
      await t.ask('POST', t.path(id), {
        payload: { ...participant, attempts: [{ mission: 1, score: 40 - index, timeMs: 1000 }] },
      }),
    )
  const printed = await publishFinal(id)
  const { rows } = await t.database.db.execute<SaltedEntry>(
    sql`select ${saltedEntryColumnsSql} from score_entries where event_id = ${id} order by total_score desc`,
  )
  expect(await log.listProblems(id)).toEqual([])
  return { id, printed, entries: rows as [SaltedEntry, SaltedEntry] }
}
const forge = (
  eventId: string,
  kind: ScoreLogKind,
  rows: { entryId: string | null; before?: LoggedValues | null; after: LoggedValues | null }[],
) =>
  inTransaction(t.database.db, (tx) =>
    lockAndAppendScoreLog(
      tx,
      { eventId, kind, actorId: null, source: 'system' },
      rows.map((row) => ({ attemptId: null, before: null, ...row })),
    ),
  )
/** Gives entries other participants, and forges a row about each of them. */
const replaceParticipants = async (
  eventId: string,
  kind: 'participant' | 'erase',
  participants: HashedParticipant[],
  toValues: (participant: LoggedParticipant) => LoggedValues,
) => {
  const salted = participants.map((participant) => ({
    ...participant,
    participantSalt: generateSalt(),
  }))
  // two entries of an event never have the same participant
  await t.database.pool.query(
    "update score_entries set participant_key = 'guest:' || id where event_id = $1",
    [eventId],
  )
  for (const {
    id,
    participantKey,
    playerName,
    teamNo,
    teamName,
    schoolName,
    teamId,
    participantSalt,
  } of salted)
    await t.database.pool.query(
      `update score_entries set participant_key = $2, player_name = $3, team_no = $4, team_name = $5, school = $6, team_id = $7, participant_salt = $8 where id = $1`,
      [id, participantKey, playerName, teamNo, teamName, schoolName, teamId, participantSalt],
    )
  await forge(
    eventId,
    kind,
    salted.map((entry) => ({
      entryId: entry.id,
      after: toValues(hashParticipantAndTeam(entry.participantSalt, entry)),
    })),
  )
}
const swap = ([first, second]: [SaltedEntry, SaltedEntry]) => [
  { ...second, id: first.id },
  { ...first, id: second.id },
]
const toErasure = (standing: LoggedParticipant): LoggedValues => ({ standing, frozen: null })
const guests = [{ teamName: 'Hawks' }, { teamName: 'Owls' }]
const createTeams = async () =>
  [await addRegisteredTeam(t, `Falcons ${number}`), await addRegisteredTeam(t, `Kites ${number}`)] as const

test('a row that adds a rule set to final results is found', async () => {
  const { id, printed } = await createFinalEvent(guests)
  const before = await readEventRuleForLog(t.database.db, id)
  const after: LoggedRule = { ...before, ruleSetVersion: 1, ruleSetHash: hashRuleSet(engineers) }
  await t.database.pool.query(
    'insert into event_rule_sets (event_id, version, document) values ($1, 1, $2)',
    [id, JSON.stringify(engineers)],
  )
  await forge(id, 'rule', [{ entryId: null, before, after }])
  expect(await log.listProblems(id)).toContain(`changed-after-final ${printed.sequence + 1}`)
})

test('erasures that swap guests are found, under their names and under the name of an erased player', async () => {
  const { id, entries } = await createFinalEvent(guests)
  await replaceParticipants(id, 'erase', swap(entries), toErasure)
  expect(await log.listProblems(id)).toEqual(['erasure-differs', 'erasure-differs'])

  const other = await createFinalEvent(guests)
  const erased = swap(other.entries).map((entry) => ({
    ...entry,
    participantKey: `erased:${entry.id}`,
    playerName: anonymousNames.player,
  }))
  await replaceParticipants(other.id, 'erase', erased, toErasure)
  expect(await log.listProblems(other.id)).toEqual(['erasure-differs', 'erasure-differs'])
})

test('erasures that swap registered teams are found', async () => {
  const { id, printed, entries } = await createFinalEvent(
    (await createTeams()).map((team) => ({ teamId: team.id })),
  )
  await replaceParticipants(id, 'erase', swap(entries), toErasure)
  expect(await log.listProblems(id)).toEqual([
    `step-wrong ${printed.sequence + 1}`,
    `step-wrong ${printed.sequence + 2}`,
  ])
})

test('corrections that swap participants of final results are listed, those after the published head apart', async () => {
  const { id, printed, entries } = await createFinalEvent(guests)
  await replaceParticipants(id, 'participant', swap(entries), (participant) => ({
    ...participant,
    isCorrection: true,
  }))
  const forged = [printed.sequence + 1, printed.sequence + 2]
  const { check } = t.ok(
    await t.ask('GET', getPath('GET /api/admin/events/:eventId/score-log/check', { eventId: id })),
  )
  expect(check).toMatchObject({ problems: [], corrections: [], correctionsAfterPublication: forged })
  t.ok(
    await t.ask(
      'POST',
      getPath('POST /api/admin/events/:eventId/results/publication/take-back', { eventId: id }),
      {
        payload: { reason: 'Looked at again.' },
      },
    ),
  )
  await publishFinal(id)
  expect(await log.check(id)).toMatchObject({
    problems: [],
    corrections: forged,
    correctionsAfterPublication: [],
  })
})

test('a published head that was added hides no erasure from someone who knows an earlier head', async () => {
  const { id, printed, entries } = await createFinalEvent(guests)
  const [winner] = entries
  const erased = {
    ...winner,
    participantKey: `erased:${winner.id}`,
    playerName: anonymousNames.player,
    teamName: '',
  }
  await replaceParticipants(id, 'erase', [erased], toErasure)
  await t.database.pool.query(
    "update score_entries set participant_key = 'guest:owls' where event_id = $1 and team_name = 'Owls'",
    [id],
  )
  const { head } = await log.check(id)
  await insertPublishedScoreLogHead(t.database.db, id, head)
  expect(await log.check(id)).toMatchObject({
    problems: [],
    erasures: [head.sequence],
    erasuresAfterPublication: [],
  })
  expect(await checkScoreLog(t.database.db, id, [printed])).toMatchObject({
    ...{
      problems: [],
      erasures: [],
      erasuresAfterPublication: [head.sequence],
      lastPublishedSequence: printed.sequence,
    },
    ...{ publications: [printed.sequence], takeBacks: [] },
  })
})

test('rows after the end of a log are found', async () => {
  const { id, printed } = await createFinalEvent(guests)
  const rule = await readEventRuleForLog(t.database.db, id)
  await forge(id, 'purge', [toEventScoreLogChange(null, null)])
  await forge(id, 'rule', [toEventScoreLogChange(null, rule)])
  expect(await log.listProblems(id)).toContain(`step-wrong ${printed.sequence + 2}`)
})

test('an entry of an account that lost its team is found, unless the team was deleted', async () => {
  const { rows } = await t.ownerPool.query(
    `insert into users (id, role, first_name, last_name, email) values (gen_random_uuid(), 'student', 'Lina', 'Haddad', 'lina@forged.sa') returning id`,
  )
  const [falcons, kites] = await createTeams()
  const { id } = await createFinalEvent([{ userId: rows[0].id, teamId: falcons.id }, { teamId: kites.id }])
  const setTeam = (teamId: string | null) =>
    t.database.pool.query(
      "update score_entries set team_id = $2 where event_id = $1 and participant_key like 'user:%'",
      [id, teamId],
    )
  await setTeam(null)
  expect(await log.listProblems(id)).toEqual(['participant-differs'])
  await setTeam(falcons.id)
  await t.ownerPool.query('delete from teams where id = any($1)', [[falcons.id, kites.id]])
  const { rows: left } = await t.database.pool.query(
    'select team_id from score_entries where event_id = $1',
    [id],
  )
  expect(left).toEqual([{ team_id: null }, { team_id: null }])
  expect(await log.listProblems(id)).toEqual([])
})
