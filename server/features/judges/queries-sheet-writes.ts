import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { SentSheet } from '#contract/judge-sheet.schema.ts'
import type { Db } from '#server/db/open.ts'
import { judgeSheets } from '#server/db/schema/judging.ts'
import {
  generateSalt,
  lockAndAppendScoreLog,
  type SaltedSheet,
  toSheetChange,
} from '#server/features/scores/service.ts'

type NewSheet = Omit<typeof judgeSheets.$inferInsert, 'salt'>

/** Adds sheets of one event and device to its score log. */
const logSheets = async (
  tx: Db,
  sheets: readonly (typeof judgeSheets.$inferSelect)[],
  actorId: string | null,
): Promise<void> => {
  const [first] = sheets
  if (!first) return
  const { eventId, device } = first
  await lockAndAppendScoreLog(
    tx,
    { eventId, kind: 'sheet', actorId, source: 'judge', ...(device === '' ? {} : { device }) },
    sheets.map((sheet) => toSheetChange(sheet as SaltedSheet)),
  )
}

/** Stores a sheet that the server received, and adds it to the score log. */
export const insertSentSheet = async (tx: Db, row: NewSheet): Promise<SentSheet> => {
  const inserted = await tx
    .insert(judgeSheets)
    .values({ ...row, salt: generateSalt() })
    .returning()
  await logSheets(tx, inserted, row.importedBy ?? null)
  const { id, attemptId, receivedAt } = inserted[0] as typeof judgeSheets.$inferSelect
  return { id, attemptId, receivedAt: receivedAt.toISOString() }
}

/**
 * Stores the sheets of the other teams of a match beside the one that a device sent, and adds them to the score
 * log. `sheet` has the values of the side of the team.
 */
export const insertSheetCopiesForTeams = async (
  tx: Db,
  sheetId: string,
  others: readonly Pick<NewSheet, 'teamId' | 'attemptId' | 'sheet'>[],
): Promise<void> => {
  const [sent] = await tx.select().from(judgeSheets).where(eq(judgeSheets.id, sheetId))
  if (!sent || others.length === 0) return
  const rows = others.map((other) => ({ ...sent, ...other, id: randomUUIDv7(), salt: generateSalt() }))
  await logSheets(tx, await tx.insert(judgeSheets).values(rows).returning(), sent.importedBy)
}

/**
 * Changes a sheet and adds it to the score log. The salt stays, so that the log shows that the device sent the
 * same.
 */
const updateSheet = async (
  tx: Db,
  id: string,
  values: Partial<Pick<NewSheet, 'attemptId' | 'judgedAt'>>,
  actorId: string | null,
): Promise<void> =>
  logSheets(tx, await tx.update(judgeSheets).set(values).where(eq(judgeSheets.id, id)).returning(), actorId)

/** Stores the attempt that a confirmed sheet became. `actorId` is the user who confirmed it. */
export const setAttemptOfSheet = (
  tx: Db,
  sheetId: string,
  attemptId: string | null,
  actorId: string | null,
): Promise<void> => updateSheet(tx, sheetId, { attemptId }, actorId)

/** Stores that a sheet was filled in later than when it was received first. */
export const setJudgedAtOfSheet = (
  tx: Db,
  sheetId: string,
  judgedAt: Date,
  actorId: string | null,
): Promise<void> => updateSheet(tx, sheetId, { judgedAt }, actorId)
