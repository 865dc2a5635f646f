import type { JudgeSession } from '#contract/judge.ts'
import type { JudgeEventData, JudgeSheet, RecordedAttempt, SentSheet } from '#contract/judge-sheet.ts'
import { paths } from '#contract/paths.ts'
import type { ReviewSheetRequest, SheetReview } from '#contract/sheet-review.ts'
import { createApiCall } from './call.ts'

/** Creates the calls of a judge with the token of a session. */
export const createJudgeApi = (token: string) => {
  const call = createApiCall((path, init = {}) =>
    window.fetch(path, { ...init, cache: 'no-store', headers: { ...init.headers, authorization: `Bearer ${token}` } }),
  )
  return {
    getEventData: (): Promise<JudgeEventData> => call(paths.judgeEvent),
    /** Sends a sheet. A repeat with the same id changes nothing. `attempts` are those of the team in the round afterwards. */
    sendSheet: (json: JudgeSheet): Promise<{ sheet: SentSheet; attempts: RecordedAttempt[] }> =>
      call(paths.judgeSheets, { method: 'POST', json }),
    /** Confirms or rejects a sheet of another judge. */
    reviewSheet: (sheetId: string, json: ReviewSheetRequest): Promise<{ review: SheetReview }> =>
      call(paths.judgeSheetReview(sheetId), { method: 'POST', json }),
    signOut: (): Promise<unknown> => call(paths.judgeSession, { method: 'DELETE' }),
  }
}

/** Signs a judge in with a code. Returns the token and the session, and stores nothing. */
export const signInJudge = (code: string): Promise<{ token: string; session: JudgeSession }> =>
  createApiCall((path, init) => window.fetch(path, init))(paths.judgeSession, { method: 'POST', json: { code } })
