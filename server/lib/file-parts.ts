import { uploadPartBytes } from '#contract/media.ts'
import type { FileStore, UploadFolder } from './files.ts'

/** Yields the bytes of a source and throws a `RangeError` as soon as it has more than `size`, or at its end when it has fewer. */
export const assertSourceSize = async function* (
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let left = size
  for await (const piece of source) {
    left -= piece.length
    if (left < 0) throw new RangeError(`A part has more than its ${size} bytes`)
    yield piece
  }
  if (left > 0) throw new RangeError(`A part has ${left} bytes less than its ${size}`)
}

/** Stores a file of known size from a source without holding it in memory. After an error, the file does not exist. */
export const storeFileFromStream = async (
  files: FileStore,
  { folder, name, type, size }: { folder: UploadFolder; name: string; type: string; size: number },
  source: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  const readBytes = async function* (count: number) {
    for (let left = count; left > 0; ) {
      if (rest.length === 0) {
        const next = await iterator.next()
        if (next.done) return
        rest = next.value
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
  const file = { folder, name, partsId: await files.startParts(folder, name, type) }
  try {
    const tags: string[] = []
    for (let offset = 0; offset < size || tags.length === 0; offset += uploadPartBytes) {
      const length = Math.min(uploadPartBytes, size - offset)
      tags.push(await files.putPart(file, { number: tags.length + 1, size: length, source: readBytes(length) }))
    }
    await files.completeParts(file, tags)
  } catch (error) {
    await files.abortParts(file)
    throw error
  }
}
