import { isNull, min, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { settings } from '#server/platform/db/schema/content.ts'
import { resumableUploads, simulatorFiles } from '#server/platform/db/schema/media.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import type { UploadFolder } from '#server/platform/lib/files.ts'

const stored = sql`stored.file`
/**
 * For each folder that is searched for orphans, the condition that a row refers to `stored.file`. Settings
 * name files of `site` within URL paths.
 */
const referenceConditions = {
  private: sql`exists (select from ${teamPeople} where ${teamPeople.picture} = ${stored})`,
  teams: sql`exists (select from ${teams} where ${teams.image} = ${stored})`,
  users: sql`exists (select from ${users} where ${users.avatar} = ${stored})`,
  site: sql`(exists (select from ${settings} where position(${stored} in ${settings.value}::text) > 0)
    or exists (select from ${resumableUploads} where ${resumableUploads.storedName} = ${stored}))`,
  simulator: sql`(exists (select from ${simulatorFiles} where ${simulatorFiles.storedName} = ${stored} and ${isNull(simulatorFiles.removedAt)})
    or exists (select from ${resumableUploads} where ${resumableUploads.storedName} = ${stored}))`,
} satisfies Partial<Record<UploadFolder, SQL>>
export type SearchedFolder = keyof typeof referenceConditions
export const searchedFolders = Object.keys(referenceConditions) as SearchedFolder[]

/**
 * Finds the file names that no row refers to. Deleted rows that can still be restored count as references.
 */
export const filterOrphanFileNames = async (
  db: Db,
  folder: SearchedFolder,
  names: string[],
): Promise<string[]> => {
  const { rows } = await db.execute<{ file: string }>(
    sql`select stored.file from unnest(${sql.param(names)}::text[]) as stored (file) where not ${referenceConditions[folder]}`,
  )
  return rows.map(({ file }) => file)
}

/** Finds when this installation was created: its first start writes the settings, which are never deleted. */
export const findInstallationDate = async (db: Db): Promise<Date | null> => {
  const [row] = await db.select({ at: min(settings.createdAt) }).from(settings)
  return row?.at ?? null
}
