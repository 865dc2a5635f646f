import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { createEntityActions } from '#server/entities.ts'
import { announcementsAdminRoutes } from '#server/features/announcements/http.admin.ts'
import { auditAdminRoutes } from '#server/features/audit/http.admin.ts'
import { awardsAdminRoutes } from '#server/features/awards/http.admin.ts'
import {
  certificatesAccountRoutes,
  certificatesAdminRoutes,
  certificatesPublicRoutes,
} from '#server/features/certificates/http.ts'
import { dashboardAdminRoutes } from '#server/features/dashboard/http.admin.ts'
import { displayAdminRoutes, displayPublicRoutes } from '#server/features/display/http.ts'
import { registrantsAdminRoutes } from '#server/features/downloads/http.admin.ts'
import { downloadsPublicRoutes } from '#server/features/downloads/http.public.ts'
import {
  eventOverviewAdminRoutes,
  eventOverviewStreamRoutes,
} from '#server/features/event-overview/http.admin.ts'
import { eventsAdminRoutes } from '#server/features/events/http.admin.ts'
import { eventCalendarRoutes } from '#server/features/events/http.calendar.ts'
import { eventsPublicRoutes } from '#server/features/events/http.public.ts'
import { guardianLinkAccountRoutes } from '#server/features/guardian-confirmations/http.account.ts'
import { guardianPaperAdminRoutes } from '#server/features/guardian-confirmations/http.admin.ts'
import { guardianAnswerPublicRoutes } from '#server/features/guardian-confirmations/http.public.ts'
import { guestsAdminRoutes } from '#server/features/guests/http.admin.ts'
import { importsAdminRoutes } from '#server/features/imports/http.admin.ts'
import { judgesAdminRoutes } from '#server/features/judges/http.admin.ts'
import { sheetReviewAdminRoutes } from '#server/features/judges/http.admin-reviews.ts'
import { judgeRoutes } from '#server/features/judges/http.judge.ts'
import { judgeFeedbackAccountRoutes, panelsAdminRoutes } from '#server/features/judges/http.panels.ts'
import { matchesAdminRoutes, matchesPublicRoutes } from '#server/features/matches/http.ts'
import { siteMediaAdminRoutes } from '#server/features/media/http.admin.ts'
import { messagesAdminRoutes } from '#server/features/messages/http.admin.ts'
import { messagesPublicRoutes } from '#server/features/messages/http.public.ts'
import { paymentsAccountRoutes } from '#server/features/payments/http.account.ts'
import { paymentModeAdminRoutes, paymentsAdminRoutes } from '#server/features/payments/http.admin.ts'
import {
  demoPaymentsPublicRoutes,
  gatewayNotificationRoutes,
} from '#server/features/payments/http.gateway.ts'
import { createPaymentService } from '#server/features/payments/service.ts'
import { protestsAccountRoutes, protestsAdminRoutes } from '#server/features/protests/http.ts'
import { registrationPublicRoutes } from '#server/features/registration/http.public.ts'
import {
  advanceAdminRoutes,
  freezeAndRevealAdminRoutes,
  publishResultsAdminRoutes,
} from '#server/features/results/http.admin.ts'
import { displayStreamPublicRoutes } from '#server/features/results/http.public.ts'
import { scheduleAccountRoutes } from '#server/features/schedule/http.account.ts'
import { scheduleAdminRoutes } from '#server/features/schedule/http.admin.ts'
import { scheduleImport } from '#server/features/schedule/http.import.ts'
import { schedulePublicRoutes } from '#server/features/schedule/http.public.ts'
import { scoresAdminRoutes } from '#server/features/scores/http.admin.ts'
import { scoresPublicRoutes } from '#server/features/scores/http.public.ts'
import { competitionAndTeamPageRoutes } from '#server/features/season-pages/http.public.ts'
import { seasonRecordsAccountRoutes } from '#server/features/seasons/http.account.ts'
import { seasonsAdminRoutes } from '#server/features/seasons/http.admin.ts'
import { seoPublicRoutes } from '#server/features/seo/http.public.ts'
import { settingsAdminRoutes } from '#server/features/settings/http.admin.ts'
import { settingsPublicRoutes } from '#server/features/settings/http.public.ts'
import { shareImageRoutes } from '#server/features/share-images/http.public.ts'
import { personPhotoRoutes, teamsAccountRoutes } from '#server/features/teams/http.account.ts'
import {
  ownerInvitationAdminRoutes,
  teamLeaveAdminRoutes,
  teamsAdminRoutes,
} from '#server/features/teams/http.admin.ts'
import { teamPeopleAdminRoutes } from '#server/features/teams/http.admin-people.ts'
import { teamImport } from '#server/features/teams/http.import.ts'
import { uploadedImageRoutes } from '#server/features/uploads/http.public.ts'
import { usersAdminRoutes } from '#server/features/users/http.admin.ts'
import { userImport } from '#server/features/users/http.import.ts'
import type { EventStreams } from '#server/http/event-stream.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import {
  newsPreferenceAccountRoutes,
  newsPreferencePublicRoutes,
} from './features/announcements/http.news-preference.ts'
import { competitionsAdminRoutes, competitionsPublicRoutes } from './features/competitions/http.ts'
import { contentsAdminRoutes } from './features/contents/http.admin.ts'
import { faqImport } from './features/contents/http.import.ts'
import {
  continentsPublicRoutes,
  faqsPublicRoutes,
  organizersPublicRoutes,
  partnersPublicRoutes,
  regionsPublicRoutes,
} from './features/contents/http.public.ts'
import { monitoringPublicRoutes, statusAdminRoutes } from './features/monitoring/http.ts'
import { privacyRoutes } from './features/privacy/http.ts'
import { pastRankingPublicRoutes, scoreLogAdminRoutes } from './features/score-log/http.ts'
import { scoreImport } from './features/scores/import/http.import.ts'
import { ruleSetAdminRoutes } from './features/scores/rules/http.admin-rule-sets.ts'
import { scoresSimulatorRoutes, simulatorKeysAdminRoutes } from './features/simulator/http.ts'

type Options = {
  root: string
  eventStreams: EventStreams
  judgeSessionService: Parameters<typeof judgeRoutes>[1]
  judgeSessions: Parameters<typeof judgeRoutes>[2]
  metrics: Parameters<typeof monitoringPublicRoutes>[1]['metrics']
  stopping: AbortSignal | undefined
  log: FastifyBaseLogger
}

/** Returns the plugins that register the routes of all features but the session, in order. */
export const listRoutePlugins = (
  deps: Deps,
  { root, eventStreams, judgeSessionService, judgeSessions, metrics, stopping, log }: Options,
) => {
  const entities = createEntityActions(deps)
  return [
    uploadedImageRoutes(deps),
    eventsPublicRoutes(deps),
    eventCalendarRoutes(deps),
    shareImageRoutes(deps, root),
    eventsAdminRoutes(deps),
    eventOverviewAdminRoutes(deps),
    eventOverviewStreamRoutes(deps, eventStreams),
    scoresPublicRoutes(deps, eventStreams),
    scoresAdminRoutes(deps),
    guestsAdminRoutes(deps),
    displayStreamPublicRoutes(deps, eventStreams),
    freezeAndRevealAdminRoutes(deps),
    publishResultsAdminRoutes(deps),
    advanceAdminRoutes(deps),
    awardsAdminRoutes(deps),
    displayPublicRoutes(deps),
    displayAdminRoutes(deps),
    certificatesPublicRoutes(deps),
    certificatesAdminRoutes(deps),
    certificatesAccountRoutes(deps),
    simulatorKeysAdminRoutes(deps),
    pastRankingPublicRoutes(deps),
    scoreLogAdminRoutes(deps),
    ruleSetAdminRoutes(deps),
    scoresSimulatorRoutes(deps),
    judgesAdminRoutes(deps),
    sheetReviewAdminRoutes(deps),
    panelsAdminRoutes(deps),
    matchesAdminRoutes(deps),
    judgeFeedbackAccountRoutes(deps),
    judgeRoutes(deps, judgeSessionService, judgeSessions),
    matchesPublicRoutes(deps),
    schedulePublicRoutes(deps),
    scheduleAccountRoutes(deps),
    scheduleAdminRoutes(deps),
    protestsAccountRoutes(deps),
    protestsAdminRoutes(deps),
    continentsPublicRoutes(deps),
    contentsAdminRoutes(deps),
    faqsPublicRoutes(deps),
    importsAdminRoutes(deps, {
      faqs: faqImport,
      schedule: scheduleImport,
      scores: scoreImport,
      teams: teamImport,
      users: userImport,
    }),
    organizersPublicRoutes(deps),
    partnersPublicRoutes(deps),
    regionsPublicRoutes(deps),
    settingsPublicRoutes(deps),
    settingsAdminRoutes(deps),
    siteMediaAdminRoutes(deps),
    downloadsPublicRoutes(deps),
    registrantsAdminRoutes(deps),
    messagesPublicRoutes(deps),
    messagesAdminRoutes(deps),
    announcementsAdminRoutes(deps),
    newsPreferenceAccountRoutes(deps),
    newsPreferencePublicRoutes(deps),
    dashboardAdminRoutes(deps),
    usersAdminRoutes(deps),
    competitionsPublicRoutes(deps),
    competitionAndTeamPageRoutes(deps),
    competitionsAdminRoutes(deps),
    teamsAdminRoutes(deps),
    teamPeopleAdminRoutes(deps),
    teamsAccountRoutes(deps),
    teamLeaveAdminRoutes(deps),
    ownerInvitationAdminRoutes(deps),
    guardianAnswerPublicRoutes(deps),
    guardianLinkAccountRoutes(deps),
    guardianPaperAdminRoutes(deps),
    personPhotoRoutes(deps),
    seasonRecordsAccountRoutes(deps),
    seasonsAdminRoutes(deps),
    registrationPublicRoutes(deps),
    privacyRoutes(deps),
    auditAdminRoutes(deps, entities),
    statusAdminRoutes(deps, createRecurringJobs(deps, log), createPaymentService(deps).getMode),
    paymentsAccountRoutes(deps),
    gatewayNotificationRoutes(deps),
    demoPaymentsPublicRoutes(deps),
    paymentModeAdminRoutes(deps),
    paymentsAdminRoutes(deps),
    seoPublicRoutes(deps),
    monitoringPublicRoutes(deps, { root, metrics, stopping }),
  ]
}
