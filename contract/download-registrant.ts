import type { registrant } from './download-registrant.schema.ts'
import type { z } from './z.ts'

export const downloadPlatforms = ['win', 'mac'] as const
export const downloadUserTypes = ['student', 'coach'] as const

/** A visitor who downloaded the simulator. */
export type Registrant = z.infer<typeof registrant>

/** The form that a visitor sends before the download; `phone` is not normalized. */
export type DownloadRequest = Omit<Registrant, 'id' | 'createdAt'>

export type RegistrantFilter = { search?: string | undefined } & {
  [F in 'country' | 'platform' | 'userType']?: Registrant[F] | undefined
}

/** Limits of texts in characters. */
export const registrantLimits = { name: 100, email: 320, phone: 40, country: 80 } as const
