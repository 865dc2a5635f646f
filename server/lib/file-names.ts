/** A stored name never has a folder, a drive or a hidden file in it. */
const validFileName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

/** Whether a name may name a stored file. */
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

/** The media type that a name's ending stands for; `application/octet-stream` for one that is not known. */
export const getMediaType = (name: string): string =>
  mediaTypeByExtension[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
