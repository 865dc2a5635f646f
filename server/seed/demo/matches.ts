// Results are inserted directly, because the writer of scores is slower and adds them to the audit log.

import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { generateMatchSchedule } from '#contract/event/schedule/generate-schedule.ts'
import { computeTournamentStateOfEntries } from '#contract/event/scoring/event-results.ts'
import { drawGroupsOrSeedsAndLots, type EventDraw } from '#contract/event/scoring/match-draw.ts'
import { listPairings } from '#contract/event/scoring/match-list.ts'
import type { MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import { ruleSet, type ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { newestCalculation } from '#contract/event/scoring/rule-set.ts'
import type { SheetAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { msPerDay, msPerMinute } from '#contract/platform/time.ts'
import {
  createResultsCalculator,
  type EventRules,
  lockAndAppendScoreLog,
  readEventDrawForLog,
  scoreAttemptOrListProblems,
  startScoreLogWithExistingRecords,
  syncTeamSlotsOfMatches,
  toEventScoreLogChange,
  upsertDrawAndReplaceEntries,
} from '#server/event/scores/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { eventRuleSets, matchDraws } from '#server/platform/db/schema/rule-sets.ts'
import { eventTeams, matchSlots, publishedSchedules } from '#server/platform/db/schema/schedule.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { createSeededRandom, type Participant } from './players.ts'

const label = (en: string, ar: string) => ({ en, ar })
const counter = (
  key: string,
  max: number,
  text: ReturnType<typeof label>,
  pointsPerUnit: number,
  isRequired: boolean,
) => ({
  kind: 'count',
  key,
  label: text,
  min: 0,
  max,
  step: 1,
  pointsPerUnit,
  isRequired,
})
/** The rule set of the demo event of RoboSports: four groups, whose first two places play a knock-out. */
export const demoMatchRuleSet = ruleSet.parse({
  template: 'robosports',
  groups: [
    {
      key: 'match',
      label: label('Match', 'المباراة'),
      combine: 'best',
      rounds: [{ key: 'match', label: label('Match', 'المباراة') }],
      fields: [
        counter('goals', 50, label('Goals', 'الأهداف'), 1, true),
        counter('shoot_out', 20, label('Shoot-out', 'ركلات الترجيح'), 0, false),
        counter('suspensions', 20, label('Suspensions', 'حالات الإيقاف'), 0, false),
      ],
    },
  ],
  disqualification: { points: 0, timeMs: null },
  rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
  matches: {
    teamsPerSide: 1,
    winningScore: 'high',
    points: { win: 3, draw: 1, loss: 0 },
    standing: [
      { of: 'points' },
      { of: 'headToHead', apply: 'restart', by: ['points', 'difference', 'scored'] },
      { of: 'difference' },
      { of: 'scored' },
      { of: 'field', field: 'suspensions', order: 'low' },
      { of: 'lot' },
    ],
    deciders: [{ field: 'shoot_out', order: 'high' }],
    walkover: { winner: 3, loser: 0 },
    withdrawal: 'annul',
    groups: { count: 4, legs: 1, draw: 'lot', unevenGroups: 'all' },
    knockOuts: [
      {
        key: 'finals',
        label: label('Finals', 'الأدوار الإقصائية'),
        places: { from: 1, to: 2 },
        draw: 'seed',
        bestOf: 1,
        thirdPlace: true,
        losers: 'share',
        pairs: [
          ['A1', 'B2'],
          ['C1', 'D2'],
          ['B1', 'A2'],
          ['D1', 'C2'],
        ],
      },
    ],
  },
}) as MatchRuleSet

/** The quarter-finals are the last round that is played. */
const lastPlayedRound = 1

/** Plays a match: the better side scores more often. A drawn match of a knock-out has a shoot-out. */
const playMatch = (
  skills: readonly [number, number],
  isKnockOut: boolean,
  next: () => number,
): [ScoreSheetValues, ScoreSheetValues] => {
  const goals = skills.map((skill) => Math.floor(next() * (1.5 + skill * 4)))
  const isDrawn = goals[0] === goals[1]
  const firstWins = next() < 0.5
  const toValues = (nth: 0 | 1): ScoreSheetValues => ({
    goals: goals[nth] ?? 0,
    ...(isDrawn && isKnockOut ? { shoot_out: (nth === 0) === firstWins ? 4 : 3 } : {}),
    ...(next() < 0.3 ? { suspensions: 1 } : {}),
  })
  return [toValues(0), toValues(1)]
}

/**
 * Plans all matches on two fields so that the semi-finals begin 10 to 20 minutes after a time, and the
 * quarter-finals are over before it.
 */
const planMatches = (matches: MatchRules, draw: EventDraw, now: number) => {
  const pairings = listPairings(matches, draw)
  const semiFinal = pairings.find(({ part }) => part.of === 'knockOut' && part.round === lastPlayedRound + 1)
    ?.numbers[0]
  const times = { tables: ['F1', 'F2'], runMinutes: 15, betweenMinutes: 5, teamPauseMinutes: 20, breaks: [] }
  const plan = (startsAt: number) =>
    generateMatchSchedule({
      ...times,
      pairings,
      sides: draw.sides,
      startsAt: new Date(startsAt).toISOString(),
    }).slots
  const offset = Date.parse(plan(0).find(({ round }) => round === semiFinal)?.startsAt ?? '')
  return plan((Math.ceil(now / (10 * msPerMinute)) + 1) * 10 * msPerMinute - offset)
}

/**
 * Inserts an event that is played in matches: the draw, the schedule, and all matches of the groups and the
 * quarter-finals until a time. The next matches are open. Returns the number of entries.
 */
export const insertDemoMatchesWithScoreLog = async (
  tx: Db,
  {
    eventId,
    participants,
    count,
    until,
  }: { eventId: string; participants: readonly Participant[]; count: number; until: number },
): Promise<number> => {
  const next = createSeededRandom(422)
  const entries = participants
    .filter(({ teamId }) => teamId)
    .slice(0, count)
    .map((participant) => ({ ...participant, id: randomUUIDv7() as string }))
  if (entries.length < count) return 0
  await tx.insert(eventRuleSets).values({ eventId, version: 1, document: demoMatchRuleSet })
  const sides = entries.map(({ id }) => [id])
  const draw: EventDraw = {
    ...drawGroupsOrSeedsAndLots(demoMatchRuleSet.matches, sides, '5d3c9a1e7b40f2868c1a6e0d94b7f235'),
    withdrawn: [],
  }
  await upsertDrawAndReplaceEntries(
    tx,
    eventId,
    draw,
    entries.map(({ id, teamId }) => ({ entryId: id, teamId: teamId as string })),
  )
  const rules: EventRules = {
    totalRule: 'sum-of-best',
    ruleSet: demoMatchRuleSet,
    ruleVersion: 1,
    calculation: newestCalculation,
    draw,
  }

  const skillOf = (side: number) => entries.find(({ id }) => id === draw.sides[side]?.[0])?.skill ?? 0
  const attempts = new Map<
    string,
    (SheetAttempt & { score: number; timeMs: number; ruleVersion: number | null })[]
  >()
  const slots = planMatches(demoMatchRuleSet.matches, draw, until)
  for (;;) {
    const { pairings } = computeTournamentStateOfEntries(demoMatchRuleSet, draw, attempts)
    const open = pairings.filter(
      ({ part, matches, sides: [one, other] }) =>
        matches.some(({ result }) => !result) &&
        typeof one === 'number' &&
        typeof other === 'number' &&
        (part.of === 'group' || part.round <= lastPlayedRound),
    )
    const [pairing] = open
    if (!pairing) break
    const [one, other] = pairing.sides as readonly [number, number]
    const mission = pairing.numbers[0] ?? 0
    const slot = slots.find(({ round }) => round === mission)
    const at = Date.parse(slot?.startsAt ?? '') + (slot?.durationMinutes ?? 0) * msPerMinute
    const values = playMatch([skillOf(one), skillOf(other)], pairing.part.of === 'knockOut', next)
    for (const [nth, side] of [one, other].entries()) {
      const entryId = draw.sides[side]?.[0] as string
      const computed = scoreAttemptOrListProblems(rules, {
        mission,
        score: 0,
        timeMs: 0,
        values: values[nth] ?? {},
      })
      if ('problems' in computed) throw new Error('a demo sheet does not fit its rule set')
      const { score, timeMs, ruleVersion } = computed.columns
      const attempt = { mission, values: computed.columns.values ?? {}, at, score, timeMs, ruleVersion }
      attempts.set(entryId, [...(attempts.get(entryId) ?? []), attempt])
    }
  }
  const byEntry = new Map(
    [...attempts].map(([id, list]) => [
      id,
      list.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
    ]),
  )

  const { totals } = createResultsCalculator(rules)(byEntry)
  await tx.insert(scoreEntries).values(
    entries.flatMap(({ skill: _, ...participant }) => {
      const total = totals.get(participant.id)
      if (!total) return []
      const { reachedAt, rankingKey = [], ...sums } = total
      const attemptCount = byEntry.get(participant.id)?.length ?? 0
      return {
        ...participant,
        ...sums,
        eventId,
        ruleSetKey: [...rankingKey],
        reachedAt: new Date(reachedAt),
        attemptCount,
        demo: true,
      }
    }),
  )
  await tx
    .insert(scoreAttempts)
    .values(
      [...byEntry].flatMap(([entryId, list]) =>
        list.map((attempt) => ({ ...attempt, id: randomUUIDv7(), entryId, source: 'admin' as const })),
      ),
    )
  await tx.insert(eventTeams).values(
    entries.map(({ teamId }, index) => ({
      eventId,
      teamId: teamId as string,
      badgeCode: `MTCH${String(index + 1).padStart(4, '0')}`,
      checkedInAt: new Date(slots[0]?.startsAt ?? until),
    })),
  )
  const drawnAt = new Date(Date.parse(slots[0]?.startsAt ?? '') - msPerDay)
  await tx.update(matchDraws).set({ drawnAt }).where(eq(matchDraws.eventId, eventId))
  await tx.insert(matchSlots).values(
    slots.map(({ round, table, startsAt, durationMinutes }) => ({
      id: randomUUIDv7(),
      eventId,
      match: round,
      tableName: table,
      startsAt: new Date(startsAt),
      durationMinutes,
    })),
  )
  await tx.insert(publishedSchedules).values({ eventId, publishedAt: new Date(until) })
  await tx.update(events).set({ entryCount: entries.length }).where(eq(events.id, eventId))
  await lockAndAppendScoreLog(tx, { eventId, kind: 'draw', actorId: null, source: 'system' }, [
    toEventScoreLogChange({ draw: null }, { draw: await readEventDrawForLog(tx, eventId) }),
  ])
  await startScoreLogWithExistingRecords(tx, eventId)
  await syncTeamSlotsOfMatches(tx, { id: eventId, ruleSet: demoMatchRuleSet })
  return entries.length
}
