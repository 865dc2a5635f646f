import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const block = 512

const field = (header: Buffer, text: string, at: number, length: number) => header.write(text.slice(0, length), at, length, 'utf8')
const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')

/** Names longer than 100 bytes are cut at a slash, as the format has it: 155 before, 100 after. */
const splitName = (name: string): [prefix: string, rest: string] => {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(rest) <= 100) return [prefix, rest]
  }
  throw new Error(`The name ${name} is too long for an archive.`)
}

/** The 512 bytes (POSIX ustar) before an entry; a name that ends with a slash is a folder. */
const createHeader = (name: string, size: number, modified: Date): Buffer => {
  const header = Buffer.alloc(block)
  const folder = name.endsWith('/')
  const [prefix, rest] = splitName(name)
  field(header, rest, 0, 100)
  field(header, octal(folder ? 0o700 : 0o600, 8), 100, 8)
  field(header, octal(0, 8), 108, 8)
  field(header, octal(0, 8), 116, 8)
  field(header, octal(size, 12), 124, 12)
  field(header, octal(Math.floor(modified.getTime() / 1000), 12), 136, 12)
  field(header, '        ', 148, 8)
  field(header, folder ? '5' : '0', 156, 1)
  field(header, 'ustar\u000000', 257, 8)
  field(header, prefix, 345, 155)
  const sum = header.reduce((all, byte) => all + byte, 0)
  field(header, `${sum.toString(8).padStart(6, '0')}\0 `, 148, 8)
  return header
}

/** An archive while it is written. Entries are written one after the other. */
export type ArchiveWriter = {
  add: (name: string, bytes: Buffer | string, modified?: Date) => Promise<void>
  /** `size` bytes of `body`: what is more is left out, what lacks is filled with zeros (a file may change while it is read). */
  addStream: (name: string, size: number, body: AsyncIterable<Buffer>, modified?: Date) => Promise<void>
  /** Everything is on the disk and the file has its name when it returns. */
  close: () => Promise<void>
  /** Removes what was written. */
  abandon: () => Promise<void>
}

/** A `.tar.gz` that any tool opens, readable by its owner only. It gets its name when it is whole; before that it ends in `.part`. */
export const writeArchive = (path: string): ArchiveWriter => {
  const part = `${path}.part`
  const zip = createGzip({ level: 6 })
  const file = createWriteStream(part, { mode: 0o600 })
  zip.pipe(file)
  let broken: Error | undefined
  for (const stream of [zip, file])
    stream.on('error', (error) => {
      broken ??= error
      // Wakes whoever waits for room.
      zip.destroy(error)
      file.destroy(error)
    })
  const write = async (bytes: Buffer) => {
    if (broken) throw broken
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
