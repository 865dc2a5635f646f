import { accountCalls } from './account.schema.ts'
import { advancementCalls } from './advancement.schema.ts'
import { announcementCalls } from './announcement.schema.ts'
import { auditCalls } from './audit.schema.ts'
import { certificateCalls } from './certificate.schema.ts'
import { competitionCalls } from './competition.schema.ts'
import { contentsCalls } from './contents.schema.ts'
import { dashboardCalls } from './dashboard.schema.ts'
import type { CallName } from './define-calls.ts'
import { displayCalls } from './display.schema.ts'
import { downloadRegistrantCalls } from './download-registrant.schema.ts'
import { eventOverviewCalls } from './event-overview.schema.ts'
import { guardianConfirmationCalls } from './guardian-confirmation.calls.ts'
import { guestCalls } from './guest.schema.ts'
import { importCalls } from './import.schema.ts'
import { judgeCalls } from './judge.schema.ts'
import { judgeSheetCalls } from './judge-sheet.calls.ts'
import { matchCalls } from './match.calls.ts'
import { mediaCalls } from './media.schema.ts'
import { messageCalls } from './message.schema.ts'
import { panelCalls } from './panel.schema.ts'
import { paymentCalls } from './payment.calls.ts'
import { protestCalls } from './protest.schema.ts'
import { publishedCompetitionCalls } from './published/competition.schema.ts'
import { publishedContentsCalls } from './published/contents.schema.ts'
import { publishedDownloadCalls } from './published/download.schema.ts'
import { publishedEventCalls } from './published/event.schema.ts'
import { publishedScoreCalls } from './published/score.schema.ts'
import { publishedSeasonRecordCalls } from './published/season-record.ts'
import { publishedSessionCalls } from './published/session.schema.ts'
import { publishedSettingsCalls } from './published/settings.schema.ts'
import { publishedTeamCalls } from './published/team.schema.ts'
import { publishedUserCalls } from './published/user.schema.ts'
import { registrationCalls } from './registration.schema.ts'
import { resultsCalls } from './results.calls.ts'
import { ruleSetCalls } from './rule-set.calls.ts'
import { ruleSetPreviewCalls } from './rule-set-preview.schema.ts'
import { scheduleCalls } from './schedule.calls.ts'
import { scoreCalls } from './score.calls.ts'
import { scoreLogCalls } from './score-log.calls.ts'
import { seasonPageCalls } from './season-page.schema.ts'
import { seasonYearCalls } from './season-year.schema.ts'
import { sessionCalls } from './session.schema.ts'
import { settingsCalls } from './settings.schema.ts'
import { simulatorKeyCalls } from './simulator-key.schema.ts'
import { statusCalls } from './status.schema.ts'
import { teamCalls } from './team.calls.ts'
import { teamImportCalls } from './team-import.schema.ts'
import { teamLeaveCalls } from './team-leave.schema.ts'
import { teamProgressCalls } from './team-progress.schema.ts'
import { timeMachineCalls } from './time-machine.schema.ts'

/** All calls of the server by method and path. Pages import its type only. */
export const calls = {
  ...accountCalls,
  ...advancementCalls,
  ...announcementCalls,
  ...auditCalls,
  ...certificateCalls,
  ...contentsCalls,
  ...teamImportCalls,
  ...competitionCalls,
  ...dashboardCalls,
  ...displayCalls,
  ...downloadRegistrantCalls,
  ...eventOverviewCalls,
  ...guardianConfirmationCalls,
  ...guestCalls,
  ...importCalls,
  ...judgeSheetCalls,
  ...judgeCalls,
  ...matchCalls,
  ...mediaCalls,
  ...messageCalls,
  ...panelCalls,
  ...paymentCalls,
  ...protestCalls,
  ...publishedCompetitionCalls,
  ...publishedContentsCalls,
  ...publishedDownloadCalls,
  ...publishedEventCalls,
  ...publishedScoreCalls,
  ...publishedSeasonRecordCalls,
  ...publishedSessionCalls,
  ...publishedSettingsCalls,
  ...publishedTeamCalls,
  ...publishedUserCalls,
  ...registrationCalls,
  ...resultsCalls,
  ...ruleSetPreviewCalls,
  ...ruleSetCalls,
  ...scheduleCalls,
  ...scoreLogCalls,
  ...scoreCalls,
  ...seasonPageCalls,
  ...seasonYearCalls,
  ...sessionCalls,
  ...settingsCalls,
  ...simulatorKeyCalls,
  ...statusCalls,
  ...teamLeaveCalls,
  ...teamProgressCalls,
  ...teamCalls,
  ...timeMachineCalls,
} satisfies Partial<Record<CallName, object>>

export type Calls = typeof calls
/** The method and path of a call. */
export type CallKey = keyof Calls
