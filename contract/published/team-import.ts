import type { TeamImportPreview, TeamImportRow } from '#contract/team-import.ts'
import type { WireTeamImport } from './team-import.schema.ts'

export const teamImportRowToWire = (row: TeamImportRow): WireTeamImport['rows'][number] => ({
  line: row.line,
  name: row.name,
  schoolName: row.schoolName,
  comp_slug: row.competition,
  people: row.people,
})

export const teamImportFromWire = (wire: WireTeamImport): TeamImportPreview => ({
  rows: wire.rows.map((row) => ({
    line: row.line,
    name: row.name,
    schoolName: row.schoolName,
    competition: row.comp_slug,
    people: row.people,
  })),
  problems: wire.problems,
  count: wire.count,
})
