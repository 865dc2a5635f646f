/**
 * The media files of the site that are uploaded in parts: the promo video, and the simulator for each system.
 */
export const uploadTargets = ['storyVideo', 'simulatorWin', 'simulatorMac'] as const
export type UploadTarget = (typeof uploadTargets)[number]

/** The images of the site, which are sent in one request each. */
const siteImages = ['storyPoster', 'logo', 'signature', 'seal'] as const
export type SiteImage = (typeof siteImages)[number]

/** All media files of the site. */
export const mediaItems = [...uploadTargets, ...siteImages] as const
export type MediaItem = (typeof mediaItems)[number]

/** The file name extensions that each target accepts. */
export const uploadExtensions: Record<UploadTarget, readonly string[]> = {
  storyVideo: ['mp4', 'webm'],
  simulatorWin: ['exe'],
  simulatorMac: ['dmg'],
}

/** The size of all parts of an upload but the last, in bytes. S3 accepts no smaller parts than 5 MiB. */
export const uploadPartBytes = 8 * 1024 * 1024

/** The largest video in megabytes. The largest file of the simulator is a setting of the server. */
export const maxVideoMegabytes = 500

/** Limits of texts in characters. */
export const mediaLimits = { fileName: 200, version: 40 } as const
