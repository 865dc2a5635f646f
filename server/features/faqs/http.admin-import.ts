import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { faqImportReply } from '#contract/wire/faq-import.schema.ts'
import { faqImportRowToWire } from '#contract/wire/faq-import.ts'
import { importForm } from '#contract/wire/import.schema.ts'
import { paths } from '#contract/wire/paths.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { problemsInWords } from '#server/http/line-problems.ts'
import { readForm } from '#server/http/multipart.ts'
import { AppError } from '#server/lib/app-error.ts'
import { faqImport } from './import.ts'

/** The back office's call to import questions. */
export const faqsAdminImport =
  ({ database, changes, guards }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const files = faqImport({ database, changes })
    app.post(
      paths.adminFaqsImport,
      {
        onRequest: guards.admin,
        preValidation: readForm,
        config: { for: 'admin' },
        schema: {
          summary: 'Look at a CSV file of questions (`preview`), or import it: all or nothing',
          description:
            'Columns: question_en, question_ar, answer_en, answer_ar, active. `rows` and `problems` are the first 200. A file with problems is refused (422) with the problems under `details`.',
          tags: ['faqs (admin)'],
          security: [{ token: [] }],
          consumes: ['multipart/form-data'],
          body: importForm,
          response: { 200: faqImportReply },
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
          rows: done.rows.map(faqImportRowToWire),
          problems,
          count: done.count,
        }
      },
    )
  }
