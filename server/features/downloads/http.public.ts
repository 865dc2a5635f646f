import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/lang.schema.ts'
import { paths } from '#contract/paths.ts'
import { downloadRequest, downloadResponse } from '#contract/published/download.schema.ts'
import { fromPublishedDownload, toPublishedDownloadField } from '#contract/published/download.ts'
import type { Deps } from '#server/deps.ts'
import { createFormParsingHook } from '#server/http/multipart.ts'
import { withPublishedErrorNames } from '#server/http/published-error-names.ts'
import { messageReply, preventCaching } from '#server/http/reply.ts'
import { sendFile } from '#server/http/send-file.ts'
import { createDownloadRegistrationService } from './register.ts'
import { createSimulatorFileReader } from './simulator-files.ts'

/** Visitors register for the simulator and download its files. */
export const downloadsPublicRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const files = createSimulatorFileReader(deps.config.DATA_DIR)
    const registration = createDownloadRegistrationService(deps, files)
    await app.register(formbody)

    app.post(
      paths.downloadGame,
      {
        // a whole class registers from one address
        config: { for: 'visitor', rateLimit: { max: 60, timeWindow: '15 minutes' } },
        onRequest: preventCaching,
        preValidation: createFormParsingHook(downloadRequest),
        schema: {
          summary: 'Register for the simulator: the reply says where the file is',
          tags: ['downloads'],
          consumes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
          querystring: langQuery,
          body: downloadRequest,
          response: { 200: downloadResponse },
        },
      },
      async (request) => {
        const { website, ...form } = request.body
        const registered = registration.register(fromPublishedDownload(form), Boolean(website))
        return messageReply(request, 'downloadStarts', {
          url: await withPublishedErrorNames(registered, { field: toPublishedDownloadField }),
        })
      },
    )

    app.route<{ Params: { name: string } }>({
      method: ['GET', 'HEAD'],
      url: '/downloads/:name',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (request, reply) => {
        const { name } = request.params
        // a file may be replaced under its name, so caches revalidate it
        return sendFile(files.open(name), request, reply, { cache: 'no-cache', download: name })
      },
    })
  }
