import { imageTypes, maxImageBytes } from '#contract/site/media-format.ts'

/** The longer side of a scaled image in pixels. The server stores smaller ones. */
const maxScaledSide = 3000
/** Tried in this order: a PNG may be transparent. A scaled GIF would no longer be animated. */
const scaledTypes: Partial<Record<string, readonly string[]>> = {
  'image/jpeg': ['image/jpeg'],
  'image/png': ['image/png', 'image/jpeg'],
  'image/webp': ['image/jpeg'],
}

const scaleImage = async (file: File, types: readonly string[]): Promise<File | undefined> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, maxScaledSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const type of types) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
    if (blob && blob.size <= maxImageBytes)
      return new File([blob], file.name.replace(/\.\w+$/, type === 'image/png' ? '.png' : '.jpg'), { type })
  }
  return undefined
}

type ImageProblem = 'bad-picture' | 'picture-too-large'

/**
 * Returns a chosen image as the server accepts it: an image that is too large, such as a photo of a camera,
 * is scaled in the browser and stays upright. Returns the problem of a file that is no such image, or that
 * stays too large.
 */
export const validateAndShrinkImage = async (file: File): Promise<File | ImageProblem> => {
  if (!imageTypes.some((type) => type === file.type)) return 'bad-picture'
  if (file.size <= maxImageBytes) return file
  const types = scaledTypes[file.type]
  // an image that the browser cannot read, or that is too large for its memory
  const scaled = types && (await scaleImage(file, types).catch(() => undefined))
  return scaled ?? 'picture-too-large'
}
