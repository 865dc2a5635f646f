import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const getLogPath = (dataDir: string) => join(dataDir, 'erasures.log')

/** Appends erased accounts and team people to the file `erasures.log` in the data folder: a time and an id a line. It is outside the database, so that it survives a restore. */
export const logErasures = async (dataDir: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const now = new Date().toISOString()
  await mkdir(dataDir, { recursive: true })
  await appendFile(getLogPath(dataDir), ids.map((id) => `${now} ${id}\n`).join(''), { mode: 0o600 })
}

/** Reads the ids of the log; none when there is no log. */
export const readErasedIds = async (dataDir: string): Promise<string[]> => {
  const text = await readFile(getLogPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => line.split(' ')[1] ?? [])
}
