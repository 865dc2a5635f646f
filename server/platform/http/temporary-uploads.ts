import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { msPerDay } from '#contract/platform/time.ts'
import { isProcessRunning } from '#server/platform/db/embedded/lock-owner.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { collectGarbage } from '#server/platform/lib/collect-garbage.ts'
import { getTemporaryFolderOfProcess } from '#server/platform/lib/data-folder.ts'

/**
 * Bytes that the forms of all requests of this process use at the same time: files on the disk, and texts in
 * memory.
 */
type TemporaryUploadLimits = { disk: number; memory: number }

/**
 * Bytes of files, counted when they arrive and when they are removed, after which their unused memory is
 * freed. V8 alone would wait longer.
 */
const bytesPerCollection = 16 * 1024 * 1024
const abandonedAfterMs = msPerDay

/**
 * Removes the folders of processes of this host that have ended, and those of other hosts that have not
 * changed for a day.
 */
const removeAbandonedFolders = async (root: string) => {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const path = join(root, name)
    const [, host, pid] = /^(.*)-(\d+)$/.exec(name) ?? []
    const isAbandoned =
      host === hostname()
        ? Number(pid) === process.pid || !isProcessRunning(Number(pid))
        : ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now()) < Date.now() - abandonedAfterMs
    if (isAbandoned) await rm(path, { recursive: true, force: true })
  }
}

/**
 * Creates the store of uploaded files of requests that are not answered yet: a folder of this process in
 * `root`. Removes what processes that crashed have left.
 */
export const createTemporaryUploadStore = async (root: string, limits: TemporaryUploadLimits) => {
  const folder = getTemporaryFolderOfProcess(root)
  await removeAbandonedFolders(root)
  const used = { disk: 0, memory: 0 }
  let uncollectedBytes = 0
  const collectAfter = (bytes: number) => {
    uncollectedBytes += bytes
    if (uncollectedBytes < bytesPerCollection) return
    uncollectedBytes = 0
    collectGarbage()
  }

  /** Creates the store of one request and reserves disk space for `bodyLength` bytes. Throws `overloaded`. */
  const openRequest = (bodyLength: number) => {
    const held = { disk: 0, memory: 0 }
    const paths: string[] = []
    const released = new AbortController()
    let lastWrite: Promise<unknown> = Promise.resolve()

    const change = (kind: 'disk' | 'memory', bytes: number) => {
      if (bytes > 0 && used[kind] + bytes > limits[kind]) throw new AppError('overloaded')
      used[kind] += bytes
      held[kind] += bytes
    }
    change('disk', bodyLength)
    let stored = 0

    const write = async (source: Readable) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomUUID())
      paths.push(path)
      const file = await open(path, 'wx', 0o600)
      let size = 0
      // a stream of bytes: a generator would hold 16 chunks
      const countStored = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          size += chunk.length
          stored += chunk.length
          try {
            if (stored > held.disk) change('disk', stored - held.disk)
          } catch (error) {
            done(error as Error)
            return
          }
          collectAfter(chunk.length)
          done(null, chunk)
        },
      })
      await pipeline(source, countStored, file.createWriteStream(), { signal: released.signal })
      return { path, size }
    }

    return {
      /** Counts bytes of texts. Throws `overloaded`. */
      holdTexts: (bytes: number) => change('memory', bytes),
      /** Writes a file. Throws `overloaded`. */
      writeFile: (source: Readable): Promise<{ path: string; size: number }> => {
        const written = write(source)
        lastWrite = written
        return written
      },
      /** Removes the files of this request. */
      release: async () => {
        released.abort()
        await Promise.allSettled([lastWrite])
        await Promise.all(paths.splice(0).map((path) => rm(path, { force: true })))
        collectAfter(stored)
        change('disk', -held.disk)
        change('memory', -held.memory)
      },
    }
  }

  return {
    used: (): Readonly<TemporaryUploadLimits> => used,
    openRequest,
    /** Removes the folder of this process. */
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
