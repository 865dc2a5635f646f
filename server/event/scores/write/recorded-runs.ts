import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { toCanonicalJson } from '#contract/platform/json.ts'
import type { Db } from '#server/platform/db/open.ts'
import { listJudgedRunsOfEntries, listUnreviewedRunsOfTeams } from './queries-attempts.ts'

type Result = { mission: number; score: number; timeMs: number; values: ScoreSheetValues | null }
/**
 * A run of an entry with its result; `entryId` is undefined for an entry that does not exist yet, `teamId` null
 * for one that is not that of a team.
 */
type Run = Result & { entryId: string | undefined; teamId: string | null }

/** An app may send a field that nobody filled in as `false`, a file leaves it out. */
const omitUnset = (values: ScoreSheetValues | null) =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== false))
const toRunKey = (owner: string | null | undefined, { mission, score, timeMs, values }: Result): string =>
  toCanonicalJson([owner ?? '', mission, score, timeMs, omitUnset(values)])

/**
 * Tells which runs of an event a judge's sheet has recorded already, with the same entry, round and result, also
 * one that waits for a second judge or a decision. Each sheet stands for one run.
 */
export const checkWhichRunsSheetsRecorded = async (
  db: Db,
  eventId: string,
  runs: readonly Run[],
): Promise<boolean[]> => {
  const entryIds = [...new Set(runs.flatMap(({ entryId }) => entryId ?? []))]
  const teamIds = [...new Set(runs.flatMap(({ teamId }) => teamId ?? []))]
  const sheets = [
    ...(await listJudgedRunsOfEntries(db, entryIds)).map((run) => toRunKey(run.entryId, run)),
    ...(await listUnreviewedRunsOfTeams(db, eventId, teamIds)).map((run) => toRunKey(run.teamId, run)),
  ]
  const counts = new Map<string, number>()
  for (const key of sheets) counts.set(key, (counts.get(key) ?? 0) + 1)
  return runs.map((run) => {
    const key = [run.entryId, run.teamId]
      .flatMap((owner) => (owner ? [toRunKey(owner, run)] : []))
      .find((each) => (counts.get(each) ?? 0) > 0)
    if (key === undefined) return false
    counts.set(key, (counts.get(key) ?? 0) - 1)
    return true
  })
}
