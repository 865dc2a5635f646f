import { v7 as randomUUIDv7 } from 'uuid'
import type { RuleRankingKey, RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { readConfig } from '#server/config.ts'
import { createRuleSetService } from '#server/event/scores/rules/rule-set-service.ts'
import type { Database } from '#server/platform/db/open.ts'
import { createCacheTagBus } from '#server/platform/lib/cache-invalidation.ts'

/**
 * Milliseconds to save a rule set of an event with these entries, which computes all of them again, and to
 * preview one.
 */
export type RecalculationFigures = { entries: number; milliseconds: number; previewMilliseconds: number }

const template = buildRuleSetFromTemplate('future_engineers', (code) => ({ en: code, ar: code }))
const withKeys = (...rankingKeys: RuleRankingKey[]): RuleSet => ({ ...template, rankingKeys })
const total: RuleRankingKey = { of: 'total', value: 'points', order: 'high' }
const obstacle = (value: 'points' | 'time', nth: number): RuleRankingKey => ({
  ...{ of: 'group', group: 'obstacle', value, nth },
  order: value === 'time' ? 'low' : 'high',
})

/**
 * Measures the median of five changes between two rule sets with five ranking keys, in an event with two
 * recorded rounds for each entry.
 */
export const measureRecalculation = async (
  database: Database,
  entries = 20_000,
): Promise<RecalculationFigures> => {
  const { pool } = database
  const eventId = randomUUIDv7()
  await pool.query(
    `insert into events (id, slug, title_en, title_ar, description_en, description_ar, entry_count) values ($1, $2, 'Load', 'حِمل', 'Load', 'حِمل', $3)`,
    [eventId, `load-${eventId}`, entries],
  )
  await pool.query(
    `insert into score_entries (id, event_id, participant_key, team_name, attempt_count)
     select gen_random_uuid(), $1, 'guest:load ' || n, 'Team ' || n, 2 from generate_series(1, $2::int) n`,
    [eventId, entries],
  )
  await pool.query(
    `insert into score_attempts (id, entry_id, mission, score, time_ms, "values")
     select gen_random_uuid(), id, mission, points, time, jsonb_build_object('points', points, 'time', time) from (
       select id, mission, (('x' || substr(md5(id::text || mission), 1, 6))::bit(24)::int % 71) as points,
         (('x' || substr(md5(mission || id::text), 1, 6))::bit(24)::int % 180001) as time
       from score_entries, generate_series(3, 4) mission where event_id = $1) made`,
    [eventId],
  )
  await pool.query('vacuum analyze score_entries, score_attempts')
  const config = readConfig({ DATA_DIR: '/tmp', LOG_LEVEL: 'silent' })
  const service = createRuleSetService({ config, database, invalidator: createCacheTagBus() })
  const actor = { userId: null, name: 'bench' }
  const ruleSets = [
    withKeys(total, obstacle('points', 1), obstacle('time', 1), obstacle('points', 2), obstacle('time', 2)),
    withKeys(obstacle('points', 2), obstacle('time', 2), total, obstacle('points', 1), obstacle('time', 1)),
  ] as const
  const times: number[] = []
  const previewTimes: number[] = []
  let version: number | null = null
  const measure = async (into: number[], work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    into.push(performance.now() - start)
  }
  for (let round = 0; round < 6; round++) {
    const ruleSet = ruleSets[round % 2 === 0 ? 0 : 1]
    await measure(previewTimes, () => service.preview(eventId, ruleSet))
    await measure(times, async () => {
      version = (await service.save(eventId, { ruleSet, version }, actor)).version
    })
  }
  const median = (values: number[]) => values.slice(1).toSorted((a, b) => a - b)[2] as number
  return { entries, milliseconds: median(times), previewMilliseconds: median(previewTimes) }
}
