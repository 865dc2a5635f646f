import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoundGroup, RuleSet, ScoreSheetField } from '#contract/event/scoring/rule-set.schema.ts'
import { newestCalculation } from '#contract/event/scoring/rule-set.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { recalculateAfterSoftwareUpdate } from '#server/event/scores/service.ts'
import { pendingFirstStartSteps } from '#server/platform/db/schema/installation.ts'
import { type RuleSetsApp, startRuleSetsApp } from '../../support/api/rule-sets.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: RuleSetsApp
let log: ReturnType<typeof createScoreLogTools>
beforeAll(async () => {
  t = await startRuleSetsApp()
  log = createScoreLogTools(t)
})
afterAll(() => t.close())

const common = (key: string) => ({ key, label: { en: key, ar: key }, isPenalty: false })
const fields: ScoreSheetField[] = [
  {
    kind: 'measure',
    ...common('points'),
    isRequired: true,
    min: 0,
    max: 100,
    step: 0.1,
    pointsPerUnit: 1,
    timeMsPerUnit: 0,
  },
  { kind: 'time', ...common('time'), isRequired: false, min: 0, max: 300_000 },
  {
    kind: 'count',
    ...common('touches'),
    isRequired: false,
    min: 0,
    max: 9,
    step: 1,
    pointsPerUnit: 0,
    timeMsPerUnit: 5000,
  },
]
/** Most points, then the least time, which the sheet may leave empty. */
const createRules = (changes: Partial<RoundGroup> = {}, rankingKeys?: RuleSet['rankingKeys']): RuleSet => ({
  template: null,
  groups: [
    {
      ...{
        key: 'run',
        label: { en: 'Run', ar: 'المحاولة' },
        combine: 'best',
        fields,
        caps: [],
        minPoints: null,
        maxPoints: null,
        timeLimitMs: null,
      },
      rounds: [1, 2, 3].map((nth) => ({
        key: `run${nth}`,
        label: { en: `Run ${nth}`, ar: `المحاولة ${nth}` },
      })),
      ...changes,
    },
  ],
  disqualification: { points: 0, timeMs: null },
  rankingKeys: rankingKeys ?? [
    { of: 'total', value: 'points', order: 'high' },
    { of: 'total', value: 'time', order: 'low' },
  ],
})
const sheet = (values: object, mission = 1) => ({ mission, values })
const listRanks = async (eventId: string) =>
  (await t.listTeamRanks(eventId)).map(([name, rank]: Body) => [name, rank])

describe('a missing value', () => {
  it('of the time ranks last, whatever a penalty would add, and is 0 in published replies', async () => {
    const { _id: id } = await t.event()
    t.ok(await t.saveRuleSet(id, createRules(), null))
    t.ok(await t.recordAttempts(id, 'Owls', [sheet({ points: 50 })]))
    t.ok(await t.recordAttempts(id, 'Hawks', [sheet({ points: 50, time: 30_000 })]))
    t.ok(await t.recordAttempts(id, 'Kites', [sheet({ points: 50, touches: 2 })]))
    expect(await t.listTeamRanks(id)).toEqual([
      ['Hawks', 1, 50, 30],
      ['Owls', 2, 50, 0],
      ['Kites', 2, 50, 0],
    ])
    const { scores } = t.ok(await t.ask('GET', t.path(id)))
    const owls = scores.find(({ teamName }: Body) => teamName === 'Owls')
    expect(owls.rankingKey).toEqual([-50, null])
    const { explanation } = t.ok(await t.visitor(`/api/v1/events/scores/${id}/entries/${owls.id}`))
    expect(explanation.higher.needed.en).toBe('For a shared rank 1: 30.0 s in total (now none)')
    // points and a time of 0 without a sheet are a sheet without a time
    t.ok(await t.recordAttempts(id, 'Crows', [{ mission: 1, score: 50, timeMs: 0 }]))
    expect((await listRanks(id)).at(-1)).toEqual(['Crows', 2])
    expect(await t.listLogProblems(id)).toEqual([])
  })

  it('of a round is nothing, a fixed result, or makes the result missing, as the group says', async () => {
    const rank = async (missingRound: RoundGroup['missingRound']) => {
      const { _id: id } = await t.event()
      const byTime: RuleSet['rankingKeys'] = [{ of: 'total', value: 'time', order: 'low' }]
      t.ok(
        await t.saveRuleSet(
          id,
          createRules({ combine: 'sum', ...(missingRound ? { missingRound } : {}) }, byTime),
          null,
        ),
      )
      t.ok(await t.recordAttempts(id, 'Once', [sheet({ points: 1, time: 50_000 })]))
      t.ok(
        await t.recordAttempts(
          id,
          'Thrice',
          [1, 2, 3].map((mission) => sheet({ points: 1, time: 20_000 }, mission)),
        ),
      )
      expect(await t.listLogProblems(id)).toEqual([])
      const { rows } = await t.database.pool.query(
        'select document from event_rule_sets where event_id = $1',
        [id],
      )
      expect('missingRound' in rows[0].document.groups[0]).toBe(missingRound !== undefined)
      return t.listTeamRanks(id)
    }
    const once = [
      ['Once', 1, 1, 50],
      ['Thrice', 2, 3, 60],
    ]
    expect(await rank(undefined)).toEqual(once)
    expect(await rank({ countsAs: 'zero' })).toEqual(once)
    expect(await rank({ countsAs: 'value', points: 0, timeMs: 30_000 })).toEqual([
      ['Thrice', 1, 3, 60],
      ['Once', 2, 1, 110],
    ])
    expect(await rank({ countsAs: 'missing' })).toEqual([
      ['Thrice', 1, 3, 60],
      ['Once', 2, 0, 0],
    ])
  })

  it('of a round is refused where the option is incomplete', async () => {
    const { _id: id } = await t.event()
    for (const [missingRound, field] of [
      [{ countsAs: 'value', points: 0.12345, timeMs: null }, 'ruleSet.groups.0.missingRound.points'],
      [{ countsAs: 'value', points: 1 }, 'ruleSet.groups.0.missingRound.timeMs'],
      [{ countsAs: 'often' }, 'ruleSet.groups.0.missingRound.countsAs'],
    ] as const) {
      const reply = await t.saveRuleSet(id, createRules({ missingRound: missingRound as never }), null)
      expect([reply.status, reply.json().fields.map((each: Body) => each.field)]).toEqual([400, [field]])
    }
  })
})

describe('values with the error of a binary fraction', () => {
  it('are rounded when they are written, so that equal values share a rank', async () => {
    const byDistance: RuleSet['rankingKeys'] = [
      { of: 'field', group: 'run', field: 'points', nth: null, order: 'high' },
    ]
    const { _id: id } = await t.event({ eventCode: 'rounded-values' })
    t.ok(await t.saveRuleSet(id, createRules({}, byDistance), null))
    t.ok(await t.recordAttempts(id, 'Owls', [sheet({ points: 0.3, time: -0 })]))
    const key = await t.key(id)
    t.ok(
      await t.post('rounded-values', key, {
        teamName: 'Hawks',
        mission: 1,
        values: { points: 0.1 + 0.2, time: 1000.00000001 },
      }),
    )
    const { entry } = t.ok(await t.recordAttempts(id, 'Kites', [sheet({ points: 0.1 })]))
    const path = `${t.path(id)}/${entry.id}/attempts/${entry.attempts[0].id}`
    t.ok(await t.ask('PATCH', path, { payload: { values: { points: 0.1 + 0.2 } } }))
    expect(await listRanks(id)).toEqual([
      ['Owls', 1],
      ['Hawks', 1],
      ['Kites', 1],
    ])
    const { rows } = await t.database.pool.query(
      `select "values" from score_attempts where entry_id in (select id from score_entries where event_id = $1) order by at`,
      [id],
    )
    expect(rows.map(({ values }) => values)).toEqual([
      { points: 0.3, time: 0 },
      { points: 0.3, time: 1000 },
      { points: 0.3 },
    ])
    // more than three decimals are no such error
    expect((await t.recordAttempts(id, 'Crows', [sheet({ points: 0.12345 })])).json().fields).toMatchObject([
      { code: 'bad-format' },
    ])
    expect(await t.listLogProblems(id)).toEqual([])
    const { _id: plain } = await t.event()
    const { entry: typed } = t.ok(
      await t.recordAttempts(plain, 'Owls', [{ mission: 1, score: 0.1 + 0.2, timeMs: 0 }]),
    )
    expect(typed.totalScore).toBe(0.3)
  })

  it('that were stored before stay as they are, also when their attempt gets a note or the rules change', async () => {
    const byDistance: RuleSet['rankingKeys'] = [
      { of: 'field', group: 'run', field: 'points', nth: null, order: 'high' },
    ]
    const { _id: id } = await t.event()
    t.ok(await t.saveRuleSet(id, createRules({}, byDistance), null))
    const { entry } = t.ok(await t.recordAttempts(id, 'Owls', [sheet({ points: 0.3 })]))
    t.ok(await t.recordAttempts(id, 'Hawks', [sheet({ points: 0.3 })]))
    const stored = '{"points": 0.30000000000000004}'
    await t.ownerPool.query('update score_attempts set "values" = $2 where entry_id = $1', [entry.id, stored])
    await log.changeAsOwner(
      `update score_log set after = replace(after, '0.3}', '0.30000000000000004}') where entry_id = '${entry.id}'`,
    )
    const rowCount = (await log.listRows(id)).length
    t.ok(
      await t.ask('PATCH', `${t.path(id)}/${entry.id}/attempts/${entry.attempts[0].id}`, {
        payload: { note: 'checked' },
      }),
    )
    t.ok(
      await t.saveRuleSet(
        id,
        createRules({}, [...byDistance, { of: 'total', value: 'time', order: 'low' }]),
        1,
      ),
    )
    expect((await log.listRows(id)).slice(rowCount).map(({ kind }) => kind)).toEqual(['rule'])
    const { rows } = await t.database.pool.query(
      'select "values"::text as text from score_attempts where entry_id = $1',
      [entry.id],
    )
    expect(rows).toEqual([{ text: stored }])
    expect(await listRanks(id)).toEqual([
      ['Owls', 1],
      ['Hawks', 1],
    ])
  })

  it('are rounded in the limits of a rule set', async () => {
    const { _id: id } = await t.event()
    const rules = createRules({
      fields: [...fields],
      maxPoints: 0.7999999999999999,
      caps: [{ fields: ['points'], maxPoints: 0.1 + 0.2 }],
      minPoints: -0,
    })
    rules.groups[0]?.fields.splice(0, 1, {
      ...(fields[0] as ScoreSheetField & { kind: 'measure' }),
      max: 0.7999999999999999,
      step: 0.1,
    })
    t.ok(await t.saveRuleSet(id, rules, null))
    const saved = t.ok(
      await t.ask('GET', getPath('GET /api/admin/events/:eventId/rule-set', { eventId: id })),
    ).ruleSet.groups[0]
    expect([saved.maxPoints, saved.caps[0].maxPoints, saved.fields[0].max, saved.minPoints]).toEqual([
      0.8, 0.3, 0.8, 0,
    ])
    t.ok(await t.recordAttempts(id, 'Owls', [sheet({ points: 0.8 })]))
  })
})

describe('the first start after the update', () => {
  beforeEach(async () => {
    await t.database.pool.query('update events set calculation_version = 2 where calculation_version = 1')
    await t.database.db.insert(pendingFirstStartSteps).values({ step: 'calculation' }).onConflictDoNothing()
  })
  /**
   * Creates an event of an older version, whose log was completed: a time that was not recorded is 0 and
   * best, and the log names the first version.
   */
  const createOldEvent = async (eventFields: Record<string, string> = {}) => {
    const { _id: id } = await t.event(eventFields)
    await t.database.pool.query('update events set calculation_version = 1 where id = $1', [id])
    await t.database.pool.query(
      'insert into event_rule_sets (event_id, version, document) values ($1, 1, $2)',
      [id, JSON.stringify(createRules())],
    )
    t.ok(await t.recordAttempts(id, 'Hawks', [sheet({ points: 50, time: 30_000 })]))
    t.ok(await t.recordAttempts(id, 'Owls', [sheet({ points: 50, touches: 1 })]))
    expect(await t.listTeamRanks(id)).toEqual(oldRanking)
    expect(await t.listLogProblems(id)).toEqual([])
    return id as string
  }
  const oldRanking = [
    ['Owls', 1, 50, 5],
    ['Hawks', 2, 50, 30],
  ]
  const newRanking = [
    ['Hawks', 1, 50, 30],
    ['Owls', 2, 50, 0],
  ]
  const start = () => recalculateAfterSoftwareUpdate(t)
  /** Lists the kinds of the rows after those of `createOldEvent`. */
  const listKinds = async (id: string) => (await log.listKinds(id)).slice(5)
  const readVersion = async (id: string) =>
    (await t.database.pool.query('select calculation_version from events where id = $1', [id])).rows[0]
      .calculation_version

  it('computes the results of open events again, in the bin as well, once for two processes', async () => {
    const id = await createOldEvent()
    const deleted = await createOldEvent()
    t.ok(await t.ask('DELETE', `/api/admin/events?id=${deleted}`))
    const plain = await t.event({}, [{ name: 'Sara', score: 1, time: 1 }])
    const before = (await t.database.pool.query('select updated_at from events where id = $1', [id])).rows
    await Promise.all([start(), start()])
    await start()
    expect(await t.listTeamRanks(id)).toEqual(newRanking)
    expect(await listKinds(id)).toEqual(['rule', 'recalculate'])
    const [rule, recalculated] = (await log.listRows(id)).slice(5)
    expect([JSON.parse(rule.before), JSON.parse(rule.after)]).toMatchObject([
      { ruleSetVersion: 1, calculation: 1 },
      { ruleSetVersion: 1, calculation: newestCalculation },
    ])
    expect([JSON.parse(recalculated.before).timeMs, JSON.parse(recalculated.after).timeMs]).toEqual([5000, 0])
    expect((await t.database.pool.query('select updated_at from events where id = $1', [id])).rows).toEqual(
      before,
    )
    expect(await listKinds(deleted)).toEqual(['rule', 'recalculate'])
    t.ok(await t.ask('POST', '/api/admin/events/restore', { payload: { id: deleted } }))
    expect(await t.listTeamRanks(deleted)).toEqual(newRanking)
    expect(await log.listKinds(plain._id)).toEqual(['rule', 'participant', 'add'])
    for (const eventId of [id, deleted, plain._id]) expect(await t.listLogProblems(eventId)).toEqual([])
    expect((await t.database.db.select().from(pendingFirstStartSteps)).map(({ step }) => step)).not.toContain(
      'calculation',
    )
    // later writes and changes of the rules continue the chain
    t.ok(await t.recordAttempts(id, 'Kites', [sheet({ points: 50 })]))
    t.ok(await t.saveRuleSet(id, createRules({ maxPoints: 60 }), 1))
    t.ok(await t.saveRuleSet(id, null, 2))
    expect(await t.listLogProblems(id)).toEqual([])
  })

  it('continues after a process was killed between two events', async () => {
    const [done, left] = [await createOldEvent(), await createOldEvent()]
    // the process waits for the ranking of the second event, and is cut off there
    const client = await t.ownerPool.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`scores ${left}`])
    const cut = expect(start()).rejects.toThrow()
    const waiting =
      "select pid from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())"
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
    await client.query(`select pg_terminate_backend(pid) from (${waiting}) waiting`)
    await cut
    await client.query('rollback')
    client.release()
    expect([await readVersion(done), await readVersion(left)]).toEqual([newestCalculation, 1])
    await start()
    for (const id of [done, left]) {
      expect(await listKinds(id)).toEqual(['rule', 'recalculate'])
      expect(await t.listTeamRanks(id)).toEqual(newRanking)
      expect(await t.listLogProblems(id)).toEqual([])
    }
  })

  it('leaves final results as they are, with the first version in their log', async () => {
    const id = await createOldEvent()
    const publication = `/api/admin/events/${id}/results/publication`
    t.ok(await t.ask('PUT', publication, { payload: { status: 'final' } }))
    await start()
    expect(await listKinds(id)).toEqual(['publish'])
    expect(JSON.parse((await log.listRows(id))[0].after)).toMatchObject({ calculation: 1, ruleSetVersion: 1 })
    expect(await t.listTeamRanks(id)).toEqual(oldRanking)
    expect(await t.listLogProblems(id)).toEqual([])
    // taken back, they keep their version until a rule set is saved
    t.ok(await t.ask('POST', `${publication}/take-back`, { payload: { reason: 'A sheet was overlooked' } }))
    t.ok(await t.recordAttempts(id, 'Kites', [sheet({ points: 50, touches: 2 })]))
    expect(await listRanks(id)).toEqual([
      ['Owls', 1],
      ['Kites', 2],
      ['Hawks', 3],
    ])
    expect(await t.listLogProblems(id)).toEqual([])
    const { changedCount } = t.ok(
      await t.ask('POST', getPath('POST /api/admin/events/:eventId/rule-set/preview', { eventId: id }), {
        payload: { ruleSet: createRules() },
      }),
    )
    expect(changedCount).toBe(2)
    t.ok(await t.saveRuleSet(id, createRules(), 1))
    expect(await readVersion(id)).toBe(newestCalculation)
    expect(await listRanks(id)).toEqual([
      ['Hawks', 1],
      ['Owls', 2],
      ['Kites', 2],
    ])
    expect(await t.listLogProblems(id)).toEqual([])
  })

  it('does not change what visitors see of a frozen ranking, until the freeze ends', async () => {
    const id = await createOldEvent()
    t.ok(await t.ask('PUT', `/api/admin/events/${id}/results/freeze`, { payload: { at: null } }))
    const [entry] = (await t.board(id)).event.Scores
    const read = async () =>
      [
        await t.visitor(`/api/v1/events/scores/${id}`),
        await t.visitor(`/api/v1/events/scores/${id}/entries/${entry._id}`),
      ].map(({ body }) => body)
    const before = await read()
    await start()
    expect(await read()).toEqual(before)
    expect(await t.listTeamRanks(id)).toEqual(oldRanking)
    expect(t.ok(await t.ask('GET', t.path(id))).scores.map(({ teamName }: Body) => teamName)).toEqual([
      'Hawks',
      'Owls',
    ])
    expect(await t.listLogProblems(id)).toEqual([])
    t.ok(await t.ask('DELETE', `/api/admin/events/${id}/results/freeze`))
    expect(await t.listTeamRanks(id)).toEqual(newRanking)
  })

  it('leaves earlier rankings as they were', async () => {
    const id = await createOldEvent()
    await start()
    const past = { startDate: '2026-03-01', endDate: '2026-03-03' }
    await t.database.pool.query('update events set start_date = $2, end_date = $3 where id = $1', [
      id,
      past.startDate,
      past.endDate,
    ])
    await log.changeAsOwner(
      `update score_log set time = timestamptz '2026-03-01T10:00Z' + sequence * interval '1 minute' where event_id = '${id}'`,
    )
    const read = async (time: string) =>
      t
        .ok(
          await t.visitor(
            `${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: id })}?time=${time}`,
          ),
        )
        .rows.map((row: Body) => [row.teamName, row.rank])
    expect(await read('2026-03-01T10:06Z')).toEqual([
      ['Owls', 1],
      ['Hawks', 2],
    ])
    expect(await read('2026-03-01T10:08Z')).toEqual([
      ['Hawks', 1],
      ['Owls', 2],
    ])
  })
})
