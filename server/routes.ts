import type { FastifyBaseLogger } from 'fastify'
import { registrationPublicRoutes } from '#server/accounts/registration/http.public.ts'
import { usersAdminRoutes } from '#server/accounts/users/http.admin.ts'
import { userImport } from '#server/accounts/users/http.import.ts'
import type { Deps } from '#server/deps.ts'
import { createEntityActions } from '#server/entities.ts'
import { awardsAdminRoutes } from '#server/event/awards/http.admin.ts'
import {
  certificatesAccountRoutes,
  certificatesAdminRoutes,
  certificatesPublicRoutes,
} from '#server/event/certificates/http.ts'
import { displayAdminRoutes, displayPublicRoutes } from '#server/event/display/http.ts'
import {
  eventOverviewAdminRoutes,
  eventOverviewStreamRoutes,
} from '#server/event/event-overview/http.admin.ts'
import { eventsAdminRoutes } from '#server/event/events/http.admin.ts'
import { eventCalendarRoutes } from '#server/event/events/http.calendar.ts'
import { eventsPublicRoutes } from '#server/event/events/http.public.ts'
import { guestsAdminRoutes } from '#server/event/guests/http.admin.ts'
import { judgesAdminRoutes } from '#server/event/judges/http.admin.ts'
import { sheetReviewAdminRoutes } from '#server/event/judges/http.admin-reviews.ts'
import { judgeRoutes } from '#server/event/judges/http.judge.ts'
import { judgeFeedbackAccountRoutes, panelsAdminRoutes } from '#server/event/judges/http.panels.ts'
import { matchesAdminRoutes, matchesPublicRoutes } from '#server/event/matches/http.ts'
import { protestsAccountRoutes, protestsAdminRoutes } from '#server/event/protests/http.ts'
import {
  advanceAdminRoutes,
  freezeAndRevealAdminRoutes,
  publishResultsAdminRoutes,
} from '#server/event/results/http.admin.ts'
import { displayStreamPublicRoutes } from '#server/event/results/http.public.ts'
import { scheduleAccountRoutes } from '#server/event/schedule/http.account.ts'
import { scheduleAdminRoutes } from '#server/event/schedule/http.admin.ts'
import { scheduleImport } from '#server/event/schedule/http.import.ts'
import { schedulePublicRoutes } from '#server/event/schedule/http.public.ts'
import { scoresAdminRoutes } from '#server/event/scores/http.admin.ts'
import { scoresPublicRoutes } from '#server/event/scores/http.public.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { paymentsAccountRoutes } from '#server/money/payments/http.account.ts'
import { paymentModeAdminRoutes, paymentsAdminRoutes } from '#server/money/payments/http.admin.ts'
import { demoPaymentsPublicRoutes, gatewayNotificationRoutes } from '#server/money/payments/http.gateway.ts'
import { createPaymentService } from '#server/money/payments/service.ts'
import { guardianLinkAccountRoutes } from '#server/people/guardian-confirmations/http.account.ts'
import { guardianPaperAdminRoutes } from '#server/people/guardian-confirmations/http.admin.ts'
import { guardianAnswerPublicRoutes } from '#server/people/guardian-confirmations/http.public.ts'
import { seasonRecordsAccountRoutes } from '#server/people/seasons/http.account.ts'
import { seasonsAdminRoutes } from '#server/people/seasons/http.admin.ts'
import { personPhotoRoutes, teamsAccountRoutes } from '#server/people/teams/http.account.ts'
import {
  ownerInvitationAdminRoutes,
  teamLeaveAdminRoutes,
  teamsAdminRoutes,
} from '#server/people/teams/http.admin.ts'
import { teamPeopleAdminRoutes } from '#server/people/teams/http.admin-people.ts'
import { teamImport } from '#server/people/teams/http.import.ts'
import { auditAdminRoutes } from '#server/platform/audit/http.admin.ts'
import type { EventStreams } from '#server/platform/http/event-stream.ts'
import { importsAdminRoutes } from '#server/platform/imports/http.admin.ts'
import { settingsAdminRoutes } from '#server/platform/settings/http.admin.ts'
import { settingsPublicRoutes } from '#server/platform/settings/http.public.ts'
import { uploadedImageRoutes } from '#server/platform/uploads/http.public.ts'
import { announcementsAdminRoutes } from '#server/site/announcements/http.admin.ts'
import { dashboardAdminRoutes } from '#server/site/dashboard/http.admin.ts'
import { registrantsAdminRoutes } from '#server/site/downloads/http.admin.ts'
import { downloadsPublicRoutes } from '#server/site/downloads/http.public.ts'
import { siteMediaAdminRoutes } from '#server/site/media/http.admin.ts'
import { messagesAdminRoutes } from '#server/site/messages/http.admin.ts'
import { messagesPublicRoutes } from '#server/site/messages/http.public.ts'
import { competitionAndTeamPageRoutes } from '#server/site/season-pages/http.public.ts'
import { seoPublicRoutes } from '#server/site/seo/http.public.ts'
import { shareImageRoutes } from '#server/site/share-images/http.public.ts'
import { privacyRoutes } from './accounts/privacy/http.ts'
import { competitionsAdminRoutes, competitionsPublicRoutes } from './event/competitions/http.ts'
import { pastRankingPublicRoutes, scoreLogAdminRoutes } from './event/score-log/http.ts'
import { scoreImport } from './event/scores/import/http.import.ts'
import { ruleSetAdminRoutes } from './event/scores/rules/http.admin-rule-sets.ts'
import { scoresSimulatorRoutes, simulatorKeysAdminRoutes } from './event/simulator/http.ts'
import { monitoringPublicRoutes, statusAdminRoutes } from './platform/monitoring/http.ts'
import {
  newsPreferenceAccountRoutes,
  newsPreferencePublicRoutes,
} from './site/announcements/http.news-preference.ts'
import { contentsAdminRoutes } from './site/contents/http.admin.ts'
import { faqImport } from './site/contents/http.import.ts'
import {
  continentsPublicRoutes,
  faqsPublicRoutes,
  organizersPublicRoutes,
  partnersPublicRoutes,
  regionsPublicRoutes,
} from './site/contents/http.public.ts'

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
