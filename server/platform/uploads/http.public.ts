import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { findLargeImageName } from '#contract/site/small-image.ts'
import type { Deps } from '#server/deps.ts'
import { sendStoredFile } from '#server/platform/http/send-file.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { type UploadFolder, uploadFolders } from '#server/platform/lib/files.ts'

/** A stored name is never used twice, so its content never changes. */
const yearLong = 'public, max-age=31536000, immutable'
/** Images of people and teams are deleted with them: no browser or proxy may keep them for long. */
const fiveMinutes = 'public, max-age=300'
const personalFolders: ReadonlySet<string> = new Set<UploadFolder>(['users', 'teams'])
const hidden: readonly UploadFolder[] = ['private', 'simulator', 'prints']
const visible: ReadonlySet<string> = new Set(uploadFolders.filter((folder) => !hidden.includes(folder)))

/** Serves uploaded images under both published prefixes. */
export const createUploadedImageRoutes =
  ({ files }: Pick<Deps, 'files'>): FastifyPluginAsyncZod =>
  async (app) => {
    /**
     * Chooses the image itself when an image has no small image: it is not wider, animated, or older than
     * small images.
     */
    const chooseStoredImage = async (folder: UploadFolder, name: string): Promise<string> => {
      const large = findLargeImageName(name)
      return large === undefined || (await files.stat(folder, name)) ? name : large
    }

    for (const prefix of ['/public/uploads', '/uploads'])
      app.route<{ Params: { folder: string; name: string } }>({
        method: ['GET', 'HEAD'],
        url: `${prefix}/:folder/:name`,
        exposeHeadRoute: false,
        schema: { hide: true },
        handler: async (request, reply) => {
          const { folder } = request.params
          if (!visible.has(folder)) throw new AppError('not-found')
          const name = await chooseStoredImage(folder as UploadFolder, request.params.name)
          return sendStoredFile(files, { folder: folder as UploadFolder, name }, request, reply, {
            cache: personalFolders.has(folder) ? fiveMinutes : yearLong,
          })
        },
      })
  }
