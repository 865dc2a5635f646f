import { randomUUIDv7 } from 'node:crypto'
import type { Upload } from '#contract/crud.schema.ts'
import { getSmallImageName } from '#contract/rules/small-image.ts'
import type { FileStore, UploadFolder } from './files.ts'
import { type ImageFormat, processImage, shrinkToSmallImage } from './process-image.ts'

/** The images of a form, by the name of their field. */
type ImageUploads = Record<string, { upload: Upload; kind: ImageFormat } | undefined>

/** Removes an image and its small image, if they exist. */
export const removeImage = async (files: FileStore, folder: UploadFolder, name: string): Promise<void> => {
  await Promise.all([files.remove(folder, name), files.remove(folder, getSmallImageName(name))])
}

/**
 * Stores the images of a form, a small image of each banner, and the record that refers to them: processes all images, stores them, and calls `write` with their file names by field. After
 * an error, removes the stored images. After `write` succeeded, removes the files that it returns as `replaced` (null for none). Throws the errors of
 * `processImage`.
 */
export const saveRecordWithImages = async <T extends { replaced: readonly (string | null | undefined)[] }>(
  files: FileStore,
  folder: UploadFolder,
  images: ImageUploads,
  write: (names: Record<string, string>) => Promise<T>,
): Promise<T> => {
  const processed = []
  for (const [field, image] of Object.entries(images)) {
    if (!image) continue
    const { bytes, type } = await processImage(image.upload, field, image.kind)
    const small = image.kind === 'banner' ? await shrinkToSmallImage(bytes) : undefined
    processed.push({ field, name: `${randomUUIDv7()}.webp`, bytes, small, type })
  }
  let written: T
  try {
    for (const { name, bytes, small, type } of processed) {
      await files.put(folder, name, bytes, type)
      if (small) await files.put(folder, getSmallImageName(name), small, type)
    }
    written = await write(Object.fromEntries(processed.map(({ field, name }) => [field, name])))
  } catch (error) {
    await Promise.allSettled(processed.map(({ name }) => removeImage(files, folder, name)))
    throw error
  }
  // the write succeeded even if an old file cannot be removed
  await Promise.allSettled(written.replaced.map((name) => (name ? removeImage(files, folder, name) : undefined)))
  return written
}
