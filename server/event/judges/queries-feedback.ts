import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { EventFeedback, Panels, TeamFeedback } from '#contract/event/judging/panel.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import { findRoundLabel } from '#contract/event/scoring/rule-set-sheet.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judges } from '#server/platform/db/schema/judging.ts'
import { panelFeedback, releasedFeedback } from '#server/platform/db/schema/panels.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { findNewestRuleSetOfEvent } from '../scores/service.ts'

/**
 * Selects the feedback for teams that are not deleted, whose judge has a sheet for the team in the round and is not
 * left out of the team. Feedback is hidden, not deleted: it is shown again when the team or the sheet is restored or
 * the recusal is taken back.
 */
const isValid = sql`exists (select from teams t where t.id = ${panelFeedback.teamId} and t.deleted_at is null)
  and exists (select from score_attempts a join score_entries e on e.id = a.entry_id
    where e.event_id = ${panelFeedback.eventId} and e.team_id = ${panelFeedback.teamId} and a.mission = ${panelFeedback.round}
      and a."values" ->> ${judgeKey}::text = ${panelFeedback.judgeId}::text)
  and not exists (select from judge_recusals r
    where r.judge_id = ${panelFeedback.judgeId} and r.team_id = ${panelFeedback.teamId} and r.taken_back_at is null)`

/** Counts the texts of the judges of an event for teams, and reads since when teams see them. */
export const readValidFeedbackCountAndRelease = async (
  db: Db,
  eventId: string,
): Promise<Panels['feedback']> => {
  const [written] = await db
    .select({ count: count() })
    .from(panelFeedback)
    .where(and(eq(panelFeedback.eventId, eventId), isValid))
  const [released] = await db.select().from(releasedFeedback).where(eq(releasedFeedback.eventId, eventId))
  return { count: written?.count ?? 0, releasedAt: released?.releasedAt.toISOString() ?? null }
}

/** Shows teams the feedback of an event, or no longer. Returns false when that is so already. */
export const setFeedbackReleasedIfChanged = async (
  tx: Db,
  eventId: string,
  isReleased: boolean,
  userId: string | null,
): Promise<boolean> => {
  const changed = isReleased
    ? await tx
        .insert(releasedFeedback)
        .values({ eventId, releasedBy: userId })
        .onConflictDoNothing()
        .returning()
    : await tx.delete(releasedFeedback).where(eq(releasedFeedback.eventId, eventId)).returning()
  return changed.length > 0
}

/**
 * Lists the released feedback for a team by event and round, the newest event first. The texts of a round are
 * in an order that says nothing about the judges.
 */
export const listReleasedFeedbackOfTeam = async (db: Db, teamId: string): Promise<TeamFeedback[]> => {
  const rows = await db
    .select({
      event: { id: events.id, slug: events.slug, titleEn: events.titleEn, titleAr: events.titleAr },
      round: panelFeedback.round,
      text: panelFeedback.text,
    })
    .from(panelFeedback)
    .innerJoin(releasedFeedback, eq(releasedFeedback.eventId, panelFeedback.eventId))
    .innerJoin(events, eq(events.id, panelFeedback.eventId))
    .where(and(eq(panelFeedback.teamId, teamId), isValid, isNull(events.deletedAt), eq(events.active, true)))
    .orderBy(
      desc(releasedFeedback.releasedAt),
      asc(panelFeedback.eventId),
      asc(panelFeedback.round),
      sql`md5(${panelFeedback.text})`,
    )
  const feedback: TeamFeedback[] = []
  for (const [eventId, texts] of Map.groupBy(rows, ({ event }) => event.id)) {
    const [first] = texts
    if (!first) continue
    const ruleSet = (await findNewestRuleSetOfEvent(db, eventId))?.ruleSet
    const rounds = [...Map.groupBy(texts, ({ round }) => round)].map(([round, ofRound]) => ({
      round,
      label: findRoundLabel(ruleSet, round) ?? null,
      texts: ofRound.map(({ text }) => text),
    }))
    const { id, slug, titleEn, titleAr } = first.event
    feedback.push({ event: { id, slug, title: { en: titleEn, ar: titleAr } }, rounds })
  }
  return feedback
}

/**
 * Lists the feedback of an event by team and round with the names of the judges, also before it is released.
 */
export const listValidFeedbackOfEvent = async (db: Db, eventId: string): Promise<EventFeedback[]> => {
  const { id, teamNo, name } = teams
  const rows = await db
    .select({
      team: { id, teamNo, name },
      round: panelFeedback.round,
      judgeName: judges.name,
      text: panelFeedback.text,
    })
    .from(panelFeedback)
    .innerJoin(teams, eq(teams.id, panelFeedback.teamId))
    .innerJoin(judges, eq(judges.id, panelFeedback.judgeId))
    .where(and(eq(panelFeedback.eventId, eventId), isValid))
    .orderBy(asc(teamNo), asc(id), asc(panelFeedback.round), asc(judges.createdAt), asc(judges.id))
  const ruleSet = (await findNewestRuleSetOfEvent(db, eventId))?.ruleSet
  return [...Map.groupBy(rows, ({ team }) => team.id).values()].flatMap((ofTeam) => {
    const texts = ofTeam.map(({ round, judgeName, text }) => ({
      round,
      label: findRoundLabel(ruleSet, round) ?? null,
      judgeName,
      text,
    }))
    return ofTeam[0] ? { team: ofTeam[0].team, texts } : []
  })
}
