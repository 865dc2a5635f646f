import { accountCalls } from './accounts/account.schema.ts'
import { passkeyCalls } from './accounts/passkey.schema.ts'
import { registrationCalls } from './accounts/registration.schema.ts'
import { sessionCalls } from './accounts/session.schema.ts'
import { signInProviderCalls } from './accounts/sign-in-provider.schema.ts'
import { certificateCalls } from './event/certificate.schema.ts'
import { competitionCalls } from './event/competition.schema.ts'
import { displayCalls } from './event/display.schema.ts'
import { eventCalls } from './event/event.schema.ts'
import { eventOverviewCalls } from './event/event-overview.schema.ts'
import { guestCalls } from './event/guest.schema.ts'
import { judgeCalls } from './event/judging/judge.schema.ts'
import { judgePersonCalls } from './event/judging/judge-person.schema.ts'
import { judgeSheetCalls } from './event/judging/judge-sheet.calls.ts'
import { panelCalls } from './event/judging/panel.schema.ts'
import { matchCalls } from './event/matches/match.calls.ts'
import { printCalls } from './event/print.calls.ts'
import { printFileCalls } from './event/print-file.schema.ts'
import { protestCalls } from './event/protest.schema.ts'
import { advancementCalls } from './event/results/advancement.schema.ts'
import { resultsCalls } from './event/results/results.calls.ts'
import { scheduleCalls } from './event/schedule/schedule.calls.ts'
import { scoreCalls } from './event/scores/score.calls.ts'
import { scoreLogCalls } from './event/scores/score-log.calls.ts'
import { simulatorKeyCalls } from './event/scores/simulator-key.schema.ts'
import { timeMachineCalls } from './event/scores/time-machine.schema.ts'
import { ruleSetCalls } from './event/scoring/rule-set.calls.ts'
import { ruleSetPreviewCalls } from './event/scoring/rule-set-preview.schema.ts'
import { paymentCalls } from './money/payment.calls.ts'
import { guardianConfirmationCalls } from './people/guardians/guardian-confirmation.calls.ts'
import { seasonYearCalls } from './people/seasons/season-year.schema.ts'
import { teamCalls } from './people/teams/team.calls.ts'
import { teamImportCalls } from './people/teams/team-import.schema.ts'
import { teamLeaveCalls } from './people/teams/team-leave.schema.ts'
import { teamProgressCalls } from './people/teams/team-progress.schema.ts'
import { auditCalls } from './platform/audit.schema.ts'
import { backgroundTaskCalls } from './platform/background-task.schema.ts'
import type { CallName } from './platform/define-calls.ts'
import { emailQueueCalls } from './platform/email-queue.schema.ts'
import { importCalls } from './platform/import.schema.ts'
import { settingsCalls } from './platform/settings.schema.ts'
import { statusCalls } from './platform/status.schema.ts'
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
import { announcementCalls } from './site/announcement.schema.ts'
import { contentsCalls } from './site/contents.schema.ts'
import { dashboardCalls } from './site/dashboard.schema.ts'
import { downloadRegistrantCalls } from './site/download-registrant.schema.ts'
import { mediaCalls } from './site/media.schema.ts'
import { messageCalls } from './site/message.schema.ts'
import { seasonPageCalls } from './site/season-page.schema.ts'

/** All calls of the server by method and path. Pages import its type only. */
export const calls = {
  ...accountCalls,
  ...advancementCalls,
  ...announcementCalls,
  ...auditCalls,
  ...backgroundTaskCalls,
  ...certificateCalls,
  ...contentsCalls,
  ...judgePersonCalls,
  ...teamImportCalls,
  ...competitionCalls,
  ...dashboardCalls,
  ...displayCalls,
  ...downloadRegistrantCalls,
  ...eventCalls,
  ...emailQueueCalls,
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
  ...passkeyCalls,
  ...paymentCalls,
  ...printCalls,
  ...protestCalls,
  ...printFileCalls,
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
  ...signInProviderCalls,
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
