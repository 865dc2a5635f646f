import { accountApi } from './account.ts'
import { createAdminAnnouncementApi } from './admin/announcements.ts'
import { createAdminAuditApi } from './admin/audit.ts'
import { createAdminCompetitionApi } from './admin/competitions.ts'
import { createAdminContentApi } from './admin/content.ts'
import { createAdminDashboardApi, createAdminStatusApi } from './admin/dashboard.ts'
import { createAdminEventApi } from './admin/events.ts'
import { createAdminImportApi, createImportApi } from './admin/imports.ts'
import { createAdminJudgeApi, createAdminScheduleApi } from './admin/judging.ts'
import { createAdminMediaApi } from './admin/media.ts'
import { createAdminMessageApi } from './admin/messages.ts'
import { createAdminPaymentApi } from './admin/payments.ts'
import { createAdminProtestApi } from './admin/protests.ts'
import { createAdminRegistrantApi } from './admin/registrants.ts'
import {
  createAdminAwardApi,
  createAdminCertificateApi,
  createAdminDisplayApi,
  createAdminPublishedResultsApi,
  createAdminResultsApi,
} from './admin/results.ts'
import { createAdminRuleSetApi, createAdminScoreApi, createAdminScoreLogApi } from './admin/scores.ts'
import { createAdminSeasonApi } from './admin/seasons.ts'
import { createAdminSettingsApi } from './admin/settings.ts'
import { createAdminTeamApi } from './admin/teams.ts'
import { createAdminUserApi } from './admin/users.ts'
import { callWithToken as call, requestWithToken as request } from './with-token.ts'

/** The API client of the back office; in the browser only, because it needs the token. */
export const adminApi = {
  account: accountApi.account,
  announcements: createAdminAnnouncementApi(call),
  audit: createAdminAuditApi(call),
  ...createAdminContentApi(call),
  awards: createAdminAwardApi(call),
  certificates: createAdminCertificateApi(call),
  dashboard: createAdminDashboardApi(call),
  display: createAdminDisplayApi(call),
  imports: createAdminImportApi(call),
  judges: createAdminJudgeApi(call),
  media: createAdminMediaApi(call),
  messages: createAdminMessageApi(call),
  protests: createAdminProtestApi(call),
  publishedResults: createAdminPublishedResultsApi(call),
  registrants: createAdminRegistrantApi(call, request),
  events: createAdminEventApi(call, request),
  status: createAdminStatusApi(call),
  payments: createAdminPaymentApi(call, request),
  ruleSets: createAdminRuleSetApi(call),
  schedule: createAdminScheduleApi(call),
  results: createAdminResultsApi(call),
  scores: createAdminScoreApi(call, request),
  scoreLog: createAdminScoreLogApi(call),
  seasons: createAdminSeasonApi(call),
  settings: createAdminSettingsApi(call),
  users: createAdminUserApi(call, request),
  competitions: createAdminCompetitionApi(call),
  teams: createAdminTeamApi(call, request),
  faqImport: createImportApi((form) => call('POST /api/admin/faqs/import', { form })),
  userImport: createImportApi((form) => call('POST /api/admin/users/import', { form })),
  teamImport: createImportApi((form) => call('POST /api/admin/teams/import', { form })),
}
