import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  mediaResponse,
  removeMediaQuery,
  savedMediaResponse,
  saveImageRequest,
  startUploadRequest,
  uploadParams,
  uploadPartQuery,
  uploadResponse,
} from '#contract/media.schema.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createFormParsingHook } from '#server/http/request-bodies.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createMediaService } from './service.ts'
import { createUploadService } from './upload-service.ts'

const uploadPath = `${paths.adminUploads}/:uploadId`

/**
 * Registers the back office's calls about promo video, poster, logo, signature and seal of certificates, and
 * the files of the simulator.
 */
export const siteMediaAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'media', 'content', async (app) => {
    const media = createMediaService(deps)
    const uploads = createUploadService(deps, media)

    app.get(
      paths.adminMedia,
      { schema: { summary: 'The media of the site', response: { 200: mediaResponse } } },
      async () => buildSuccessReply({ media: await media.read() }),
    )

    app.delete(
      paths.adminMedia,
      {
        schema: {
          summary: 'Remove a media file',
          querystring: removeMediaQuery,
          response: { 200: savedMediaResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'erased', {
          media: await media.remove(request.query.item, getAuditActor(request)),
        }),
    )

    const pictures = [
      { path: paths.adminMediaPoster, item: 'storyPoster', summary: 'Replace the poster of the promo video' },
      { path: paths.adminMediaLogo, item: 'logo', summary: 'Replace the logo' },
      {
        path: paths.adminMediaSignature,
        item: 'signature',
        summary: 'Replace the signature of certificates',
      },
      { path: paths.adminMediaSeal, item: 'seal', summary: 'Replace the seal of certificates' },
    ] as const
    for (const { path, item, summary } of pictures)
      app.put(
        path,
        {
          preValidation: createFormParsingHook(saveImageRequest),
          schema: {
            summary,
            consumes: ['multipart/form-data'],
            body: saveImageRequest,
            response: { 200: savedMediaResponse },
          },
        },
        async (request) => {
          const { image } = request.body
          if (!image) throw new AppError('bad-input', [{ field: 'image', code: 'required' }])
          return buildMessageReply(request, 'saved', {
            media: await media.saveImage(item, image, getAuditActor(request)),
          })
        },
      )

    app.post(
      paths.adminUploads,
      {
        schema: {
          summary: 'Begin the upload of a file in parts',
          body: startUploadRequest,
          response: { 200: uploadResponse },
        },
      },
      async (request) => buildSuccessReply({ upload: await uploads.start(request.body) }),
    )

    app.get(
      uploadPath,
      {
        schema: { summary: 'How far an upload is', params: uploadParams, response: { 200: uploadResponse } },
      },
      async (request) => buildSuccessReply({ upload: await uploads.find(request.params.uploadId) }),
    )

    app.post(
      `${uploadPath}/complete`,
      {
        schema: {
          summary: 'Check an uploaded file and show it to visitors',
          params: uploadParams,
          response: { 200: savedMediaResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'saved', {
          media: await uploads.complete(request.params.uploadId, getAuditActor(request)),
        }),
    )

    app.delete(
      uploadPath,
      {
        schema: { summary: 'Cancel an upload', params: uploadParams, response: { 200: messageOnlyResponse } },
      },
      async (request) => {
        await uploads.cancel(request.params.uploadId)
        return buildMessageReply(request, 'uploadCancelled')
      },
    )

    const partRoutes: FastifyPluginAsyncZod = async (scope) => {
      // the handler reads the stream: a part is never held in memory and has no limit of the parser
      scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
      scope.put(
        uploadPath,
        {
          schema: {
            summary: 'Send a part of a file (application/octet-stream)',
            params: uploadParams,
            querystring: uploadPartQuery,
            response: { 200: uploadResponse },
          },
        },
        async (request) => {
          if (request.headers['content-type'] !== 'application/octet-stream') throw new AppError('wrong-type')
          const source = request.body as unknown as AsyncIterable<Uint8Array>
          return buildSuccessReply({
            upload: await uploads.putPart(request.params.uploadId, request.query.offset, source),
          })
        },
      )
    }
    await app.register(partRoutes)
  })
