import { Upload } from './crud.schema.ts'
import { type CallDefinition, defineCalls, type RegionRule } from './define-calls.ts'
import { createPageAndSearchFields, localizedText, rawTextField } from './fields.schema.ts'
import { csvImports } from './import.ts'
import { pageSizes } from './page-sizes.ts'
import { createListResponseSchema, messageOnlyResponse } from './response.schema.ts'
import { z } from './z.ts'

/** The orders in which people write the day, the month and the year of a date in numbers. */
export const dateOrders = ['dayFirst', 'monthFirst', 'yearFirst'] as const
export type DateOrder = (typeof dateOrders)[number]

/**
 * A date of a file whose order the file does not tell, and the calendar date (`2014-05-12`) that each
 * possible order makes of it.
 */
export type DateQuestion = z.infer<typeof dateQuestion>

/** What a file is imported into. */
export type ImportKind = keyof typeof csvImports
export const importKinds = Object.keys(csvImports) as ImportKind[]

/** The name of the call that imports files of a kind. */
export type ImportCall<Kind extends ImportKind> = `POST ${(typeof csvImports)[Kind]['path']}`

/** An import that was run. `event` is the event of imported scores. */
export type ImportRecord = z.infer<typeof importRecord>

/** Parses the JSON of a form; other text stays as it is. */
const parseJsonText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * A file to import. With `preview` it is only checked; else all lines are imported, or none. A file that was
 * imported before, and a schedule with times outside the days of the event, need `acceptRepeat`. `dateOrder` says
 * whether the day or the month comes first; it is needed when the preview has a `dateQuestion`. With
 * `skipInvalidRows`, an import of teams or users leaves out the rows that have problems.
 */
export const importRequest = z.object({
  file: z
    .custom<Upload>((value) => value instanceof Upload, { params: { code: 'required' } })
    .meta({ type: 'string', format: 'binary', contentMediaType: 'text/csv' }),
  preview: z.union([z.boolean(), z.stringbool()]).default(true),
  acceptRepeat: z.union([z.boolean(), z.stringbool()]).default(false),
  skipInvalidRows: z
    .union([z.boolean(), z.stringbool()])
    .default(false)
    .describe('import the rows without problems, and return the others as a file'),
  dateOrder: z.enum(dateOrders).optional(),
  assignment: z
    .preprocess(parseJsonText, z.array(z.tuple([z.string().max(1000), z.string().max(200)])).max(500))
    .optional()
    .describe(
      'JSON: pairs of a header of the file and the name of its column, which is empty for a header that is not imported',
    ),
})

/**
 * A date that can be read in several ways: its line, column and text, and the calendar date in each order
 * that all dates of the file allow.
 */
const dateQuestion = z.object({
  line: z.number(),
  column: z.string().describe('its header in the file'),
  value: z.string(),
  readings: z.array(z.object({ order: z.enum(dateOrders), date: z.string() })),
})

/**
 * A header of a file and the name of its column: empty for a header that is not imported, null for one that
 * is not known.
 */
const headerAssignment = z.object({ header: z.string(), column: z.string().nullable() })
export type HeaderAssignment = z.infer<typeof headerAssignment>

/**
 * The headers of a file whose columns a person should assign or has assigned, and the columns that there are.
 */
const columnAssignment = z.object({
  headers: z.array(headerAssignment),
  columns: z.array(z.object({ name: z.string(), title: z.string() })),
})
export type ColumnAssignmentQuestion = z.infer<typeof columnAssignment>

/**
 * A problem of a line in an imported file. `line` counts from 1; 0 is the file itself. `field` is the name of
 * the column, `column` its header in the file, `label` its title in the language of the request; `value` is
 * the cell that was found.
 */
const importProblem = z.object({
  line: z.number(),
  field: z.string(),
  column: z.string(),
  label: z.string(),
  value: z.string(),
  msg: z.string(),
})
export type ImportProblem = z.infer<typeof importProblem>

/** The rows that an import without them leaves out. */
const skippedRows = z.object({
  count: z.number(),
  csv: z
    .string()
    .optional()
    .describe(
      'only after an import: the rows as a CSV file, with the columns of the imported file and a last one with the problems of each row. It is not stored',
    ),
})

/**
 * The fields of every import response: the first 200 problems, how many there are, the headers of columns
 * that are not imported, what the organizer should know, the question about its dates that an import needs the
 * answer of, the columns of headers that are not known, the rows that can be or were left out, and the number of
 * lines, after an import that of the imported ones.
 */
const importResponseFields = {
  success: z.literal(true),
  msg: z.string(),
  preview: z.boolean(),
  problems: z.array(importProblem),
  problemCount: z.number(),
  ignoredColumns: z.array(z.string()),
  warnings: z.array(z.string()),
  dateQuestion: dateQuestion
    .optional()
    .describe('only where the file does not tell whether its dates have the day or the month first'),
  assignment: columnAssignment
    .optional()
    .describe(
      'only in a preview, where headers or required columns were not found, or columns were assigned',
    ),
  skippedRows: skippedRows
    .optional()
    .describe('only where some rows have problems and the others can be imported'),
  count: z.number(),
}
/** What the replies of all imports and their previews say. */
export type ImportReply = z.infer<z.ZodObject<typeof importResponseFields>>

/**
 * An import that was run: `lineCount` lines of a file created `recordCount` records. The names are those of
 * users of the back office, empty for deleted ones.
 */
const importRecord = z
  .object({
    id: z.string(),
    kind: z.enum(importKinds),
    event: z
      .object({ id: z.string(), title: localizedText })
      .nullable()
      .describe('the event of imported scores'),
    fileName: z.string().describe('empty after an erasure, because it may name a person'),
    lineCount: z.number(),
    recordCount: z.number(),
    createdAt: z.string().describe('ISO 8601'),
    createdByName: z.string(),
    undoneAt: z.string().nullable().describe('ISO 8601'),
    undoneByName: z.string(),
  })
  .meta({ id: 'ImportRecord' })
const importListQuery = z.object(createPageAndSearchFields(pageSizes.short))
const importListResponse = createListResponseSchema('imports', importRecord)
const importParams = z.object({ importId: z.uuid() })

const idempotencyHeaders = z.object({ 'idempotency-key': rawTextField(200).optional() })

/**
 * Defines the call that previews or imports a CSV file. `columns` describes the columns of the file, `row` is a
 * line in the reply, which has `furtherFields` besides those of every import.
 */
export const defineImportCall = <
  Kind extends ImportKind,
  Row extends z.ZodObject,
  Further extends z.ZodRawShape = Record<never, never>,
>(
  kind: Kind,
  {
    columns,
    row,
    furtherFields,
    ...call
  }: {
    tag: string
    summary: string
    columns: string
    params?: z.ZodObject
    largestFile?: number
    regions?: RegionRule
    row: Row
    furtherFields?: Further
  },
) => {
  const { path, permission, ...options } = csvImports[kind]
  const response = z.object({ ...importResponseFields, rows: z.array(row), ...furtherFields })
  const canSkip = 'canSkipInvalidRows' in options
  return {
    [`POST ${path}`]: {
      audience: 'admin',
      permission,
      params: z.object({}),
      headers: 'hasIdempotencyKey' in options ? idempotencyHeaders : z.object({}),
      ...call,
      description: `${columns} \`rows\` and \`problems\` are the first 200. A file with problems is rejected (422) with the problems under \`details\`${canSkip ? ', unless `skipInvalidRows` is set and some rows have none' : ''}.`,
      consumes: ['multipart/form-data'],
      body: canSkip ? importRequest : importRequest.omit({ skipInvalidRows: true }),
      response: canSkip ? response : response.omit({ skippedRows: true }),
    } satisfies CallDefinition,
  } as unknown as Record<
    ImportCall<Kind>,
    {
      body: typeof importRequest
      response: z.ZodObject<typeof importResponseFields & { rows: z.ZodArray<Row> } & Further>
    }
  >
}

const permissionsOfKinds = importKinds.map((kind) => csvImports[kind].permission)

/** The calls about import. */
export const importCalls = defineCalls(
  {
    tag: 'imports',
    audience: 'admin',
    permission: [...new Set(permissionsOfKinds)],
    regions: 'filtered',
  },
  {
    'GET /api/admin/imports': {
      summary: 'Imported files, the newest first; only of the kinds that the user may import',
      query: importListQuery,
      response: importListResponse,
    },
    'POST /api/admin/imports/:importId/undo': {
      summary: 'Delete everything that an import created, if none of it was changed or paid since',
      conditionalChecks: importKinds.map((kind) => ({
        when: `for an import of ${kind}`,
        permission: csvImports[kind].permission,
      })),
      params: importParams,
      response: messageOnlyResponse,
    },
  },
)
