import type { FaqImportPreview } from '#contract/contents.ts'
import { paths } from '#contract/paths.ts'
import type { TeamImportPreview } from '#contract/team-import.ts'
import type { UserImportPreview } from '#contract/user.ts'
import { createAccountApi } from './account.ts'
import { createAdminAnnouncementApi } from './admin/announcements.ts'
import { createAdminAuditApi } from './admin/audit.ts'
import { createAdminCertificateApi } from './admin/certificates.ts'
import { createAdminCompetitionApi } from './admin/competitions.ts'
import { createAdminContentApi } from './admin/content.ts'
import { createAdminDashboardApi } from './admin/dashboard.ts'
import { createAdminEventApi } from './admin/events.ts'
import { createImportApi } from './admin/import.ts'
import { createAdminImportApi } from './admin/imports.ts'
import { createAdminJudgeApi } from './admin/judges.ts'
import { createAdminMediaApi } from './admin/media.ts'
import { createAdminMessageApi } from './admin/messages.ts'
import { createAdminPaymentApi } from './admin/payments.ts'
import { createAdminProtestApi } from './admin/protests.ts'
import { createAdminPublishedResultsApi } from './admin/published-results.ts'
import { createAdminRegistrantApi } from './admin/registrants.ts'
import { createAdminResultsApi } from './admin/results.ts'
import { createAdminRuleSetApi } from './admin/rule-sets.ts'
import { createAdminScheduleApi } from './admin/schedule.ts'
import { createAdminScoreLogApi } from './admin/score-log.ts'
import { createAdminScoreApi } from './admin/scores.ts'
import { createAdminSeasonApi } from './admin/seasons.ts'
import { createAdminSettingsApi } from './admin/settings.ts'
import { createAdminStatusApi } from './admin/status.ts'
import { createAdminTeamApi } from './admin/teams.ts'
import { createAdminUserApi } from './admin/users.ts'
import { requestWithToken as ask, callWithToken as call } from './with-token.ts'

/** The API client of the back office; in the browser only, because it needs the token. */
export const adminApi = {
  account: createAccountApi(call),
  announcements: createAdminAnnouncementApi(call),
  audit: createAdminAuditApi(call),
  ...createAdminContentApi(call),
  faqImport: createImportApi<FaqImportPreview>(call, paths.adminFaqsImport),
  certificates: createAdminCertificateApi(call),
  dashboard: createAdminDashboardApi(call),
  imports: createAdminImportApi(call),
  judges: createAdminJudgeApi(call),
  media: createAdminMediaApi(call),
  messages: createAdminMessageApi(call),
  protests: createAdminProtestApi(call),
  publishedResults: createAdminPublishedResultsApi(call),
  registrants: createAdminRegistrantApi(call, ask),
  events: createAdminEventApi(call, ask),
  status: createAdminStatusApi(call),
  payments: createAdminPaymentApi(call, ask),
  ruleSets: createAdminRuleSetApi(call),
  schedule: createAdminScheduleApi(call),
  results: createAdminResultsApi(call),
  scores: createAdminScoreApi(call, ask),
  scoreLog: createAdminScoreLogApi(call),
  seasons: createAdminSeasonApi(call),
  settings: createAdminSettingsApi(call),
  users: createAdminUserApi(call, ask),
  competitions: createAdminCompetitionApi(call),
  teams: createAdminTeamApi(call, ask),
  userImport: createImportApi<UserImportPreview>(call, paths.adminUsersImport),
  teamImport: createImportApi<TeamImportPreview>(call, paths.adminTeamsImport),
}
