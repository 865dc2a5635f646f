import { sql } from 'drizzle-orm'
import { defaultTimeZone, toDateInTimeZone } from '#contract/rules/time-zone.ts'
import { StartError } from '#server/db/errors.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { settings } from '#server/db/schema/content.ts'
import { pendingFirstStartSteps } from '#server/db/schema/first-start.ts'
import { continents, regions } from '#server/db/schema/geography.ts'
import { seasonYears } from '#server/db/schema/season-years.ts'
import { users } from '#server/db/schema/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { defaultSettings } from '#server/features/settings/default-settings.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { generatePassword, hashPassword } from '#server/lib/password.ts'
import { findPasswordProblem } from '#server/lib/password-rules.ts'
import { baseCompetitions, baseContinents, baseRegions } from './base-content.ts'

/** Advisory lock of the process that fills a new database. */
const baseLock = 7_012_026_003

/**
 * Fills a new database in one transaction: administrator (`ADMIN_EMAIL`, and `ADMIN_PASSWORD` or a random one), settings, the season of this year, competitions, continents and
 * regions. The competitions are closed. Returns the administrator if the database was new, else null. Several processes may call it at the same time: only one fills the database.
 * Inserts the further steps of the first start into `first_start_steps` (see first-start.ts).
 */
export const seedBaseData = async ({
  config,
  database,
}: Pick<Core, 'config' | 'database'>): Promise<{ email: string; password: string } | null> =>
  inTransaction(database.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${baseLock})`)
    const siteSettings = { siteName: config.SITE_NAME, value: defaultSettings }
    const [existing] = await tx.select({ siteName: settings.siteName }).from(settings).limit(1)
    if (existing) {
      // each SITE_NAME on the same database has its own settings
      await tx.insert(settings).values(siteSettings).onConflictDoNothing()
      return null
    }
    const email = config.ADMIN_EMAIL.toLowerCase()
    const password = config.ADMIN_PASSWORD ?? generatePassword()
    if (await findPasswordProblem(password, { email }))
      throw new StartError('ADMIN_PASSWORD is a common password or the address of the administrator: choose another one.')
    await tx.insert(users).values({
      role: 'admin',
      permissions: ['administration'],
      firstName: 'Admin',
      email,
      emailConfirmedAt: new Date(),
      passwordHash: await hashPassword(password),
    })
    await tx.insert(settings).values(siteSettings)
    await tx.insert(pendingFirstStartSteps).values({ step: 'demo' })
    if (!config.ADMIN_PASSWORD) {
      const value = createFieldEncryption(config).encrypt(JSON.stringify({ email, password }), 'first_start_steps.value', 'show-password')
      await tx.insert(pendingFirstStartSteps).values({ step: 'show-password', value })
    }
    const year = Number(toDateInTimeZone(new Date(), defaultTimeZone).slice(0, 4))
    await tx.insert(seasonYears).values({ year, nameEn: `Season ${year}`, nameAr: `موسم ${year}`, active: true })
    // nobody registers before an organizer has set dates and fees
    await tx.insert(competitions).values(baseCompetitions.map((row, position) => ({ ...row, position, active: false })))
    await tx.insert(continents).values(baseContinents.map((row, position) => ({ ...row, position })))
    await tx.insert(regions).values(baseRegions.map((row, position) => ({ ...row, position })))
    return { email, password }
  })
