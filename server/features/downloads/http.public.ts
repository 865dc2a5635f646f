import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { downloadBody, downloadReply, langQuery } from '#contract/published/message.schema.ts'
import { downloadFieldToWire, downloadFromWire } from '#contract/published/message.ts'
import type { Deps } from '#server/deps.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { readForm } from '#server/http/multipart.ts'
import { sendFile } from '#server/http/send-file.ts'
import { AppError } from '#server/lib/app-error.ts'
import { downloadService } from './service.ts'
import { simulatorFiles } from './simulator-files.ts'

/** The registration for the simulator, and its files. */
export const downloadsPublic =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const files = simulatorFiles(deps.config.DATA_DIR)
    const service = downloadService(deps, files)
    await app.register(formbody)

    app.post(
      paths.downloadGame,
      {
        // a whole class registers from one address
        config: { for: 'visitor', rateLimit: { max: 60, timeWindow: '15 minutes' } },
        preValidation: readForm(downloadBody),
        schema: {
          summary: 'Register for the simulator: the reply says where the file is',
          tags: ['downloads'],
          consumes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
          querystring: langQuery,
          body: downloadBody,
          response: { 200: downloadReply },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        try {
          const url = await service.register(downloadFromWire(request.body), Boolean(request.body.website))
          const msg = textsOf(languageOf(request.raw.url, request.headers))('messages.downloadStarts')
          return { success: true as const, msg, url }
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          const fields = error.fields.map((problem) => ({ ...problem, field: downloadFieldToWire(problem.field) }))
          throw new AppError(error.code, fields, error.details, { cause: error.cause })
        }
      },
    )

    app.route<{ Params: { name: string } }>({
      method: ['GET', 'HEAD'],
      url: '/downloads/:name',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (request, reply) => {
        const { name } = request.params
        // the file of a name may be replaced: what is kept is asked for again
        return sendFile(files.file(name), request, reply, { cache: 'no-cache', download: name })
      },
    })
  }
