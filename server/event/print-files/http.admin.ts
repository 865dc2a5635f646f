import type { Deps } from '#server/deps.ts'
import { getAuditActor, getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply, translateErrorCode } from '#server/platform/http/reply.ts'
import { sendStoredFile } from '#server/platform/http/send-file.ts'
import { writePrintPdfToTemporaryFile } from '../print-documents/service.ts'
import { createPrintFileService, printFolder } from './service.ts'

/** Registers the calls of the back office about PDF files of printed documents. */
export const createPrintFilesAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createPrintFileService(deps, writePrintPdfToTemporaryFile)
    implement('GET /api/admin/print-files', async (request) => {
      const files = await service.listOwn(getAuthenticatedUser(request))
      return buildSuccessReply({
        files: files.map(({ errorCode, ...file }) => ({
          ...file,
          reason: translateErrorCode(request, errorCode),
        })),
      })
    })
    implement('POST /api/admin/events/:eventId/print-files', async (request) => {
      const { params, body, log } = request
      const fileId = await service.start({ ...params, ...body, actor: getAuditActor(request) }, (error) =>
        log.error({ err: error }, 'a print file could not be made'),
      )
      return buildMessageReply(
        request,
        deps.emails.isEnabled ? 'printFileStartedWithEmail' : 'printFileStarted',
        { fileId },
      )
    })
    implement('GET /api/admin/events/:eventId/print-files/:fileId/file', async (request, reply) => {
      const { storedName, downloadName } = await service.getDownload(
        request.params,
        getAuthenticatedUser(request),
      )
      return sendStoredFile(deps.files, { folder: printFolder, name: storedName }, request, reply, {
        cache: 'no-store',
        download: downloadName,
      })
    })
    implement('DELETE /api/admin/events/:eventId/print-files/:fileId', async (request) => {
      await service.remove(request.params, getAuthenticatedUser(request))
      return buildMessageReply(request, 'printFileDeleted')
    })
  })
