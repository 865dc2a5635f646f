import { getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import { events } from '#server/db/schema/events.ts'
import { certificates, publishedResults } from '#server/db/schema/results.ts'
import {
  drawnEntries,
  eventRuleSets,
  frozenScoreAttempts,
  frozenScoreEntries,
  matchDraws,
  rankingFreezes,
  scoreAttempts,
  scoreEntries,
} from '#server/db/schema/scores.ts'
import { checkedColumns } from '#server/features/score-log/checked-columns.ts'
import { addRegisteredTeam } from '../support/api/judging.ts'
import { createMatchTools } from '../support/api/matches.ts'
import { createScoreLogTools } from '../support/api/score-log.ts'
import { type ScoresApp, startScoresApp } from '../support/api/scores.ts'
import { createMatchRuleSet, singleGroup } from '../support/rules/matches.ts'

let t: ScoresApp
let log: ReturnType<typeof createScoreLogTools>
let engineers: RuleSet
let otherEventId: string
let number = 0
beforeAll(async () => {
  t = await startScoresApp()
  log = createScoreLogTools(t)
  engineers = await t.ruleSetTemplate('future_engineers')
  otherEventId = (await t.event({ title_en: 'Other' }))._id
  t.ok(await t.ask('PUT', `${paths.adminResults(otherEventId)}/freeze`, { payload: { at: null } }))
})
afterAll(() => t.close())

/** Creates an event with a rule set, a guest, an account, and two teams with a member each. */
const createRuledEvent = async (): Promise<string> => {
  const id = (await t.event({ title_en: `Columns ${++number}` }))._id
  t.ok(
    await t.ask('PUT', `/api/admin/events/${id}/rule-set`, {
      payload: { ruleSet: engineers, version: null },
    }),
  )
  const { rows } = await t.ownerPool.query(
    `insert into users (id, role, first_name, last_name, email) values (gen_random_uuid(), 'student', 'Lina', 'Haddad', $1) returning id`,
    [`lina-${number}@school.sa`],
  )
  const teams = [
    await addRegisteredTeam(t, `Falcons ${number}`),
    await addRegisteredTeam(t, `Kites ${number}`),
  ]
  for (const { id: teamId, competitionId } of teams)
    await t.ownerPool.query(
      `insert into team_people (id, team_id, competition_id, kind, name) values (gen_random_uuid(), $1, $2, 'member', 'Noura')`,
      [teamId, competitionId],
    )
  const participants = [
    { teamName: 'Hawks' },
    { userId: rows[0].id },
    ...teams.map(({ id: teamId }) => ({ teamId })),
  ]
  for (const [index, participant] of participants.entries()) {
    const attempts = [1, 3].map((mission) => ({ mission, values: { points: 30 - index, time: 60_000 } }))
    t.ok(await t.ask('POST', t.path(id), { payload: { ...participant, attempts } }))
  }
  return id
}
const createFinalEvent = async (): Promise<string> => {
  const id = await createRuledEvent()
  t.ok(await t.ask('PUT', paths.adminPublishedResults(id), { payload: { status: 'final' } }))
  return id
}
/** Creates an event that is played in matches, with a draw and no results. */
const createDrawnEvent = async (): Promise<string> => {
  const tools = createMatchTools(t)
  const { eventId, teamIds } = await tools.prepare(
    `Matches ${++number}`,
    createMatchRuleSet({ groups: singleGroup }),
    ['Owls', 'Foxes'],
  )
  t.ok(await tools.draw(eventId, { sides: [...teamIds.values()].map((id) => [id]) }))
  return eventId
}
const createFrozenEvent = async (): Promise<string> => {
  const id = await createRuledEvent()
  t.ok(await t.ask('PUT', `${paths.adminResults(id)}/freeze`, { payload: { at: null } }))
  const attempts = [{ mission: 2, values: { points: 9, time: 60_000 } }]
  t.ok(await t.ask('POST', t.path(id), { payload: { teamName: 'Hawks', attempts } }))
  return id
}

/** Statements that change each checked column of the entries of an event in one of both tables. */
const buildEntryChanges = (table: string): Record<string, string> => {
  const set = (assignment: string, where = 'true') =>
    `update ${table} set ${assignment} where event_id = $1 and ${where}`
  const ofUser = "participant_key like 'user:%'"
  const ofTeam = "participant_key like 'team:%'"
  return {
    id: `insert into ${table} (id, event_id, participant_key) values (gen_random_uuid(), $1, 'guest:nobody')`,
    eventId: set("event_id = 'OTHER'", ofUser),
    participantKey: set("participant_key = 'guest:somebody'", "team_name = 'Hawks'"),
    participantSalt: set('participant_salt = null', ofUser),
    userId: set('user_id = null', ofUser),
    teamId: set(`team_id = (select max(id::text)::uuid from teams where id <> ${table}.team_id)`, ofTeam),
    playerName: set("player_name = 'Sara'", ofUser),
    teamNo: set("team_no = '1'", ofTeam),
    teamName: set("team_name = 'Owls'", "team_name = 'Hawks'"),
    schoolName: set("school = 'Green'", ofTeam),
    missionType: set('mission_type = 3', ofUser),
    score: set('score = score + 0.001'),
    timeMs: set('time_ms = time_ms + 1'),
    totalScore: set('total_score = total_score + 0.001'),
    totalTimeMs: set('total_time_ms = total_time_ms + 1'),
    reachedAt: set("reached_at = reached_at + interval '1 millisecond'"),
    ruleSetKey: set('rule_set_key[1] = -99', ofUser),
    hasRankOfAlliance: set('has_rank_of_alliance = true', ofUser),
    attemptCount: set('attempt_count = attempt_count + 1'),
  }
}
const buildAttemptChanges = (table: string, entries: string): Record<string, string> => {
  const set = (assignment: string) =>
    `update ${table} set ${assignment} where entry_id in (select id from ${entries} where event_id = $1) and mission = 1`
  return {
    id: set('id = gen_random_uuid()'),
    entryId: set(`entry_id = (select id from ${entries} where event_id = $1 and team_name = 'Hawks')`),
    mission: set('mission = 2'),
    score: set('score = score + 0.001'),
    timeMs: set('time_ms = time_ms + 1'),
    at: set("at = at + interval '1 millisecond'"),
    values: set(`"values" = "values" || '{"points": 29.5}'`),
    ruleVersion: set('rule_version = null'),
  }
}
const ofHawks = "entry_id = (select id from score_entries where event_id = $1 and team_name = 'Hawks')"
const changes: Record<keyof typeof checkedColumns, Record<string, string>> = {
  scoreEntries: buildEntryChanges('score_entries'),
  scoreAttempts: buildAttemptChanges('score_attempts', 'score_entries'),
  frozenScoreEntries: buildEntryChanges('frozen_score_entries'),
  frozenScoreAttempts: buildAttemptChanges('frozen_score_attempts', 'frozen_score_entries'),
  rankingFreezes: {
    eventId: 'delete from ranking_freezes where event_id = $1',
    freezeAt: "update ranking_freezes set freeze_at = freeze_at + interval '1 second' where event_id = $1",
    frozenAt: 'update ranking_freezes set frozen_at = null where event_id = $1',
    entryCount: 'update ranking_freezes set entry_count = entry_count + 1 where event_id = $1',
  },
  eventRuleSets: {
    eventId:
      "update event_rule_sets set event_id = 'OTHER', version = (select coalesce(max(version), 0) + 1 from event_rule_sets where event_id = 'OTHER') where event_id = $1",
    version: 'update event_rule_sets set version = 2 where event_id = $1',
    document:
      "update event_rule_sets set document = jsonb_set(document, '{disqualification,points}', '7') where event_id = $1",
  },
  matchDraws: {
    eventId: 'delete from match_draws where event_id = $1',
    randomSeed: "update match_draws set random_seed = repeat('2', 32) where event_id = $1",
    sides: 'update match_draws set sides = jsonb_build_array(sides -> 1, sides -> 0) where event_id = $1',
    groups: "update match_draws set groups = '[[1, 0]]' where event_id = $1",
    lots: 'update match_draws set lots = jsonb_build_array(lots -> 1, lots -> 0) where event_id = $1',
    withdrawn: 'update match_draws set withdrawn = sides -> 0 where event_id = $1',
  },
  drawnEntries: {
    entryId: 'update drawn_entries set entry_id = gen_random_uuid() where event_id = $1',
    eventId: 'delete from drawn_entries where event_id = $1',
    teamId:
      'update drawn_entries d set team_id = (select o.team_id from drawn_entries o where o.event_id = $1 and o.entry_id <> d.entry_id) where event_id = $1',
  },
  publishedResults: {
    eventId: 'delete from published_results where event_id = $1',
    status: "update published_results set status = 'provisional' where event_id = $1",
    logSequence:
      'update published_results set log_sequence = 1, log_hash = (select hash from score_log where event_id = $1 and sequence = 1) where event_id = $1',
    logHash: 'update published_results set log_hash = reverse(log_hash) where event_id = $1',
    publishedAt:
      "update published_results set published_at = published_at + interval '1 second' where event_id = $1",
  },
  certificates: {
    eventId: `update certificates set event_id = 'OTHER' where event_id = $1 and ${ofHawks}`,
    entryId: `update certificates set entry_id = (select id from score_entries where event_id = $1 and participant_key like 'user:%') where ${ofHawks}`,
    personId: `update certificates c set person_id = (select person_id from certificates where event_id = $1 and person_id <> c.person_id)
      where event_id = $1 and person_id is not null`,
    kind: "update certificates set kind = 'coach' where event_id = $1 and person_id is not null",
    rank: `update certificates set rank = rank + 1 where ${ofHawks}`,
    issuedAt: "update certificates set issued_at = issued_at - interval '1 day' where event_id = $1",
  },
  events: {
    id: 'delete from events where id = $1',
    totalRule: "update events set total_rule = 'best' where id = $1",
    calculationVersion: 'update events set calculation_version = 1 where id = $1',
    entryCount: 'update events set entry_count = entry_count + 1 where id = $1',
  },
}

test('each column of the tables with results is declared as checked, or as not checked with the reason', () => {
  const tables = {
    ...{ scoreEntries, scoreAttempts, frozenScoreEntries, frozenScoreAttempts, rankingFreezes },
    ...{ eventRuleSets, matchDraws, drawnEntries, publishedResults, certificates, events },
  }
  expect(Object.keys(checkedColumns).toSorted()).toEqual(Object.keys(tables).toSorted())
  for (const [name, table] of Object.entries(tables)) {
    const declared = checkedColumns[name as keyof typeof checkedColumns]
    expect(Object.keys(declared).toSorted(), name).toEqual(Object.keys(getTableColumns(table)).toSorted())
    const checked = Object.entries(declared).flatMap(([column, check]) =>
      check === 'checked' ? [column] : [],
    )
    expect(Object.keys(changes[name as keyof typeof changes]).toSorted(), name).toEqual(checked.toSorted())
  }
})

test.each(
  Object.entries(changes).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, statement]) => [table, column, statement] as const),
  ),
)('the check finds a change of %s.%s by the role of the application', async (table, _column, statement) => {
  const isFrozen = table.startsWith('frozen') || table === 'rankingFreezes'
  const isDraw = table === 'matchDraws' || table === 'drawnEntries'
  const id = await (isFrozen ? createFrozenEvent() : isDraw ? createDrawnEvent() : createFinalEvent())
  expect(await log.listProblems(id)).toEqual([])
  const changed = statement.replaceAll('OTHER', otherEventId)
  const { rowCount } = await t.database.pool.query(changed.replaceAll('$1', `'${id}'`))
  expect(rowCount).toBeGreaterThan(0)
  expect(await log.listProblems(id)).not.toEqual([])
})
