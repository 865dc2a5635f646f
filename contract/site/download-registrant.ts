export const downloadPlatforms = ['win', 'mac'] as const
export const downloadUserTypes = ['student', 'coach'] as const

/** Limits of texts in characters. */
export const registrantLimits = { name: 100, email: 320, phone: 40, country: 80 } as const

/** Returns the URL path that leads to the latest version of the simulator. */
export const getLatestDownloadPath = (platform: string): string => `/downloads/latest/${platform}`
