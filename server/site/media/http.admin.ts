import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createMediaService } from './service.ts'
import { createUploadService } from './upload-service.ts'

/**
 * Registers the back office's calls about promo video, poster, logo, signature and seal of certificates, and
 * the files of the simulator.
 */
export const createSiteMediaAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement, app) => {
    const media = createMediaService(deps)
    const uploads = createUploadService(deps, media)

    implement('GET /api/admin/media', async () => buildSuccessReply({ media: await media.read() }))

    implement('DELETE /api/admin/media', async (request) =>
      buildMessageReply(request, 'erased', {
        media: await media.remove(request.query.item, getAuditActor(request)),
      }),
    )

    const pictures = { poster: 'storyPoster', logo: 'logo', signature: 'signature', seal: 'seal' } as const
    for (const [name, item] of Object.entries(pictures) as [
      keyof typeof pictures,
      (typeof pictures)[keyof typeof pictures],
    ][])
      implement(`PUT /api/admin/media/${name}`, async (request) => {
        const { image } = request.body
        if (!image) throw new AppError('bad-input', [{ field: 'image', code: 'required' }])
        return buildMessageReply(request, 'saved', {
          media: await media.saveImage(item, image, getAuditActor(request)),
        })
      })

    implement('POST /api/admin/media/uploads', async (request) =>
      buildSuccessReply({ upload: await uploads.start(request.body) }),
    )

    implement('GET /api/admin/media/uploads/:uploadId', async (request) =>
      buildSuccessReply({ upload: await uploads.find(request.params.uploadId) }),
    )

    implement('POST /api/admin/media/uploads/:uploadId/complete', async (request) =>
      buildMessageReply(request, 'saved', {
        media: await uploads.complete(request.params.uploadId, getAuditActor(request)),
      }),
    )

    implement('DELETE /api/admin/media/uploads/:uploadId', async (request) => {
      await uploads.cancel(request.params.uploadId)
      return buildMessageReply(request, 'uploadCancelled')
    })

    void app.register(
      createCallsPlugin(deps, (implement, scope) => {
        // the handler reads the stream: a part is never held in memory and has no limit of the parser
        scope.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
          done(null, payload),
        )
        implement('PUT /api/admin/media/uploads/:uploadId', async (request) => {
          if (request.headers['content-type'] !== 'application/octet-stream') throw new AppError('wrong-type')
          const source = request.body as unknown as AsyncIterable<Uint8Array>
          return buildSuccessReply({
            upload: await uploads.putPart(request.params.uploadId, request.query.offset, source),
          })
        })
      }),
    )
  })
