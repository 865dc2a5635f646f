import { eq, type SQL, sql } from 'drizzle-orm'
import type { AdminSettings, Settings } from '#contract/settings.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { faqs, partners, settings } from '#server/db/schema/content.ts'
import { downloads } from '#server/db/schema/downloads.ts'
import { events } from '#server/db/schema/events.ts'
import { organizers } from '#server/db/schema/geography.ts'
import { simulatorFiles } from '#server/db/schema/media.ts'
import { messages } from '#server/db/schema/messages.ts'
import { payments } from '#server/db/schema/payments.ts'
import { scoreEntries } from '#server/db/schema/scores.ts'
import { seasonYears } from '#server/db/schema/season-years.ts'
import { teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'

export type SetupState = {
  settings: Settings & Partial<AdminSettings>
  hasEvent: boolean
  hasCompetition: boolean
  hasCompetitionWithoutDates: boolean
  hasDemoContent: boolean
}

const exists = (rows: SQL) => sql<boolean>`exists (${rows})`
const openCompetition = sql`select from ${competitions} where ${competitions.active} and ${competitions.deletedAt} is null`
const demoRows = sql.join(
  [events, users, teams, faqs, partners, organizers, downloads, scoreEntries, messages, simulatorFiles, payments, seasonYears].map(
    (table) => exists(sql`select from ${table} where ${table.demo}`),
  ),
  sql` or `,
)

/** Finds in one statement what the setup checklist needs: the settings of a site, and what its content has and lacks. */
export const findSetupState = async (db: Db, siteName: string): Promise<SetupState | undefined> => {
  const [row] = await db
    .select({
      settings: settings.value,
      hasEvent: exists(sql`select from ${events} where not ${events.demo} and ${events.deletedAt} is null`),
      hasCompetition: exists(openCompetition),
      hasCompetitionWithoutDates: exists(sql`${openCompetition} and (${competitions.opensAt} is null or ${competitions.closesAt} is null)`),
      hasDemoContent: sql<boolean>`(${demoRows})`,
    })
    .from(settings)
    .where(eq(settings.siteName, siteName))
  return row
}
