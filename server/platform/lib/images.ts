import { open } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { v7 as randomUUIDv7 } from 'uuid'
import type { Upload } from '#contract/platform/crud.schema.ts'
import { maxImageBytes } from '#contract/site/media-format.ts'
import { getSmallImageName, smallImageWidth } from '#contract/site/small-image.ts'
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
export const shrinkToSmallImageIfWider = async (bytes: Uint8Array): Promise<Uint8Array | undefined> => {
  const sharp = await loadSharp()
  const { width, pages = 1 } = await sharp(bytes).metadata()
  if (width <= smallImageWidth || pages > 1) return undefined
  return sharp(bytes).resize({ width: smallImageWidth }).webp({ quality: 72, effort: 4 }).toBuffer()
}

/**
 * Maximum number of megapixels of an image, and of all frames of an animation together. A larger image could
 * be a decompression bomb. A JPEG is decoded at a smaller scale; a progressive one is not, because all its
 * coefficients are in memory at first.
 */
const maxMegapixels = { jpeg: 200, other: 50, animation: 100 } as const
const maxAnimationFrames = 500
/**
 * Limits the images that a process re-encodes at the same time. Each may need some hundred megabytes.
 */
const limitConcurrency = createConcurrencyLimiter({ running: 1, waiting: 100, waitMs: 45_000 })

const acceptedFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'gif', 'webp'])
const signatures = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a']
const hasImageSignature = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0)
    const start = buffer.toString('latin1', 0, bytesRead)
    return (
      signatures.some((signature) => start.startsWith(signature)) ||
      (start.startsWith('RIFF') && start.endsWith('WEBP'))
    )
  } finally {
    await file.close()
  }
}

const createImageError = (field: string, cause?: unknown) =>
  new AppError('bad-picture', [{ field, code: 'bad-picture' }], undefined, { cause })
/** Creates an error whose message names the limits, the same for the form and for the field. */
const createLimitError = (
  code: 'too-many-pixels' | 'animation-too-large',
  field: string,
  values: Record<string, number>,
) => new AppError(code, [{ field, code, values }], values)

/** Returns the limit of megapixels of an image. Throws when the image exceeds it. */
const assertFewPixels = (
  { format, isProgressive, width = 0, pageHeight, height = 0, pages: frames = 1 }: Metadata,
  field: string,
): number => {
  const megapixels = (width * (pageHeight ?? height) * frames) / 1_000_000
  if (!acceptedFormats.has(format ?? '') || megapixels === 0) throw createImageError(field)
  const { jpeg, other, animation } = maxMegapixels
  if (frames > 1) {
    if (megapixels > animation || frames > maxAnimationFrames)
      throw createLimitError('animation-too-large', field, { frames: maxAnimationFrames, animation })
    return animation
  }
  const limit = format === 'jpeg' && !isProgressive ? jpeg : other
  if (megapixels > limit)
    throw createLimitError('too-many-pixels', field, {
      megapixels: Math.ceil(megapixels * 10) / 10,
      jpeg,
      other,
    })
  return limit
}

/**
 * Validates an image by its content (JPG, PNG, GIF or WebP; name and media type are ignored) and re-encodes it
 * as WebP: rotated upright, at most as large as the format, without metadata. An animated image stays
 * animated. Throws `picture-too-large` above 10 MB, `too-many-pixels`, `animation-too-large`, and
 * `bad-picture` when it is not such an image or is damaged; `overloaded` when too many images wait. `field`
 * is the field of the error.
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
    const limitInputPixels = assertFewPixels(metadata, field) * 1_000_000
    const isAnimated = (metadata.pages ?? 1) > 1
    const { width, height, fit } = imageFormats[format]
    try {
      const { data, info } = await sharp(path, { animated: true, limitInputPixels, failOn: 'error' })
        .timeout({ seconds: 40 })
        .autoOrient()
        .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
        .webp(isAnimated ? { quality: 75, effort: 2 } : { quality: 82, effort: 3 })
        .toBuffer({ resolveWithObject: true })
      return {
        bytes: data,
        type: 'image/webp',
        extension: 'webp',
        width: info.width,
        height: info.pageHeight ?? info.height,
        animated: isAnimated,
      }
    } catch (error) {
      throw createImageError(field, error)
    }
  })
}

/** The images of a form, by the name of their field. */
type ImageUploads = Record<string, { upload: Upload; kind: ImageFormat } | undefined>

/** Removes an image and its small image, if they exist. */
export const removeImageAndSmallImage = async (
  files: FileStore,
  folder: UploadFolder,
  name: string,
): Promise<void> => {
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
    const small = image.kind === 'banner' ? await shrinkToSmallImageIfWider(bytes) : undefined
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
    await Promise.allSettled(processed.map(({ name }) => removeImageAndSmallImage(files, folder, name)))
    throw error
  }
  // the write succeeded even if an old file cannot be removed
  await Promise.allSettled(
    written.replaced.map((name) => (name ? removeImageAndSmallImage(files, folder, name) : undefined)),
  )
  return written
}
