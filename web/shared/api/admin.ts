import type { FaqImportPreview } from '#contract/faq.ts'
import { paths } from '#contract/paths.ts'
import type { TeamImportPreview } from '#contract/team-import.ts'
import type { UserImportPreview } from '#contract/user.ts'
import { createAccountApi } from './account.ts'
import { adminAuditCalls } from './admin/audit.ts'
import { adminCompetitionCalls } from './admin/competitions.ts'
import { adminContentCalls } from './admin/content.ts'
import { adminDashboardCalls } from './admin/dashboard.ts'
import { adminEventCalls } from './admin/events.ts'
import { createImportCalls } from './admin/import.ts'
import { adminJobCalls } from './admin/jobs.ts'
import { adminMessageCalls } from './admin/messages.ts'
import { adminPaymentCalls } from './admin/payments.ts'
import { adminRegistrantCalls } from './admin/registrants.ts'
import { adminScoreCalls } from './admin/scores.ts'
import { adminSettingsCalls } from './admin/settings.ts'
import { adminTeamCalls } from './admin/teams.ts'
import { createAdminUserApi } from './admin/users.ts'
import { requestWithToken as ask, callWithToken as call } from './with-token.ts'

/** The API client of the back office; in the browser only, because it needs the token. */
export const adminApi = {
  account: createAccountApi(call),
  audit: adminAuditCalls(call),
  ...adminContentCalls(call),
  faqImport: createImportCalls<FaqImportPreview>(call, paths.adminFaqsImport),
  dashboard: adminDashboardCalls(call),
  messages: adminMessageCalls(call),
  registrants: adminRegistrantCalls(call, ask),
  events: adminEventCalls(call, ask),
  jobs: adminJobCalls(call),
  payments: adminPaymentCalls(call),
  scores: adminScoreCalls(call, ask),
  settings: adminSettingsCalls(call),
  users: createAdminUserApi(call, ask),
  competitions: adminCompetitionCalls(call),
  teams: adminTeamCalls(call, ask),
  userImport: createImportCalls<UserImportPreview>(call, paths.adminUsersImport),
  teamImport: createImportCalls<TeamImportPreview>(call, paths.adminTeamsImport),
}
