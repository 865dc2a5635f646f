import { min, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { settings } from '#server/db/schema/content.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'

/** The folders of people's pictures, and the column that names the files of each. */
const pictureColumns = { private: teamPeople.picture, teams: teams.image, users: users.avatar } as const
export type PictureFolder = keyof typeof pictureColumns
export const pictureFolders = Object.keys(pictureColumns) as PictureFolder[]

/** Finds the file names that no row refers to. Deleted rows that can still be restored count as references. */
export const findOrphanFiles = async (db: Db, folder: PictureFolder, names: string[]): Promise<string[]> => {
  const column = pictureColumns[folder]
  const { rows } = await db.execute<{ file: string }>(
    sql`select stored.file from unnest(${sql.param(names)}::text[]) as stored (file) where not exists (select from ${column.table} where ${column} = stored.file)`,
  )
  return rows.map(({ file }) => file)
}

/** Finds when this installation was created: its first start writes the settings, which are never deleted. */
export const findInstallationDate = async (db: Db): Promise<Date | null> => {
  const [row] = await db.select({ at: min(settings.createdAt) }).from(settings)
  return row?.at ?? null
}
