/** The media types of images that forms accept, and their maximum size. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
export const maxImageBytes = 10 * 1024 * 1024

/** Bytes at the beginning and at the end of a file that `hasSignatureOfExtension` reads. */
export const mediaSignatureBytes = { head: 4096, tail: 512 } as const

const readAscii = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, end))

/**
 * Returns true for a Windows program, which has the mark `MZ`, and at the offset in byte 60 the mark of its
 * PE header.
 */
const isWindowsProgram = (head: Uint8Array) => {
  if (head.length < 64 || readAscii(head, 0, 2) !== 'MZ') return false
  const offset = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(60, true)
  return readAscii(head, offset, offset + 4) === 'PE\0\0'
}

/** Returns true for a disk image of macOS, which ends with a block of 512 bytes that begins with `koly`. */
const isDiskImage = (tail: Uint8Array) =>
  tail.length >= 512 && readAscii(tail, tail.length - 512, tail.length - 508) === 'koly'

/**
 * Returns true for an MP4 file, which begins with a box `ftyp`. QuickTime files have one too, but not every
 * browser plays them.
 */
const isMp4 = (head: Uint8Array) => readAscii(head, 4, 8) === 'ftyp' && readAscii(head, 8, 12) !== 'qt  '

/** Returns true for a WebM file, which begins with the mark of EBML and its document type. */
const isWebm = (head: Uint8Array) =>
  readAscii(head, 0, 4) === '\x1a\x45\xdf\xa3' &&
  readAscii(head, 0, Math.min(head.length, 128)).includes('webm')

const checks: Record<string, (head: Uint8Array, tail: Uint8Array) => boolean> = {
  exe: isWindowsProgram,
  dmg: (_head, tail) => isDiskImage(tail),
  mp4: isMp4,
  webm: isWebm,
}

/** Returns the extension of a file name in small letters, or an empty text. */
export const getExtensionOfFileName = (name: string): string =>
  /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Returns true when the first and last bytes of a file fit its extension (exe, dmg, mp4, webm). */
export const hasSignatureOfExtension = (extension: string, head: Uint8Array, tail: Uint8Array): boolean =>
  checks[extension]?.(head, tail) ?? false
