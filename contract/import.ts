import type { dateQuestion, importRecord } from './import.schema.ts'
import type { Permission } from './rules/permissions.ts'
import type { z } from './z.ts'

/**
 * A problem of a line in an imported file. `line` counts from 1; 0 is the file itself. `field` is the name of the column, `column` its header in the file, `label`
 * its title in the language of the request; `value` is the cell that was found.
 */
export type ImportProblem = { line: number; field: string; column: string; label: string; value: string; msg: string }

/** The orders in which people write the day, the month and the year of a date in numbers. */
export const dateOrders = ['dayFirst', 'monthFirst', 'yearFirst'] as const
export type DateOrder = (typeof dateOrders)[number]

/** A date of a file whose order the file does not tell, and the calendar date (`2014-05-12`) that each possible order makes of it. */
export type DateQuestion = z.infer<typeof dateQuestion>

/**
 * What a preview of an import says: the first 200 problems and how many there are, the headers of columns that are not imported, what the organizer should know, the
 * question about its dates that an import needs the answer of, and the number of lines.
 */
export type ImportPreview = {
  problems: ImportProblem[]
  problemCount: number
  ignoredColumns: string[]
  warnings: string[]
  dateQuestion?: DateQuestion | undefined
  count: number
}

/** What a file is imported into. */
export const importKinds = ['teams', 'scores', 'users', 'faqs', 'schedule'] as const
export type ImportKind = (typeof importKinds)[number]

/** The permission that an import of each kind needs. */
export const importPermissions = {
  teams: 'registration',
  scores: 'results',
  users: 'registration',
  faqs: 'content',
  schedule: 'results',
} as const satisfies Record<ImportKind, Permission>

/** An import that was run. `event` is the event of imported scores. */
export type ImportRecord = z.infer<typeof importRecord>
