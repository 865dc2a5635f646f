import type { CreatedJudge, Judge, SaveJudgeRequest } from '#contract/judge.ts'
import type { ImportedSheetResult, JudgeSheet } from '#contract/judge-sheet.ts'
import { paths } from '#contract/paths.ts'
import type { ReviewSheetRequest, SheetReview, SheetReviews } from '#contract/sheet-review.ts'
import type { ApiCall } from '#web/shared/api/call.ts'

const judgePath = (eventId: string, judgeId: string) => `${paths.adminJudges(eventId)}/${encodeURIComponent(judgeId)}`

/** Creates the calls of the back office about the judges of an event. */
export const createAdminJudgeApi = (call: ApiCall) => ({
  list: async (eventId: string): Promise<Judge[]> => (await call<{ judges: Judge[] }>(paths.adminJudges(eventId))).judges,
  /** Creates judges with the same tables and days. No later call returns their codes. */
  create: (
    eventId: string,
    json: { names: string[]; tables: string[]; days: string[] },
  ): Promise<{ msg: string; judges: CreatedJudge[] }> => call(paths.adminJudges(eventId), { method: 'POST', json }),
  update: (eventId: string, judgeId: string, json: SaveJudgeRequest): Promise<{ msg: string; judge: Judge }> =>
    call(judgePath(eventId, judgeId), { method: 'PUT', json }),
  /** Replaces the code of a judge, who is signed out on all devices. */
  renewCode: (eventId: string, judgeId: string): Promise<CreatedJudge & { msg: string }> =>
    call(`${judgePath(eventId, judgeId)}/code`, { method: 'POST' }),
  revoke: (eventId: string, judgeId: string): Promise<{ msg: string; judge: Judge }> =>
    call(judgePath(eventId, judgeId), { method: 'DELETE' }),
  /** Takes in sheets that a device could not send. `acceptConflicts` adds sheets in a conflict as further attempts. */
  importSheets: (
    eventId: string,
    json: { sheets: (JudgeSheet & { judgeId?: string | null })[]; acceptConflicts: boolean },
  ): Promise<{ msg: string; results: ImportedSheetResult[] }> => call(paths.adminJudgeSheets(eventId), { method: 'POST', json }),
  /** Lists the sheets that wait for a second judge, and rejected ones. */
  listReviews: (eventId: string): Promise<SheetReviews> => call(paths.adminJudgeSheets(eventId)),
  /** Confirms or rejects a sheet in place of a second judge. */
  reviewSheet: (eventId: string, sheetId: string, json: ReviewSheetRequest): Promise<{ msg: string; review: SheetReview }> =>
    call(`${paths.adminJudgeSheets(eventId)}/${encodeURIComponent(sheetId)}/review`, { method: 'POST', json }),
  setSecondJudge: (eventId: string, needsSecondJudge: boolean): Promise<{ msg: string }> =>
    call(paths.adminSecondJudge(eventId), { method: 'POST', json: { needsSecondJudge } }),
})
