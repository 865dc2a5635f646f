import { competitionLimits } from '../../event/competition.ts'
import { defineImportCall } from '../../platform/import.schema.ts'
import { z } from '../../platform/z.ts'
import { listPersonFields, personFields, teamFieldNames, teamFields } from './team.fields.ts'

/** A line of a CSV file of teams; `competition` is a slug, `people` counts coaches and members. */
const teamImportRow = z.object({
  line: z.number(),
  name: z.string(),
  schoolName: z.string(),
  competition: z.string(),
  people: z.number(),
})
export type TeamImportRow = z.infer<typeof teamImportRow>

const teamColumns = teamFieldNames.map((field) => teamFields[field].column)
const coachColumns = listPersonFields('coach').map((field) => personFields[field].column)
const memberColumns = listPersonFields('member').map((field) => personFields[field].column)

const listNumberedColumns = (person: string, columns: readonly string[], from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    columns.map((column) => `${person}${from + at}_${column}`),
  ).flat()

/**
 * Lists the columns of a file for the given numbers of people. The columns of the first coach have no number,
 * as in the export.
 */
export const listTeamImportColumns = (members: number, coaches: number): string[] => [
  ...teamColumns,
  ...(coaches > 0 ? coachColumns.map((column) => `coach_${column}`) : []),
  ...listNumberedColumns('coach', coachColumns, 2, coaches),
  ...listNumberedColumns('member', memberColumns, 1, members),
]

/** All columns that a file may have. */
export const allTeamImportColumns: readonly string[] = listTeamImportColumns(
  competitionLimits.members,
  competitionLimits.coaches,
)

/** The call that imports teams. */
export const teamImportCalls = defineImportCall('teams', {
  summary:
    'Look at a CSV file of teams with their people (`preview`), or import it: all or nothing, or all rows without problems',
  columns: `Columns: ${listTeamImportColumns(2, 2).join(', ')} …. Titles may also be those of the pages in either language.`,
  tag: 'teams',
  regions: 'filtered',
  row: teamImportRow,
})
