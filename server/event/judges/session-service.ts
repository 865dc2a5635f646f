import type { JudgeSession } from '#contract/event/judging/judge.schema.ts'
import { judgeCodeLength, listPossibleCodesOfTypedText } from '#contract/event/judging/judge-code.ts'
import { msPerDay, msPerMinute } from '#contract/platform/time.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import type { Core } from '#server/deps.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { hashJudgeCode } from '#server/platform/lib/judge-codes.ts'
import { createAddressRateLimiter } from '#server/platform/lib/limiters.ts'
import { generateToken, hashToken } from '#server/platform/lib/tokens.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import {
  deleteJudgeSession,
  findJudgeByCodeIncludingRevoked,
  findJudgeByTokenIncludingRevoked,
  insertJudgeSessionAndSetJudgeLastUsed,
  type JudgeWithEvent,
  setSessionAndJudgeLastUsed,
  setSessionUnsentSheetsAndReportTime,
} from './queries.ts'

/** Shortest interval in milliseconds between two updates of a session's `lastSeenAt`. */
const lastSeenInterval = msPerMinute
/** Days after the last day of a judge in which a device can still send what it has stored. */
const daysToSend = 1

/**
 * A signed-in judge; `hint` is the end of the code, `signedInAt` the creation of the session, `report` what
 * the device last reported.
 */
export type AuthenticatedJudge = {
  sessionId: string
  signedInAt: Date
  hint: string
  report: { unsentSheets: number | null; reportedAt: Date | null }
  session: JudgeSession
}

/**
 * Creates the service with which judges sign in by a code. Failed attempts are counted for each address, by
 * all processes together.
 */
export const createJudgeSessionService = (core: Core) => {
  const { database } = core
  const announce = (eventId: string) => core.invalidator.invalidate(getEventOverviewCacheTag(eventId))
  // all judges of a hall may share an address, and 1,000 guesses at codes of 60 random bits find none
  const failures = createAddressRateLimiter(
    { db: database.db, hashKey: core.encryption.keyedHash },
    { name: 'wrong judge codes from address', max: 1000, seconds: 15 * 60, network: { max: 4000 } },
  )

  /** Returns the last day on which the judge's sessions are valid; undefined for a judge of all days. */
  const findLastValidDay = (days: readonly string[]): string | undefined => {
    const last = days.toSorted().at(-1)
    return last && new Date(Date.parse(last) + daysToSend * msPerDay).toISOString().slice(0, 10)
  }
  const toSession = ({ judge: { id, name, isHead, tables, days }, event }: JudgeWithEvent): JudgeSession => ({
    judge: { id, name, isHead, tables, days },
    event,
    lastValidDay: findLastValidDay(days) ?? null,
  })
  const hasEnded = async ({ judge }: JudgeWithEvent): Promise<boolean> => {
    const lastDay = findLastValidDay(judge.days)
    return lastDay !== undefined && toDateInTimeZone(new Date(), await getSiteTimeZone(core)) > lastDay
  }

  return {
    /**
     * Signs a judge in on a device. Throws `bad-judge-code` for a code that is unknown, revoked or no longer
     * valid, `too-many` for such a code after many wrong ones.
     */
    signIn: async (
      typed: string,
      { addressKey, userAgent }: { addressKey: string; userAgent: string },
    ): Promise<{ token: string; session: JudgeSession }> => {
      const found = await findJudgeByCodeIncludingRevoked(
        database.db,
        ...listPossibleCodesOfTypedText(typed, judgeCodeLength).map(hashJudgeCode),
      )
      if (!found || found.judge.revokedAt || (await hasEnded(found))) {
        // a right code gets in after any number of wrong ones, because all judges of a hall may share an
        // address
        await failures.count(addressKey)
        throw new AppError('bad-judge-code')
      }
      const token = generateToken()
      await inTransaction(database.db, (tx) =>
        insertJudgeSessionAndSetJudgeLastUsed(tx, {
          judgeId: found.judge.id,
          tokenHash: hashToken(token),
          userAgent: userAgent.slice(0, 300),
        }),
      )
      await announce(found.event.id)
      return { token, session: toSession(found) }
    },

    /**
     * Finds the judge of a token. Throws `judge-revoked` when an administrator revoked the code, or the days
     * of the judge have passed; undefined for an unknown token.
     */
    findJudge: async (token: string): Promise<AuthenticatedJudge | undefined> => {
      const found = await findJudgeByTokenIncludingRevoked(database.db, hashToken(token))
      if (!found) return undefined
      if (found.judge.revokedAt || (await hasEnded(found))) throw new AppError('judge-revoked')
      const { session } = found
      if (Date.now() - session.lastSeenAt.getTime() > lastSeenInterval)
        await setSessionAndJudgeLastUsed(database.db, session.id, found.judge.id)
      const { unsentSheets, reportedAt } = session
      const report = { unsentSheets, reportedAt }
      return {
        sessionId: session.id,
        signedInAt: session.createdAt,
        hint: found.judge.hint,
        report,
        session: toSession(found),
      }
    },

    /** Stores how many sheets a device has not sent, when that changed or the last report is old. */
    reportUnsentSheets: async (
      { sessionId, report, session }: AuthenticatedJudge,
      unsentSheets: number,
    ): Promise<void> => {
      if (
        report.unsentSheets === unsentSheets &&
        Date.now() - (report.reportedAt?.getTime() ?? 0) < lastSeenInterval
      )
        return
      await setSessionUnsentSheetsAndReportTime(database.db, sessionId, unsentSheets)
      if (report.unsentSheets !== unsentSheets) await announce(session.event.id)
    },

    signOut: async ({ sessionId, session }: AuthenticatedJudge): Promise<void> => {
      await deleteJudgeSession(database.db, sessionId)
      await announce(session.event.id)
    },
  }
}
export type JudgeSessionService = ReturnType<typeof createJudgeSessionService>
