import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { importForm } from '#contract/wire/import.schema.ts'
import { paths } from '#contract/wire/paths.ts'
import { teamImportReply } from '#contract/wire/team-import.schema.ts'
import { teamImportRowToWire } from '#contract/wire/team-import.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { problemsInWords } from '#server/http/line-problems.ts'
import { readForm } from '#server/http/multipart.ts'
import { AppError } from '#server/lib/app-error.ts'
import { teamImport } from './import-service.ts'

/** The back office's call to import teams. */
export const teamsAdminImport =
  ({ config, database, changes, guards }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const files = teamImport({ config, database, changes })
    app.post(
      paths.adminTeamsImport,
      {
        onRequest: guards.admin,
        preValidation: readForm,
        config: { for: 'admin' },
        schema: {
          summary: 'Look at a CSV file of teams with their people (`preview`), or import it: all or nothing',
          description:
            'Columns: team_name, school, region, competition (its short name), age_level, stage, coach_name, coach_email, coach_phone, coach_national_id (more coaches: coach2_name …), member1_name, member1_national_id, member1_dob, member1_gender, member1_email, member1_phone, member1_guardian, member1_guardian_contact, member2_name … `rows` and `problems` are the first 200. A file with problems is refused (422) with the problems under `details`.',
          tags: ['teams (admin)'],
          security: [{ token: [] }],
          consumes: ['multipart/form-data'],
          body: importForm,
          response: { 200: teamImportReply },
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
          rows: done.rows.map(teamImportRowToWire),
          problems,
          count: done.count,
        }
      },
    )
  }
