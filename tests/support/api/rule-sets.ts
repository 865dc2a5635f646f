import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { startScoresApp } from './scores.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

/** Creates an attempt with the score sheet of `engineers`. */
export const createRun = (mission: number, points: number, seconds?: number) => ({
  mission,
  values: { points, ...(seconds === undefined ? {} : { time: Math.round(seconds * 1000) }) },
})

/**
 * Starts the app for scores with the rule set of Future Engineers, and functions for the rule sets of events.
 */
export const startRuleSetsApp = async () => {
  const t = await startScoresApp()
  return {
    ...t,
    engineers: await t.ruleSetTemplate('future_engineers'),
    saveRuleSet: (eventId: string, ruleSet: RuleSet | null, version: number | null) =>
      t.ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
        payload: { ruleSet, version },
      }),
    recordAttempts: (eventId: string, teamName: string, attempts: Body[]) =>
      t.ask('POST', t.path(eventId), { payload: { teamName, attempts } }),
    /** Reads the ranking as `[name, rank, totalScore, totalTime]` of each team. */
    listTeamRanks: async (eventId: string) =>
      (await t.board(eventId)).event.Scores.map((row: Body) => [
        row.teamId.name,
        row.rank,
        row.totalScore,
        row.totalTime,
      ]),
    listLogProblems: async (eventId: string) => (await checkScoreLog(t.database.db, eventId)).problems,
  }
}
export type RuleSetsApp = Awaited<ReturnType<typeof startRuleSetsApp>>
