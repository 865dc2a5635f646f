import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (command: string, args: string[]) => spawnSync(command, args).status === 0

/** Mounts a file system of some megabytes at a folder, which is created. */
export const mountSmallDisk = (folder: string, megabytes: number) => {
  mkdirSync(folder, { recursive: true })
  if (!run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]))
    throw new Error('the disk cannot be mounted')
  const filler = join(folder, 'filler')
  return {
    /** Writes a file until only these bytes are free. */
    fill: (left = 0) => {
      const file = openSync(filler, 'w')
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(folder)
          if (bavail * bsize <= left) return
          writeSync(file, Buffer.alloc(bsize))
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
    unmount: () => {
      if (!run('umount', ['-l', folder])) throw new Error('the disk cannot be unmounted')
    },
  }
}

/** Whether this user may mount a file system. */
export const canMountDisk = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'botola-disk-'))
  try {
    mountSmallDisk(folder, 1).unmount()
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
})()
