import type { ScoreSheetValues } from '#contract/rule-set.schema.ts'
import { judgeKey } from '#contract/rule-set.ts'
import { normalizeSearchText } from '#contract/rules/search-form.ts'
import type { Db } from '#server/db/open.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { type JudgesOfEvent, mapJudgesOfEvent } from './queries-attempts.ts'

type SheetOfTeam = { teamId: string | null; values: ScoreSheetValues | null }

/** Finds what is wrong with the judge that a sheet names: the event does not have the judge, or the judge is left out of the team. */
export const findJudgeProblem = (judges: JudgesOfEvent, { teamId, values }: SheetOfTeam): FieldProblem | undefined => {
  const id = values?.[judgeKey]
  if (id === undefined) return undefined
  const judge = judges.get(String(id))
  if (!judge) return { field: `values.${judgeKey}`, code: 'unknown-value' }
  return teamId !== null && judge.recusedTeamIds.includes(teamId) ? { field: `values.${judgeKey}`, code: 'judge-recused' } : undefined
}

/** Finds the problems of the judges that sheets name. `index` is the position of the sheet. Reads nothing when no sheet names one. */
export const findJudgeProblems = async (
  db: Db,
  event: { id: string },
  sheets: readonly SheetOfTeam[],
): Promise<{ index: number; problem: FieldProblem }[]> => {
  if (!sheets.some(({ values }) => values && judgeKey in values)) return []
  const judges = await mapJudgesOfEvent(db, event.id)
  return sheets.flatMap((sheet, index) => {
    const problem = findJudgeProblem(judges, sheet)
    return problem ? { index, problem } : []
  })
}

/** A judge as CSV files name the judge: by the name, or by the id where the name is erased or another judge has it. */
export type JudgeName = { id: string; name: string }
export const listJudgeNames = (judges: JudgesOfEvent): JudgeName[] => {
  const counts = Map.groupBy(judges.values(), ({ name }) => normalizeSearchText(name))
  return [...judges].map(([id, { name }]) => {
    const normalized = normalizeSearchText(name)
    return { id, name: normalized !== '' && counts.get(normalized)?.length === 1 ? name : id }
  })
}
