/** The width in pixels of the small image that phones load in place of a banner. */
export const smallImageWidth = 1000

const suffix = `-${smallImageWidth}.webp`

/** Returns the path or file name of the small image of a stored image. */
export const getSmallImageName = (name: string): string => name.replace(/\.webp$/, suffix)

/** Returns the file name of the image that a small image belongs to; undefined for other names. */
export const findLargeImageName = (name: string): string | undefined =>
  name.endsWith(suffix) ? `${name.slice(0, -suffix.length)}.webp` : undefined
