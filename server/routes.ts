import type { FastifyBaseLogger } from 'fastify'
import { createRegistrationPublicRoutes } from '#server/accounts/registration/http.public.ts'
import { createUsersAdminRoutes } from '#server/accounts/users/http.admin.ts'
import { userImport } from '#server/accounts/users/http.import.ts'
import type { Deps } from '#server/deps.ts'
import { createEntityRevertsAndPurges } from '#server/entities.ts'
import { createAwardsAdminRoutes } from '#server/event/awards/http.admin.ts'
import {
  createCertificateListAccountRoutes,
  createCertificatesAdminRoutes,
  createCertificatesPublicRoutes,
} from '#server/event/certificates/http.ts'
import { createDisplayPublicRoutes, createScreensAndTimerAdminRoutes } from '#server/event/display/http.ts'
import {
  createEventOverviewAdminRoutes,
  createEventOverviewStreamRoutes,
} from '#server/event/event-overview/http.admin.ts'
import { createEventsAdminRoutes } from '#server/event/events/http.admin.ts'
import { createEventCalendarRoutes } from '#server/event/events/http.calendar.ts'
import { createEventsPublicRoutes } from '#server/event/events/http.public.ts'
import { createGuestsAdminRoutes } from '#server/event/guests/http.admin.ts'
import { createJudgePeopleAdminRoutes } from '#server/event/judge-people/http.admin.ts'
import { judgePersonImport } from '#server/event/judge-people/http.import.ts'
import { createJudgesAndSheetImportAdminRoutes } from '#server/event/judges/http.admin.ts'
import { createSheetReviewAndAttemptAdminRoutes } from '#server/event/judges/http.admin-reviews.ts'
import { createJudgeRoutes } from '#server/event/judges/http.judge.ts'
import {
  createPanelsAdminRoutes,
  createReleasedFeedbackAccountRoutes,
} from '#server/event/judges/http.panels.ts'
import { createMatchesAdminRoutes, createMatchesPublicRoutes } from '#server/event/matches/http.ts'
import { createPrintContentAdminRoutes } from '#server/event/print/http.admin.ts'
import { createProtestsAccountRoutes, createProtestsAdminRoutes } from '#server/event/protests/http.ts'
import {
  createAdvanceAdminRoutes,
  createFreezeAndRevealAdminRoutes,
  createPublishResultsAdminRoutes,
} from '#server/event/results/http.admin.ts'
import { createDisplayStreamPublicRoutes } from '#server/event/results/http.public.ts'
import { createScheduleAccountRoutes } from '#server/event/schedule/http.account.ts'
import { createScheduleAndTeamsAdminRoutes } from '#server/event/schedule/http.admin.ts'
import { scheduleImport } from '#server/event/schedule/http.import.ts'
import { createSchedulePublicRoutes } from '#server/event/schedule/http.public.ts'
import { createScoresAdminRoutes } from '#server/event/scores/http.admin.ts'
import { createScoresPublicRoutes } from '#server/event/scores/http.public.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { createPaymentsAccountRoutes } from '#server/money/payments/http.account.ts'
import {
  createPaymentsAdminRoutes,
  createReadPaymentModeAdminRoutes,
} from '#server/money/payments/http.admin.ts'
import {
  createDemoPaymentsPublicRoutes,
  createGatewayNotificationRoutes,
} from '#server/money/payments/http.gateway.ts'
import { createPaymentAndRefundService } from '#server/money/payments/service.ts'
import { createGuardianLinkAccountRoutes } from '#server/people/guardian-confirmations/http.account.ts'
import { createGuardianPaperAdminRoutes } from '#server/people/guardian-confirmations/http.admin.ts'
import { createGuardianAnswerPublicRoutes } from '#server/people/guardian-confirmations/http.public.ts'
import { createSeasonRecordsAccountRoutes } from '#server/people/seasons/http.account.ts'
import { createSeasonsAdminRoutes } from '#server/people/seasons/http.admin.ts'
import {
  createPersonPhotoDownloadRoutes,
  createTeamsAccountRoutes,
} from '#server/people/teams/http.account.ts'
import {
  createOwnershipInvitationAdminRoutes,
  createTeamLeaveAdminRoutes,
  createTeamsAdminRoutes,
} from '#server/people/teams/http.admin.ts'
import { createTeamPeopleAdminRoutes } from '#server/people/teams/http.admin-people.ts'
import { teamImport } from '#server/people/teams/http.import.ts'
import { createAuditAdminRoutes } from '#server/platform/audit/http.admin.ts'
import { createEmailQueueAdminRoutes } from '#server/platform/email-queue/http.admin.ts'
import type { EventStreams } from '#server/platform/http/event-stream.ts'
import { createCsvImportAndUndoAdminRoutes } from '#server/platform/imports/http.admin.ts'
import { createSettingsAdminRoutes } from '#server/platform/settings/http.admin.ts'
import { createSettingsPublicRoutes } from '#server/platform/settings/http.public.ts'
import { createUploadedImageRoutes } from '#server/platform/uploads/http.public.ts'
import { createAnnouncementsAdminRoutes } from '#server/site/announcements/http.admin.ts'
import { createDashboardAndSetupAdminRoutes } from '#server/site/dashboard/http.admin.ts'
import { createManageRegistrantsAdminRoutes } from '#server/site/downloads/http.admin.ts'
import { createSimulatorDownloadRoutes } from '#server/site/downloads/http.public.ts'
import { createSiteMediaAdminRoutes } from '#server/site/media/http.admin.ts'
import { createMessagesAdminRoutes } from '#server/site/messages/http.admin.ts'
import { createMessagesPublicRoutes } from '#server/site/messages/http.public.ts'
import { createCompetitionAndTeamPageRoutes } from '#server/site/season-pages/http.public.ts'
import { createSiteMetadataPublicRoutes } from '#server/site/seo/http.public.ts'
import { createShareImageRoutes } from '#server/site/share-images/http.public.ts'
import { createPrivacyAndTeamPurgeRoutes } from './accounts/privacy/http.ts'
import { createCompetitionsAdminRoutes, createCompetitionsPublicRoutes } from './event/competitions/http.ts'
import { createPrintFilesAdminRoutes } from './event/print-files/http.admin.ts'
import { createPastRankingPublicRoutes, createScoreLogAdminRoutes } from './event/score-log/http.ts'
import { scoreImport } from './event/scores/import/http.import.ts'
import { createRuleSetAdminRoutes } from './event/scores/rules/http.admin-rule-sets.ts'
import { createScoresSimulatorRoutes, createSimulatorKeysAdminRoutes } from './event/simulator/http.ts'
import { createBackgroundTasksAdminRoutes } from './platform/background-tasks/http.admin.ts'
import { createMonitoringPublicRoutes, createStatusAdminRoutes } from './platform/monitoring/http.ts'
import {
  createSetNewsPreferenceAccountRoutes,
  createSetNewsPreferencePublicRoutes,
} from './site/announcements/http.news-preference.ts'
import { createContentsAdminRoutes } from './site/contents/http.admin.ts'
import { faqImport } from './site/contents/http.import.ts'
import {
  createContinentsPublicRoutes,
  createFaqsPublicRoutes,
  createOrganizersPublicRoutes,
  createPartnersPublicRoutes,
  createRegionsPublicRoutes,
} from './site/contents/http.public.ts'

type Options = {
  root: string
  eventStreams: EventStreams
  judgeSessionService: Parameters<typeof createJudgeRoutes>[1]
  judgeSessions: Parameters<typeof createJudgeRoutes>[2]
  metrics: Parameters<typeof createMonitoringPublicRoutes>[1]['metrics']
  stopping: AbortSignal | undefined
  log: FastifyBaseLogger
}

/** Returns the plugins that register the routes of all features but the session, in order. */
export const createRoutePlugins = (
  deps: Deps,
  { root, eventStreams, judgeSessionService, judgeSessions, metrics, stopping, log }: Options,
) => {
  const entities = createEntityRevertsAndPurges(deps)
  return [
    createUploadedImageRoutes(deps),
    createEventsPublicRoutes(deps),
    createEventCalendarRoutes(deps),
    createShareImageRoutes(deps, root),
    createEventsAdminRoutes(deps),
    createEventOverviewAdminRoutes(deps),
    createEventOverviewStreamRoutes(deps, eventStreams),
    createScoresPublicRoutes(deps, eventStreams),
    createScoresAdminRoutes(deps),
    createGuestsAdminRoutes(deps),
    createDisplayStreamPublicRoutes(deps, eventStreams),
    createFreezeAndRevealAdminRoutes(deps),
    createPublishResultsAdminRoutes(deps),
    createAdvanceAdminRoutes(deps),
    createAwardsAdminRoutes(deps),
    createDisplayPublicRoutes(deps),
    createScreensAndTimerAdminRoutes(deps),
    createCertificatesPublicRoutes(deps),
    createCertificatesAdminRoutes(deps),
    createCertificateListAccountRoutes(deps),
    createPrintFilesAdminRoutes(deps),
    createSimulatorKeysAdminRoutes(deps),
    createPastRankingPublicRoutes(deps),
    createScoreLogAdminRoutes(deps),
    createRuleSetAdminRoutes(deps),
    createScoresSimulatorRoutes(deps),
    createJudgesAndSheetImportAdminRoutes(deps),
    createSheetReviewAndAttemptAdminRoutes(deps),
    createPanelsAdminRoutes(deps),
    createMatchesAdminRoutes(deps),
    createReleasedFeedbackAccountRoutes(deps),
    createJudgeRoutes(deps, judgeSessionService, judgeSessions),
    createMatchesPublicRoutes(deps),
    createSchedulePublicRoutes(deps),
    createScheduleAccountRoutes(deps),
    createScheduleAndTeamsAdminRoutes(deps),
    createPrintContentAdminRoutes(deps),
    createProtestsAccountRoutes(deps),
    createProtestsAdminRoutes(deps),
    createContinentsPublicRoutes(deps),
    createContentsAdminRoutes(deps),
    createJudgePeopleAdminRoutes(deps),
    createFaqsPublicRoutes(deps),
    createCsvImportAndUndoAdminRoutes(deps, {
      faqs: faqImport,
      judges: judgePersonImport,
      schedule: scheduleImport,
      scores: scoreImport,
      teams: teamImport,
      users: userImport,
    }),
    createOrganizersPublicRoutes(deps),
    createPartnersPublicRoutes(deps),
    createRegionsPublicRoutes(deps),
    createSettingsPublicRoutes(deps),
    createSettingsAdminRoutes(deps),
    createSiteMediaAdminRoutes(deps),
    createSimulatorDownloadRoutes(deps),
    createManageRegistrantsAdminRoutes(deps),
    createMessagesPublicRoutes(deps),
    createMessagesAdminRoutes(deps),
    createAnnouncementsAdminRoutes(deps),
    createSetNewsPreferenceAccountRoutes(deps),
    createSetNewsPreferencePublicRoutes(deps),
    createDashboardAndSetupAdminRoutes(deps),
    createUsersAdminRoutes(deps),
    createCompetitionsPublicRoutes(deps),
    createCompetitionAndTeamPageRoutes(deps),
    createCompetitionsAdminRoutes(deps),
    createTeamsAdminRoutes(deps),
    createTeamPeopleAdminRoutes(deps),
    createTeamsAccountRoutes(deps),
    createTeamLeaveAdminRoutes(deps),
    createOwnershipInvitationAdminRoutes(deps),
    createGuardianAnswerPublicRoutes(deps),
    createGuardianLinkAccountRoutes(deps),
    createGuardianPaperAdminRoutes(deps),
    createPersonPhotoDownloadRoutes(deps),
    createSeasonRecordsAccountRoutes(deps),
    createSeasonsAdminRoutes(deps),
    createRegistrationPublicRoutes(deps),
    createPrivacyAndTeamPurgeRoutes(deps),
    createAuditAdminRoutes(deps, entities),
    createBackgroundTasksAdminRoutes(deps),
    createEmailQueueAdminRoutes(deps),
    createStatusAdminRoutes(
      deps,
      createRecurringJobs(deps, log),
      createPaymentAndRefundService(deps).getMode,
    ),
    createPaymentsAccountRoutes(deps),
    createGatewayNotificationRoutes(deps),
    createDemoPaymentsPublicRoutes(deps),
    createReadPaymentModeAdminRoutes(deps),
    createPaymentsAdminRoutes(deps),
    createSiteMetadataPublicRoutes(deps),
    createMonitoringPublicRoutes(deps, { root, metrics, stopping }),
  ]
}
