import { accountForms } from './ar/account-forms.ts'
import { admin } from './ar/admin.ts'
import { adminAccount } from './ar/admin-account.ts'
import { adminAnnouncements } from './ar/admin-announcements.ts'
import { adminAudit } from './ar/admin-audit.ts'
import { adminCompetitions } from './ar/admin-competitions.ts'
import { adminContent } from './ar/admin-content.ts'
import { adminDashboard } from './ar/admin-dashboard.ts'
import { adminEntities } from './ar/admin-entities.ts'
import { adminEvents } from './ar/admin-events.ts'
import { adminHelp } from './ar/admin-help.ts'
import { adminImports } from './ar/admin-imports.ts'
import { adminJobs } from './ar/admin-jobs.ts'
import { adminJudging } from './ar/admin-judging.ts'
import { adminMedia } from './ar/admin-media.ts'
import { adminMessages } from './ar/admin-messages.ts'
import { adminOverview } from './ar/admin-overview.ts'
import { adminPayments } from './ar/admin-payments.ts'
import { adminProtests } from './ar/admin-protests.ts'
import { adminPublishing } from './ar/admin-publishing.ts'
import { adminRegistrants } from './ar/admin-registrants.ts'
import { adminResults } from './ar/admin-results.ts'
import { adminRuleSets } from './ar/admin-rule-sets.ts'
import { adminScoreLog } from './ar/admin-score-log.ts'
import { adminScores } from './ar/admin-scores.ts'
import { adminSeasons } from './ar/admin-seasons.ts'
import { adminStatus } from './ar/admin-status.ts'
import { adminTeams } from './ar/admin-teams.ts'
import { adminUsers } from './ar/admin-users.ts'
import { certificates } from './ar/certificates.ts'
import { display } from './ar/display.ts'
import { fieldErrors } from './ar/errors.ts'
import { panels } from './ar/panels.ts'
import { protests } from './ar/protests.ts'
import { scoreSheet } from './ar/score-sheet.ts'
import { teamFields } from './ar/team-fields.ts'
import { userFields } from './ar/user-fields.ts'
import { valueRanks } from './ar/value-ranks.ts'
import type { Catalogue } from './catalogue.ts'
import type { enAdmin } from './en-admin.ts'

/** Arabic of the back office, loaded with it. */
export const arAdmin: Catalogue<typeof enAdmin> = {
  accountForms,
  admin,
  adminAccount,
  adminAnnouncements,
  adminAudit,
  adminCompetitions,
  adminContent,
  adminDashboard,
  adminMedia,
  adminMessages,
  adminOverview,
  adminRegistrants,
  adminEntities,
  adminEvents,
  adminHelp,
  adminImports,
  adminJobs,
  adminJudging,
  adminPayments,
  adminProtests,
  adminPublishing,
  adminRuleSets,
  adminScoreLog,
  adminResults,
  adminScores,
  adminSeasons,
  adminStatus,
  adminTeams,
  adminUsers,
  certificates,
  display,
  fieldErrors,
  panels,
  protests,
  scoreSheet,
  teamFields,
  userFields,
  valueRanks,
}
