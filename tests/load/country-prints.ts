import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { getPath } from '#contract/platform/call-path.ts'
import type { CallServer } from './call-server.ts'
import { readResidentMemory } from './memory.ts'

/** What a PDF file costs. Memory in MB, times in milliseconds; `slowestCall` is that of other calls meanwhile. */
export type PrintFileFigures = {
  pages: number
  milliseconds: number
  childMemory: number
  serverGrowth: number
  slowestCall: number
}

/** Returns the most memory in MB that a child process of a server, which its program names, has had (Linux). */
const readChildMemory = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return Math.max(
    0,
    ...children.map((child) => {
      try {
        const isPrinting = readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('pdf.js')
        const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1]
        return isPrinting ? Number(peak ?? 0) / 1024 : 0
      } catch {
        // it has ended
        return 0
      }
    }),
  )
}

/** Makes a PDF file of a selection and measures it. */
export const measurePrintFile = async (
  call: CallServer,
  pid: number,
  eventId: string,
  selection: object,
): Promise<PrintFileFigures> => {
  const before = readResidentMemory(pid)
  const figures = { childMemory: 0, serverGrowth: 0, slowestCall: 0 }
  const startedAt = performance.now()
  const { fileId } = await call('POST', getPath('POST /api/admin/events/:eventId/print-files', { eventId }), {
    selection,
    lang: 'ar',
  })
  for (;;) {
    const askedAt = performance.now()
    const { files } = await call('GET', getPath('GET /api/admin/print-files'))
    figures.slowestCall = Math.max(figures.slowestCall, performance.now() - askedAt)
    figures.childMemory = Math.max(figures.childMemory, readChildMemory(pid))
    figures.serverGrowth = Math.max(figures.serverGrowth, readResidentMemory(pid) - before)
    const { state, reason, pageCount } = files.find(({ id }: { id: string }) => id === fileId)
    if (state === 'finished')
      return { ...figures, pages: pageCount, milliseconds: performance.now() - startedAt }
    if (state !== 'running') throw new Error(`the PDF file is ${state}: ${reason}`)
    await wait(20)
  }
}
