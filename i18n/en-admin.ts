import { accountForms } from './en/account-forms.ts'
import { admin } from './en/admin.ts'
import { adminAccount } from './en/admin-account.ts'
import { adminAnnouncements } from './en/admin-announcements.ts'
import { adminAudit } from './en/admin-audit.ts'
import { adminCompetitions } from './en/admin-competitions.ts'
import { adminContent } from './en/admin-content.ts'
import { adminDashboard } from './en/admin-dashboard.ts'
import { adminEntities } from './en/admin-entities.ts'
import { adminEvents } from './en/admin-events.ts'
import { adminHelp } from './en/admin-help.ts'
import { adminImports } from './en/admin-imports.ts'
import { adminJobs } from './en/admin-jobs.ts'
import { adminJudging } from './en/admin-judging.ts'
import { adminMedia } from './en/admin-media.ts'
import { adminMessages } from './en/admin-messages.ts'
import { adminOverview } from './en/admin-overview.ts'
import { adminPayments } from './en/admin-payments.ts'
import { adminProtests } from './en/admin-protests.ts'
import { adminPublishing } from './en/admin-publishing.ts'
import { adminRegistrants } from './en/admin-registrants.ts'
import { adminResults } from './en/admin-results.ts'
import { adminRuleSets } from './en/admin-rule-sets.ts'
import { adminScoreLog } from './en/admin-score-log.ts'
import { adminScores } from './en/admin-scores.ts'
import { adminSeasons } from './en/admin-seasons.ts'
import { adminStatus } from './en/admin-status.ts'
import { adminTeams } from './en/admin-teams.ts'
import { adminUsers } from './en/admin-users.ts'
import { certificates } from './en/certificates.ts'
import { display } from './en/display.ts'
import { fieldErrors } from './en/errors.ts'
import { panels } from './en/panels.ts'
import { protests } from './en/protests.ts'
import { scoreSheet } from './en/score-sheet.ts'
import { teamFields } from './en/team-fields.ts'
import { userFields } from './en/user-fields.ts'
import { valueRanks } from './en/value-ranks.ts'

/** English of the back office, loaded with it. */
export const enAdmin = {
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
} as const
