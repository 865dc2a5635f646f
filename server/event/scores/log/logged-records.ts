import type {
  LoggedAdvancement,
  LoggedAward,
  LoggedFreeze,
  LoggedSheet,
} from '#contract/event/scores/score-log.schema.ts'
import type { judgeSheets } from '#server/platform/db/schema/judging.ts'
import type { advancements, awards } from '#server/platform/db/schema/results.ts'
import { hashCanonicalJson, type ScoreLogChange, toEventScoreLogChange } from './queries-append.ts'

/** Returns an award as the score log has it. */
export const toLoggedAward = ({
  id,
  teamId,
  nameEn,
  nameAr,
  position,
}: typeof awards.$inferSelect): LoggedAward => ({
  awardId: id,
  teamId,
  nameHash: hashCanonicalJson({ en: nameEn, ar: nameAr }),
  position,
})

/** Returns an advancement as the score log has it. */
export const toLoggedAdvancement = ({
  id,
  stage,
  targetEventId,
  teams,
  createdAt,
  undoneAt,
}: typeof advancements.$inferSelect): LoggedAdvancement => ({
  advancementId: id,
  stage,
  targetEventId,
  teams,
  createdAt: createdAt.toISOString(),
  undoneAt: undoneAt?.toISOString() ?? null,
})

/** Returns a freeze as the score log has it. */
export const toLoggedFreeze = ({
  freezeAt,
  frozenAt,
}: {
  freezeAt: Date
  frozenAt: Date | null
}): LoggedFreeze => ({
  freezeAt: freezeAt.toISOString(),
  ...(frozenAt ? { frozenAt: frozenAt.toISOString() } : {}),
})

/** A sheet with the salt of its hash. */
export type SaltedSheet = Omit<typeof judgeSheets.$inferSelect, 'salt'> & { salt: string }

/** Returns a sheet of a judge as the score log has it. */
export const toLoggedSheet = ({
  id,
  salt,
  round,
  sheet,
  isDiscarded,
  device,
  judgedAt,
  confirmedAt,
  teamId,
  judgeId,
  attemptId,
}: SaltedSheet): LoggedSheet => ({
  sheetId: id,
  sheetHash: hashCanonicalJson({
    salt,
    round,
    sheet: sheet as Parameters<typeof hashCanonicalJson>[0],
    isDiscarded,
    device,
    confirmedAt: confirmedAt?.toISOString() ?? null,
  }),
  judgedAt: judgedAt.toISOString(),
  teamId,
  judgeId,
  attemptId,
})

/** Returns the row of the score log about a sheet. */
export const toSheetChange = (sheet: SaltedSheet): ScoreLogChange => ({
  kind: 'sheet',
  ...toEventScoreLogChange(null, toLoggedSheet(sheet)),
})
