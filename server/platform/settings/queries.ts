import { and, eq, isNull } from 'drizzle-orm'
import type { AdminSettings, Settings } from '#contract/platform/settings.ts'
import type { Db } from '#server/platform/db/open.ts'
import { regions, settings } from '#server/platform/db/schema/content.ts'

/** Settings that no user has saved yet may lack those of sessions and the time zone. */
export type SettingsRow = { value: Settings & Partial<AdminSettings>; version: number; updatedAt: Date }

export const findSettings = async (db: Db, siteName: string): Promise<SettingsRow | undefined> => {
  const [row] = await db.select().from(settings).where(eq(settings.siteName, siteName))
  return row
}

/** Reads the settings and locks them until the transaction ends. */
export const lockSettings = async (tx: Db, siteName: string): Promise<SettingsRow | undefined> => {
  const [row] = await tx.select().from(settings).where(eq(settings.siteName, siteName)).for('update')
  return row
}

export const updateSettings = async (
  tx: Db,
  siteName: string,
  value: AdminSettings,
  version: number,
): Promise<SettingsRow> => {
  const [row] = await tx
    .update(settings)
    .set({ value, version })
    .where(eq(settings.siteName, siteName))
    .returning()
  return row as SettingsRow
}

/** Tells whether there is a region with a slug that is not deleted. */
export const hasUndeletedRegionWithSlug = async (db: Db, slug: string): Promise<boolean> => {
  const found = await db
    .select({ id: regions.id })
    .from(regions)
    .where(and(eq(regions.slug, slug), isNull(regions.deletedAt)))
  return found.length > 0
}
