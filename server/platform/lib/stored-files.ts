/**
 * Yields the bytes of a source and throws a `RangeError` as soon as it has more than `size`, or at its end
 * when it has fewer.
 */
export const streamWithAssertedSize = async function* (
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

/** Excludes folders, drives and hidden files. */
const validFileName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

/** Returns true when a file can be stored under this name. */
export const isValidFileName = (name: string): boolean => validFileName.test(name) && !name.includes('..')

const mediaTypeByExtension: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
  exe: 'application/vnd.microsoft.portable-executable',
  dmg: 'application/x-apple-diskimage',
}

/**
 * Returns the media type for the extension of a file name, or `application/octet-stream` for an unknown one.
 */
export const getMediaType = (name: string): string =>
  mediaTypeByExtension[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
