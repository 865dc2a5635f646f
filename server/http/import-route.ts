import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { importRequest } from '#contract/import.schema.ts'
import type { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { LineProblem } from '#server/lib/csv-read.ts'
import { actorOf } from './actor.ts'
import { languageOf, textsOf } from './language.ts'
import { problemsInWords } from './line-problems.ts'
import { readForm } from './multipart.ts'

/** What a file would do, or did. `rows` and `problems` are the first 200 of each. */
type Looked<R> = { rows: R[]; problems: LineProblem[]; count: number }
type Import<R, W extends z.ZodType> = {
  path: string
  summary: string
  description: string
  tag: string
  /** `importFacts` and the rows. */
  reply: W
  rowToWire: (row: R) => object
  files: {
    preview: (bytes: Uint8Array) => Promise<Looked<R>>
    /** All of it or, with problems, nothing: then it is `refused`. */
    run: (bytes: Uint8Array, actor: Actor) => Promise<Looked<R> & { refused: boolean }>
  }
}

/** The back office's call that looks at a CSV file (`preview`) or imports it. A file with problems is refused (422) with the problems under `details`. */
export const importRoute =
  <R, W extends z.ZodType>(
    { guards }: Pick<Deps, 'guards'>,
    { path, summary, description, tag, reply: wire, rowToWire, files }: Import<R, W>,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      path,
      {
        onRequest: guards.admin,
        preValidation: readForm(importRequest),
        config: { for: 'admin' },
        schema: {
          summary,
          description: `${description} \`rows\` and \`problems\` are the first 200. A file with problems is refused (422) with the problems under \`details\`.`,
          tags: [tag],
          security: [{ token: [] }],
          consumes: ['multipart/form-data'],
          body: importRequest,
          response: { 200: wire as z.ZodType },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const { file, preview } = request.body
        const t = textsOf(languageOf(request.raw.url, request.headers))
        const done = preview ? { ...(await files.preview(file.bytes)), refused: false } : await files.run(file.bytes, actorOf(request))
        const problems = problemsInWords(t, done.problems)
        if (done.refused) throw new AppError('import-rejected', [], { problems })
        return {
          success: true as const,
          msg: preview ? '' : t('messages.saved'),
          preview,
          rows: done.rows.map(rowToWire),
          problems,
          count: done.count,
        }
      },
    )
  }
