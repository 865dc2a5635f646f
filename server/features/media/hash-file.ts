import { createHash } from 'node:crypto'
import { hasMediaSignature, mediaSignatureBytes } from '#contract/rules/media-format.ts'
import type { ByteRange, FileStore, UploadFolder } from '#server/lib/files.ts'

/** Reads a stored file from its beginning to its end. Returns its SHA-256 checksum, or null when its first and last bytes do not fit `extension`. */
export const hashFileIfTypeMatches = async (
  files: FileStore,
  { folder, name, size, extension }: { folder: UploadFolder; name: string; size: number; extension: string },
): Promise<{ sha256: string } | null> => {
  const open = async (range?: ByteRange): Promise<AsyncIterable<Uint8Array>> => {
    const file = await files.open(folder, name, range)
    if (!file) throw new Error('A stored file is missing')
    return file.stream
  }
  const readBytes = async (range: ByteRange): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = []
    for await (const piece of await open(range)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  const head = await readBytes({ start: 0, end: Math.min(mediaSignatureBytes.head, size) - 1 })
  const tail = await readBytes({ start: Math.max(0, size - mediaSignatureBytes.tail), end: size - 1 })
  if (!hasMediaSignature(extension, head, tail)) return null
  const hash = createHash('sha256')
  for await (const piece of await open()) hash.update(piece)
  return { sha256: hash.digest('hex') }
}
