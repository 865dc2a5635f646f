import { createListQueryFields, localizedText } from './fields.schema.ts'
import { dateOrders, importKinds } from './import.ts'
import { pageSizes } from './page-sizes.ts'
import { createListResponseSchema } from './response.schema.ts'
import { Upload } from './upload.ts'
import { z } from './z.ts'

/**
 * A file to import. With `preview` it is only checked; else all lines are imported, or none. A file that was imported before, and a schedule
 * with times outside the days of the event, need `acceptRepeat`. `dateOrder` answers the `dateQuestion` of a preview.
 */
export const importRequest = z.object({
  file: z
    .custom<Upload>((value) => value instanceof Upload, { params: { code: 'required' } })
    .meta({ type: 'string', format: 'binary', contentMediaType: 'text/csv' }),
  preview: z.union([z.boolean(), z.stringbool()]).default(true),
  acceptRepeat: z.union([z.boolean(), z.stringbool()]).default(false),
  dateOrder: z.enum(dateOrders).optional(),
})

/** A date that can be read in several ways: its line, column and text, and the calendar date in each order that all dates of the file allow. */
export const dateQuestion = z.object({
  line: z.number(),
  column: z.string().describe('its header in the file'),
  value: z.string(),
  readings: z.array(z.object({ order: z.enum(dateOrders), date: z.string() })),
})

/** The fields of every import response: the first 200 problems, how many there are, the headers of columns that are not imported, and the number of lines. */
export const importResponseFields = {
  success: z.literal(true),
  msg: z.string(),
  preview: z.boolean(),
  problems: z.array(
    z.object({ line: z.number(), field: z.string(), column: z.string(), label: z.string(), value: z.string(), msg: z.string() }),
  ),
  problemCount: z.number(),
  ignoredColumns: z.array(z.string()),
  warnings: z.array(z.string()),
  dateQuestion: dateQuestion.optional().describe('only where the file does not tell whether its dates have the day or the month first'),
  count: z.number(),
}

/** An import that was run: `lineCount` lines of a file created `recordCount` records. The names are those of users of the back office, empty for deleted ones. */
export const importRecord = z
  .object({
    id: z.string(),
    kind: z.enum(importKinds),
    event: z.object({ id: z.string(), title: localizedText }).nullable().describe('the event of imported scores'),
    fileName: z.string().describe('empty after an erasure, because it may name a person'),
    lineCount: z.number(),
    recordCount: z.number(),
    createdAt: z.string().describe('ISO 8601'),
    createdByName: z.string(),
    undoneAt: z.string().nullable().describe('ISO 8601'),
    undoneByName: z.string(),
  })
  .meta({ id: 'ImportRecord' })
export const importListQuery = z.object(createListQueryFields(pageSizes.short))
export const importListResponse = createListResponseSchema('imports', importRecord)
export const importParams = z.object({ importId: z.uuid() })
