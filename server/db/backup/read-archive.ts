import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** One entry; `body` has to be read to its end, or `skip`ped, before the next. */
export type ArchiveEntry = { name: string; size: number; body: () => AsyncGenerator<Buffer>; bytes: () => Promise<Buffer> }

/** The file is cut, damaged, or no archive. */
export class ArchiveError extends Error {}

const block = 512

/** Hands out the bytes of a stream in the lengths asked for. */
const reader = (source: AsyncIterable<Buffer>) => {
  const from = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** Up to `most` bytes, at least one. */
  const some = async (most: number): Promise<Buffer> => {
    if (rest.length === 0) {
      const next = await from.next()
      if (next.done) throw new ArchiveError('the file ends too early')
      rest = next.value
    }
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }
  const exactly = async (size: number): Promise<Buffer> => {
    const pieces: Buffer[] = []
    for (let left = size; left > 0; ) {
      const piece = await some(left)
      pieces.push(piece)
      left -= piece.length
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  }
  /** Reads to the end, so that the checksum of the compression is looked at. */
  const drain = async () => {
    while (!(await from.next()).done);
  }
  return { some, exactly, drain, end: () => from.return?.() }
}

const text = (header: Buffer, at: number, length: number) => {
  const piece = header.subarray(at, at + length)
  const end = piece.indexOf(0)
  return piece.toString('utf8', 0, end < 0 ? length : end)
}

/** Name and size of an entry, or undefined for the zeros at the end. */
const parse = (header: Buffer) => {
  if (header.every((byte) => byte === 0)) return undefined
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (Number.parseInt(text(header, 148, 8), 8) !== sum) throw new ArchiveError('it is no archive of Botola')
  const prefix = text(header, 345, 155)
  const name = text(header, 0, 100)
  return { name: prefix ? `${prefix}/${name}` : name, size: Number.parseInt(text(header, 124, 12), 8) }
}

const readable = (path: string) => {
  const out = new PassThrough()
  // An error of any part ends `out` with it.
  pipeline(createReadStream(path), createGunzip(), out).catch(() => {})
  return out
}

/** The entries of a `.tar.gz`, one after the other. Throws an `ArchiveError` (or zlib's or the system's error) where the file is not whole. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const { some, exactly, drain, end } = reader(readable(path) as AsyncIterable<Buffer>)
  try {
    for (;;) {
      const head = parse(await exactly(block))
      if (!head) break
      let left = head.size
      async function* body() {
        while (left > 0) {
          const piece = await some(left)
          left -= piece.length
          yield piece
        }
      }
      yield {
        ...head,
        body,
        bytes: async () => {
          left = 0
          return exactly(head.size)
        },
      }
      for await (const _ of body());
      if (head.size % block) await exactly(block - (head.size % block))
    }
    await drain()
  } finally {
    await end()
  }
}
