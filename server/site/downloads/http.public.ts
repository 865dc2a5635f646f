import { fromPublishedDownloadRequest, toPublishedDownloadFieldName } from '#contract/published/download.ts'
import { downloadPlatforms, getLatestDownloadPath } from '#contract/site/download-registrant.ts'
import type { Deps } from '#server/deps.ts'
import { awaitWithPublishedErrorFields } from '#server/platform/http/errors.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildMessageReply, preventCaching } from '#server/platform/http/reply.ts'
import { sendCachedOrRenderedResponse } from '#server/platform/http/response-cache.ts'
import { sendFile, sendStoredFile } from '#server/platform/http/send-file.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { findCurrentSimulatorFileByName, incrementSimulatorDownloads } from '../media/service.ts'
import { createSimulatorRegistrationService } from './service.ts'
import { createSimulatorFileFinder } from './simulator.ts'

/** Registers the calls by which visitors register for the simulator and download its files. */
export const createSimulatorDownloadRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement, app) => {
    const { database, files, responseCache } = deps
    const simulator = createSimulatorFileFinder(deps)
    const registration = createSimulatorRegistrationService(deps, simulator)

    implement('GET /api/simulator', (request, reply) =>
      sendCachedOrRenderedResponse(responseCache, request, reply, ['settings', 'simulator'], async () => ({
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({ success: true, simulator: await simulator.listFiles() }),
        // nothing reports a new file in the server's folder
        seconds: 60,
      })),
    )

    implement(
      'POST /api/download-game',
      async (request) => {
        const { website, ...form } = request.body
        const origin = { lang: getRequestLanguage(request), isBot: Boolean(website) }
        const registered = registration.register(fromPublishedDownloadRequest(form), origin)
        const url = await awaitWithPublishedErrorFields(registered, { field: toPublishedDownloadFieldName })
        return buildMessageReply(request, url === null ? 'downloadFollows' : 'downloadStarts', { url })
      },
      { onRequest: preventCaching },
    )

    // the link of emails: the current file may be another one when it is opened
    app.get(getLatestDownloadPath(':platform'), { schema: { hide: true } }, async (request, reply) => {
      const { platform } = request.params as { platform: string }
      const found = downloadPlatforms.find((each) => each === platform)
      const download = found && (await simulator.findDownloads())?.[found]
      if (!download) throw new AppError('not-found')
      return reply.header('cache-control', 'no-store').redirect(download.url, 302)
    })

    app.route<{ Params: { name: string } }>({
      method: ['GET', 'HEAD'],
      url: '/downloads/:name',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: async (request, reply) => {
        const { name } = request.params
        const file = await findCurrentSimulatorFileByName(database.db, name)
        // a file may be replaced under its name, so caches revalidate it
        if (!file)
          return sendFile(simulator.openFolderFile(name), request, reply, {
            cache: 'no-cache',
            download: name,
          })
        await sendStoredFile(files, { folder: 'simulator', name }, request, reply, {
          cache: 'no-cache',
          download: file.fileName,
        })
        // a download that continues with a later range is counted already
        const isFirstRequest =
          request.method === 'GET' && /^(?:bytes=0-\d*)?$/.test(request.headers.range ?? '')
        if (isFirstRequest && [200, 206].includes(reply.raw.statusCode))
          await incrementSimulatorDownloads(database.db, file.id).catch((error: unknown) =>
            request.log.warn({ err: error }, 'a download was not counted'),
          )
        return reply
      },
    })
  })
