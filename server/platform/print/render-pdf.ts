import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { Lang } from '#contract/platform/localized.ts'
import { createConcurrencyLimiter } from '#server/platform/lib/limiters.ts'
import type { PrintContent } from './build-document.ts'
import type { PdfJob, PdfReport } from './compile-pdf.ts'

/** Keep the memory of the child process low: without the second group each thread has a heap of its own. */
const nodeFlags = ['--max-old-space-size=64', '--max-semi-space-size=2']
const environment = { MALLOC_ARENA_MAX: '1', RAYON_NUM_THREADS: '1' }

/** How long a file of 500 pages may take, on a machine that is busy. */
const timeLimitMs = 180_000

const runOneAtOnce = createConcurrencyLimiter({ running: 1 })

type RenderOptions = {
  /** A folder for unfinished files; it is created when it is missing. */
  folder: string
  signal: AbortSignal
  /** Called with the share of the work that is done, from 0 to 1. */
  reportProgress?: (share: number) => void
  timeLimitMs?: number
}

/** A PDF file that the caller moves or removes. */
export type RenderedPdf = { path: string; pageCount: number }

/** Returns the program of the child process: a part of the build, or in development its source. */
const getProgramPath = (root: string) =>
  import.meta.url.endsWith('.ts')
    ? join(root, 'server/platform/print/compile-pdf.ts')
    : join(root, 'build/program/pdf.js')

const runChild = async (
  job: PdfJob,
  { signal, reportProgress = () => {}, timeLimitMs: limit = timeLimitMs }: RenderOptions,
): Promise<number> => {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limit)])
  const child = spawn(process.execPath, [...nodeFlags, getProgramPath(job.root)], {
    cwd: job.root,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: stop,
    killSignal: 'SIGKILL',
  })
  const closed = new Promise<number | null>((resolveCode) => {
    // an abort emits `error` before the process has ended
    child.once('error', () => {})
    child.once('close', resolveCode)
  })
  let pageCount: number | undefined
  let failure = ''
  createInterface(child.stdout).on('line', (line) => {
    const report = JSON.parse(line) as PdfReport
    if ('error' in report) failure = report.error
    else if ('share' in report) reportProgress(report.share)
    else pageCount = report.pageCount
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    failure = `${failure}${text}`.slice(0, 2000)
  })
  // a child that ends before it has read everything reports why
  await pipeline([JSON.stringify(job)], child.stdin).catch(() => {})
  const code = await closed
  signal.throwIfAborted()
  if (code !== 0 || pageCount === undefined)
    throw new Error(
      `The PDF file was not written: ${stop.aborted ? `it took longer than ${limit} ms` : failure || `the process ended with ${code}`}`,
    )
  return pageCount
}

/**
 * Writes a PDF file in `folder` of what is printed, in a child process, which writes it in words, too, so that this
 * one answers calls. One file is written at a time in this process.
 * Rejects with the reason of the abort of `signal`, which ends the child process, and with an error that says why
 * when it fails or takes longer than three minutes.
 */
export const renderPdfToFile = (
  content: PrintContent,
  lang: Lang,
  options: RenderOptions,
): Promise<RenderedPdf> =>
  runOneAtOnce(async () => {
    options.signal.throwIfAborted()
    await mkdir(options.folder, { recursive: true, mode: 0o700 })
    const path = join(options.folder, `${randomUUID()}.pdf`)
    try {
      const root = resolve(process.env.BOTOLA_ROOT ?? process.cwd())
      const pageCount = await runChild({ root, output: path, content, lang }, options)
      return { path, pageCount }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  })
