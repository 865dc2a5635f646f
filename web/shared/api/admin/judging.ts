import type { CreateJudgesRequest, LeaveJudgeRequest, SaveJudgeRequest } from '#contract/judge.schema.ts'
import type { AllowAttemptRequest, JudgeSheet, ReviewSheetRequest } from '#contract/judge-sheet.schema.ts'
import type {
  DrawMatchesRequest,
  PreviewMatchRequest,
  PreviewScoreChangeRequest,
  SaveMatchRequest,
  SetWithdrawalRequest,
} from '#contract/match.schema.ts'
import type { RequestSecondLookRequest, SetRecusalRequest } from '#contract/panel.schema.ts'
import type {
  AddEventTeamsRequest,
  GenerateScheduleRequest,
  PreviewScheduleRequest,
  SaveSlotRequest,
  ShiftScheduleRequest,
  SwapSlotsRequest,
  UpdateSlotRequest,
  WithdrawTeamRequest,
} from '#contract/schedule.schema.ts'
import type { BadgeRole } from '#contract/schedule.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createImportPreviewAndRunApi } from './imports.ts'

/** Creates the calls of the back office about the judges of an event. */
export const createAdminJudgingApi = (call: ApiCall) => ({
  list: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/judges', { params: { eventId } })).judges,
  /** Creates judges of the same kind, with the same tables and days. No later call returns their codes. */
  create: (eventId: string, json: CreateJudgesRequest) =>
    call('POST /api/admin/events/:eventId/judges', { params: { eventId }, json }),
  update: (eventId: string, judgeId: string, json: SaveJudgeRequest) =>
    call('PUT /api/admin/events/:eventId/judges/:judgeId', { params: { eventId, judgeId }, json }),
  /** Replaces the code of a judge, who is signed out on all devices. */
  renewCode: (eventId: string, judgeId: string) =>
    call('POST /api/admin/events/:eventId/judges/:judgeId/code', { params: { eventId, judgeId } }),
  /** Lets a judge leave the event from now on, with a substitute or without one. */
  leave: (eventId: string, judgeId: string, json: LeaveJudgeRequest) =>
    call('POST /api/admin/events/:eventId/judges/:judgeId/leave', { params: { eventId, judgeId }, json }),
  revoke: (eventId: string, judgeId: string) =>
    call('DELETE /api/admin/events/:eventId/judges/:judgeId', { params: { eventId, judgeId } }),
  /**
   * Takes in sheets that a device could not send. `acceptConflicts` adds sheets in a conflict as further
   * attempts.
   */
  importSheets: (
    eventId: string,
    json: { sheets: (JudgeSheet & { judgeId?: string | null })[]; acceptConflicts: boolean },
  ) => call('POST /api/admin/events/:eventId/judge-sheets', { params: { eventId }, json }),
  /** Lists the sheets that wait for a second judge or a decision, and rejected ones. */
  listReviews: (eventId: string) =>
    call('GET /api/admin/events/:eventId/judge-sheets', { params: { eventId } }),
  /** Confirms or rejects a sheet in place of a judge, and decides a conflict. */
  reviewSheet: (eventId: string, sheetId: string, json: ReviewSheetRequest) =>
    call('POST /api/admin/events/:eventId/judge-sheets/:sheetId/review', {
      params: { eventId, sheetId },
      json,
    }),
  /** Allows a further attempt of a team in a round: the next sheet for it counts. */
  allowAttempt: (eventId: string, json: AllowAttemptRequest) =>
    call('POST /api/admin/events/:eventId/additional-attempts', { params: { eventId }, json }),
  /** Reads the sheets of panels by team and judge. */
  getPanels: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/panels', { params: { eventId } })).panels,
  /** Leaves a judge out of a team because of a conflict of interest, or takes it back. */
  setRecusal: (eventId: string, json: SetRecusalRequest) =>
    call('PUT /api/admin/events/:eventId/panels/recusals', { params: { eventId }, json }),
  /** Asks a judge of a panel to look at the own sheet again. */
  requestSecondLook: (eventId: string, json: RequestSecondLookRequest) =>
    call('POST /api/admin/events/:eventId/panels/second-looks', { params: { eventId }, json }),
  /** Lists what the judges wrote to the teams, also before it is released. */
  listFeedback: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/panels/feedback', { params: { eventId } })).feedback,
  /** Shows teams the feedback of the judges, or no longer. */
  releaseFeedback: (eventId: string, isReleased: boolean) =>
    call('PUT /api/admin/events/:eventId/panels/feedback', { params: { eventId }, json: { isReleased } }),
  setSecondJudge: (eventId: string, needsSecondJudge: boolean) =>
    call('POST /api/admin/events/:eventId/judging/second-judge', {
      params: { eventId },
      json: { needsSecondJudge },
    }),
})

/** Creates the calls of the back office about the matches of an event. */
export const createAdminMatchApi = (call: ApiCall) => ({
  get: async (eventId: string) =>
    (await call('GET /api/admin/events/:eventId/matches', { params: { eventId } })).matches,
  draw: (eventId: string, json: DrawMatchesRequest) =>
    call('POST /api/admin/events/:eventId/matches/draw', { params: { eventId }, json }),
  /** Computes what a result changes in later matches and ranks. */
  preview: async (eventId: string, number: number, json: PreviewMatchRequest) =>
    (
      await call('POST /api/admin/events/:eventId/matches/:matchNumber/preview', {
        params: { eventId, matchNumber: String(number) },
        json,
      })
    ).preview,
  /** Saves the sheets of both sides. Throws `stale-version` when results have changed since `version`. */
  save: (eventId: string, number: number, json: SaveMatchRequest) =>
    call('PUT /api/admin/events/:eventId/matches/:matchNumber', {
      params: { eventId, matchNumber: String(number) },
      json,
    }),
  previewWithdrawal: async (eventId: string, json: SetWithdrawalRequest) =>
    (await call('POST /api/admin/events/:eventId/matches/withdrawals/preview', { params: { eventId }, json }))
      .preview,
  /** Computes what a change in the scores of the event changes in the matches. */
  previewScoreChange: async (eventId: string, json: PreviewScoreChangeRequest) =>
    (
      await call('POST /api/admin/events/:eventId/matches/score-changes/preview', {
        params: { eventId },
        json,
      })
    ).preview,
  /** Withdraws a team, or takes it back. */
  setWithdrawal: (eventId: string, json: SetWithdrawalRequest) =>
    call('PUT /api/admin/events/:eventId/matches/withdrawals', { params: { eventId }, json }),
})

/**
 * Creates the back office's API client for the schedule, teams, check-in and closing of judging of an event.
 */
export const createAdminScheduleAndCheckInApi = (call: ApiCall) => ({
  get: (eventId: string) => call('GET /api/admin/events/:eventId/schedule', { params: { eventId } }),
  addSlot: (eventId: string, json: SaveSlotRequest) =>
    call('POST /api/admin/events/:eventId/schedule/slots', { params: { eventId }, json }),
  /** Changes a slot. Throws `stale-version` with the stored slot as `details.current`. */
  updateSlot: (eventId: string, slotId: string, json: UpdateSlotRequest) =>
    call('PUT /api/admin/events/:eventId/schedule/slots/:slotId', { params: { eventId, slotId }, json }),
  removeSlot: (eventId: string, slotId: string) =>
    call('DELETE /api/admin/events/:eventId/schedule/slots/:slotId', { params: { eventId, slotId } }),
  previewGenerated: (eventId: string, json: PreviewScheduleRequest) =>
    call('POST /api/admin/events/:eventId/schedule/generate/preview', { params: { eventId }, json }),
  /** Generates a schedule. Throws `schedule-exists` without `replace`, and `stale-version`. */
  generate: (eventId: string, json: GenerateScheduleRequest) =>
    call('POST /api/admin/events/:eventId/schedule/generate', { params: { eventId }, json }),
  /** Moves the slots that have not begun. Throws `stale-version`. */
  shift: (eventId: string, json: ShiftScheduleRequest) =>
    call('POST /api/admin/events/:eventId/schedule/shift', { params: { eventId }, json }),
  /** Swaps the times and tables of two slots. Throws `stale-version`. */
  swap: (eventId: string, json: SwapSlotsRequest) =>
    call('POST /api/admin/events/:eventId/schedule/swap', { params: { eventId }, json }),
  removeAllSlots: (eventId: string) =>
    call('DELETE /api/admin/events/:eventId/schedule', { params: { eventId } }),
  /** Previews and imports a CSV file with slots. */
  createImport: (eventId: string) =>
    createImportPreviewAndRunApi((form) =>
      call('POST /api/admin/events/:eventId/schedule/import', { params: { eventId }, form }),
    ),
  /** Adds the registered teams of a competition, or the one with `teamNo`, which `slots` gives slots. */
  addTeams: (eventId: string, json: AddEventTeamsRequest) =>
    call('POST /api/admin/events/:eventId/teams', { params: { eventId }, json }),
  /** Withdraws a team from the event, or takes it back. */
  setWithdrawal: (eventId: string, teamId: string, json: WithdrawTeamRequest) =>
    call('PUT /api/admin/events/:eventId/teams/:teamId/withdrawal', { params: { eventId, teamId }, json }),
  /** Checks a team in by its id or the code of its badge, or undoes the check-in. */
  checkIn: (eventId: string, json: { teamId?: string; badgeCode?: string; isCheckedIn?: boolean }) =>
    call('POST /api/admin/events/:eventId/check-in', { params: { eventId }, json }),
  /** Lists the badges of people. The names of volunteers are not stored. */
  listBadges: (eventId: string, json: { roles: BadgeRole[]; volunteers: string[] }) =>
    call('POST /api/admin/events/:eventId/badges', { params: { eventId }, json }),
  /** Publishes the schedule, or takes it back. */
  publish: (eventId: string, isPublished: boolean) =>
    call('POST /api/admin/events/:eventId/schedule/published', {
      params: { eventId },
      json: { isPublished },
    }),
  closeJudging: (eventId: string, isClosed: boolean) =>
    call('POST /api/admin/events/:eventId/judging/closed', { params: { eventId }, json: { isClosed } }),
})
