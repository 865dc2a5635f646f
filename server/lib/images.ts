import { randomUUIDv7 } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Upload } from '#contract/crud.schema.ts'
import { getSmallImageName, smallImageWidth } from '#contract/rules/small-image.ts'
import { AppError } from './app-error.ts'
import type { FileStore, UploadFolder } from './files.ts'
import { createConcurrencyLimiter } from './limiters.ts'

/** Size of stored images in pixels. The fit `cover` crops to exactly that size; `inside` only shrinks. */
const imageFormats = {
  cover: { width: 1200, height: 1200, fit: 'inside' },
  banner: { width: 2400, height: 1600, fit: 'inside' },
  logo: { width: 800, height: 800, fit: 'inside' },
  photo: { width: 1200, height: 1200, fit: 'inside' },
  poster: { width: 1920, height: 1080, fit: 'inside' },
  avatar: { width: 400, height: 400, fit: 'cover' },
} as const
export type ImageFormat = keyof typeof imageFormats

/** A validated and re-encoded image. */
type ProcessedImage = {
  bytes: Uint8Array
  type: 'image/webp'
  extension: 'webp'
  width: number
  height: number
  animated: boolean
}

/**
 * Loads the library of images with the first image, so that a process that has none does not need its memory.
 */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Shrinks a WebP image to the width of small images. Returns undefined for an image that is not wider or that
 * is animated.
 */
export const shrinkToSmallImage = async (bytes: Uint8Array): Promise<Uint8Array | undefined> => {
  const sharp = await loadSharp()
  const { width, pages = 1 } = await sharp(bytes).metadata()
  if (width <= smallImageWidth || pages > 1) return undefined
  return sharp(bytes).resize({ width: smallImageWidth }).webp({ quality: 72, effort: 4 }).toBuffer()
}

/** Maximum size of an uploaded image: 10 MB. */
const maxImageBytes = 10 * 1024 * 1024
/**
 * Maximum number of pixels of an image, and of all frames of an animation together. A larger image could be a
 * decompression bomb.
 */
const maxStillPixels = 50_000_000
const maxAnimationPixels = 100_000_000
const maxAnimationFrames = 500
/** Limits the images that a process re-encodes at the same time. Each may need some hundred megabytes. */
const limitConcurrency = createConcurrencyLimiter({ running: 1, waiting: 100, waitMs: 45_000 })

const acceptedFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'gif'])
const hasImageSignature = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const start = buffer.toString('latin1', 0, bytesRead)
    return start.startsWith('\xff\xd8\xff') || start === '\x89PNG\r\n\x1a\n' || /^GIF8[79]a/.test(start)
  } finally {
    await file.close()
  }
}

const createImageError = (field: string, cause?: unknown) =>
  new AppError('bad-picture', [{ field, code: 'bad-picture' }], undefined, { cause })
const createTooManyPixelsError = (field: string, limit: number) =>
  new AppError('bad-picture', [{ field, code: 'too-large', values: { limit: `${limit / 1_000_000} MP` } }])

/**
 * Validates an image by its content (JPG, PNG or GIF; name and media type are ignored) and re-encodes it as
 * WebP: rotated upright, at most as large as the format, without metadata. An animated GIF stays animated.
 * Throws `picture-too-large` above 10 MB, and `bad-picture` when it is not such an image, is damaged or has
 * too many pixels; `overloaded` when too many images wait. `field` is the field of the error.
 */
export const validateAndEncodeAsWebp = async (
  upload: Upload,
  field: string,
  format: ImageFormat,
): Promise<ProcessedImage> => {
  const { path, size } = upload
  if (size > maxImageBytes) throw new AppError('picture-too-large', [{ field, code: 'picture-too-large' }])
  if (!(await hasImageSignature(path))) throw createImageError(field)
  return limitConcurrency(async () => {
    const sharp = await loadSharp()
    // reads the header only: the pixels are counted before they are decoded
    const metadata = await sharp(path, { animated: true, limitInputPixels: false })
      .metadata()
      .catch((error: unknown) => {
        throw createImageError(field, error)
      })
    const frames = metadata.pages ?? 1
    const pixels = (metadata.width ?? 0) * (metadata.pageHeight ?? metadata.height ?? 0) * frames
    if (!acceptedFormats.has(metadata.format ?? '') || pixels === 0) throw createImageError(field)
    const limit = frames > 1 ? maxAnimationPixels : maxStillPixels
    if (pixels > limit || frames > maxAnimationFrames) throw createTooManyPixelsError(field, limit)
    const { width, height, fit } = imageFormats[format]
    try {
      const { data, info } = await sharp(path, { animated: true, limitInputPixels: limit, failOn: 'error' })
        .timeout({ seconds: 40 })
        .autoOrient()
        .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
        .webp(frames > 1 ? { quality: 75, effort: 2 } : { quality: 82, effort: 3 })
        .toBuffer({ resolveWithObject: true })
      return {
        bytes: data,
        type: 'image/webp',
        extension: 'webp',
        width: info.width,
        height: info.pageHeight ?? info.height,
        animated: frames > 1,
      }
    } catch (error) {
      throw createImageError(field, error)
    }
  })
}

/** The images of a form, by the name of their field. */
type ImageUploads = Record<string, { upload: Upload; kind: ImageFormat } | undefined>

/** Removes an image and its small image, if they exist. */
export const removeImage = async (files: FileStore, folder: UploadFolder, name: string): Promise<void> => {
  await Promise.all([files.remove(folder, name), files.remove(folder, getSmallImageName(name))])
}

/**
 * Stores the images of a form, a small image of each banner, and the record that refers to them: processes
 * all images, stores them, and calls `write` with their file names by field. After an error, removes the
 * stored images. After `write` succeeded, removes the files that it returns as `replaced` (null for none).
 * Throws the errors of `validateAndEncodeAsWebp`.
 */
export const saveRecordAndReplaceImages = async <
  T extends { replaced: readonly (string | null | undefined)[] },
>(
  files: FileStore,
  folder: UploadFolder,
  images: ImageUploads,
  write: (names: Record<string, string>) => Promise<T>,
): Promise<T> => {
  const processed = []
  for (const [field, image] of Object.entries(images)) {
    if (!image) continue
    const { bytes, type } = await validateAndEncodeAsWebp(image.upload, field, image.kind)
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
  await Promise.allSettled(
    written.replaced.map((name) => (name ? removeImage(files, folder, name) : undefined)),
  )
  return written
}
