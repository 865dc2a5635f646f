import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { importRequest } from '#contract/import.schema.ts'
import type { RequiredPermission } from '#contract/rules/permissions.ts'
import { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { collectGarbage } from '#server/lib/collect-garbage.ts'
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import type { CsvFileColumns, CsvRowProblem, CsvWarning } from '#server/lib/parse-csv.ts'
import { getAuditActor } from './audit-actor.ts'
import { createAdminRoutes } from './guarded-routes.ts'
import { describeRowProblems, describeWarnings } from './import-row-problems.ts'
import { getRequestLanguage } from './language.ts'
import { createFormParsingHook } from './multipart.ts'
import { successReply, translateMessage } from './reply.ts'

/** The result of an import or its preview. `rows` and `problems` are the first 200 of each; `count` and `problemCount` count all. Further fields are sent in the reply, too. */
type ImportResult<Row> = {
  rows: Row[]
  problems: CsvRowProblem[]
  count: number
  problemCount: number
  warnings?: CsvWarning[]
  fileColumns: CsvFileColumns
}
/** The parameters of the path, and the headers. */
type ImportTarget = Pick<FastifyRequest, 'params' | 'headers'>
type ImportRouteOptions<Row> = {
  path: string
  summary: string
  description: string
  tag: string
  permission: RequiredPermission
  params?: z.ZodObject
  headers?: z.ZodObject
  /** The columns of the file, which messages name. */
  columns: readonly ImportColumn[]
  /** `importResponseFields`, the rows and further fields of the result. */
  response: z.ZodType
  service: {
    preview: (path: string, target: ImportTarget) => Promise<ImportResult<Row>>
    /** Imports all rows, or none if there are problems: then `refused` is true. */
    run: (path: string, actor: Actor, target: ImportTarget) => Promise<ImportResult<Row> & { refused: boolean }>
  }
}

/** The size of a file in bytes above which its memory is freed before the next import. */
const largeFileBytes = 1024 * 1024
/** Limits the CSV files that a process imports or previews at the same time, because it holds their rows in memory. */
const limitConcurrency = createConcurrencyLimit({ running: 1, waiting: 100, waitMs: 45_000 })

/** Creates the route that previews or imports a CSV file. A file with problems is rejected (422) with the problems under `details`. */
export const createImportRoute = <Row>(
  deps: Pick<Deps, 'guards'>,
  {
    path,
    summary,
    description,
    tag,
    permission,
    params = z.object({}),
    headers = z.object({}),
    columns,
    response,
    service,
  }: ImportRouteOptions<Row>,
): FastifyPluginAsyncZod =>
  createAdminRoutes(deps, tag, permission, async (app) => {
    app.post(
      path,
      {
        preValidation: createFormParsingHook(importRequest),
        schema: {
          summary,
          description: `${description} \`rows\` and \`problems\` are the first 200. A file with problems is rejected (422) with the problems under \`details\`.`,
          consumes: ['multipart/form-data'],
          params,
          headers,
          body: importRequest,
          response: { 200: response },
        },
      },
      async (request) => {
        const { file, preview } = request.body
        const result = await limitConcurrency(async () => {
          try {
            return preview
              ? { ...(await service.preview(file.path, request)), refused: false }
              : await service.run(file.path, getAuditActor(request), request)
          } finally {
            if (file.size > largeFileBytes) collectGarbage()
          }
        })
        const lang = getRequestLanguage(request)
        const { refused, fileColumns, ...fields } = result
        const problems = describeRowProblems(lang, result.problems, columns, fileColumns)
        if (refused) throw new AppError('import-rejected', [], { problems, problemCount: fields.problemCount })
        return successReply({
          ...fields,
          msg: preview ? '' : translateMessage(request, 'saved'),
          preview,
          problems,
          ignoredColumns: fileColumns.ignored,
          warnings: describeWarnings(lang, result.warnings ?? []),
        })
      },
    )
  })
