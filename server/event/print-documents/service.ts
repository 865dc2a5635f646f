import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'

/** What is printed of an event, as the schema of print selections defines it. */
type PrintSelection = unknown

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
  _core: Core,
  _request: PrintRequest,
  _options: PrintOptions,
): Promise<PrintedFile> => {
  throw new Error('not built yet')
}
