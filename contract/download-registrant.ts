import type { registrant, simulatorDownload } from './download-registrant.schema.ts'
import type { z } from './z.ts'

export const downloadPlatforms = ['win', 'mac'] as const
export const downloadUserTypes = ['student', 'coach'] as const

/** A visitor who downloaded the simulator. */
export type Registrant = z.infer<typeof registrant>

/** The simulator for a system, as visitors see it. Version, size in bytes and SHA-256 checksum are known of uploaded files only. */
export type SimulatorDownload = z.infer<typeof simulatorDownload>

/** The simulator for each system; null while there is none. */
export type SimulatorDownloads = Record<(typeof downloadPlatforms)[number], SimulatorDownload | null>

/** The form that a visitor sends before the download; `phone` is not normalized. */
export type DownloadRequest = Omit<Registrant, 'id' | 'createdAt'>
/** The form as it arrives: a system may be missing. */
export type UncheckedDownloadRequest = Omit<DownloadRequest, 'platform'> & { platform: DownloadRequest['platform'] | undefined }

export type RegistrantFilter = { search?: string | undefined } & {
  [F in 'country' | 'platform' | 'userType']?: Registrant[F] | undefined
}

/** Limits of texts in characters. */
export const registrantLimits = { name: 100, email: 320, phone: 40, country: 80 } as const
