import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '#server/deps.ts'
import { sendStoredFile } from '#server/http/send-file.ts'
import { AppError } from '#server/lib/app-error.ts'
import { type UploadFolder, uploadFolders } from '#server/lib/files.ts'

/** A stored name is never used twice, so its content never changes. */
const yearLong = 'public, max-age=31536000, immutable'
/** Pictures of people and teams are deleted with them: no browser or proxy may keep them for long. */
const fiveMinutes = 'public, max-age=300'
const personalFolders: ReadonlySet<string> = new Set<UploadFolder>(['users', 'teams'])
const visible: ReadonlySet<string> = new Set(uploadFolders.filter((folder) => folder !== 'private' && folder !== 'simulator'))

/** Serves uploaded pictures under both published prefixes. */
export const uploadsPublicRoutes =
  ({ files }: Pick<Deps, 'files'>): FastifyPluginAsyncZod =>
  async (app) => {
    for (const prefix of ['/public/uploads', '/uploads'])
      app.route<{ Params: { folder: string; name: string } }>({
        method: ['GET', 'HEAD'],
        url: `${prefix}/:folder/:name`,
        exposeHeadRoute: false,
        schema: { hide: true },
        handler: (request, reply) => {
          const { folder, name } = request.params
          if (!visible.has(folder)) throw new AppError('not-found')
          return sendStoredFile(files, { folder: folder as UploadFolder, name }, request, reply, {
            cache: personalFolders.has(folder) ? fiveMinutes : yearLong,
          })
        },
      })
  }
