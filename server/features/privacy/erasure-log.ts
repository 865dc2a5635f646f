import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The state of an erasure: `erasing` before the transaction commits, `erased` after it, `kept` when the transaction was rolled back. The last line of an id counts.
 */
export type ErasureState = 'erasing' | 'erased' | 'kept'

const getLogPath = (dataDir: string) => join(dataDir, 'erasures.log')

/**
 * Appends the state of erased accounts and team people to the file `erasures.log` in the data folder, and waits until the file is on the disk: a line for each id.
 * The file is outside the database, so that it survives a restore.
 */
export const appendErasuresToLog = async (dataDir: string, ids: readonly string[], state: ErasureState): Promise<void> => {
  if (ids.length === 0) return
  const now = new Date().toISOString()
  await mkdir(dataDir, { recursive: true })
  // the empty line before them ends a line that a crash cut off
  const lines = ['', ...ids.map((id) => `${now} ${state} ${id}`), '']
  await appendFile(getLogPath(dataDir), lines.join('\n'), { mode: 0o600, flush: true })
}

/** Lines of older versions have no state. */
const linePattern = /^\S+ (?:(erasing|erased|kept) )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Reads the ids of the log whose last state is one of `states`; none when there is no log. */
export const readErasedIds = async (dataDir: string, states: readonly ErasureState[]): Promise<string[]> => {
  const text = await readFile(getLogPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const stateById = new Map<string, ErasureState>()
  for (const line of text.split('\n')) {
    const [, state = 'erased', id] = linePattern.exec(line) ?? []
    if (id) stateById.set(id, state as ErasureState)
  }
  return [...stateById].flatMap(([id, state]) => (states.includes(state) ? [id] : []))
}
