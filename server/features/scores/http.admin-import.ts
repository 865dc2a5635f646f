import { textField } from '#contract/fields.schema.ts'
import { adminScoresParams, scoreImportResponse } from '#contract/score.schema.ts'
import { scoreFields, scoreLimits } from '#contract/score.ts'
import { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import { createImportRoute } from '#server/http/import-route.ts'
import { buildSheetImportColumns, scoreImportColumns } from './http.import-columns.ts'
import { createScoreImportService } from './import-service.ts'

const headers = z.object({ 'idempotency-key': textField(200).optional() })
const columns = Object.values(scoreFields).map(({ column }) => column)

/** Registers the call of the back office that imports scores. With an `Idempotency-Key`, a repeat changes nothing. */
export const scoresImportRoutes = (deps: Deps) => {
  const service = createScoreImportService(deps, scoreImportColumns, buildSheetImportColumns)
  const eventIdOf = ({ params }: { params: unknown }) => (params as z.infer<typeof adminScoresParams>).eventId
  return createImportRoute(deps, {
    path: '/api/admin/events/:eventId/scores/import',
    summary: 'Preview a CSV file of attempts (`preview`), or import it: all or nothing',
    description: `Columns: ${columns.join(', ')}. Titles may also be those of the pages in either language. A file for an event with a rule set has \`round\` and the fields of its score sheets instead of \`mission\`, \`score\` and \`time\`, one line for each attempt.`,
    tag: 'scores',
    permission: 'results',
    params: adminScoresParams,
    headers,
    largestFile: scoreLimits.importBytes,
    getScope: (request) => ({ kind: 'scores', eventId: eventIdOf(request) }),
    columns: (request) => service.getColumns(eventIdOf(request)),
    response: scoreImportResponse,
    service: {
      preview: (file, request) => service.preview(eventIdOf(request), file),
      run: async (file, actor, request) => {
        const key = (request.headers as z.infer<typeof headers>)['idempotency-key']
        const idempotency = key ? { key, requestHash: `${file.hash}${file.dateOrder ?? ''}` } : undefined
        return service.run(eventIdOf(request), file, { source: 'csv', actor, idempotency })
      },
    },
  })
}
