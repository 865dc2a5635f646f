import { randomUUIDv7 } from 'node:crypto'
import type { Upload } from '#contract/upload.ts'
import type { FileStore, UploadFolder } from './files.ts'
import { type ImageFormat, processImage } from './process-image.ts'

/** The images of a form, by the name of their field. */
export type ImageUploads = Record<string, { upload: Upload; kind: ImageFormat } | undefined>

/**
 * Stores the images of a form and the record that refers to them: processes all images, stores them, and calls `write` with their file names by field. After
 * an error, removes the stored images. After `write` succeeded, removes the files that it returns as `replaced` (null for none). Throws the errors of
 * `processImage`.
 */
export const saveWithImages = async <T extends { replaced: readonly (string | null | undefined)[] }>(
  files: FileStore,
  folder: UploadFolder,
  images: ImageUploads,
  write: (names: Record<string, string>) => Promise<T>,
): Promise<T> => {
  const processed = []
  for (const [field, image] of Object.entries(images))
    if (image) processed.push({ field, name: `${randomUUIDv7()}.webp`, image: await processImage(image.upload, field, image.kind) })
  let written: T
  try {
    for (const { name, image } of processed) await files.put(folder, name, image.bytes, image.type)
    written = await write(Object.fromEntries(processed.map(({ field, name }) => [field, name])))
  } catch (error) {
    await Promise.allSettled(processed.map(({ name }) => files.remove(folder, name)))
    throw error
  }
  // the write succeeded even if an old file cannot be removed
  await Promise.allSettled(written.replaced.map((name) => (name ? files.remove(folder, name) : undefined)))
  return written
}
