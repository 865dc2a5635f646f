import { getTableColumns } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam, addRegisteredTeam } from '../../support/api/judging.ts'
import { createMatchTools } from '../../support/api/matches.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'
import { listTableDescriptions, listTables } from '../../support/data/schema.ts'
import { isNightly } from '../../support/nightly.ts'
import { createMatchRuleSet, singleGroup } from '../../support/rules/matches.ts'

let t: JudgesApp
let log: ReturnType<typeof createScoreLogTools>
let engineers: RuleSet
let otherEventId: string
let number = 0
beforeAll(async () => {
  t = await startJudgesApp()
  log = createScoreLogTools(t)
  engineers = await t.ruleSetTemplate('future_engineers')
  otherEventId = (await t.event({ title_en: 'Other' }))._id
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: otherEventId }), {
      payload: { at: null },
    }),
  )
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
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: id }), {
      payload: { status: 'final' },
    }),
  )
  return id
}
/**
 * Creates an event with final results of two teams: one with a sheet of a judge and an award, and the other
 * advanced.
 */
const createJudgedEvent = async (): Promise<string> => {
  const id = (await t.event({ title_en: `Judged ${++number}` }))._id
  const team = await addEventTeam(t, id, `Owls ${number}`)
  await addEventTeam(t, id, `Foxes ${number}`)
  const { token } = await t.createSignedInJudge(id, { names: ['Huda Nasser', 'Omar Saleh'] })
  const sheet = createSheet(team.id)
  t.ok(await t.askAsJudge('POST', getPath('POST /api/v1/judge/sheets'), token, sheet))
  t.ok(
    await t.askAsJudge('POST', getPath('POST /api/v1/judge/sheets'), token, {
      ...createSheet(team.id),
      isDiscarded: true,
    }),
  )
  const award = { name: { en: 'Best design', ar: 'أفضل تصميم' }, teamId: team.id }
  t.ok(
    await t.ask('POST', getPath('POST /api/admin/events/:eventId/results/awards', { eventId: id }), {
      payload: award,
    }),
  )
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: id }), {
      payload: { status: 'final' },
    }),
  )
  const selection = {
    stage: 'national',
    targetEventId: otherEventId,
    lastRank: 1,
    perRegion: false,
    count: 1,
  }
  t.ok(
    await t.ask('POST', getPath('POST /api/admin/events/:eventId/results/advancements', { eventId: id }), {
      payload: selection,
    }),
  )
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
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: id }), {
      payload: { at: null },
    }),
  )
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
const isCounted = 'event_id = $1 and attempt_id is not null'
const isAddedRow = "event_id = $1 and kind = 'add'"
const ofHawks = "entry_id = (select id from score_entries where event_id = $1 and team_name = 'Hawks')"
/** A statement for each checked column of each table. */
const changes: Record<string, Record<string, string>> = {
  scoreEntries: buildEntryChanges('score_entries'),
  scoreAttempts: buildAttemptChanges('score_attempts', 'score_entries'),
  frozenScoreEntries: buildEntryChanges('frozen_score_entries'),
  frozenScoreAttempts: buildAttemptChanges('frozen_score_attempts', 'frozen_score_entries'),
  rankingFreezes: {
    eventId: 'delete from ranking_freezes where event_id = $1',
    freezeAt: "update ranking_freezes set freeze_at = freeze_at + interval '1 second' where event_id = $1",
    frozenAt: "update ranking_freezes set frozen_at = frozen_at + interval '1 hour' where event_id = $1",
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
  awards: {
    id: 'update awards set id = gen_random_uuid() where event_id = $1',
    eventId: 'delete from awards where event_id = $1',
    teamId:
      'update awards a set team_id = (select team_id from event_teams e where e.event_id = $1 and e.team_id <> a.team_id) where event_id = $1',
    nameEn: "update awards set name_en = 'Grand Prize' where event_id = $1",
    nameAr: "update awards set name_ar = 'الجائزة الكبرى' where event_id = $1",
    position: 'update awards set position = position + 1 where event_id = $1',
  },
  advancements: {
    id: 'update advancements set id = gen_random_uuid() where event_id = $1',
    eventId: 'delete from advancements where event_id = $1',
    targetEventId: 'update advancements set target_event_id = null where event_id = $1',
    stage: "update advancements set stage = 'international' where event_id = $1",
    teams: `update advancements a set teams = jsonb_set(teams, '{0,id}', to_jsonb(
      (select team_id from event_teams e where e.event_id = $1 and e.team_id::text <> a.teams -> 0 ->> 'id'))) where event_id = $1`,
    createdAt: "update advancements set created_at = created_at - interval '1 day' where event_id = $1",
    undoneAt: 'update advancements set undone_at = now() where event_id = $1',
  },
  judgeSheets: {
    id: `update judge_sheets set id = gen_random_uuid() where ${isCounted}`,
    eventId: `delete from judge_sheets where ${isCounted}`,
    teamId: `update judge_sheets s set team_id = (select team_id from event_teams e where e.event_id = $1 and e.team_id <> s.team_id) where ${isCounted}`,
    judgeId: `update judge_sheets s set judge_id = (select id from judges j where j.event_id = $1 and j.id <> s.judge_id) where ${isCounted}`,
    attemptId: `update judge_sheets set attempt_id = null where ${isCounted}`,
    round: `update judge_sheets set round = 2 where ${isCounted}`,
    sheet: `update judge_sheets set sheet = jsonb_set(sheet, '{score}', '51') where ${isCounted}`,
    salt: `update judge_sheets set salt = null where ${isCounted}`,
    isDiscarded: `update judge_sheets set is_discarded = false where event_id = $1 and is_discarded`,
    device: `update judge_sheets set device = 'other' where ${isCounted}`,
    judgedAt: `update judge_sheets set judged_at = judged_at + interval '1 second' where ${isCounted}`,
    confirmedAt: `update judge_sheets set confirmed_at = null where ${isCounted}`,
  },
  scoreLog: {
    eventId: `update score_log set event_id = gen_random_uuid() where ${isAddedRow}`,
    sequence:
      'update score_log set sequence = sequence + 100 where event_id = $1 and sequence = (select max(sequence) from score_log where event_id = $1)',
    kind: `update score_log set kind = 'correct' where ${isAddedRow}`,
    entryId: `update score_log set entry_id = gen_random_uuid() where ${isAddedRow}`,
    attemptId: `update score_log set attempt_id = gen_random_uuid() where ${isAddedRow}`,
    before: `update score_log set before = after where ${isAddedRow}`,
    after: `update score_log set after = replace(after, '"score":50', '"score":51') where ${isAddedRow}`,
    actorId: `update score_log set actor_id = gen_random_uuid() where ${isAddedRow}`,
    source: `update score_log set source = 'csv' where ${isAddedRow}`,
    device: `update score_log set device = 'other' where ${isAddedRow}`,
    ruleVersion: `update score_log set rule_version = 9 where ${isAddedRow}`,
    time: `update score_log set time = time - interval '1 hour' where ${isAddedRow}`,
    previousHash: `update score_log set previous_hash = reverse(previous_hash) where ${isAddedRow}`,
    hash: `update score_log set hash = reverse(hash) where ${isAddedRow}`,
  },
  scoreLogHeads: {
    eventId: 'delete from score_log_heads where event_id = $1',
    sequence: 'update score_log_heads set sequence = sequence - 1 where event_id = $1',
    hash: 'update score_log_heads set hash = reverse(hash) where event_id = $1',
  },
  publishedScoreLogHeads: {
    eventId: 'delete from published_score_log_heads where event_id = $1',
    sequence: 'update published_score_log_heads set sequence = sequence - 1 where event_id = $1',
    hash: 'update published_score_log_heads set hash = reverse(hash) where event_id = $1',
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

/** Lists the names of the tables of events: those with a column `eventId`, and those that refer to such a table. */
const listEventTables = async (): Promise<Set<string>> => {
  const tables = await listTables()
  const found = new Map(tables.filter(([name]) => name === 'events'))
  for (let size = 0; size < found.size; ) {
    size = found.size
    const known = new Set([...found.values()])
    for (const [name, table] of tables) {
      const { foreignKeys } = getTableConfig(table)
      if (
        'eventId' in getTableColumns(table) ||
        foreignKeys.some((key) => known.has(key.reference().foreignTable))
      )
        found.set(name, table)
    }
  }
  return new Set(found.keys())
}

test('each column of a table of an event is described as checked or not checked with the reason', async () => {
  const eventTables = await listEventTables()
  for (const { name, columns } of await listTableDescriptions()) {
    const described = Object.entries(columns).filter(([, { scoreLog }]) => scoreLog !== undefined)
    expect(Object.fromEntries(described), name).toEqual(eventTables.has(name) ? columns : {})
    const checked = described.filter(([, { scoreLog }]) => scoreLog === 'checked').map(([column]) => column)
    expect(Object.keys(changes[name] ?? {}).toSorted(), name).toEqual(checked.toSorted())
  }
})

/** The tables whose rows the role of the application may not change. */
const appendOnly = ['scoreLog', 'publishedScoreLogHeads']
const judged = ['awards', 'advancements', 'judgeSheets', 'scoreLogHeads', ...appendOnly]

// the frozen copies have the same columns, which only the nightly run changes one by one
const tablesToChange = Object.entries(changes).filter(
  ([table]) => isNightly || !table.startsWith('frozenScore'),
)
test.each(
  tablesToChange.flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, statement]) => [table, column, statement] as const),
  ),
)('the check finds a change of %s.%s', async (table, _column, statement) => {
  const isFrozen = table.startsWith('frozen') || table === 'rankingFreezes'
  const isDraw = table === 'matchDraws' || table === 'drawnEntries'
  const create = isFrozen
    ? createFrozenEvent
    : isDraw
      ? createDrawnEvent
      : judged.includes(table)
        ? createJudgedEvent
        : createFinalEvent
  const id = await create()
  expect(await log.listProblems(id)).toEqual([])
  const changed = statement.replaceAll('OTHER', otherEventId).replaceAll('$1', `'${id}'`)
  const changeAsApplication = async () => (await t.database.pool.query(changed)).rowCount
  const isAppendOnly = appendOnly.includes(table)
  if (isAppendOnly) await expect(changeAsApplication()).rejects.toThrow('permission denied')
  expect(await (isAppendOnly ? log.changeAsOwner(changed) : changeAsApplication())).toBeGreaterThan(0)
  expect(await log.listProblems(id)).not.toEqual([])
})
