import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** An entry of the archive. The rest of a `body` that was not read is skipped before the next entry. */
export type ArchiveEntry = { name: string; size: number; body: () => AsyncGenerator<Buffer>; bytes: () => Promise<Buffer> }

/** The file is truncated, damaged, or not an archive. */
export class ArchiveError extends Error {}

const block = 512

/** Creates functions that read a stream in pieces of a requested length. */
const createReader = (source: AsyncIterable<Buffer>) => {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** Reads at least one and at most `maxSize` bytes. */
  const readUpTo = async (maxSize: number): Promise<Buffer> => {
    if (rest.length === 0) {
      const next = await iterator.next()
      if (next.done) throw new ArchiveError('the file ends too early')
      rest = next.value
    }
    const piece = rest.subarray(0, maxSize)
    rest = rest.subarray(piece.length)
    return piece
  }
  const readExactly = async (size: number): Promise<Buffer> => {
    const pieces: Buffer[] = []
    for (let left = size; left > 0; ) {
      const piece = await readUpTo(left)
      pieces.push(piece)
      left -= piece.length
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  }
  /** Reads to the end, so that zlib verifies the checksum. */
  const drain = async () => {
    while (!(await iterator.next()).done);
  }
  return { readUpTo, readExactly, drain, end: () => iterator.return?.() }
}

const readText = (header: Buffer, offset: number, length: number) => {
  const piece = header.subarray(offset, offset + length)
  const end = piece.indexOf(0)
  return piece.toString('utf8', 0, end < 0 ? length : end)
}

/** Parses name and size of an entry. Returns undefined for the zeros at the end of the archive. */
const parseHeader = (header: Buffer) => {
  if (header.every((byte) => byte === 0)) return undefined
  const sum = header.reduce((total, byte, offset) => total + (offset >= 148 && offset < 156 ? 32 : byte), 0)
  if (Number.parseInt(readText(header, 148, 8), 8) !== sum) throw new ArchiveError('it is not an archive of Botola')
  const prefix = readText(header, 345, 155)
  const name = readText(header, 0, 100)
  return { name: prefix ? `${prefix}/${name}` : name, size: Number.parseInt(readText(header, 124, 12), 8) }
}

const openArchive = (path: string) => {
  const out = new PassThrough()
  // `pipeline` ends `out` with the error of any part.
  pipeline(createReadStream(path), createGunzip(), out).catch(() => {})
  return out
}

/** Yields the entries of a `.tar.gz`, one after the other. Throws an `ArchiveError`, or an error of zlib or the system, when the file is incomplete. */
export async function* readArchiveEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const { readUpTo, readExactly, drain, end } = createReader(openArchive(path) as AsyncIterable<Buffer>)
  try {
    for (;;) {
      const head = parseHeader(await readExactly(block))
      if (!head) break
      let left = head.size
      async function* body() {
        while (left > 0) {
          const piece = await readUpTo(left)
          left -= piece.length
          yield piece
        }
      }
      yield {
        ...head,
        body,
        bytes: async () => {
          left = 0
          return readExactly(head.size)
        },
      }
      for await (const _ of body());
      if (head.size % block) await readExactly(block - (head.size % block))
    }
    await drain()
  } finally {
    await end()
  }
}
