// The rows are inserted directly, because there is no user yet whom the audit log of the services could name.

import { sql } from 'drizzle-orm'
import { defaultTimeZone, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import type { Core } from '#server/deps.ts'
import { advisoryLockIds } from '#server/platform/db/advisory-lock-ids.ts'
import { StartError } from '#server/platform/db/errors.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { continents, regions, settings } from '#server/platform/db/schema/content.ts'
import { pendingFirstStartSteps } from '#server/platform/db/schema/installation.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import {
  findGuessablePasswordProblem,
  generatePassword,
  hashPassword,
} from '#server/platform/lib/password.ts'
import { defaultSettings } from '#server/platform/settings/default-settings.ts'

/** The site with the rules of the World Robot Olympiad's competitions. */
const wroRules = 'https://wro-association.org/'

/** The competitions of the specification. Administrators can change their texts and limits. */
export const baseCompetitions = [
  {
    slug: 'future_engineers',
    nameEn: 'Future Engineers',
    nameAr: 'مهندسو المستقبل',
    descriptionEn:
      'Teams build a self-driving vehicle that finds its way around a changing track and avoids obstacles.',
    descriptionAr: 'تبني الفرق مركبة ذاتية القيادة تجد طريقها في مضمار متغير وتتجنب العوائق.',
    rulesLink: wroRules,
    minAge: 14,
    maxAge: 19,
    rounds: 2,
  },
  {
    slug: 'virtual_robot_challenges',
    nameEn: 'Virtual Robot Challenges',
    nameAr: 'تحديات الروبوت الافتراضي',
    descriptionEn:
      'Teams program a robot in the simulator and play every mission for points and time. No robot is needed.',
    descriptionAr:
      'تبرمج الفرق روبوتًا في المحاكي وتخوض المهمات لجمع النقاط في أقصر زمن، ولا يلزمها روبوت حقيقي.',
    rulesLink: null,
    minAge: 8,
    maxAge: 19,
    rounds: 3,
  },
  {
    slug: 'robo_mission',
    nameEn: 'RoboMission',
    nameAr: 'مهمة الروبوت',
    descriptionEn:
      'Teams design, build and program a robot that solves missions on a field by itself. The better round counts.',
    descriptionAr: 'تصمم الفرق روبوتًا وتبنيه وتبرمجه ليحل مهمات الملعب وحده، وتُحتسب أفضل جولة.',
    rulesLink: wroRules,
    minAge: 8,
    maxAge: 19,
    rounds: 2,
  },
  {
    slug: 'future_innovators',
    nameEn: 'Future Innovators',
    nameAr: 'مبتكرو المستقبل',
    descriptionEn:
      'Teams research a problem, build a robot that solves it, and present their project to the judges.',
    descriptionAr: 'تدرس الفرق مشكلة وتبني روبوتًا يحلها، ثم تعرض مشروعها على الحكام.',
    rulesLink: wroRules,
    minAge: 8,
    maxAge: 19,
    rounds: 1,
  },
  {
    slug: 'robosports',
    nameEn: 'RoboSports',
    nameAr: 'رياضات الروبوت',
    descriptionEn:
      'Two teams meet in a match: their robots play by themselves, and the better team of three matches wins the game.',
    descriptionAr:
      'يتقابل فريقان في مباراة تلعب فيها الروبوتات وحدها، ويفوز بالشوط الفريق الأفضل في ثلاث مباريات.',
    rulesLink: wroRules,
    minAge: 11,
    maxAge: 19,
    rounds: 3,
  },
]

const baseContinents = [
  { slug: 'africa', nameEn: 'Africa', nameAr: 'أفريقيا' },
  { slug: 'asia', nameEn: 'Asia', nameAr: 'آسيا' },
  { slug: 'europe', nameEn: 'Europe', nameAr: 'أوروبا' },
  { slug: 'north-america', nameEn: 'North America', nameAr: 'أمريكا الشمالية' },
  { slug: 'south-america', nameEn: 'South America', nameAr: 'أمريكا الجنوبية' },
  { slug: 'oceania', nameEn: 'Oceania', nameAr: 'أوقيانوسيا' },
]

const saudi = (slug: string, nameEn: string, nameAr: string) => ({
  slug,
  nameEn,
  nameAr,
  country: 'saudi-arabia',
})

/** The thirteen regions of the kingdom, and Egypt, which the published calls name. */
const baseRegions = [
  saudi('riyadh', 'Riyadh', 'الرياض'),
  saudi('makkah', 'Makkah', 'مكة المكرمة'),
  saudi('madinah', 'Madinah', 'المدينة المنورة'),
  saudi('eastern-province', 'Eastern Province', 'المنطقة الشرقية'),
  saudi('qassim', 'Qassim', 'القصيم'),
  saudi('asir', 'Asir', 'عسير'),
  saudi('tabuk', 'Tabuk', 'تبوك'),
  saudi('hail', 'Hail', 'حائل'),
  saudi('northern-borders', 'Northern Borders', 'الحدود الشمالية'),
  saudi('jazan', 'Jazan', 'جازان'),
  saudi('najran', 'Najran', 'نجران'),
  saudi('bahah', 'Al Bahah', 'الباحة'),
  saudi('jawf', 'Al Jawf', 'الجوف'),
  { slug: 'egypt', nameEn: 'Egypt', nameAr: 'مصر', country: 'egypt' },
]

/**
 * Fills a new database in one transaction: administrator (`ADMIN_EMAIL`, and `ADMIN_PASSWORD` or a random
 * one), settings, the season of this year, competitions, continents and regions. The competitions are closed.
 * Returns the administrator if the database was new, else null. Several processes may call it at the same
 * time: only one fills the database. Inserts the further steps of the first start into `first_start_steps`
 * (see open-installation.ts).
 */
export const seedAdminAndBaseDataIfNew = async ({
  config,
  database,
}: Pick<Core, 'config' | 'database'>): Promise<{ email: string; password: string } | null> =>
  inTransaction(database.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockIds.baseData})`)
    const siteSettings = { siteName: config.SITE_NAME, value: defaultSettings }
    const [existing] = await tx.select({ siteName: settings.siteName }).from(settings).limit(1)
    if (existing) {
      // each SITE_NAME on the same database has its own settings
      await tx.insert(settings).values(siteSettings).onConflictDoNothing()
      return null
    }
    const email = config.ADMIN_EMAIL.toLowerCase()
    const password = config.ADMIN_PASSWORD ?? generatePassword()
    if (await findGuessablePasswordProblem(password, { email }))
      throw new StartError(
        'ADMIN_PASSWORD is a common password or the address of the administrator: choose another one.',
      )
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
      const value = createFieldEncryption(config).encrypt(
        JSON.stringify({ email, password }),
        'first_start_steps.value',
        'show-password',
      )
      await tx.insert(pendingFirstStartSteps).values({ step: 'show-password', value })
    }
    const year = Number(toDateInTimeZone(new Date(), defaultTimeZone).slice(0, 4))
    await tx
      .insert(seasonYears)
      .values({ year, nameEn: `Season ${year}`, nameAr: `موسم ${year}`, active: true })
    // nobody registers before an organizer has set dates and fees
    await tx
      .insert(competitions)
      .values(baseCompetitions.map((row, position) => ({ ...row, position, active: false })))
    await tx.insert(continents).values(baseContinents.map((row, position) => ({ ...row, position })))
    await tx.insert(regions).values(baseRegions.map((row, position) => ({ ...row, position })))
    return { email, password }
  })
