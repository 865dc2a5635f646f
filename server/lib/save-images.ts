import { randomUUIDv7 } from 'node:crypto'
import type { Upload } from '#contract/upload.ts'
import type { FileStore, UploadFolder } from './files.ts'
import { type ImageFormat, processImage } from './process-image.ts'

/** Pictures that came with a form, by the field's name on the wire. */
export type ImageUploads = Record<string, { upload: Upload; kind: ImageFormat } | undefined>

/**
 * Stores the pictures of a form around the write that names them: all are checked first, then stored, then `write` gets their file names by field; when
 * anything fails, none stays behind. What `write` gives as `replaced` (old file names, null for none) is removed after it succeeded.
 * Throws what `processImage` throws.
 */
export const saveWithImages = async <T extends { replaced: readonly (string | null | undefined)[] }>(
  files: FileStore,
  folder: UploadFolder,
  pictures: ImageUploads,
  write: (names: Record<string, string>) => Promise<T>,
): Promise<T> => {
  const processed = []
  for (const [field, picture] of Object.entries(pictures))
    if (picture) processed.push({ field, name: `${randomUUIDv7()}.webp`, picture: await processImage(picture.upload, field, picture.kind) })
  let written: T
  try {
    for (const { name, picture } of processed) await files.put(folder, name, picture.bytes, picture.type)
    written = await write(Object.fromEntries(processed.map(({ field, name }) => [field, name])))
  } catch (error) {
    await Promise.allSettled(processed.map(({ name }) => files.remove(folder, name)))
    throw error
  }
  // an old picture that cannot be removed now is no reason to tell that the write failed
  await Promise.allSettled(written.replaced.map((name) => (name ? files.remove(folder, name) : undefined)))
  return written
}
