import { readFileSync } from 'node:fs'
import { listProcessesIn } from '../faults/processes.ts'

/** Reads the memory of a process in MB; shared pages count proportionally (Linux). */
const readProportionalMemory = (pid: number | string) => {
  const line = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}

/** Reads the resident memory of a process in MB (Linux). */
export const readResidentMemory = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Measures the memory of a server and of the database in its data folder, in MB. */
export const measureMemory = (pid: number, folder: string) => ({
  node: readResidentMemory(pid),
  postgres: listProcessesIn(folder).reduce((sum, each) => sum + readProportionalMemory(each), 0),
})
