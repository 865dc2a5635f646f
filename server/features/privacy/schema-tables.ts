import type * as announcements from '#server/db/schema/announcements.ts'
import type * as auditLog from '#server/db/schema/audit-log.ts'
import type * as competitions from '#server/db/schema/competitions.ts'
import type * as content from '#server/db/schema/content.ts'
import type * as geography from '#server/db/schema/content.ts'
import type * as display from '#server/db/schema/display.ts'
import type * as events from '#server/db/schema/events.ts'
import type * as imports from '#server/db/schema/imports.ts'
import type * as backups from '#server/db/schema/installation.ts'
import type * as firstStart from '#server/db/schema/installation.ts'
import type * as rateLimits from '#server/db/schema/installation.ts'
import type * as judging from '#server/db/schema/judging.ts'
import type * as downloads from '#server/db/schema/media.ts'
import type * as media from '#server/db/schema/media.ts'
import type * as messages from '#server/db/schema/messages.ts'
import type * as notices from '#server/db/schema/notices.ts'
import type * as payments from '#server/db/schema/payments.ts'
import type * as protests from '#server/db/schema/results.ts'
import type * as results from '#server/db/schema/results.ts'
import type * as scoreLog from '#server/db/schema/score-log.ts'
import type * as scores from '#server/db/schema/scores.ts'
import type * as seasonYears from '#server/db/schema/season-years.ts'
import type * as guardians from '#server/db/schema/teams.ts'
import type * as teams from '#server/db/schema/teams.ts'
import type * as users from '#server/db/schema/users.ts'

type Schema = typeof announcements &
  typeof auditLog &
  typeof backups &
  typeof competitions &
  typeof content &
  typeof display &
  typeof downloads &
  typeof events &
  typeof firstStart &
  typeof geography &
  typeof guardians &
  typeof imports &
  typeof judging &
  typeof media &
  typeof messages &
  typeof notices &
  typeof payments &
  typeof protests &
  typeof rateLimits &
  typeof results &
  typeof scoreLog &
  typeof scores &
  typeof seasonYears &
  typeof teams &
  typeof users
type Table = { $inferSelect: object }
/** The tables of the schema by the names of their exports. */
export type SchemaTables = {
  [Name in keyof Schema as Schema[Name] extends Table ? Name : never]: Extract<Schema[Name], Table>
}
