/**
 * The size of the share pictures of events and of the site, in pixels: the one that social networks
 * recommend.
 */
export const sharePictureSize = { width: 1200, height: 630 } as const
