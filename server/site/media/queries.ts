import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { DownloadRequest } from '#contract/site/download-registrant.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { resumableUploads, simulatorFiles } from '#server/platform/db/schema/media.ts'

export type UploadRow = typeof resumableUploads.$inferSelect
export type SimulatorFileRow = typeof simulatorFiles.$inferSelect
type Platform = DownloadRequest['platform']

export const insertUpload = async (db: Db, values: typeof resumableUploads.$inferInsert): Promise<void> => {
  await db.insert(resumableUploads).values(values)
}

export const findUploadById = async (db: Db, id: string): Promise<UploadRow | undefined> => {
  const [row] = await db.select().from(resumableUploads).where(eq(resumableUploads.id, id))
  return row
}

export const updateUploadPartsId = async (db: Db, id: string, partsId: string): Promise<void> => {
  await db.update(resumableUploads).set({ partsId }).where(eq(resumableUploads.id, id))
}

/**
 * Counts a stored part, unless another request has counted a part at this offset. Returns the changed row.
 */
export const recordUploadPartIfReceivingAtOffset = async (
  db: Db,
  id: string,
  { offset, size, tag }: { offset: number; size: number; tag: string },
): Promise<UploadRow | undefined> => {
  const [row] = await db
    .update(resumableUploads)
    .set({ received: offset + size, partTags: sql`array_append(${resumableUploads.partTags}, ${tag})` })
    .where(
      and(
        eq(resumableUploads.id, id),
        eq(resumableUploads.received, offset),
        eq(resumableUploads.state, 'receiving'),
      ),
    )
    .returning()
  return row
}

/**
 * Changes the state of an upload whose bytes are all there. Returns the row, or undefined when it has another
 * state than `from` or bytes are missing.
 */
export const changeUploadStateIfComplete = async (
  db: Db,
  id: string,
  from: UploadRow['state'],
  to: UploadRow['state'],
): Promise<UploadRow | undefined> => {
  const [row] = await db
    .update(resumableUploads)
    .set({ state: to })
    .where(
      and(
        eq(resumableUploads.id, id),
        eq(resumableUploads.state, from),
        eq(resumableUploads.received, resumableUploads.size),
      ),
    )
    .returning()
  return row
}

/** Deletes an upload and returns it. */
export const deleteAndReturnUpload = async (db: Db, id: string): Promise<UploadRow | undefined> => {
  const [row] = await db.delete(resumableUploads).where(eq(resumableUploads.id, id)).returning()
  return row
}

/** Deletes the uploads that have not changed since a time and returns them. */
export const deleteAndReturnUploadsUnchangedSince = (db: Db, before: Date): Promise<UploadRow[]> =>
  db.delete(resumableUploads).where(lt(resumableUploads.updatedAt, before)).returning()

/** Lists the current file of each system. */
export const listCurrentSimulatorFiles = (db: Db): Promise<SimulatorFileRow[]> =>
  db.select().from(simulatorFiles).where(isNull(simulatorFiles.removedAt))

export const findCurrentSimulatorFileByStoredName = async (
  db: Db,
  storedName: string,
): Promise<SimulatorFileRow | undefined> => {
  const [row] = await db
    .select()
    .from(simulatorFiles)
    .where(and(eq(simulatorFiles.storedName, storedName), isNull(simulatorFiles.removedAt)))
  return row
}

/** Sums the downloads of all files of each system. */
export const sumSimulatorDownloadsByPlatform = async (db: Db): Promise<Partial<Record<Platform, number>>> => {
  const rows = await db
    .select({
      platform: simulatorFiles.platform,
      count: sql`sum(${simulatorFiles.downloads})`.mapWith(Number),
    })
    .from(simulatorFiles)
    .groupBy(simulatorFiles.platform)
  return Object.fromEntries(rows.map(({ platform, count }) => [platform, count]))
}

export const insertSimulatorFile = async (
  tx: Db,
  values: typeof simulatorFiles.$inferInsert,
): Promise<SimulatorFileRow> => {
  const [row] = await tx.insert(simulatorFiles).values(values).returning()
  return row as SimulatorFileRow
}

/** Marks the current file of a system as removed. Returns it, or undefined when there is none. */
export const markAndReturnSimulatorFileRemoved = async (
  tx: Db,
  platform: Platform,
): Promise<SimulatorFileRow | undefined> => {
  const [row] = await tx
    .update(simulatorFiles)
    .set({ removedAt: sql`now()` })
    .where(and(eq(simulatorFiles.platform, platform), isNull(simulatorFiles.removedAt)))
    .returning()
  return row
}

export const incrementSimulatorFileDownloads = async (db: Db, id: string): Promise<void> => {
  await db
    .update(simulatorFiles)
    .set({ downloads: sql`${simulatorFiles.downloads} + 1` })
    .where(eq(simulatorFiles.id, id))
}
