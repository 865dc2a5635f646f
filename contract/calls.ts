import type * as accountSchemas from './account.schema.ts'
import type * as advancementSchemas from './advancement.schema.ts'
import type * as announcementSchemas from './announcement.schema.ts'
import type * as auditSchemas from './audit.schema.ts'
import type * as certificateSchemas from './certificate.schema.ts'
import type * as competitionSchemas from './competition.schema.ts'
import type * as contentsSchemas from './contents.schema.ts'
import type * as crudSchemas from './crud.schema.ts'
import type * as dashboardSchemas from './dashboard.schema.ts'
import type * as displaySchemas from './display.schema.ts'
import type * as downloadRegistrantSchemas from './download-registrant.schema.ts'
import type * as eventOverviewSchemas from './event-overview.schema.ts'
import type * as fieldsSchemas from './fields.schema.ts'
import type * as guardianConfirmationSchemas from './guardian-confirmation.schema.ts'
import type * as guestSchemas from './guest.schema.ts'
import type * as importSchemas from './import.schema.ts'
import type * as judgeSchemas from './judge.schema.ts'
import type * as judgeSheetSchemas from './judge-sheet.schema.ts'
import type * as matchSchemas from './match.schema.ts'
import type * as mediaSchemas from './media.schema.ts'
import type * as messageSchemas from './message.schema.ts'
import type * as panelSchemas from './panel.schema.ts'
import type * as paymentSchemas from './payment.schema.ts'
import type * as protestSchemas from './protest.schema.ts'
import type * as publishedCompetitionSchemas from './published/competition.schema.ts'
import type * as publishedContentsSchemas from './published/contents.schema.ts'
import type * as publishedDownloadSchemas from './published/download.schema.ts'
import type * as publishedEventSchemas from './published/event.schema.ts'
import type * as publishedScoreSchemas from './published/score.schema.ts'
import type * as publishedSessionSchemas from './published/session.schema.ts'
import type * as publishedSettingsSchemas from './published/settings.schema.ts'
import type * as publishedTeamSchemas from './published/team.schema.ts'
import type * as publishedUserSchemas from './published/user.schema.ts'
import type * as registrationSchemas from './registration.schema.ts'
import type * as responseSchemas from './response.schema.ts'
import type * as resultsSchemas from './results.schema.ts'
import type * as ruleSetSchemas from './rule-set.schema.ts'
import type * as ruleSetPreviewSchemas from './rule-set-preview.schema.ts'
import type * as scheduleSchemas from './schedule.schema.ts'
import type * as scoreSchemas from './score.schema.ts'
import type * as scoreLogSchemas from './score-log.schema.ts'
import type * as seasonPageSchemas from './season-page.schema.ts'
import type * as seasonYearSchemas from './season-year.schema.ts'
import type * as sessionSchemas from './session.schema.ts'
import type * as settingsSchemas from './settings.schema.ts'
import type * as simulatorKeySchemas from './simulator-key.schema.ts'
import type * as statusSchemas from './status.schema.ts'
import type * as teamSchemas from './team.schema.ts'
import type * as teamImportSchemas from './team-import.schema.ts'
import type * as teamLeaveSchemas from './team-leave.schema.ts'
import type * as teamProgressSchemas from './team-progress.schema.ts'
import type * as timeMachineSchemas from './time-machine.schema.ts'
import type * as userSchemas from './user.schema.ts'
import type { z } from './z.ts'

/** The query of a route whose schema a function creates: a route variant, or another page size. */
type AnyQuery = z.ZodRecord<z.ZodString, z.ZodOptional<z.ZodString>>

/**
 * The calls of the server by method and path, with the schemas that their routes use. A route whose body or
 * response has no exported schema is missing.
 * `npm run docs:calls` writes this file from the routes of the running server. Do not edit it.
 */
export type Calls = {
  'DELETE /api/account/erasure': { response: typeof accountSchemas.erasureResponse }
  'DELETE /api/account/protests/:protestId': { response: typeof protestSchemas.savedProtestResponse }
  'DELETE /api/account/sessions': { response: typeof responseSchemas.messageOnlyResponse }
  'DELETE /api/account/sessions/:sessionId': { response: typeof responseSchemas.messageOnlyResponse }
  'DELETE /api/admin/announcements': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/announcements/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/competitions': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/competitions/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/continents': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/continents/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/downloads': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/downloads/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/events': {
    query: typeof publishedEventSchemas.adminEventQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/events/:eventId/judges/:judgeId': { response: typeof judgeSchemas.savedJudgeResponse }
  'DELETE /api/admin/events/:eventId/keys/:keyId': { response: typeof responseSchemas.messageOnlyResponse }
  'DELETE /api/admin/events/:eventId/results/awards/:awardId': {
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/events/:eventId/results/freeze': { response: typeof resultsSchemas.savedResultsResponse }
  'DELETE /api/admin/events/:eventId/results/reveal': { response: typeof resultsSchemas.savedResultsResponse }
  'DELETE /api/admin/events/:eventId/schedule': { response: typeof responseSchemas.messageOnlyResponse }
  'DELETE /api/admin/events/:eventId/schedule/slots/:slotId': {
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/events/:eventId/scores/:entryId': { response: typeof scoreSchemas.removedScoreResponse }
  'DELETE /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId': {
    response: typeof scoreSchemas.removedScoreResponse
  }
  'DELETE /api/admin/events/:eventId/scores/removed': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/events/:eventId/screens/:screenNumber': {
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/events/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/faqs': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/faqs/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/media': {
    query: typeof mediaSchemas.removeMediaQuery
    response: typeof mediaSchemas.savedMediaResponse
  }
  'DELETE /api/admin/media/uploads/:uploadId': { response: typeof responseSchemas.messageOnlyResponse }
  'DELETE /api/admin/messages': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/messages/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/organizers': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/organizers/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/partners': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/partners/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/regions': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/regions/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/seasons': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/seasons/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/teams': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/teams/:teamId/coach-invitation': { response: typeof responseSchemas.messageOnlyResponse }
  'DELETE /api/admin/teams/:teamId/coaches/:personId': { response: typeof teamSchemas.savedTeamResponse }
  'DELETE /api/admin/teams/:teamId/members/:personId': { response: typeof teamSchemas.savedTeamResponse }
  'DELETE /api/admin/teams/:teamId/members/:personId/guardian-confirmation': {
    response: typeof guardianConfirmationSchemas.savedGuardianConfirmationsResponse
  }
  'DELETE /api/admin/teams/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/users': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/admin/users/deleted': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/seasons': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.successOnlyResponse
  }
  'DELETE /api/teams': {
    query: typeof crudSchemas.idQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'DELETE /api/teams/drafts/:draftId': { response: typeof responseSchemas.messageOnlyResponse }
  'DELETE /api/v1/judge/session': { response: typeof responseSchemas.messageOnlyResponse }
  'GET /api/account': { response: typeof accountSchemas.accountResponse }
  'GET /api/account/certificates': { response: typeof certificateSchemas.certificateListResponse }
  'GET /api/account/export': object
  'GET /api/account/protests': { response: typeof protestSchemas.accountProtestsResponse }
  'GET /api/account/scores': { response: typeof accountSchemas.accountScoresResponse }
  'GET /api/account/sessions': { response: typeof accountSchemas.activeSessionsResponse }
  'GET /api/admin/announcements': {
    query: AnyQuery
    response:
      | typeof announcementSchemas.announcementResponses.saved
      | typeof announcementSchemas.announcementResponses.single
      | typeof announcementSchemas.announcementResponses.list
  }
  'GET /api/admin/announcements/:announcementId/recipients': {
    query: typeof announcementSchemas.announcementRecipientsQuery
    response: typeof announcementSchemas.announcementRecipientsResponse
  }
  'GET /api/admin/announcements/audience': {
    query: typeof announcementSchemas.audienceQuery
    response: typeof announcementSchemas.audienceResponse
  }
  'GET /api/admin/announcements/deleted': {
    query: AnyQuery
    response: typeof crudSchemas.deletedListResponse
  }
  'GET /api/admin/audit': {
    query: typeof auditSchemas.auditListQuery
    response: typeof auditSchemas.auditListResponse
  }
  'GET /api/admin/competitions': {
    query: AnyQuery
    response:
      | typeof competitionSchemas.competitionResponses.saved
      | typeof competitionSchemas.competitionResponses.single
      | typeof competitionSchemas.competitionResponses.list
      | typeof publishedCompetitionSchemas.activeCompetitionsResponse
  }
  'GET /api/admin/competitions/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/continents': {
    query: AnyQuery
    response:
      | typeof contentsSchemas.continentResponses.saved
      | typeof contentsSchemas.continentResponses.single
      | typeof contentsSchemas.continentResponses.list
  }
  'GET /api/admin/continents/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/dashboard': { response: typeof dashboardSchemas.dashboardResponse }
  'GET /api/admin/downloads': {
    query: typeof downloadRegistrantSchemas.registrantListQuery
    response: typeof downloadRegistrantSchemas.registrantListResponse
  }
  'GET /api/admin/downloads/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/downloads/export': { query: typeof downloadRegistrantSchemas.registrantExportQuery }
  'GET /api/admin/events': { query: AnyQuery; response: typeof publishedEventSchemas.adminEventsResponse }
  'GET /api/admin/events/:eventId/certificates': {
    response: typeof certificateSchemas.eventCertificatesResponse
  }
  'GET /api/admin/events/:eventId/guests': {
    query: typeof guestSchemas.guestsQuery
    response: typeof guestSchemas.guestsResponse
  }
  'GET /api/admin/events/:eventId/judge-sheets': { response: typeof judgeSheetSchemas.sheetReviewsResponse }
  'GET /api/admin/events/:eventId/judges': { response: typeof judgeSchemas.judgesResponse }
  'GET /api/admin/events/:eventId/keys': { response: typeof simulatorKeySchemas.simulatorKeysResponse }
  'GET /api/admin/events/:eventId/matches': { response: typeof matchSchemas.adminMatchesResponse }
  'GET /api/admin/events/:eventId/overview': { response: typeof eventOverviewSchemas.eventOverviewResponse }
  'GET /api/admin/events/:eventId/panels': { response: typeof panelSchemas.panelsResponse }
  'GET /api/admin/events/:eventId/panels/feedback': { response: typeof panelSchemas.eventFeedbackResponse }
  'GET /api/admin/events/:eventId/participants': {
    query: typeof scoreSchemas.participantsQuery
    response: typeof scoreSchemas.participantsResponse
  }
  'GET /api/admin/events/:eventId/protest-settings': {
    response: typeof protestSchemas.protestSettingsResponse
  }
  'GET /api/admin/events/:eventId/protests': {
    query: typeof protestSchemas.adminProtestsQuery
    response: typeof protestSchemas.adminProtestsResponse
  }
  'GET /api/admin/events/:eventId/protests/:protestId': {
    response: typeof protestSchemas.adminProtestResponse
  }
  'GET /api/admin/events/:eventId/results': { response: typeof resultsSchemas.adminResultsResponse }
  'GET /api/admin/events/:eventId/results/advancements': {
    response: typeof advancementSchemas.advancementListResponse
  }
  'GET /api/admin/events/:eventId/results/awards': { response: typeof resultsSchemas.awardsResponse }
  'GET /api/admin/events/:eventId/results/publication': {
    response: typeof resultsSchemas.publishedResultsResponse
  }
  'GET /api/admin/events/:eventId/rule-set': { response: typeof ruleSetSchemas.ruleSetStateResponse }
  'GET /api/admin/events/:eventId/schedule': { response: typeof scheduleSchemas.scheduleResponse }
  'GET /api/admin/events/:eventId/score-log': {
    query: typeof scoreLogSchemas.scoreLogQuery
    response: typeof scoreLogSchemas.scoreLogResponse
  }
  'GET /api/admin/events/:eventId/score-log/check': { response: typeof scoreLogSchemas.scoreLogCheckResponse }
  'GET /api/admin/events/:eventId/scores': {
    query: typeof scoreSchemas.adminScoresQuery
    response: typeof scoreSchemas.adminScoresResponse
  }
  'GET /api/admin/events/:eventId/scores/:entryId': { response: typeof scoreSchemas.adminScoreEntryResponse }
  'GET /api/admin/events/:eventId/scores/export': object
  'GET /api/admin/events/:eventId/scores/removed': { response: typeof scoreSchemas.removedScoresResponse }
  'GET /api/admin/events/:eventId/screens': { response: typeof displaySchemas.adminDisplayResponse }
  'GET /api/admin/events/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/faqs': {
    query: AnyQuery
    response:
      | typeof publishedContentsSchemas.faqResponses.saved
      | typeof publishedContentsSchemas.faqResponses.single
      | typeof publishedContentsSchemas.faqResponses.list
  }
  'GET /api/admin/faqs/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/imports': {
    query: typeof importSchemas.importListQuery
    response: typeof importSchemas.importListResponse
  }
  'GET /api/admin/media': { response: typeof mediaSchemas.mediaResponse }
  'GET /api/admin/media/uploads/:uploadId': { response: typeof mediaSchemas.uploadResponse }
  'GET /api/admin/messages': {
    query: typeof messageSchemas.messageListQuery
    response: typeof messageSchemas.messageListResponse
  }
  'GET /api/admin/messages/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/organizers': {
    query: AnyQuery
    response:
      | typeof contentsSchemas.organizerResponses.saved
      | typeof contentsSchemas.organizerResponses.single
      | typeof contentsSchemas.organizerResponses.list
  }
  'GET /api/admin/organizers/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/partners': {
    query: AnyQuery
    response:
      | typeof publishedContentsSchemas.partnerResponses.saved
      | typeof publishedContentsSchemas.partnerResponses.single
      | typeof publishedContentsSchemas.partnerResponses.list
  }
  'GET /api/admin/partners/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/payments': {
    query: typeof paymentSchemas.adminPaymentListQuery
    response: typeof paymentSchemas.adminPaymentListResponse
  }
  'GET /api/admin/payments/:paymentId': { response: typeof paymentSchemas.adminPaymentResponse }
  'GET /api/admin/payments/ledger': { query: typeof paymentSchemas.paymentReportQuery }
  'GET /api/admin/payments/mode': { response: typeof paymentSchemas.paymentModeResponse }
  'GET /api/admin/payments/reconcile': { response: typeof paymentSchemas.reconciliationResponse }
  'GET /api/admin/payments/totals': {
    query: typeof paymentSchemas.paymentReportQuery
    response: typeof paymentSchemas.paymentTotalsResponse
  }
  'GET /api/admin/regions': {
    query: AnyQuery
    response:
      | typeof contentsSchemas.regionResponses.saved
      | typeof contentsSchemas.regionResponses.single
      | typeof contentsSchemas.regionResponses.list
  }
  'GET /api/admin/regions/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/rule-set-templates': { response: typeof ruleSetSchemas.ruleSetTemplatesResponse }
  'GET /api/admin/season-moves': {
    query: typeof seasonYearSchemas.seasonMoveListQuery
    response: typeof seasonYearSchemas.seasonMoveListResponse
  }
  'GET /api/admin/seasons': {
    query: AnyQuery
    response:
      | typeof seasonYearSchemas.seasonYearResponses.saved
      | typeof seasonYearSchemas.seasonYearResponses.single
      | typeof seasonYearSchemas.seasonYearResponses.list
  }
  'GET /api/admin/seasons/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/settings': { response: typeof settingsSchemas.adminSettingsResponse }
  'GET /api/admin/setup-checklist': { response: typeof dashboardSchemas.setupChecklistResponse }
  'GET /api/admin/status': { response: typeof statusSchemas.statusResponse }
  'GET /api/admin/teams': { query: AnyQuery; response: typeof publishedTeamSchemas.teamsResponse }
  'GET /api/admin/teams/:teamId/coach-invitation': { response: typeof teamSchemas.coachInvitationResponse }
  'GET /api/admin/teams/:teamId/guardian-confirmations': {
    response: typeof guardianConfirmationSchemas.guardianConfirmationsResponse
  }
  'GET /api/admin/teams/:teamId/season-records': { response: typeof seasonYearSchemas.seasonRecordsResponse }
  'GET /api/admin/teams/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/admin/teams/leave-requests': { response: typeof teamLeaveSchemas.leaveRequestsResponse }
  'GET /api/admin/users': {
    query: AnyQuery
    response:
      | typeof publishedUserSchemas.userResponses.saved
      | typeof publishedUserSchemas.userResponses.single
      | typeof publishedUserSchemas.userResponses.list
  }
  'GET /api/admin/users/deleted': { query: AnyQuery; response: typeof crudSchemas.deletedListResponse }
  'GET /api/competitions': { response: typeof competitionSchemas.competitionsWithPlacesResponse }
  'GET /api/competitions/:slug': {
    query: typeof fieldsSchemas.langQuery
    response: typeof seasonPageSchemas.competitionPageResponse
  }
  'GET /api/competitions/:slug/teams/:teamNo': {
    query: typeof fieldsSchemas.langQuery
    response: typeof seasonPageSchemas.teamPageResponse
  }
  'GET /api/continents': {
    query: typeof fieldsSchemas.langQuery
    response: typeof publishedContentsSchemas.continentsResponse
  }
  'GET /api/demo-payments/orders/:orderRef': { response: typeof paymentSchemas.demoOrderResponse }
  'GET /api/events': {
    query: typeof publishedEventSchemas.eventListQuery
    response: typeof publishedEventSchemas.eventListResponse
  }
  'GET /api/faqs': {
    query: typeof publishedContentsSchemas.faqsQuery
    response: typeof publishedContentsSchemas.faqsResponse
  }
  'GET /api/legalPages': { response: typeof settingsSchemas.legalPagesResponse }
  'GET /api/loginseason': {
    query: typeof publishedSessionSchemas.confirmTokenQuery
    response: typeof publishedSessionSchemas.confirmTokenResponse
  }
  'GET /api/organizers': {
    query: typeof publishedContentsSchemas.organizersQuery
    response: typeof publishedContentsSchemas.organizersResponse
  }
  'GET /api/partners': {
    query: typeof publishedContentsSchemas.partnersQuery
    response: typeof publishedContentsSchemas.partnersResponse
  }
  'GET /api/payments': { query: AnyQuery; response: typeof paymentSchemas.accountPaymentsResponse }
  'GET /api/payments/:paymentId': { response: typeof paymentSchemas.paymentWithReceiptResponse }
  'GET /api/regions': {
    query: typeof fieldsSchemas.langQuery
    response: typeof publishedContentsSchemas.regionsResponse
  }
  'GET /api/settings': {
    query: typeof publishedSettingsSchemas.settingsQuery
    response: typeof publishedSettingsSchemas.settingsResponse
  }
  'GET /api/simulator': { response: typeof downloadRegistrantSchemas.simulatorResponse }
  'GET /api/teams': { query: AnyQuery; response: typeof teamSchemas.accountTeamsResponse }
  'GET /api/teams/:teamId/feedback': { response: typeof panelSchemas.teamFeedbackResponse }
  'GET /api/teams/:teamId/history': { response: typeof teamProgressSchemas.teamHistoryResponse }
  'GET /api/teams/:teamId/schedule': { response: typeof scheduleSchemas.teamSchedulesResponse }
  'GET /api/teams/:teamId/season-records': { response: typeof seasonYearSchemas.seasonRecordsResponse }
  'GET /api/teams/drafts': { response: typeof teamSchemas.draftsResponse }
  'GET /api/teams/pictures/:name': { query: AnyQuery }
  'GET /api/teams/ranks': { response: typeof teamProgressSchemas.teamRanksResponse }
  'GET /api/unsubscribe/one-click': { query: typeof announcementSchemas.unsubscribeQuery }
  'GET /api/v1/certificates/:code': { response: typeof certificateSchemas.verifyCertificateResponse }
  'GET /api/v1/events/:eventId/overview-changes': {
    query: typeof eventOverviewSchemas.eventOverviewStreamQuery
  }
  'GET /api/v1/events/:idOrSlug': {
    query: typeof fieldsSchemas.langQuery
    response: typeof publishedEventSchemas.eventResponse
  }
  'GET /api/v1/events/:idOrSlug/matches': {
    query: typeof fieldsSchemas.langQuery
    response: typeof matchSchemas.tournamentResponse
  }
  'GET /api/v1/events/:idOrSlug/schedule': {
    query: typeof fieldsSchemas.langQuery
    response: typeof scheduleSchemas.nextSlotsResponse
  }
  'GET /api/v1/events/:idOrSlug/schedule/slots': {
    query: typeof fieldsSchemas.langQuery
    response: typeof scheduleSchemas.publicScheduleResponse
  }
  'GET /api/v1/events/:idOrSlug/schedule/tables': {
    query: typeof fieldsSchemas.langQuery
    response: typeof displaySchemas.tableSchedulesResponse
  }
  'GET /api/v1/events/:idOrSlug/screens': {
    query: typeof fieldsSchemas.langQuery
    response: typeof displaySchemas.displayStateResponse
  }
  'GET /api/v1/events/:idOrSlug/team-pages': {
    query: typeof fieldsSchemas.langQuery
    response: typeof seasonPageSchemas.teamPagesOfEventResponse
  }
  'GET /api/v1/events/scores/:eventId': {
    query: typeof publishedScoreSchemas.scoreboardQuery
    response: typeof publishedScoreSchemas.scoreboardResponse
  }
  'GET /api/v1/events/scores/:eventId/at': {
    query: typeof timeMachineSchemas.timeMachineQuery
    response: typeof timeMachineSchemas.timeMachineResponse
  }
  'GET /api/v1/events/scores/:eventId/entries/:entryId': {
    response: typeof publishedScoreSchemas.scoreboardEntryResponse
  }
  'GET /api/v1/events/scores/:eventId/live': object
  'GET /api/v1/events/scores/:eventId/reveal': { query: typeof resultsSchemas.revealStreamQuery }
  'GET /api/v1/events/scores/:eventId/timeline': {
    query: typeof timeMachineSchemas.timelineQuery
    response: typeof timeMachineSchemas.timelineResponse
  }
  'GET /api/v1/judge/event': {
    query: typeof judgeSheetSchemas.judgeEventQuery
    response: typeof judgeSheetSchemas.judgeEventResponse
  }
  'GET /api/v1/judge/panels': { response: typeof panelSchemas.panelsResponse }
  'GET /api/v1/judge/session': { response: typeof judgeSchemas.judgeSessionResponse }
  'PATCH /api/admin/competitions': {
    body: typeof crudSchemas.toggleRequest
    response: typeof competitionSchemas.competitionResponses.saved
  }
  'PATCH /api/admin/events': {
    body: typeof publishedEventSchemas.toggleEventRequest
    response: typeof publishedEventSchemas.savedEventResponse
  }
  'PATCH /api/admin/events/:eventId/results/reveal': {
    body: typeof resultsSchemas.updateRevealRequest
    response: typeof resultsSchemas.savedResultsResponse
  }
  'PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId': {
    body: typeof scoreSchemas.updateAttemptRequest
    response: typeof scoreSchemas.savedScoreEntryResponse
  }
  'PATCH /api/admin/faqs': {
    body: typeof crudSchemas.publishedToggleRequest
    response: typeof publishedContentsSchemas.faqResponses.saved
  }
  'PATCH /api/admin/messages': {
    body: typeof messageSchemas.setMessageStateRequest
    response: typeof messageSchemas.savedMessageResponse
  }
  'PATCH /api/admin/organizers': {
    body: typeof crudSchemas.toggleRequest
    response: typeof contentsSchemas.organizerResponses.saved
  }
  'PATCH /api/admin/partners': {
    body: typeof crudSchemas.publishedToggleRequest
    response: typeof publishedContentsSchemas.partnerResponses.saved
  }
  'PATCH /api/admin/regions': {
    body: typeof crudSchemas.toggleRequest
    response: typeof contentsSchemas.regionResponses.saved
  }
  'PATCH /api/admin/seasons': {
    body: typeof crudSchemas.toggleRequest
    response: typeof seasonYearSchemas.seasonYearResponses.saved
  }
  'PATCH /api/admin/users': {
    body: typeof crudSchemas.publishedToggleRequest
    response: typeof publishedUserSchemas.userResponses.saved
  }
  'POST /api/account/confirm': {
    body: typeof sessionSchemas.confirmIdentityRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/account/email-confirmation': { response: typeof responseSchemas.messageOnlyResponse }
  'POST /api/account/erasure': {
    body: typeof accountSchemas.requestErasureRequest
    response: typeof accountSchemas.erasureResponse
  }
  'POST /api/account/password': {
    body: typeof accountSchemas.changePasswordRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/account/second-factor/confirm': {
    body: typeof sessionSchemas.confirmSecondFactorRequest
    response: typeof sessionSchemas.confirmSecondFactorResponse
  }
  'POST /api/account/second-factor/disable': {
    body: typeof sessionSchemas.disableSecondFactorRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/account/second-factor/start': {
    body: typeof sessionSchemas.startSecondFactorRequest
    response: typeof sessionSchemas.startSecondFactorResponse
  }
  'POST /api/adduser': {
    body: typeof publishedSessionSchemas.signInRequest
    response: typeof publishedSessionSchemas.signInResponse
  }
  'POST /api/adduser/second-factor': {
    body: typeof sessionSchemas.secondFactorSignInRequest
    response: typeof publishedSessionSchemas.signInResponse
  }
  'POST /api/adduser/token': {
    body: typeof sessionSchemas.tokenSignInRequest
    response: typeof publishedSessionSchemas.signInResponse
  }
  'POST /api/admin/announcements': {
    body: typeof announcementSchemas.saveAnnouncementRequest
    response: typeof announcementSchemas.announcementResponses.saved
  }
  'POST /api/admin/announcements/cancel': {
    body: typeof announcementSchemas.cancelAnnouncementRequest
    response: typeof announcementSchemas.announcementResponses.saved
  }
  'POST /api/admin/announcements/preview': {
    body: typeof announcementSchemas.announcementPreviewRequest
    response: typeof announcementSchemas.announcementPreviewResponse
  }
  'POST /api/admin/announcements/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof announcementSchemas.announcementResponses.saved
  }
  'POST /api/admin/announcements/schedule': {
    body: typeof announcementSchemas.scheduleAnnouncementRequest
    response: typeof announcementSchemas.announcementResponses.saved
  }
  'POST /api/admin/announcements/test': {
    body: typeof announcementSchemas.testAnnouncementRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/admin/audit/:entryId/revert': { response: typeof responseSchemas.messageOnlyResponse }
  'POST /api/admin/competitions': {
    body: typeof competitionSchemas.saveCompetitionRequest
    response: typeof competitionSchemas.competitionResponses.saved
  }
  'POST /api/admin/competitions/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof competitionSchemas.competitionResponses.saved
  }
  'POST /api/admin/continents': {
    body: typeof contentsSchemas.saveContinentRequest
    response: typeof contentsSchemas.continentResponses.saved
  }
  'POST /api/admin/continents/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof contentsSchemas.continentResponses.saved
  }
  'POST /api/admin/downloads/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof downloadRegistrantSchemas.restoredRegistrantResponse
  }
  'POST /api/admin/events': {
    body: typeof publishedEventSchemas.saveEventRequest
    response: typeof publishedEventSchemas.savedEventResponse
  }
  'POST /api/admin/events/:eventId/additional-attempts': {
    body: typeof judgeSheetSchemas.allowAttemptRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/admin/events/:eventId/badges': {
    body: typeof scheduleSchemas.badgesRequest
    response: typeof scheduleSchemas.badgesResponse
  }
  'POST /api/admin/events/:eventId/certificates/:code/reissue': {
    response: typeof certificateSchemas.changedCertificateResponse
  }
  'POST /api/admin/events/:eventId/certificates/:code/revoke': {
    body: typeof certificateSchemas.revokeCertificateRequest
    response: typeof certificateSchemas.changedCertificateResponse
  }
  'POST /api/admin/events/:eventId/check-in': {
    body: typeof scheduleSchemas.checkInRequest
    response: typeof scheduleSchemas.checkInResponse
  }
  'POST /api/admin/events/:eventId/guests/assign': {
    body: typeof guestSchemas.assignGuestsRequest
    response: typeof guestSchemas.assignGuestsResponse
  }
  'POST /api/admin/events/:eventId/judge-sheets': {
    body: typeof judgeSheetSchemas.importSheetsRequest
    response: typeof judgeSheetSchemas.importedSheetsResponse
  }
  'POST /api/admin/events/:eventId/judge-sheets/:sheetId/review': {
    body: typeof judgeSheetSchemas.reviewSheetRequest
    response: typeof judgeSheetSchemas.reviewedSheetResponse
  }
  'POST /api/admin/events/:eventId/judges': {
    body: typeof judgeSchemas.createJudgesRequest
    response: typeof judgeSchemas.createdJudgesResponse
  }
  'POST /api/admin/events/:eventId/judges/:judgeId/code': {
    response: typeof judgeSchemas.newJudgeCodeResponse
  }
  'POST /api/admin/events/:eventId/judging/closed': {
    body: typeof scheduleSchemas.closeJudgingRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/admin/events/:eventId/judging/second-judge': {
    body: typeof judgeSheetSchemas.setSecondJudgeRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/admin/events/:eventId/keys': {
    body: typeof simulatorKeySchemas.createSimulatorKeyRequest
    response: typeof simulatorKeySchemas.createdSimulatorKeyResponse
  }
  'POST /api/admin/events/:eventId/matches/:matchNumber/preview': {
    body: typeof matchSchemas.previewMatchRequest
    response: typeof matchSchemas.matchPreviewResponse
  }
  'POST /api/admin/events/:eventId/matches/draw': {
    body: typeof matchSchemas.drawMatchesRequest
    response: typeof matchSchemas.savedMatchesResponse
  }
  'POST /api/admin/events/:eventId/matches/score-changes/preview': {
    body: typeof matchSchemas.previewScoreChangeRequest
    response: typeof matchSchemas.matchPreviewResponse
  }
  'POST /api/admin/events/:eventId/matches/withdrawals/preview': {
    body: typeof matchSchemas.setWithdrawalRequest
    response: typeof matchSchemas.matchPreviewResponse
  }
  'POST /api/admin/events/:eventId/panels/second-looks': {
    body: typeof panelSchemas.requestSecondLookRequest
    response: typeof panelSchemas.changedPanelsResponse
  }
  'POST /api/admin/events/:eventId/protests/:protestId/answer': {
    body: typeof protestSchemas.answerProtestRequest
    response: typeof protestSchemas.answeredProtestResponse
  }
  'POST /api/admin/events/:eventId/results/advancements': {
    body: typeof advancementSchemas.advanceTeamsRequest
    response: typeof advancementSchemas.advancementResponse
  }
  'POST /api/admin/events/:eventId/results/advancements/:advancementId/undo': {
    response: typeof advancementSchemas.advancementResponse
  }
  'POST /api/admin/events/:eventId/results/advancements/preview': {
    body: typeof advancementSchemas.advanceSelection
    response: typeof advancementSchemas.advancePreviewResponse
  }
  'POST /api/admin/events/:eventId/results/awards': {
    body: typeof resultsSchemas.saveAwardRequest
    response: typeof resultsSchemas.savedAwardResponse
  }
  'POST /api/admin/events/:eventId/results/publication/take-back': {
    body: typeof resultsSchemas.takeBackResultsRequest
    response: typeof resultsSchemas.savedPublishedResultsResponse
  }
  'POST /api/admin/events/:eventId/results/reveal': {
    body: typeof resultsSchemas.startRevealRequest
    response: typeof resultsSchemas.savedResultsResponse
  }
  'POST /api/admin/events/:eventId/rule-set/preview': {
    body: typeof ruleSetSchemas.previewRuleSetRequest
    response: typeof ruleSetPreviewSchemas.ruleSetPreviewResponse
  }
  'POST /api/admin/events/:eventId/schedule/generate': {
    body: typeof scheduleSchemas.generateScheduleRequest
    response: typeof scheduleSchemas.generatedScheduleResponse
  }
  'POST /api/admin/events/:eventId/schedule/generate/preview': {
    body: typeof scheduleSchemas.previewScheduleRequest
    response: typeof scheduleSchemas.previewScheduleResponse
  }
  'POST /api/admin/events/:eventId/schedule/import': {
    body: typeof importSchemas.importRequest
    response: typeof scheduleSchemas.scheduleImportResponse
  }
  'POST /api/admin/events/:eventId/schedule/published': {
    body: typeof scheduleSchemas.publishScheduleRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/admin/events/:eventId/schedule/shift': {
    body: typeof scheduleSchemas.shiftScheduleRequest
    response: typeof scheduleSchemas.shiftScheduleResponse
  }
  'POST /api/admin/events/:eventId/schedule/slots': {
    body: typeof scheduleSchemas.saveSlotRequest
    response: typeof scheduleSchemas.savedSlotResponse
  }
  'POST /api/admin/events/:eventId/schedule/swap': {
    body: typeof scheduleSchemas.swapSlotsRequest
    response: typeof scheduleSchemas.swappedSlotsResponse
  }
  'POST /api/admin/events/:eventId/scores': {
    body: typeof scoreSchemas.addAttemptsRequest
    response: typeof scoreSchemas.savedScoreEntryResponse
  }
  'POST /api/admin/events/:eventId/scores/import': {
    body: typeof importSchemas.importRequest
    response: typeof scoreSchemas.scoreImportResponse
  }
  'POST /api/admin/events/:eventId/scores/restore': {
    body: typeof scoreSchemas.restoreScoreRequest
    response: typeof scoreSchemas.savedScoreEntryResponse
  }
  'POST /api/admin/events/:eventId/screens': {
    body: typeof displaySchemas.saveScreenRequest
    response: typeof displaySchemas.savedScreenResponse
  }
  'POST /api/admin/events/:eventId/teams': {
    body: typeof scheduleSchemas.addEventTeamsRequest
    response: typeof scheduleSchemas.addedEventTeamsResponse
  }
  'POST /api/admin/events/restore': {
    body: typeof publishedEventSchemas.adminEventQuery
    response: typeof publishedEventSchemas.savedEventResponse
  }
  'POST /api/admin/faqs': {
    body: typeof publishedContentsSchemas.saveFaqRequest
    response: typeof publishedContentsSchemas.faqResponses.saved
  }
  'POST /api/admin/faqs/import': {
    body: typeof importSchemas.importRequest
    response: typeof contentsSchemas.faqImportResponse
  }
  'POST /api/admin/faqs/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof publishedContentsSchemas.faqResponses.saved
  }
  'POST /api/admin/imports/:importId/undo': { response: typeof responseSchemas.messageOnlyResponse }
  'POST /api/admin/media/uploads': {
    body: typeof mediaSchemas.startUploadRequest
    response: typeof mediaSchemas.uploadResponse
  }
  'POST /api/admin/media/uploads/:uploadId/complete': { response: typeof mediaSchemas.savedMediaResponse }
  'POST /api/admin/messages/reply': {
    body: typeof messageSchemas.replyToMessageRequest
    response: typeof messageSchemas.savedMessageResponse
  }
  'POST /api/admin/messages/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof messageSchemas.savedMessageResponse
  }
  'POST /api/admin/organizers': {
    body: typeof contentsSchemas.saveOrganizerRequest
    response: typeof contentsSchemas.organizerResponses.saved
  }
  'POST /api/admin/organizers/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof contentsSchemas.organizerResponses.saved
  }
  'POST /api/admin/partners': {
    body: typeof publishedContentsSchemas.savePartnerRequest
    response: typeof publishedContentsSchemas.partnerResponses.saved
  }
  'POST /api/admin/partners/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof publishedContentsSchemas.partnerResponses.saved
  }
  'POST /api/admin/payments/:paymentId/accept': {
    body: typeof paymentSchemas.acceptPaymentRequest
    response: typeof paymentSchemas.changedPaymentResponse
  }
  'POST /api/admin/payments/:paymentId/discard-refund': {
    body: typeof paymentSchemas.discardRefundRequest
    response: typeof paymentSchemas.changedPaymentResponse
  }
  'POST /api/admin/payments/:paymentId/refund': {
    body: typeof paymentSchemas.refundRequest
    response: typeof paymentSchemas.changedPaymentResponse
  }
  'POST /api/admin/payments/mark': {
    body: typeof paymentSchemas.markPaidRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/admin/payments/reconcile': { response: typeof paymentSchemas.reconciliationResponse }
  'POST /api/admin/regions': {
    body: typeof contentsSchemas.saveRegionRequest
    response: typeof contentsSchemas.regionResponses.saved
  }
  'POST /api/admin/regions/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof contentsSchemas.regionResponses.saved
  }
  'POST /api/admin/season-moves': {
    body: typeof seasonYearSchemas.createSeasonMoveRequest
    response: typeof seasonYearSchemas.seasonMoveResponse
  }
  'POST /api/admin/season-moves/preview': {
    body: typeof seasonYearSchemas.seasonMoveSelection
    response: typeof seasonYearSchemas.seasonMovePreviewResponse
  }
  'POST /api/admin/season-moves/undo': {
    body: typeof seasonYearSchemas.undoSeasonMoveRequest
    response: typeof seasonYearSchemas.seasonMoveResponse
  }
  'POST /api/admin/seasons': {
    body: typeof seasonYearSchemas.saveSeasonYearRequest
    response: typeof seasonYearSchemas.seasonYearResponses.saved
  }
  'POST /api/admin/seasons/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof seasonYearSchemas.seasonYearResponses.saved
  }
  'POST /api/admin/teams': {
    body: typeof publishedTeamSchemas.saveTeamRequest
    response: typeof publishedTeamSchemas.savedPublishedTeamResponse
  }
  'POST /api/admin/teams/:teamId/coaches': {
    body: typeof teamSchemas.saveTeamPersonRequest
    response: typeof teamSchemas.savedTeamPersonResponse
  }
  'POST /api/admin/teams/:teamId/coaches/:personId/national-id': {
    body: typeof teamSchemas.nationalIdReasonRequest
    response: typeof teamSchemas.revealNationalIdResponse
  }
  'POST /api/admin/teams/:teamId/coaches/:personId/restore': {
    response: typeof teamSchemas.savedTeamPersonResponse
  }
  'POST /api/admin/teams/:teamId/members': {
    body: typeof teamSchemas.saveTeamPersonRequest
    response: typeof teamSchemas.savedTeamPersonResponse
  }
  'POST /api/admin/teams/:teamId/members/:personId/national-id': {
    body: typeof teamSchemas.nationalIdReasonRequest
    response: typeof teamSchemas.revealNationalIdResponse
  }
  'POST /api/admin/teams/:teamId/members/:personId/restore': {
    response: typeof teamSchemas.savedTeamPersonResponse
  }
  'POST /api/admin/teams/coach-invitations': {
    query: typeof publishedTeamSchemas.publishedTeamFilter
    response: typeof teamSchemas.invitedCoachesResponse
  }
  'POST /api/admin/teams/full-export': {
    query: typeof publishedTeamSchemas.publishedTeamFilter
    body: typeof teamSchemas.nationalIdReasonRequest
  }
  'POST /api/admin/teams/import': {
    body: typeof importSchemas.importRequest
    response: typeof teamImportSchemas.teamImportResponse
  }
  'POST /api/admin/teams/leave-requests': {
    body: typeof teamLeaveSchemas.decideLeaveRequest
    response: typeof teamLeaveSchemas.decideLeaveResponse
  }
  'POST /api/admin/teams/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof teamSchemas.savedTeamResponse
  }
  'POST /api/admin/users': {
    body: typeof publishedUserSchemas.saveUserRequest
    response: typeof publishedUserSchemas.userResponses.saved
  }
  'POST /api/admin/users/erasure': {
    body: typeof accountSchemas.erasureDecisionRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/admin/users/import': {
    body: typeof importSchemas.importRequest
    response: typeof userSchemas.userImportResponse
  }
  'POST /api/admin/users/restore': {
    body: typeof crudSchemas.idQuery
    response: typeof publishedUserSchemas.userResponses.saved
  }
  'POST /api/admin/users/save': {
    body: typeof publishedUserSchemas.saveUserRequest
    response: typeof publishedUserSchemas.userResponses.saved
  }
  'POST /api/confirm-email': {
    body: typeof registrationSchemas.confirmEmailRequest
    response: typeof registrationSchemas.confirmEmailResponse
  }
  'POST /api/confirm-email/again': {
    body: typeof registrationSchemas.resendConfirmationRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/confirm-email/decline': {
    body: typeof registrationSchemas.declineConfirmationRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/contact-us': {
    query: typeof fieldsSchemas.langQuery
    body: typeof messageSchemas.contactUsRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/demo-payments/orders/:orderRef': {
    body: typeof paymentSchemas.payDemoOrderRequest
    response: typeof paymentSchemas.demoOrderResponse
  }
  'POST /api/download-game': {
    query: typeof fieldsSchemas.langQuery
    body: typeof publishedDownloadSchemas.downloadRequest
    response: typeof publishedDownloadSchemas.downloadResponse
  }
  'POST /api/getuser': { response: typeof publishedSessionSchemas.sessionUserResponse }
  'POST /api/guardian-confirmation': {
    body: typeof guardianConfirmationSchemas.guardianRequestQuery
    response: typeof guardianConfirmationSchemas.guardianRequestResponse
  }
  'POST /api/guardian-confirmation/new-link': {
    body: typeof guardianConfirmationSchemas.guardianRequestQuery
    response: typeof guardianConfirmationSchemas.guardianEmailResponse
  }
  'POST /api/password/forgot': {
    body: typeof sessionSchemas.forgotPasswordRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/password/reset': {
    body: typeof sessionSchemas.resetPasswordRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/payments': {
    body: typeof paymentSchemas.startPaymentRequest
    response: typeof paymentSchemas.startPaymentResponse
  }
  'POST /api/payments/:paymentId/check': { response: typeof paymentSchemas.paymentResponse }
  'POST /api/payments/advice': {
    body: typeof paymentSchemas.gatewayNotificationRequest
    response: typeof paymentSchemas.gatewayNotificationResponse
  }
  'POST /api/register': {
    query: typeof fieldsSchemas.langQuery
    body: typeof registrationSchemas.registerRequest
    response: typeof registrationSchemas.registerResponse
  }
  'POST /api/signout': { response: typeof responseSchemas.messageOnlyResponse }
  'POST /api/support': {
    query: typeof fieldsSchemas.langQuery
    body: typeof messageSchemas.reportIssueRequest
    response: typeof messageSchemas.reportIssueResponse
  }
  'POST /api/teams': {
    body: typeof teamSchemas.submitTeamRequest
    response: typeof teamSchemas.savedAccountTeamResponse
  }
  'POST /api/teams/:teamId/leave': { response: typeof teamSchemas.savedAccountTeamResponse }
  'POST /api/teams/:teamId/members/:personId/guardian-link': {
    response: typeof guardianConfirmationSchemas.guardianLinkResponse
  }
  'POST /api/teams/:teamId/members/:personId/guardian-mail': {
    response: typeof guardianConfirmationSchemas.guardianEmailResponse
  }
  'POST /api/teams/:teamId/owner': { response: typeof teamSchemas.savedAccountTeamResponse }
  'POST /api/teams/:teamId/place': { response: typeof teamSchemas.savedAccountTeamResponse }
  'POST /api/unsubscribe': {
    body: typeof announcementSchemas.unsubscribeRequest
    response: typeof announcementSchemas.newsPreferenceResponse
  }
  'POST /api/unsubscribe/one-click': {
    query: typeof announcementSchemas.unsubscribeQuery
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/v1/events/:eventCode/scores': {
    body: typeof publishedScoreSchemas.postScoresRequest
    response: typeof publishedScoreSchemas.postScoresResponse
  }
  'POST /api/v1/judge/additional-attempts': {
    body: typeof judgeSheetSchemas.allowAttemptRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'POST /api/v1/judge/panels/second-looks': {
    body: typeof panelSchemas.requestSecondLookRequest
    response: typeof panelSchemas.changedPanelsResponse
  }
  'POST /api/v1/judge/session': {
    body: typeof judgeSchemas.judgeSignInRequest
    response: typeof judgeSchemas.judgeSignInResponse
  }
  'POST /api/v1/judge/sheets': {
    body: typeof judgeSheetSchemas.judgeSheetRequest
    response: typeof judgeSheetSchemas.sentSheetResponse
  }
  'POST /api/v1/judge/sheets/:sheetId/review': {
    body: typeof judgeSheetSchemas.reviewSheetRequest
    response: typeof judgeSheetSchemas.reviewedSheetResponse
  }
  'PUT /api/account': {
    body: typeof accountSchemas.updateAccountRequest
    response: typeof accountSchemas.updateAccountResponse
  }
  'PUT /api/account/news': {
    body: typeof announcementSchemas.newsPreferenceRequest
    response: typeof announcementSchemas.newsPreferenceResponse
  }
  'PUT /api/account/protests/:protestId': {
    body: typeof protestSchemas.createProtestRequest
    response: typeof protestSchemas.savedProtestResponse
  }
  'PUT /api/admin/announcements': {
    body: typeof announcementSchemas.saveAnnouncementRequest
    response: typeof announcementSchemas.announcementResponses.saved
  }
  'PUT /api/admin/competitions': {
    body: typeof competitionSchemas.saveCompetitionRequest
    response: typeof competitionSchemas.competitionResponses.saved
  }
  'PUT /api/admin/continents': {
    body: typeof contentsSchemas.saveContinentRequest
    response: typeof contentsSchemas.continentResponses.saved
  }
  'PUT /api/admin/events': {
    body: typeof publishedEventSchemas.saveEventRequest
    response: typeof publishedEventSchemas.savedEventResponse
  }
  'PUT /api/admin/events/:eventId/guests': {
    body: typeof guestSchemas.acceptGuestsRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'PUT /api/admin/events/:eventId/judges/:judgeId': {
    body: typeof judgeSchemas.saveJudgeRequest
    response: typeof judgeSchemas.savedJudgeResponse
  }
  'PUT /api/admin/events/:eventId/match-timer': {
    body: typeof displaySchemas.updateTimerRequest
    response: typeof displaySchemas.savedTimerResponse
  }
  'PUT /api/admin/events/:eventId/matches/:matchNumber': {
    body: typeof matchSchemas.saveMatchRequest
    response: typeof matchSchemas.savedMatchesResponse
  }
  'PUT /api/admin/events/:eventId/matches/withdrawals': {
    body: typeof matchSchemas.setWithdrawalRequest
    response: typeof matchSchemas.savedMatchesResponse
  }
  'PUT /api/admin/events/:eventId/panels/feedback': {
    body: typeof panelSchemas.releaseFeedbackRequest
    response: typeof panelSchemas.changedPanelsResponse
  }
  'PUT /api/admin/events/:eventId/panels/recusals': {
    body: typeof panelSchemas.setRecusalRequest
    response: typeof panelSchemas.changedPanelsResponse
  }
  'PUT /api/admin/events/:eventId/protest-settings': {
    body: typeof protestSchemas.saveProtestSettingsRequest
    response: typeof protestSchemas.savedProtestSettingsResponse
  }
  'PUT /api/admin/events/:eventId/protests/:protestId': {
    body: typeof protestSchemas.createPaperProtestRequest
    response: typeof protestSchemas.savedProtestResponse
  }
  'PUT /api/admin/events/:eventId/results/awards/:awardId': {
    body: typeof resultsSchemas.saveAwardRequest
    response: typeof resultsSchemas.savedAwardResponse
  }
  'PUT /api/admin/events/:eventId/results/freeze': {
    body: typeof resultsSchemas.freezeRankingRequest
    response: typeof resultsSchemas.savedResultsResponse
  }
  'PUT /api/admin/events/:eventId/results/publication': {
    body: typeof resultsSchemas.publishResultsRequest
    response: typeof resultsSchemas.savedPublishedResultsResponse
  }
  'PUT /api/admin/events/:eventId/rule-set': {
    body: typeof ruleSetSchemas.saveRuleSetRequest
    response: typeof ruleSetSchemas.savedRuleSetResponse
  }
  'PUT /api/admin/events/:eventId/schedule/slots/:slotId': {
    body: typeof scheduleSchemas.updateSlotRequest
    response: typeof scheduleSchemas.savedSlotResponse
  }
  'PUT /api/admin/events/:eventId/scores/:entryId': {
    body: typeof scoreSchemas.updateParticipantRequest
    response: typeof scoreSchemas.savedScoreEntryResponse
  }
  'PUT /api/admin/events/:eventId/screens/:screenNumber': {
    body: typeof displaySchemas.saveScreenRequest
    response: typeof displaySchemas.savedScreenResponse
  }
  'PUT /api/admin/faqs': {
    body: typeof publishedContentsSchemas.saveFaqRequest
    response: typeof publishedContentsSchemas.faqResponses.saved
  }
  'PUT /api/admin/media/logo': {
    body: typeof mediaSchemas.saveImageRequest
    response: typeof mediaSchemas.savedMediaResponse
  }
  'PUT /api/admin/media/poster': {
    body: typeof mediaSchemas.saveImageRequest
    response: typeof mediaSchemas.savedMediaResponse
  }
  'PUT /api/admin/media/seal': {
    body: typeof mediaSchemas.saveImageRequest
    response: typeof mediaSchemas.savedMediaResponse
  }
  'PUT /api/admin/media/signature': {
    body: typeof mediaSchemas.saveImageRequest
    response: typeof mediaSchemas.savedMediaResponse
  }
  'PUT /api/admin/media/uploads/:uploadId': {
    query: typeof mediaSchemas.uploadPartQuery
    response: typeof mediaSchemas.uploadResponse
  }
  'PUT /api/admin/organizers': {
    body: typeof contentsSchemas.saveOrganizerRequest
    response: typeof contentsSchemas.organizerResponses.saved
  }
  'PUT /api/admin/partners': {
    body: typeof publishedContentsSchemas.savePartnerRequest
    response: typeof publishedContentsSchemas.partnerResponses.saved
  }
  'PUT /api/admin/regions': {
    body: typeof contentsSchemas.saveRegionRequest
    response: typeof contentsSchemas.regionResponses.saved
  }
  'PUT /api/admin/seasons': {
    body: typeof seasonYearSchemas.saveSeasonYearRequest
    response: typeof seasonYearSchemas.seasonYearResponses.saved
  }
  'PUT /api/admin/settings': {
    body: typeof settingsSchemas.saveSettingsRequest
    response: typeof settingsSchemas.savedSettingsResponse
  }
  'PUT /api/admin/teams': {
    body: typeof publishedTeamSchemas.saveTeamRequest
    response: typeof publishedTeamSchemas.savedPublishedTeamResponse
  }
  'PUT /api/admin/teams/:teamId/coach-invitation': {
    body: typeof teamSchemas.inviteCoachRequest
    response: typeof teamSchemas.savedCoachInvitationResponse
  }
  'PUT /api/admin/teams/:teamId/coaches/:personId': {
    body: typeof teamSchemas.saveTeamPersonRequest
    response: typeof teamSchemas.savedTeamPersonResponse
  }
  'PUT /api/admin/teams/:teamId/members/:personId': {
    body: typeof teamSchemas.saveTeamPersonRequest
    response: typeof teamSchemas.savedTeamPersonResponse
  }
  'PUT /api/admin/teams/:teamId/members/:personId/guardian-confirmation': {
    body: typeof guardianConfirmationSchemas.recordGuardianPaperRequest
    response: typeof guardianConfirmationSchemas.savedGuardianConfirmationsResponse
  }
  'PUT /api/admin/teams/:teamId/scores': {
    body: typeof teamSchemas.saveTeamScoresRequest
    response: typeof teamSchemas.savedTeamResponse
  }
  'PUT /api/admin/users': {
    body: typeof publishedUserSchemas.saveUserRequest
    response: typeof publishedUserSchemas.userResponses.saved
  }
  'PUT /api/guardian-confirmation': {
    body: typeof guardianConfirmationSchemas.guardianDecisionRequest
    response: typeof guardianConfirmationSchemas.guardianDecisionResponse
  }
  'PUT /api/teams': {
    body: typeof teamSchemas.submitTeamRequest
    response: typeof teamSchemas.savedAccountTeamResponse
  }
  'PUT /api/teams/drafts/:draftId': {
    body: typeof teamSchemas.saveDraftRequest
    response: typeof responseSchemas.messageOnlyResponse
  }
  'PUT /api/v1/judge/panels/recusals': {
    body: typeof panelSchemas.setRecusalRequest
    response: typeof panelSchemas.changedPanelsResponse
  }
  'PUT /api/v1/judge/protests/:protestId': {
    body: typeof protestSchemas.createPaperProtestRequest
    response: typeof protestSchemas.savedProtestResponse
  }
}
