import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import type { SentSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { judgeSheets } from '#server/platform/db/schema/judging.ts'
import { generateSalt, type SaltedSheet, toSheetChange } from '../scores/service.ts'
import type { ScoredEvent } from '../scores/write/score-write.ts'

type NewSheet = Omit<typeof judgeSheets.$inferInsert, 'salt'>
type LoggedEvent = Pick<ScoredEvent, 'logRows'>

/** Adds sheets of one event and device to its score log. */
const logSheets = (
  { logRows }: LoggedEvent,
  sheets: readonly (typeof judgeSheets.$inferSelect)[],
  actorId: string | null,
): void => {
  const device = sheets[0]?.device ?? ''
  logRows.push({
    context: { kind: 'sheet', actorId, source: 'judge', ...(device === '' ? {} : { device }) },
    changes: sheets.map((sheet) => toSheetChange(sheet as SaltedSheet)),
  })
}

/** The sheet of another team of a match: the values of its side, and the attempt that it became. */
export type SheetOfOtherTeam = Pick<NewSheet, 'teamId' | 'attemptId' | 'sheet'>

/**
 * Stores a sheet that the server received, with those of the other teams of its match beside it, and adds them to
 * the score log.
 */
export const insertSentSheetsWithScoreLog = async (
  tx: Db,
  event: LoggedEvent,
  row: NewSheet,
  others: readonly SheetOfOtherTeam[] = [],
): Promise<SentSheet> => {
  const copies = others.map((other) => ({ ...row, ...other, id: randomUUIDv7() }))
  const inserted = await tx
    .insert(judgeSheets)
    .values([row, ...copies].map((sheet) => ({ ...sheet, salt: generateSalt() })))
    .returning()
  logSheets(event, inserted, row.importedBy ?? null)
  const { id, attemptId, receivedAt } = inserted[0] as typeof judgeSheets.$inferSelect
  return { id, attemptId, receivedAt: receivedAt.toISOString() }
}

/**
 * Changes a sheet and adds it to the score log. The salt stays, so that the log shows that the device sent the
 * same.
 */
const updateSheet = async (
  tx: Db,
  event: LoggedEvent,
  id: string,
  values: Partial<Pick<NewSheet, 'attemptId' | 'judgedAt'>>,
  actorId: string | null,
): Promise<typeof judgeSheets.$inferSelect | undefined> => {
  const updated = await tx.update(judgeSheets).set(values).where(eq(judgeSheets.id, id)).returning()
  logSheets(event, updated, actorId)
  return updated[0]
}

/**
 * Stores the attempt that a confirmed sheet became, with the sheets of the other teams of its match beside it.
 * `actorId` is the user who confirmed it.
 */
export const linkAttemptAndInsertOtherSheets = async (
  tx: Db,
  event: LoggedEvent,
  sheetId: string,
  attemptId: string | null,
  others: readonly SheetOfOtherTeam[],
  actorId: string | null,
): Promise<void> => {
  const sent = await updateSheet(tx, event, sheetId, { attemptId }, actorId)
  if (!sent || others.length === 0) return
  const rows = others.map((other) => ({ ...sent, ...other, id: randomUUIDv7(), salt: generateSalt() }))
  logSheets(event, await tx.insert(judgeSheets).values(rows).returning(), sent.importedBy)
}

/** Stores that a sheet was filled in later than when it was received first. */
export const setSheetJudgedAtWithScoreLog = async (
  tx: Db,
  event: LoggedEvent,
  sheetId: string,
  judgedAt: Date,
  actorId: string | null,
): Promise<void> => {
  await updateSheet(tx, event, sheetId, { judgedAt }, actorId)
}
