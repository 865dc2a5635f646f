import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'

/** Who judged an attempt, and the second judge or organizer who confirmed its sheet. A name is empty for nobody and after it was erased. */
export type AttemptJudges = { judgeName: string; reviewerName: string }

/** Lists the judges of attempts by the id of the attempt. An attempt that no judge recorded is missing. */
export const mapJudgesByAttempt = async (db: Db, attemptIds: readonly string[]): Promise<Map<string, AttemptJudges>> => {
  if (attemptIds.length === 0) return new Map()
  const { rows } = await db.execute<{ attempt_id: string; judge_name: string; reviewer_name: string }>(sql`
    select distinct on (s.attempt_id) s.attempt_id, coalesce(j.name, '') as judge_name,
      coalesce(second.name, trim(u.first_name || ' ' || u.last_name), '') as reviewer_name
    from judge_sheets s left join judges j on j.id = s.judge_id
      left join sheet_reviews r on r.sheet_id = s.id left join judges second on second.id = r.reviewer_id left join users u on u.id = r.reviewed_by
    where s.attempt_id = any(${sql.param([...attemptIds])}::uuid[])
    order by s.attempt_id, coalesce(r.reviewed_at, s.received_at) desc`)
  return new Map(rows.map(({ attempt_id: id, judge_name: judgeName, reviewer_name: reviewerName }) => [id, { judgeName, reviewerName }]))
}

/** Lists the ids of the sheets of judges that became these attempts, by the id of the attempt. */
export const mapSheetIdsByAttempt = async (tx: Db, attemptIds: readonly string[]): Promise<Map<string, string[]>> => {
  const { rows } = await tx.execute<{ attempt_id: string; ids: string[] }>(sql`
    select attempt_id, array_agg(id) as ids from judge_sheets where attempt_id = any(${sql.param([...attemptIds])}::uuid[]) group by attempt_id`)
  return new Map(rows.map(({ attempt_id: id, ids }) => [id, ids]))
}

/** Assigns sheets of judges to an attempt that was restored. */
export const setAttemptOfSheets = async (tx: Db, attemptId: string, sheetIds: readonly string[]): Promise<void> => {
  await tx.execute(
    sql`update judge_sheets set attempt_id = ${attemptId} where id = any(${sql.param([...sheetIds])}::uuid[]) and attempt_id is null`,
  )
}
