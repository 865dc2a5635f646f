import { sql } from 'drizzle-orm'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'

/**
 * Who judged an attempt, and the second judge or administrator who confirmed its sheet. A name is empty for
 * nobody and after it was erased.
 */
export type AttemptJudges = { judgeName: string; reviewerName: string }

/** Lists the judges of attempts by the id of the attempt. An attempt that no judge recorded is missing. */
export const mapJudgeAndReviewerNamesByAttempt = async (
  db: Db,
  attemptIds: readonly string[],
): Promise<Map<string, AttemptJudges>> => {
  if (attemptIds.length === 0) return new Map()
  const { rows } = await db.execute<{ attempt_id: string; judge_name: string; reviewer_name: string }>(sql`
    select distinct on (s.attempt_id) s.attempt_id, coalesce(j.name, '') as judge_name,
      coalesce(second.name, trim(u.first_name || ' ' || u.last_name), '') as reviewer_name
    from judge_sheets s left join judges j on j.id = s.judge_id
      left join sheet_reviews r on r.sheet_id = s.id left join judges second on second.id = r.reviewer_id left join users u on u.id = r.reviewed_by
    where s.attempt_id = any(${sql.param([...attemptIds])}::uuid[])
    order by s.attempt_id, coalesce(r.reviewed_at, s.received_at) desc`)
  return new Map(
    rows.map(({ attempt_id: id, judge_name: judgeName, reviewer_name: reviewerName }) => [
      id,
      { judgeName, reviewerName },
    ]),
  )
}

/**
 * The judges of an event by id, with the ids of the teams that each is left out of because of a conflict of
 * interest. The sheets of a judge who has left still count.
 */
type JudgesOfEvent = ReadonlyMap<string, { name: string; recusedTeamIds: readonly string[] }>
export const mapJudgesOfEventById = async (db: Db, eventId: string): Promise<JudgesOfEvent> => {
  const { rows } = await db.execute<{ id: string; name: string; team_ids: string[] }>(sql`
    select j.id, j.name, array(select r.team_id::text from judge_recusals r where r.judge_id = j.id and r.kind = 'conflict' and r.taken_back_at is null) as team_ids
    from judges j where j.event_id = ${eventId} order by j.created_at, j.name, j.id`)
  return new Map(rows.map(({ id, name, team_ids: recusedTeamIds }) => [id, { name, recusedTeamIds }]))
}

/**
 * Lists the sheets of an event that have a judge, each as the id of the entry, the round and the id of the
 * judge.
 */
export const listPanelSheetKeysOfEvent = async (db: Db, eventId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ sheet: string }>(sql`
    select concat_ws(' ', a.entry_id, a.mission, a."values" ->> 'judge') as sheet from score_attempts a join score_entries e on e.id = a.entry_id
    where e.event_id = ${eventId} and a."values" ->> 'judge' is not null`)
  return rows.map(({ sheet }) => sheet)
}

type SheetOfTeam = { teamId: string | null; values: ScoreSheetValues | null }

/**
 * Finds what is wrong with the judge that a sheet names: the event does not have the judge, or the judge is
 * left out of the team.
 */
export const findJudgeProblem = (
  judges: JudgesOfEvent,
  { teamId, values }: SheetOfTeam,
): FieldProblem | undefined => {
  const id = values?.[judgeKey]
  if (id === undefined) return undefined
  const judge = judges.get(String(id))
  if (!judge) return { field: `values.${judgeKey}`, code: 'unknown-value' }
  return teamId !== null && judge.recusedTeamIds.includes(teamId)
    ? { field: `values.${judgeKey}`, code: 'judge-recused' }
    : undefined
}

/**
 * Finds the problems of the judges that sheets name. `index` is the position of the sheet. Reads nothing when
 * no sheet names one.
 */
export const listSheetJudgeProblems = async (
  db: Db,
  event: { id: string },
  sheets: readonly SheetOfTeam[],
): Promise<{ index: number; problem: FieldProblem }[]> => {
  if (!sheets.some(({ values }) => values && judgeKey in values)) return []
  const judges = await mapJudgesOfEventById(db, event.id)
  return sheets.flatMap((sheet, index) => {
    const problem = findJudgeProblem(judges, sheet)
    return problem ? { index, problem } : []
  })
}

/**
 * A judge as CSV files name the judge: by the name, or by the id where the name is erased or another judge
 * has it.
 */
export type JudgeName = { id: string; name: string }
export const toJudgeNamesOrIdsIfAmbiguous = (judges: JudgesOfEvent): JudgeName[] => {
  const counts = Map.groupBy(judges.values(), ({ name }) => normalizeSearchText(name))
  return [...judges].map(([id, { name }]) => {
    const normalized = normalizeSearchText(name)
    return { id, name: normalized !== '' && counts.get(normalized)?.length === 1 ? name : id }
  })
}
