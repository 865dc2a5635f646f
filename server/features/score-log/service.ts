import type { ScoreLogHead } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import { findScoreLogHead } from '#server/db/score-log/rows.ts'

/** Returns sequence and hash of the last row of the log of an event. The hash covers all rows before it. */
export const getScoreLogHead = (db: Db, eventId: string): Promise<ScoreLogHead> => findScoreLogHead(db, eventId)
