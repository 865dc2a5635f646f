import type { Settings } from '#contract/domain/settings.ts'
import type { Db } from '#server/db/open.ts'
import { AppError } from '#server/lib/app-error.ts'
import { findSettings } from './queries.ts'

/** What is set for a site. Throws `not-found` where the installation was never filled under that name. */
export const siteSettings = async (db: Db, siteName: string): Promise<Settings> => {
  const found = await findSettings(db, siteName)
  if (!found) throw new AppError('not-found')
  return found.value
}
