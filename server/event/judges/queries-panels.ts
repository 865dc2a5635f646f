import { and, asc, desc, eq, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { RecusalKind } from '#contract/event/judging/judge.ts'
import type { JudgeEventData } from '#contract/event/judging/judge-sheet.schema.ts'
import type { Panels, RequestSecondLookRequest } from '#contract/event/judging/panel.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { judges } from '#server/platform/db/schema/judging.ts'
import { judgeRecusals, panelFeedback, secondLooks } from '#server/platform/db/schema/panels.ts'

type Team = { judgeId: string; teamId: string }
const isCurrentRecusal = (eventId: string) =>
  and(eq(judgeRecusals.eventId, eventId), isNull(judgeRecusals.takenBackAt))

/** Lists the judges who are left out of teams of an event. */
export const listCurrentRecusalsOfEvent = async (db: Db, eventId: string): Promise<Panels['recusals']> => {
  const { judgeId, teamId, kind, reason, recusedAt } = judgeRecusals
  const rows = await db
    .select({ judgeId, teamId, kind, reason, recusedAt })
    .from(judgeRecusals)
    .where(isCurrentRecusal(eventId))
    .orderBy(asc(recusedAt), asc(judgeRecusals.id))
  return rows.map(({ kind: of, ...row }) => ({
    ...row,
    recusedAt: row.recusedAt.toISOString(),
    ...(of === 'left' ? { hasLeft: true } : {}),
  }))
}

/** Lists the judges with a sheet of each team in rounds of panels, under the id of the team and the round. */
export const mapSheetJudgeIdsByRun = async (
  db: Db,
  eventId: string,
  rounds: readonly number[],
): Promise<Map<string, string[]>> => {
  const { rows } = await db.execute<{ team_id: string; mission: number; judges: string[] }>(sql`
    select e.team_id, a.mission, array_agg(distinct a."values" ->> 'judge') as judges
    from score_attempts a join score_entries e on e.id = a.entry_id
    where e.event_id = ${eventId} and e.team_id is not null and a.mission = any(${sql.param([...rounds])}::int[])
    group by e.team_id, a.mission`)
  return new Map(rows.map((row) => [`${row.team_id} ${row.mission}`, row.judges]))
}

/**
 * Reads whether an event has a team, and whether a judge is left out of it because of a conflict of interest,
 * in one statement.
 */
export const readParticipationAndConflictRecusal = async (
  tx: Db,
  eventId: string,
  { judgeId, teamId }: { judgeId: string | null; teamId: string },
): Promise<{ isInEvent: boolean; isRecused: boolean }> => {
  const { rows } = await tx.execute<{ in_event: boolean; recused: boolean }>(sql`
    select exists (select from event_teams e join teams t on t.id = e.team_id and t.deleted_at is null
        where e.event_id = ${eventId} and e.team_id = ${teamId}) as in_event,
      exists (select from judge_recusals where event_id = ${eventId} and team_id = ${teamId} and judge_id = ${judgeId} and kind = 'conflict' and taken_back_at is null) as recused`)
  return { isInEvent: rows[0]?.in_event ?? false, isRecused: rows[0]?.recused ?? false }
}

/** Leaves a judge out of a team. Returns false when the judge is left out already. */
export const insertRecusalIfNew = async (
  tx: Db,
  row: Team & { eventId: string; kind?: RecusalKind; reason: string },
): Promise<boolean> =>
  // the time follows the lock of the ranking, so that it is not before the one of a freeze that came first
  (
    await tx
      .insert(judgeRecusals)
      .values({ ...row, recusedAt: sql`clock_timestamp()` })
      .onConflictDoNothing()
      .returning({ id: judgeRecusals.id })
  ).length > 0

/** Takes back that a judge is left out of a team. Returns false when the judge is not. */
export const revokeRecusalIfExists = async (
  tx: Db,
  eventId: string,
  { judgeId, teamId }: Team,
): Promise<boolean> =>
  (
    await tx
      .update(judgeRecusals)
      .set({ takenBackAt: sql`clock_timestamp()` })
      .where(
        and(isCurrentRecusal(eventId), eq(judgeRecusals.judgeId, judgeId), eq(judgeRecusals.teamId, teamId)),
      )
      .returning({ id: judgeRecusals.id })
  ).length > 0

/** Takes back that panels do without a judge who had left. Returns whether there was such a panel. */
export const revokeLeaveRecusalsIfAny = async (
  tx: Db,
  eventId: string,
  judgeId: string,
): Promise<boolean> => {
  const isOfLeaving = and(
    isCurrentRecusal(eventId),
    eq(judgeRecusals.judgeId, judgeId),
    eq(judgeRecusals.kind, 'left'),
  )
  const { rowCount } = await tx
    .update(judgeRecusals)
    .set({ takenBackAt: sql`clock_timestamp()` })
    .where(isOfLeaving)
  return (rowCount ?? 0) > 0
}

/**
 * Lists the judges of an event with their names, those without a valid code and those whose name was erased,
 * too.
 */
export const listJudgesOfEventIncludingErased = (db: Db, eventId: string) =>
  db
    .select({
      id: judges.id,
      name: judges.name,
      isHead: judges.isHead,
      tables: judges.tables,
      days: judges.days,
      revokedAt: judges.revokedAt,
      leftAt: judges.leftAt,
    })
    .from(judges)
    .where(eq(judges.eventId, eventId))
    .orderBy(asc(judges.createdAt), asc(judges.name), asc(judges.id))

/** Lists the last request for a second look at each sheet of an event. */
export const listLastSecondLookOfEachSheet = async (
  db: Db,
  eventId: string,
): Promise<Panels['secondLooks']> => {
  const { judgeId, teamId, round, note, requestedAt, answeredAt, isCorrected } = secondLooks
  const rows = await db
    .selectDistinctOn([judgeId, teamId, round], {
      judgeId,
      teamId,
      round,
      note,
      requestedAt,
      answeredAt,
      isCorrected,
    })
    .from(secondLooks)
    .where(eq(secondLooks.eventId, eventId))
    .orderBy(judgeId, teamId, round, desc(requestedAt))
  return rows.map((row) => ({
    ...row,
    requestedAt: row.requestedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }))
}

/** Stores a request for a second look; an open one gets the new note. */
export const upsertSecondLookRequest = async (
  tx: Db,
  eventId: string,
  { judgeId, teamId, round, note }: RequestSecondLookRequest,
): Promise<void> => {
  await tx
    .insert(secondLooks)
    .values({ eventId, judgeId, teamId, round, note })
    .onConflictDoUpdate({
      target: [secondLooks.judgeId, secondLooks.teamId, secondLooks.round],
      targetWhere: sql`answered_at is null`,
      set: { note },
    })
}

/** Deletes the open requests to a judge for a second look, of one team or of all. */
export const deleteOpenSecondLooksOfJudge = async (
  tx: Db,
  { judgeId, teamId }: { judgeId: string; teamId?: string },
): Promise<void> => {
  const isOfTeam = teamId === undefined ? undefined : eq(secondLooks.teamId, teamId)
  await tx
    .delete(secondLooks)
    .where(and(eq(secondLooks.judgeId, judgeId), isOfTeam, isNull(secondLooks.answeredAt)))
}

/** Marks a request for a second look as answered, if the sheet was filled in after the request. */
export const markSecondLookAnsweredIfJudgedAfter = async (
  tx: Db,
  sheet: Team & { round: number; judgedAt: string },
  isCorrected: boolean,
): Promise<void> => {
  await tx
    .update(secondLooks)
    .set({ answeredAt: sql`now()`, isCorrected })
    .where(
      and(
        eq(secondLooks.judgeId, sheet.judgeId),
        eq(secondLooks.teamId, sheet.teamId),
        eq(secondLooks.round, sheet.round),
        isNull(secondLooks.answeredAt),
        lte(secondLooks.requestedAt, new Date(sheet.judgedAt)),
      ),
    )
}

/**
 * Reads what the app of a judge needs of panels: open requests for a second look, and the feedback that the
 * judge wrote.
 */
export const readOpenSecondLooksAndWrittenFeedback = async (
  db: Db,
  eventId: string,
  judgeId: string,
): Promise<Pick<JudgeEventData, 'secondLooks' | 'feedback'>> => {
  const open = await db
    .select({
      teamId: secondLooks.teamId,
      round: secondLooks.round,
      note: secondLooks.note,
      requestedAt: secondLooks.requestedAt,
    })
    .from(secondLooks)
    .where(
      and(eq(secondLooks.eventId, eventId), eq(secondLooks.judgeId, judgeId), isNull(secondLooks.answeredAt)),
    )
    .orderBy(asc(secondLooks.requestedAt))
  const feedback = await db
    .select({ teamId: panelFeedback.teamId, round: panelFeedback.round, text: panelFeedback.text })
    .from(panelFeedback)
    .where(and(eq(panelFeedback.eventId, eventId), eq(panelFeedback.judgeId, judgeId)))
  return {
    secondLooks: open.map((look) => ({ ...look, requestedAt: look.requestedAt.toISOString() })),
    feedback,
  }
}

/** Stores what a judge writes to a team in place of the earlier text; an empty text removes it. */
export const saveOrDeleteFeedback = async (
  tx: Db,
  { text, ...sheet }: Team & { eventId: string; round: number; text: string },
): Promise<void> => {
  if (text === '')
    await tx
      .delete(panelFeedback)
      .where(
        and(
          eq(panelFeedback.judgeId, sheet.judgeId),
          eq(panelFeedback.teamId, sheet.teamId),
          eq(panelFeedback.round, sheet.round),
        ),
      )
  else
    await tx
      .insert(panelFeedback)
      .values({ ...sheet, text })
      .onConflictDoUpdate({
        target: [panelFeedback.judgeId, panelFeedback.teamId, panelFeedback.round],
        set: { text, updatedAt: sql`now()` },
      })
}

/** Deletes what judges wrote to teams. */
export const deleteFeedbackOfTeams = async (tx: Db, teamIds: readonly string[]): Promise<void> => {
  if (teamIds.length > 0) await tx.delete(panelFeedback).where(inArray(panelFeedback.teamId, [...teamIds]))
}

/** Erases why judges were left out and what was asked of them, in records of before a time. */
export const eraseRecusalAndSecondLookTextsBefore = async (db: Db, before: Date): Promise<void> => {
  await db
    .update(judgeRecusals)
    .set({ reason: '' })
    .where(and(ne(judgeRecusals.reason, ''), lt(judgeRecusals.recusedAt, before)))
  await db
    .update(secondLooks)
    .set({ note: '' })
    .where(and(ne(secondLooks.note, ''), lt(secondLooks.requestedAt, before)))
}
