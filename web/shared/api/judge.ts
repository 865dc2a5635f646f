import type { JudgeSheet } from '#contract/judge-sheet.ts'
import type { ReviewSheetRequest } from '#contract/sheet-review.ts'
import { createApiCall } from './call.ts'

/** Creates the calls of a judge with the token of a session. */
export const createJudgeApi = (token: string) => {
  const call = createApiCall((path, init = {}) =>
    window.fetch(path, { ...init, cache: 'no-store', headers: { ...init.headers, authorization: `Bearer ${token}` } }),
  )
  return {
    getEventData: () => call('GET /api/v1/judge/event'),
    /** Sends a sheet. A repeat with the same id changes nothing. `attempts` are those of the team in the round afterwards. */
    sendSheet: (json: JudgeSheet) => call('POST /api/v1/judge/sheets', { json }),
    /** Confirms or rejects a sheet of another judge. */
    reviewSheet: (sheetId: string, json: ReviewSheetRequest) =>
      call('POST /api/v1/judge/sheets/:sheetId/review', { params: { sheetId }, json }),
    signOut: () => call('DELETE /api/v1/judge/session'),
  }
}

/** Signs a judge in with a code. Returns the token and the session, and stores nothing. */
export const signInJudge = (code: string) =>
  createApiCall((path, init) => window.fetch(path, init))('POST /api/v1/judge/session', { json: { code } })
