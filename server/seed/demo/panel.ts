// Sheets and results are inserted directly, because the services of judges and scores are slower and write
// the audit log.

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { type RuleSet, ruleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { judgeKey, newestCalculation } from '#contract/event/scoring/rule-set.ts'
import { insertJudgesWithCodes } from '#server/event/judges/service.ts'
import {
  createResultsCalculator,
  type EventRules,
  scoreAttemptOrListProblems,
  startScoreLogWithExistingRecords,
} from '#server/event/scores/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judgeSheets } from '#server/platform/db/schema/judging.ts'
import { judgeRecusals, panelFeedback, releasedFeedback } from '#server/platform/db/schema/panels.ts'
import { eventRuleSets } from '#server/platform/db/schema/rule-sets.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { createSeededRandom, type Participant, pickRandomItem } from './players.ts'

const label = (en: string, ar: string) => ({ en, ar })
const criterion = (key: string, max: number, text: ReturnType<typeof label>) => ({
  kind: 'count',
  key,
  label: text,
  min: 0,
  max,
  step: 1,
  pointsPerUnit: 1,
})
/** The rule set of the demo event of Future Innovators: a rubric that three judges fill in. */
export const demoPanelRuleSet: RuleSet = ruleSet.parse({
  template: 'future_innovators',
  groups: [
    {
      key: 'project',
      label: label('Project', 'المشروع'),
      combine: 'sum',
      panel: { judges: 3, combine: 'mean' },
      rounds: [{ key: 'project', label: label('Project', 'المشروع') }],
      fields: [
        criterion('innovation', 40, label('Innovation', 'الابتكار')),
        criterion('solution', 40, label('Robotic solution', 'الحل الروبوتي')),
        criterion('presentation', 20, label('Presentation', 'العرض')),
      ],
    },
  ],
  disqualification: { points: 0, timeMs: null },
  rankingKeys: [
    { of: 'total', value: 'points', order: 'high' },
    { of: 'field', group: 'project', field: 'innovation', nth: null, order: 'high' },
  ],
})

const judgeNames = ['Salma Fathy', 'خالد المصري', 'Nour Hassan']
const feedback = [
  'A clear problem and an honest test in the field. Show the robot in the first minute.',
  'فكرة أصيلة وعرض منظَّم. أضيفوا أرقامًا عن كمية الماء الموفَّرة.',
  'Great teamwork in the questions. The next step is a cheaper sensor.',
]

/**
 * Inserts the results of an event that a panel of three judges judged between two times, with the sheets,
 * released feedback, and a judge who was left out of the first team. Returns the number of entries.
 */
export const insertDemoPanelWithScoreLog = async (
  tx: Db,
  {
    eventId,
    participants,
    count,
    from,
    until,
  }: { eventId: string; participants: readonly Participant[]; count: number; from: number; until: number },
): Promise<number> => {
  const next = createSeededRandom(311)
  const rules: EventRules = {
    totalRule: 'sum-of-best',
    ruleSet: demoPanelRuleSet,
    ruleVersion: 1,
    calculation: newestCalculation,
    draw: null,
  }
  const chosen = participants.filter(({ teamId }) => teamId).slice(0, count)
  const judges = await insertJudgesWithCodes(tx, {
    eventId,
    names: judgeNames,
    isHead: false,
    tables: [],
    days: [],
    createdBy: null,
  })
  const [recused] = judges
  if (chosen.length === 0 || !recused) return 0
  const sheets = chosen.flatMap(({ teamId, skill }, team) =>
    judges.flatMap(({ judge }) => {
      if (team === 0 && judge.id === recused.judge.id) return []
      const rate = (max: number) =>
        Math.round(max * Math.min(1, Math.max(0.2, 0.35 + skill * 0.5 + (next() - 0.5) * 0.2)))
      const values = {
        innovation: rate(40),
        solution: rate(40),
        presentation: rate(20),
        [judgeKey]: judge.id,
      }
      const computed = scoreAttemptOrListProblems(rules, { mission: 1, score: 0, timeMs: 0, values })
      if ('problems' in computed) throw new Error('a demo sheet does not fit its rule set')
      const at = new Date(Math.floor(from + ((team + next()) / chosen.length) * (until - from)))
      return {
        team,
        teamId: teamId as string,
        judgeId: judge.id,
        id: randomUUIDv7(),
        at,
        ...computed.columns,
      }
    }),
  )
  const entries = chosen.map((participant, team) => ({
    ...participant,
    id: randomUUIDv7(),
    sheets: sheets.filter((sheet) => sheet.team === team),
  }))
  const { totals } = createResultsCalculator(rules)(
    new Map(entries.map((entry) => [entry.id, entry.sheets.map((sheet) => ({ ...sheet, mission: 1 }))])),
  )
  await tx.insert(scoreEntries).values(
    entries.flatMap(({ skill: _, sheets: own, ...participant }) => {
      const total = totals.get(participant.id)
      if (!total) return []
      const { reachedAt, rankingKey = [], ...sums } = total
      return {
        ...participant,
        ...sums,
        eventId,
        ruleSetKey: [...rankingKey],
        reachedAt: new Date(reachedAt),
        attemptCount: own.length,
        demo: true,
      }
    }),
  )
  await tx.insert(scoreAttempts).values(
    entries.flatMap(({ id: entryId, sheets: own }) =>
      own.map(({ id, at, score, timeMs, values, ruleVersion }) => ({
        id,
        entryId,
        mission: 1,
        at,
        score,
        timeMs,
        values,
        ruleVersion,
        source: 'judge' as const,
      })),
    ),
  )
  await tx.insert(judgeSheets).values(
    sheets.map(({ id: attemptId, teamId, judgeId, at, score, timeMs, values, ruleVersion }) => ({
      id: randomUUID(),
      eventId,
      teamId,
      judgeId,
      attemptId,
      round: 1,
      sheet: { values, score, timeMs, ruleVersion },
      judgedAt: at,
      receivedAt: at,
    })),
  )
  await tx.insert(eventTeams).values(
    chosen.map(({ teamId }, index) => ({
      eventId,
      teamId: teamId as string,
      badgeCode: `FARM${String(index + 1).padStart(4, '0')}`,
      checkedInAt: new Date(from),
    })),
  )
  await tx.insert(judgeRecusals).values({
    eventId,
    teamId: chosen[0]?.teamId as string,
    judgeId: recused.judge.id,
    reason: 'Teaches at the school of the team.',
    recusedAt: new Date(from),
  })
  await tx.insert(panelFeedback).values(
    sheets.map(({ judgeId, teamId, at }) => ({
      judgeId,
      teamId,
      round: 1,
      eventId,
      text: pickRandomItem(feedback, next),
      updatedAt: at,
    })),
  )
  await tx.insert(releasedFeedback).values({ eventId, releasedAt: new Date(until) })
  await tx.update(events).set({ entryCount: entries.length }).where(eq(events.id, eventId))
  await tx.insert(eventRuleSets).values({ eventId, version: 1, document: demoPanelRuleSet })
  await startScoreLogWithExistingRecords(tx, eventId)
  return entries.length
}
