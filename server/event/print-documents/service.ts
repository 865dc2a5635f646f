import { buffer } from 'node:stream/consumers'
import type { PrintSelection } from '#contract/event/print.schema.ts'
import { type GetPageRange, printLimits } from '#contract/event/print.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getTemporaryFolder, getTemporaryFolderOfProcess } from '#server/platform/lib/data-folder.ts'
import { getUploadUrlPath } from '#server/platform/lib/files.ts'
import type { PrintContent } from '#server/platform/print/build-document.ts'
import { type RenderedPdf, renderPdfToFile } from '#server/platform/print/render-pdf.ts'
import { getSiteBrand, getSiteTimeZone } from '#server/platform/settings/service.ts'
import { createCertificateService } from '../certificates/service.ts'
import { createPrintContentService } from '../print/service.ts'
import { createEventTeamService } from '../schedule/team-service.ts'

/** `actor` is who made the file; the caller checks that this user may see what the selection names. */
export type PrintRequest = { eventId: string; selection: PrintSelection; lang: Lang; actor: Actor }

/**
 * `reportProgress` is called with the share of the work that is done, from 0 to 1. An abort of `signal` ends
 * the child process and rejects with the reason of the abort.
 */
export type PrintOptions = { signal: AbortSignal; reportProgress: (share: number) => void }

/** Chooses all pages of a document. Throws `print-empty` and `print-too-long`. */
const getAllPages: GetPageRange = (pageCount) => {
  if (pageCount === 0) throw new AppError('print-empty')
  if (pageCount > printLimits.pagesOfFile) throw new AppError('print-too-long')
  return { from: 0, count: pageCount }
}

const siteFolder = getUploadUrlPath('site', '')

/** Reads an uploaded picture of the site in Base64; undefined for none, and for one whose file is gone. */
const readPicture = async (core: Core, path: string | null): Promise<string | undefined> => {
  if (!path?.startsWith(siteFolder)) return undefined
  const stored = await core.files.open('site', path.slice(siteFolder.length))
  return stored ? (await buffer(stored.stream)).toString('base64') : undefined
}

/** Reads what is printed. Throws as `writePrintPdfToTemporaryFile`. */
const readPrintContent = async (
  core: Core,
  { eventId, selection, actor }: Omit<PrintRequest, 'lang'>,
): Promise<PrintContent> => {
  const siteUrl = core.config.SITE_URL
  const timeZone = await getSiteTimeZone(core)
  const logo = await readPicture(core, (await getSiteBrand(core)).logo)
  switch (selection.document) {
    case 'certificates': {
      const { certificates, signer } = await createCertificateService(core).listOfEvent(
        eventId,
        selection,
        getAllPages,
      )
      const [signature, seal] = await Promise.all(
        [signer.signature, signer.seal].map((path) => readPicture(core, path)),
      )
      const images = Object.fromEntries(
        Object.entries({ logo, signature, seal }).filter(([, image]) => image !== undefined),
      )
      return { of: 'certificates', certificates, signer, images, siteUrl, timeZone }
    }
    case 'scoreSheets': {
      const { ruleSet, ...sheets } = await createPrintContentService(core).listScoreSheets(
        eventId,
        selection,
        getAllPages,
      )
      // an event without a rule set has no sheets
      if (!ruleSet) throw new AppError('print-empty')
      return { of: 'scoreSheets', ...sheets, ruleSet, siteUrl, timeZone }
    }
    case 'badges': {
      const { size, roles } = selection
      if (roles.length > 0) {
        const people = await createEventTeamService(core).listBadges(eventId, selection, getAllPages, actor)
        return { of: 'peopleBadges', ...people, size, logo }
      }
      const { event, teams, options } = await createPrintContentService(core).listTeamBadges(
        eventId,
        selection,
        getAllPages,
      )
      return { of: 'teamBadges', event, teams, competitions: options.competitions, size, logo }
    }
    case 'schedule': {
      const schedule = await createPrintContentService(core).listSchedule(eventId, selection, getAllPages)
      return { of: 'schedule', ...schedule, timeZone }
    }
  }
}

/**
 * Writes a PDF file of what is selected to the temporary folder of this process; the caller moves or removes it.
 * Throws `not-found`, `print-empty` for a selection without pages, and `print-too-long` for more than 500 pages.
 */
export const writePrintPdfToTemporaryFile = async (
  core: Core,
  request: PrintRequest,
  { signal, reportProgress }: PrintOptions,
): Promise<RenderedPdf> => {
  const content = await readPrintContent(core, request)
  signal.throwIfAborted()
  return renderPdfToFile(content, request.lang, {
    folder: getTemporaryFolderOfProcess(getTemporaryFolder(core.config.DATA_DIR)),
    signal,
    reportProgress,
  })
}
