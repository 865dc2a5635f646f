import { admin, adminHelp, adminImports } from './ar/admin.ts'
import { adminAudit } from './ar/admin-audit.ts'
import { adminCompetitions, adminSeasons } from './ar/admin-competitions.ts'
import { adminContent, adminMedia } from './ar/admin-content.ts'
import { adminDashboard } from './ar/admin-dashboard.ts'
import { adminEntities } from './ar/admin-entities.ts'
import { adminEvents, adminOverview } from './ar/admin-events.ts'
import { adminJudgePeople } from './ar/admin-judge-people.ts'
import { adminJudging } from './ar/admin-judging.ts'
import { adminMatchRules } from './ar/admin-match-rules.ts'
import { adminMatches } from './ar/admin-matches.ts'
import { adminAnnouncements, adminMessages } from './ar/admin-messages.ts'
import { adminPayments } from './ar/admin-payments.ts'
import { adminPrint } from './ar/admin-print.ts'
import { adminProtests, adminPublishing, adminResults } from './ar/admin-results.ts'
import { adminRuleSets } from './ar/admin-rule-sets.ts'
import { adminScoreLog, adminScores } from './ar/admin-scores.ts'
import { adminEmailQueue, adminJobs, adminStatus } from './ar/admin-status.ts'
import { adminTasks } from './ar/admin-tasks.ts'
import { adminTeams } from './ar/admin-teams.ts'
import { adminAccount, adminRegistrants, adminUsers } from './ar/admin-users.ts'
import { certificates } from './ar/certificates.ts'
import { dateField } from './ar/date-field.ts'
import { display } from './ar/display.ts'
import { fieldErrors } from './ar/errors.ts'
import { panels, scoreSheet } from './ar/judging.ts'
import { matches } from './ar/matches.ts'
import { protests } from './ar/protests.ts'
import { teamFields } from './ar/team-fields.ts'
import { accountForms, userFields } from './ar/user-fields.ts'
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
  adminMatchRules,
  adminMatches,
  adminMedia,
  adminMessages,
  adminOverview,
  adminRegistrants,
  adminEmailQueue,
  adminEntities,
  adminEvents,
  adminHelp,
  adminImports,
  adminJobs,
  adminJudgePeople,
  adminJudging,
  adminPayments,
  adminPrint,
  adminProtests,
  adminPublishing,
  adminRuleSets,
  adminScoreLog,
  adminResults,
  adminScores,
  adminSeasons,
  adminStatus,
  adminTasks,
  adminTeams,
  adminUsers,
  certificates,
  dateField,
  display,
  fieldErrors,
  matches,
  panels,
  protests,
  scoreSheet,
  teamFields,
  userFields,
  valueRanks,
}
