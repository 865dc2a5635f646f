import { Upload } from './upload.ts'
import { z } from './z.ts'

/** A file to import. With `preview` it is only checked; else all lines are imported, or none. */
export const importRequest = z.object({
  file: z
    .custom<Upload>((value) => value instanceof Upload, { params: { code: 'required' } })
    .meta({ type: 'string', format: 'binary', contentMediaType: 'text/csv' }),
  preview: z.union([z.boolean(), z.stringbool()]).default(true),
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
  count: z.number(),
}
