import type { ScoreSheetValues } from '#contract/rule-set.schema.ts'
import { toCanonicalJson } from '#contract/rules/json.ts'
import type { Db } from '#server/db/open.ts'
import { listJudgedRunsOfEntries } from './queries-attempts.ts'

/** A run of an entry with its result; `entryId` is undefined for an entry that does not exist yet. */
type Run = {
  entryId: string | undefined
  mission: number
  score: number
  timeMs: number
  values: ScoreSheetValues | null
}

/** An app may send a field that nobody filled in as `false`, a file leaves it out. */
const omitUnset = (values: ScoreSheetValues | null) =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== false))
const toRunKey = ({ entryId, mission, score, timeMs, values }: Run): string =>
  toCanonicalJson([entryId ?? '', mission, score, timeMs, omitUnset(values)])

/**
 * Tells which runs of a file a judge's sheet has recorded already, with the same entry, round and result. Each
 * sheet stands for one run of the file.
 */
export const findRunsRecordedAsSheets = async (db: Db, runs: readonly Run[]): Promise<boolean[]> => {
  const entryIds = [...new Set(runs.flatMap(({ entryId }) => entryId ?? []))]
  const sheets = new Map<string, number>()
  for (const run of await listJudgedRunsOfEntries(db, entryIds))
    sheets.set(toRunKey(run), (sheets.get(toRunKey(run)) ?? 0) + 1)
  return runs.map((run) => {
    const key = toRunKey(run)
    const count = run.entryId === undefined ? 0 : (sheets.get(key) ?? 0)
    sheets.set(key, count - 1)
    return count > 0
  })
}
