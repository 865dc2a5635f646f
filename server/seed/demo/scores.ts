import { inArray, sql } from 'drizzle-orm'
import type { Localized } from '#contract/localized.ts'
import { disqualifiedKey, type RuleSet, type ScoreSheetValues } from '#contract/rule-set.ts'
import { judgeAttempt } from '#contract/rules/rule-set-attempt.ts'
import { createEntryResultCalculator } from '#contract/rules/rule-set-result.ts'
import { listRounds } from '#contract/rules/rule-set-sheet.ts'
import { buildRuleSetTemplate, type TemplateLabelCode } from '#contract/rules/rule-set-templates.ts'
import { computeEntryTotal } from '#contract/rules/scoring.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { eventRuleSets, scoreAttempts, scoreEntries } from '#server/db/schema/scores.ts'
import { startScoreLog } from '#server/features/scores/service.ts'
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
export const demoRuleSet: RuleSet = buildRuleSetTemplate('future_engineers', 2, (code, number) => {
  const { en, ar } = labels[code] ?? { en: code, ar: code }
  const fill = (text: string) => text.replace('{{number}}', String(number ?? ''))
  return { en: fill(en), ar: fill(ar) }
})

/** The score sheets of a participant by rounds. Points are few different numbers, so that ties are common. */
type DemoSheet = { mission: number; values: ScoreSheetValues }
const createDemoSheets = (skill: number, next: () => number): DemoSheet[] =>
  listRounds(demoRuleSet).map(({ number, group }) => {
    const max = group.maxPoints ?? 0
    const share = Math.min(1, Math.max(0.1, 0.2 + skill * 0.7 + (next() - 0.5) * 0.25))
    const points = Math.round((max * share) / 10) * 10
    if (group.key === 'documentation') return { mission: number, values: { points } }
    if (next() < 0.04) return { mission: number, values: { [disqualifiedKey]: true } }
    return { mission: number, values: { points, time: Math.round((90 - skill * 45 + next() * 60) * 10) * 100 } }
  })

/** Returns the sheets of a participant who is slower in the second obstacle round only. */
const slowDownLastRound = (sheets: readonly DemoSheet[]): DemoSheet[] =>
  sheets.map((sheet) =>
    sheet.mission === 4 && typeof sheet.values.time === 'number'
      ? { ...sheet, values: { ...sheet.values, time: Math.min(180_000, sheet.values.time + 1800) } }
      : sheet,
  )

type DemoAttempt = { mission: number; score: number; timeMs: number }

/**
 * Creates the attempts of a participant. Scores are multiples of five and depend on the skill; times are tenths of a second. Equal scores are
 * therefore common.
 */
function createDemoAttempts(missions: number, best: number, seconds: number, skill: number, next: () => number): DemoAttempt[] {
  const attempts: DemoAttempt[] = []
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

/** Rows per statement; far below PostgreSQL's limit of 65,535 parameters. */
const CHUNK = 1000

/**
 * Creates score entries and attempts of an event; totals follow the rule of real scores. Every ninth participant repeats the attempts of the one before,
 * so that there are shared ranks. The attempts are between `from` and `until`.
 */
export function createDemoScoreEntries(
  eventId: string,
  event: DemoEvent,
  participants: readonly Participant[],
  from: number,
  until: number,
  seed: number,
) {
  const next = createSeededRandom(seed)
  const chosen = participants
    .map((participant) => ({ participant, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, event.play.entries)
  const entries: (typeof scoreEntries.$inferInsert)[] = []
  const attempts: (typeof scoreAttempts.$inferInsert & { participantKey: string })[] = []
  type Run = DemoAttempt & { values?: ScoreSheetValues; ruleVersion?: number }
  let previousRuns: Run[] = []
  const { hasRuleSet } = event.play
  const computeSheets = createEntryResultCalculator(demoRuleSet)
  let previousSheets: DemoSheet[] = []
  /** Every third participant of an event with a rule set is like the one before, but slower in one round. */
  const createRuns = (missions: number, best: number, seconds: number, skill: number, at: number): Run[] => {
    if (!hasRuleSet) return createDemoAttempts(missions, best, seconds, skill, next)
    previousSheets = at % 3 === 2 ? slowDownLastRound(previousSheets) : createDemoSheets(skill, next)
    return previousSheets.map(({ mission, values }) => {
      const judged = judgeAttempt(demoRuleSet, { mission, score: 0, timeMs: 0, values })
      if ('problems' in judged) throw new Error('a demo sheet does not fit its rule set')
      return { mission, ...judged.sheet, ruleVersion: 1 }
    })
  }
  chosen.forEach(({ participant: { skill, ...participant } }, i) => {
    const { missions, best, seconds } = event.play
    const runs = i % 9 === 8 ? previousRuns : createRuns(missions, best, seconds, skill, i)
    previousRuns = runs
    const times = runs.map(() => Math.floor(from + next() * (until - from))).sort((a, b) => a - b)
    const timedRuns = runs.map((run, k) => ({ ...run, at: times[k] ?? from }))
    const total = hasRuleSet
      ? computeSheets(timedRuns.map(({ mission, values, at }) => ({ mission, values: values ?? {}, at })))
      : computeEntryTotal(timedRuns, 'sum-of-best')
    if (!total) return
    const { reachedAt, rankingKey, ...sums } = { rankingKey: null, ...total }
    entries.push({
      ...{ eventId, ...participant, ...sums, ruleSetKey: rankingKey && [...rankingKey] },
      ...{ reachedAt: new Date(reachedAt), attemptCount: timedRuns.length, demo: true },
    })
    for (const { at, ...run } of timedRuns)
      attempts.push({ ...run, at: new Date(at), source: 'simulator', entryId: '', participantKey: participant.participantKey })
  })
  return { entries, attempts, ruleSetEventId: hasRuleSet ? eventId : undefined }
}

/** Inserts the results of `createDemoEntries` and updates the entry counts of their events. Returns the number of entries. */
export async function insertDemoScoreEntriesAndCounts(
  tx: Db,
  created: readonly ReturnType<typeof createDemoScoreEntries>[],
): Promise<number> {
  const ids = new Map<string, string>()
  const entries = created.flatMap((result) => result.entries)
  for (let i = 0; i < entries.length; i += CHUNK) {
    const rows = await tx
      .insert(scoreEntries)
      .values(entries.slice(i, i + CHUNK))
      .returning({ id: scoreEntries.id, eventId: scoreEntries.eventId, key: scoreEntries.participantKey })
    for (const row of rows) ids.set(`${row.eventId} ${row.key}`, row.id)
  }
  const attempts = created.flatMap(({ entries: [first], attempts: list }) =>
    list.map(({ participantKey, ...attempt }) => ({ ...attempt, entryId: ids.get(`${first?.eventId} ${participantKey}`) ?? '' })),
  )
  for (let i = 0; i < attempts.length; i += CHUNK) await tx.insert(scoreAttempts).values(attempts.slice(i, i + CHUNK))
  const eventIds = [...new Set(entries.map((entry) => entry.eventId))]
  if (eventIds.length > 0)
    await tx
      .update(events)
      .set({ entryCount: sql`(select count(*) from score_entries where event_id = ${events.id})` })
      .where(inArray(events.id, eventIds))
  for (const { ruleSetEventId } of created)
    if (ruleSetEventId) await tx.insert(eventRuleSets).values({ eventId: ruleSetEventId, version: 1, document: demoRuleSet })
  for (const eventId of eventIds) await startScoreLog(tx, eventId)
  return entries.length
}
