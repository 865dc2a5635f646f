import { type UploadTarget, uploadExtensions } from '#contract/media.ts'
import { getFileExtension, hasMediaSignature, mediaSignatureBytes } from '#contract/rules/media-format.ts'

/** Why a chosen file cannot be uploaded. */
export type FileProblem = 'tooLarge' | 'wrongFile'

const readBytes = async (part: Blob) => new Uint8Array(await part.arrayBuffer())

/** Checks size, name and first and last bytes of a file before it is uploaded. Returns undefined for a file without a problem. The server checks it again. */
export const findFileProblem = async (file: File, target: UploadTarget, maxBytes: number): Promise<FileProblem | undefined> => {
  if (file.size > maxBytes) return 'tooLarge'
  const extension = getFileExtension(file.name)
  if (!uploadExtensions[target].includes(extension)) return 'wrongFile'
  const head = await readBytes(file.slice(0, mediaSignatureBytes.head))
  const tail = await readBytes(file.slice(Math.max(0, file.size - mediaSignatureBytes.tail)))
  return hasMediaSignature(extension, head, tail) ? undefined : 'wrongFile'
}
