/**
 * The size of the share images of events and of the site, in pixels: the one that social networks
 * recommend.
 */
export const shareImageSize = { width: 1200, height: 630 } as const
