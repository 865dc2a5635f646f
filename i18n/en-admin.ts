import { admin, adminHelp, adminImports } from './en/admin.ts'
import { adminAudit } from './en/admin-audit.ts'
import { adminCompetitions, adminSeasons } from './en/admin-competitions.ts'
import { adminContent, adminMedia } from './en/admin-content.ts'
import { adminDashboard } from './en/admin-dashboard.ts'
import { adminEntities } from './en/admin-entities.ts'
import { adminEvents, adminOverview } from './en/admin-events.ts'
import { adminJudgePeople } from './en/admin-judge-people.ts'
import { adminJudging } from './en/admin-judging.ts'
import { adminMatchRules } from './en/admin-match-rules.ts'
import { adminMatches } from './en/admin-matches.ts'
import { adminAnnouncements, adminMessages } from './en/admin-messages.ts'
import { adminPayments } from './en/admin-payments.ts'
import { adminPrint } from './en/admin-print.ts'
import { adminProtests, adminPublishing, adminResults } from './en/admin-results.ts'
import { adminRuleSets } from './en/admin-rule-sets.ts'
import { adminScoreLog, adminScores } from './en/admin-scores.ts'
import { adminEmailQueue, adminJobs, adminStatus } from './en/admin-status.ts'
import { adminTasks } from './en/admin-tasks.ts'
import { adminTeams } from './en/admin-teams.ts'
import { adminAccount, adminRegistrants, adminUsers } from './en/admin-users.ts'
import { certificates } from './en/certificates.ts'
import { dateField } from './en/date-field.ts'
import { display } from './en/display.ts'
import { fieldErrors } from './en/errors.ts'
import { panels, scoreSheet } from './en/judging.ts'
import { matches } from './en/matches.ts'
import { protests } from './en/protests.ts'
import { teamFields } from './en/team-fields.ts'
import { accountForms, userFields } from './en/user-fields.ts'
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
} as const
