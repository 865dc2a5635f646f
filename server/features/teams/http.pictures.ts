import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import { sendStoredFile } from '#server/http/send-file.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { createLinkSigner } from '#server/lib/signed-links.ts'

/** Registers the call that sends the photos of people by signed links. */
export const teamPictureRoutes =
  ({ config, files }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const links = createLinkSigner(createFieldEncryption(config))
    app.get(
      `${paths.teamPicture}/:name`,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'A photo of a coach or member; the link with its signature comes from the calls about teams',
          tags: ['account teams'],
          params: z.object({ name: z.string().regex(/^[\w-]{1,80}\.webp$/) }),
          querystring: z.object({ until: z.string().max(12).default(''), signature: z.string().max(100).default('') }),
        },
      },
      (request, reply) => {
        const { name } = request.params
        const { until, signature } = request.query
        // an invalid link and a missing file have the same response
        if (!links.isValid(name, until, signature)) throw new AppError('not-found')
        return sendStoredFile(files, { folder: 'private', name }, request, reply, { cache: 'private, max-age=3600' })
      },
    )
  }
