import type {
  AllowAttemptRequest,
  JudgeSheet,
  ReviewSheetRequest,
} from '#contract/event/judging/judge-sheet.schema.ts'
import type { RequestSecondLookRequest, SetRecusalRequest } from '#contract/event/judging/panel.schema.ts'
import type { CreatePaperProtestRequest } from '#contract/event/protest.schema.ts'
import { callWithoutToken } from './browser-calls.ts'
import { createApiCall } from './call.ts'

/** Creates the calls of a judge with the token of a session. */
export const createJudgeApi = (token: string) => {
  const call = createApiCall((path, init = {}) =>
    window.fetch(path, {
      ...init,
      cache: 'no-store',
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    }),
  )
  return {
    /** Reads the data of the event, and reports how many sheets this device has not sent. */
    getEventData: (unsentSheets: number) => call('GET /api/v1/judge/event', { query: { unsentSheets } }),
    /** Allows a further attempt of a team in a round, as a head judge. */
    allowAttempt: (json: AllowAttemptRequest) => call('POST /api/v1/judge/additional-attempts', { json }),
    /**
     * Enters a protest that a team made on paper, as a head judge. A repeat with the same id changes nothing.
     */
    enterProtest: (protestId: string, json: CreatePaperProtestRequest) =>
      call('PUT /api/v1/judge/protests/:protestId', { params: { protestId }, json }),
    /**
     * Sends a sheet. A repeat with the same id changes nothing. `attempts` are those of the team in the round
     * afterwards.
     */
    sendSheet: (json: JudgeSheet) => call('POST /api/v1/judge/sheets', { json }),
    /** Confirms or rejects a sheet of another judge; a head judge also decides a conflict. */
    reviewSheet: (sheetId: string, json: ReviewSheetRequest) =>
      call('POST /api/v1/judge/sheets/:sheetId/review', { params: { sheetId }, json }),
    /** Reads the sheets of panels by team and judge, as a head judge. */
    getPanels: () => call('GET /api/v1/judge/panels'),
    /** Leaves a judge out of a team, or takes it back, as a head judge. */
    setRecusal: (json: SetRecusalRequest) => call('PUT /api/v1/judge/panels/recusals', { json }),
    /** Asks a judge to look at the own sheet again, as a head judge. */
    requestSecondLook: (json: RequestSecondLookRequest) =>
      call('POST /api/v1/judge/panels/second-looks', { json }),
    signOut: () => call('DELETE /api/v1/judge/session'),
  }
}

/** Signs a judge in with a code. Returns the token and the session, and stores nothing. */
export const signInJudgeByCode = (code: string) =>
  callWithoutToken('POST /api/v1/judge/session', { json: { code } })
