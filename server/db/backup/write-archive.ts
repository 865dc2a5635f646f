import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const block = 512

const writeField = (header: Buffer, text: string, offset: number, length: number) =>
  header.write(text.slice(0, length), offset, length, 'utf8')
const toOctal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')

/** Splits a name longer than 100 bytes at a slash, as the format requires: 155 bytes before it, 100 after it. */
const splitName = (name: string): [prefix: string, rest: string] => {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
    const [prefix, rest] = [name.slice(0, slash), name.slice(slash + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(rest) <= 100) return [prefix, rest]
  }
  throw new Error(`The name ${name} is too long for an archive.`)
}

/** Creates the header of an entry (512 bytes, POSIX ustar). A name that ends with a slash is a folder. */
const createHeader = (name: string, size: number, modified: Date): Buffer => {
  const header = Buffer.alloc(block)
  const folder = name.endsWith('/')
  const [prefix, rest] = splitName(name)
  writeField(header, rest, 0, 100)
  writeField(header, toOctal(folder ? 0o700 : 0o600, 8), 100, 8)
  writeField(header, toOctal(0, 8), 108, 8)
  writeField(header, toOctal(0, 8), 116, 8)
  writeField(header, toOctal(size, 12), 124, 12)
  writeField(header, toOctal(Math.floor(modified.getTime() / 1000), 12), 136, 12)
  writeField(header, '        ', 148, 8)
  writeField(header, folder ? '5' : '0', 156, 1)
  writeField(header, 'ustar\u000000', 257, 8)
  writeField(header, prefix, 345, 155)
  const sum = header.reduce((total, byte) => total + byte, 0)
  writeField(header, `${sum.toString(8).padStart(6, '0')}\0 `, 148, 8)
  return header
}

/** An open archive. Entries are written one after the other. */
export type ArchiveWriter = {
  add: (name: string, bytes: Buffer | string, modified?: Date) => Promise<void>
  /** Adds `size` bytes of `body`. A longer body is cut and a shorter one is filled with zeros, because a file may change while it is read. */
  addStream: (name: string, size: number, body: AsyncIterable<Buffer>, modified?: Date) => Promise<void>
  /** Writes everything to the disk and gives the file its name. */
  close: () => Promise<void>
  /** Removes the unfinished file. */
  abandon: () => Promise<void>
}

/** Creates a standard `.tar.gz` that only its owner can read. The name ends in `.part` until the file is complete. */
export const createArchiveWriter = (path: string): ArchiveWriter => {
  const part = `${path}.part`
  const zip = createGzip({ level: 6 })
  const file = createWriteStream(part, { mode: 0o600 })
  zip.pipe(file)
  let failure: Error | undefined
  for (const stream of [zip, file])
    stream.on('error', (error) => {
      failure ??= error
      // Ends a `write` that waits for the stream to drain.
      zip.destroy(error)
      file.destroy(error)
    })
  const write = async (bytes: Buffer) => {
    if (failure) throw failure
    if (!zip.write(bytes)) await once(zip, 'drain')
  }
  const pad = async (size: number) => {
    if (size % block) await write(Buffer.alloc(block - (size % block)))
  }
  return {
    add: async (name, content, modified = new Date()) => {
      const bytes = Buffer.from(content)
      await write(createHeader(name, bytes.length, modified))
      if (bytes.length > 0) await write(bytes)
      await pad(bytes.length)
    },
    addStream: async (name, size, body, modified = new Date()) => {
      await write(createHeader(name, size, modified))
      let left = size
      for await (const piece of body) {
        if (left <= 0) break
        const fitting = piece.length > left ? piece.subarray(0, left) : piece
        left -= fitting.length
        await write(fitting)
      }
      for (; left > 0; left -= Math.min(left, 65_536)) await write(Buffer.alloc(Math.min(left, 65_536)))
      await pad(size)
    },
    close: async () => {
      await write(Buffer.alloc(2 * block))
      zip.end()
      await finished(file)
      const handle = await open(part, 'r+')
      await handle.sync()
      await handle.close()
      await rename(part, path)
    },
    abandon: async () => {
      zip.destroy()
      file.destroy()
      await rm(part, { force: true })
    },
  }
}
