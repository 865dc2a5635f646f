// Badges, slots, sheets and protests are inserted directly, because their codes are fixed and their services
// write the audit log.
import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { validateAndScoreAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import { msPerDay, msPerHour, msPerMinute } from '#contract/platform/time.ts'
import { insertJudgesWithCodes, insertSentSheetsWithScoreLog } from '#server/event/judges/service.ts'
import { lockAndAppendScoreLogRows, type ScoreLogRows } from '#server/event/scores/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { secondJudgeEvents, sheetReviews } from '#server/platform/db/schema/judging.ts'
import { protests } from '#server/platform/db/schema/results.ts'
import { eventTeams, publishedSchedules, scheduleSlots } from '#server/platform/db/schema/schedule.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { demoRuleSet } from './scores.ts'

/** The texts of the demo protests. The second one is answered. */
const texts = [
  {
    reason:
      'The stopwatch ran on after our car had stopped in the parking space. Our coach has a video of the finish.',
    answer: '',
  },
  {
    reason: 'عبرت سيارتنا العائق الأخير دون أن تلمسه، لكن النقاط لم تُحتسب لنا.',
    answer: 'راجع رئيس الحكام تسجيل الجولة: لمست السيارة العائق، لذلك تبقى النتيجة كما هي.',
  },
]

/**
 * Lets a demo event accept protests for two days, and adds an open and an answered protest against attempts
 * of its first teams.
 */
export const insertDemoProtestsAndDeadline = async (tx: Db, eventId: string, now: Date): Promise<void> => {
  await tx
    .update(events)
    .set({ protestsUntil: new Date(now.getTime() + 2 * msPerDay) })
    .where(eq(events.id, eventId))
  const entries = await tx
    .select({ id: scoreEntries.id, teamId: scoreEntries.teamId })
    .from(scoreEntries)
    .where(and(eq(scoreEntries.eventId, eventId), isNotNull(scoreEntries.teamId)))
    .orderBy(asc(scoreEntries.rankingKey), asc(scoreEntries.id))
    .limit(texts.length)
  for (const [index, { id: entryId, teamId }] of entries.entries()) {
    const { reason = '', answer = '' } = texts[index] ?? {}
    const [attempt] = await tx
      .select({ id: scoreAttempts.id })
      .from(scoreAttempts)
      .where(eq(scoreAttempts.entryId, entryId))
      .orderBy(asc(scoreAttempts.at), asc(scoreAttempts.id))
      .limit(1)
    await tx.insert(protests).values({
      eventId,
      entryId,
      attemptId: attempt?.id ?? null,
      teamId,
      reason,
      answer,
      ...(answer ? { state: 'rejected' as const, closedAt: now } : {}),
    })
  }
}

const teamCount = 24
const tables = ['A1', 'A2', 'B1']
const minutesPerSlot = 10

/** The people who judge in the demo. The first two are judges of the demo event. */
const demoJudgePeople = [
  { name: 'Huda Nasser', email: 'huda.nasser@judges.example', languages: ['ar', 'en'] },
  { name: 'عمر الحربي', email: 'omar.alharbi@judges.example', languages: ['ar'] },
  { name: 'Lina Adel', email: null, languages: ['ar', 'en', 'fr'] },
  { name: 'سارة العتيبي', email: 'sara.alotaibi@judges.example', languages: ['ar'] },
  { name: 'Karim Mansour', email: 'karim.mansour@judges.example', languages: ['ar', 'en'] },
  { name: 'ريم الزهراني', email: null, languages: ['ar', 'tr'] },
]

/** Inserts the people who judge, with one or two competitions each. Returns their ids and names. */
const insertJudgePeople = async (tx: Db): Promise<{ id: string; name: string }[]> => {
  const known = await tx
    .select({ id: competitions.id })
    .from(competitions)
    .where(isNull(competitions.deletedAt))
    .orderBy(asc(competitions.position), asc(competitions.id))
  const rows = demoJudgePeople.map((person, index) => ({
    ...person,
    competitionIds: known
      .filter((_, place) => place % demoJudgePeople.length === index || place === index % 2)
      .map(({ id }) => id),
    position: index,
    demo: true,
  }))
  return tx.insert(judgePeople).values(rows).returning({ id: judgePeople.id, name: judgePeople.name })
}

/**
 * Adds teams with badges, first those without a result, a schedule of two rounds from the next full hour, two
 * judges and a sheet that waits for the second one to a demo event. Half of the teams are checked in. Returns
 * the code of the first judge.
 */
export const insertDemoJudgingAndGetJudgeCode = async (
  tx: Db,
  eventId: string,
  now: Date,
): Promise<string | null> => {
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.demo, true), eq(teams.status, 'registered'), isNull(teams.deletedAt)))
    .orderBy(
      sql`exists (select 1 from ${scoreEntries} where ${scoreEntries.eventId} = ${eventId} and ${scoreEntries.teamId} = ${teams.id})`,
      asc(teams.teamNo),
      asc(teams.id),
    )
    .limit(teamCount)
  if (rows.length === 0) return null
  await tx.insert(eventTeams).values(
    rows.map(({ id }, index) => ({
      eventId,
      teamId: id,
      badgeCode: `DEMB${String(index + 1).padStart(4, '0')}`,
      checkedInAt: index % 2 === 0 ? now : null,
    })),
  )
  const start = Math.ceil(now.getTime() / msPerHour) * msPerHour
  const slots = [1, 2].flatMap((round) => rows.map(({ id }) => ({ round, teamId: id })))
  await tx.insert(scheduleSlots).values(
    slots.map((slot, index) => ({
      ...slot,
      eventId,
      tableName: tables[index % tables.length] as string,
      startsAt: new Date(start + Math.floor(index / tables.length) * minutesPerSlot * msPerMinute),
      durationMinutes: minutesPerSlot,
    })),
  )
  await tx.insert(publishedSchedules).values({ eventId, publishedAt: now })
  const people = await insertJudgePeople(tx)
  const [first, sender] = await insertJudgesWithCodes(tx, {
    eventId,
    names: [],
    people: people.slice(0, 2),
    isHead: false,
    tables: [],
    days: [],
    createdBy: null,
  })
  if (sender)
    await insertWaitingSheet(tx, { eventId, judgeId: sender.judge.id, teamId: rows[0]?.id ?? '', now })
  return first?.code ?? null
}

/** Makes the sheets of a demo event require a second judge, and adds a sheet that waits for one. */
const insertWaitingSheet = async (
  tx: Db,
  { eventId, judgeId, teamId, now }: { eventId: string; judgeId: string; teamId: string; now: Date },
): Promise<void> => {
  const [round] = listRoundsOrPossibleMatches(demoRuleSet)
  if (!round) return
  const computed = validateAndScoreAttempt(demoRuleSet, {
    mission: round.number,
    score: 0,
    timeMs: 0,
    values: { points: 20, time: 71_400 },
  })
  if ('problems' in computed) throw new Error('a demo sheet does not fit its rule set')
  const { score, timeMs, values } = computed.sheet
  const id = randomUUID()
  await tx.insert(secondJudgeEvents).values({ eventId, since: now })
  const logRows: ScoreLogRows[] = []
  await insertSentSheetsWithScoreLog(
    tx,
    { logRows },
    {
      id,
      eventId,
      teamId,
      judgeId,
      round: round.number,
      sheet: { values, score, timeMs, ruleVersion: 1 },
      judgedAt: now,
      confirmedAt: now,
      receivedAt: now,
    },
  )
  await lockAndAppendScoreLogRows(tx, eventId, logRows)
  await tx.insert(sheetReviews).values({ sheetId: id, expected: [] })
}
