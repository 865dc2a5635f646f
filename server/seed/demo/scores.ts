// Scores are inserted directly, in two statements for an event, because the writer of scores is slower and
// adds them to the audit log.

import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey, newestCalculation } from '#contract/event/scoring/rule-set.ts'
import type { UnscoredAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import {
  buildRuleSetFromTemplate,
  type TemplateLabelCode,
} from '#contract/event/scoring/rule-set-templates.ts'
import type { Localized } from '#contract/platform/localized.ts'
import {
  createResultsCalculator,
  type EventRules,
  scoreAttemptOrListProblems,
  startScoreLogWithExistingRecords,
} from '#server/event/scores/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { eventRuleSets } from '#server/platform/db/schema/rule-sets.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import type { DemoEvent } from './events-current.ts'
import { createSeededRandom, type Participant } from './players.ts'

const labels: Partial<Record<TemplateLabelCode, Localized>> = {
  openRound: { en: 'Open round', ar: 'الجولة المفتوحة' },
  openRoundNumber: { en: 'Open round {{number}}', ar: 'الجولة المفتوحة {{number}}' },
  obstacleRound: { en: 'Obstacle round', ar: 'جولة العوائق' },
  obstacleRoundNumber: { en: 'Obstacle round {{number}}', ar: 'جولة العوائق {{number}}' },
  documentation: { en: 'Documentation', ar: 'التوثيق' },
  points: { en: 'Points', ar: 'النقاط' },
  time: { en: 'Time', ar: 'الزمن' },
}

/** The rule set of the demo event with self-driving cars. */
export const demoRuleSet: RuleSet = buildRuleSetFromTemplate('future_engineers', (code, number) => {
  const { en, ar } = labels[code] ?? { en: code, ar: code }
  const fill = (text: string) => text.replace('{{number}}', String(number ?? ''))
  return { en: fill(en), ar: fill(ar) }
})

/** The score sheets of a participant by rounds. Points are few different numbers, so that ties are common. */
const createDemoSheets = (skill: number, next: () => number): UnscoredAttempt[] =>
  listRoundsOrPossibleMatches(demoRuleSet).map(({ number, group }) => {
    const sheet = { mission: number, score: 0, timeMs: 0 }
    const max = group.maxPoints ?? 0
    const share = Math.min(1, Math.max(0.1, 0.2 + skill * 0.7 + (next() - 0.5) * 0.25))
    const points = Math.round((max * share) / 10) * 10
    if (group.key === 'documentation') return { ...sheet, values: { points } }
    if (next() < 0.04) return { ...sheet, values: { [disqualifiedKey]: true } }
    return { ...sheet, values: { points, time: Math.round((90 - skill * 45 + next() * 60) * 10) * 100 } }
  })

/** Returns the sheets of a participant who is slower in the second obstacle round only. */
const slowDownSecondObstacleRound = (sheets: readonly UnscoredAttempt[]): UnscoredAttempt[] =>
  sheets.map((sheet) =>
    sheet.mission === 4 && typeof sheet.values?.time === 'number'
      ? { ...sheet, values: { ...sheet.values, time: Math.min(180_000, sheet.values.time + 1800) } }
      : sheet,
  )

/**
 * Creates the attempts of a participant. Scores are multiples of five and depend on the skill; times are
 * tenths of a second. Equal scores are therefore common.
 */
function createDemoAttempts(
  missions: number,
  best: number,
  seconds: number,
  skill: number,
  next: () => number,
): UnscoredAttempt[] {
  const attempts: UnscoredAttempt[] = []
  for (let mission = 1; mission <= missions; mission++) {
    const runs = 1 + Math.floor(next() * 3)
    for (let run = 0; run < runs; run++) {
      const share = Math.min(1, Math.max(0.05, 0.25 + skill * 0.62 + (next() - 0.5) * 0.3 + run * 0.04))
      attempts.push({
        mission,
        score: Math.round((best * share) / 5) * 5,
        timeMs: Math.round(seconds * (1 - skill * 0.45) * (0.7 + next() * 0.3) * 10) * 100,
      })
    }
  }
  return attempts
}

/**
 * Inserts the scores of an event, and its rule set. Every ninth participant repeats the attempts of the one
 * before, so that there are shared ranks. The attempts are between `from` and `until`. Returns the number of
 * entries.
 */
export async function insertAndCountDemoScoresRulesAndLog(
  tx: Db,
  {
    eventId,
    play,
    participants,
    from,
    until,
    seed,
  }: Pick<DemoEvent, 'play'> & {
    eventId: string
    participants: readonly Participant[]
    from: number
    until: number
    seed: number
  },
): Promise<number> {
  const next = createSeededRandom(seed)
  const { missions, best, seconds, scoring } = play
  const hasRuleSet = scoring === 'rounds'
  const rules: EventRules = {
    totalRule: 'sum-of-best',
    ...(hasRuleSet ? { ruleSet: demoRuleSet, ruleVersion: 1 } : { ruleSet: null, ruleVersion: null }),
    calculation: newestCalculation,
    draw: null,
  }
  const computeResults = createResultsCalculator(rules)
  let sheets: UnscoredAttempt[] = []
  /** Every third participant of an event with a rule set is like the one before, but slower in one round. */
  const createRuns = (skill: number, at: number) => {
    if (hasRuleSet)
      sheets = at % 3 === 2 ? slowDownSecondObstacleRound(sheets) : createDemoSheets(skill, next)
    return (hasRuleSet ? sheets : createDemoAttempts(missions, best, seconds, skill, next)).map((attempt) => {
      const computed = scoreAttemptOrListProblems(rules, attempt)
      if ('problems' in computed) throw new Error('a demo sheet does not fit its rule set')
      return { mission: attempt.mission, ...computed.columns }
    })
  }
  const chosen = participants
    .map((participant) => ({ participant, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, play.entries)
  const entries: (typeof scoreEntries.$inferInsert)[] = []
  const attempts: (typeof scoreAttempts.$inferInsert)[] = []
  let runs: ReturnType<typeof createRuns> = []
  for (const [
    i,
    {
      participant: { skill, ...participant },
    },
  ] of chosen.entries()) {
    if (i % 9 !== 8) runs = createRuns(skill, i)
    const times = runs.map(() => Math.floor(from + next() * (until - from))).sort((a, b) => a - b)
    const timedRuns = runs.map((run, k) => ({ ...run, at: new Date(times[k] ?? from) }))
    const id = randomUUIDv7()
    const total = computeResults(new Map([[id, timedRuns]])).totals.get(id)
    if (!total) continue
    const { reachedAt, rankingKey, ...sums } = total
    entries.push({
      id,
      eventId,
      ...participant,
      ...sums,
      ruleSetKey: rankingKey ? [...rankingKey] : null,
      reachedAt: new Date(reachedAt),
      attemptCount: timedRuns.length,
      demo: true,
    })
    attempts.push(...timedRuns.map((run) => ({ ...run, source: 'simulator' as const, entryId: id })))
  }
  if (entries.length === 0) return 0
  await tx.insert(scoreEntries).values(entries)
  await tx.insert(scoreAttempts).values(attempts)
  await tx.update(events).set({ entryCount: entries.length }).where(eq(events.id, eventId))
  if (hasRuleSet) await tx.insert(eventRuleSets).values({ eventId, version: 1, document: demoRuleSet })
  await startScoreLogWithExistingRecords(tx, eventId)
  return entries.length
}
