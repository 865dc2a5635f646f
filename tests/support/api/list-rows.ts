import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import type { Db } from '#server/platform/db/open.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { continents, faqs, organizers, partners, regions } from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { downloads } from '#server/platform/db/schema/media.ts'
import { messages } from '#server/platform/db/schema/messages.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'

/** Names with spellings that search treats as the same. */
const names = ['أحمد', 'احمد', 'إحْمَد', 'سارة', 'ساره', 'Karim', 'KARIMA', 'نورة', 'Zoë', '50%_off']
/** Searches with many results, few results and none. */
export const sampleSearches = [
  '',
  'احمد',
  'أَحمد',
  'ساره',
  'سارة',
  'kari',
  'KA',
  'zoe',
  '50%',
  '_',
  'احمد karim',
  '٤٢',
  '42',
  'zzzz',
]

const day = 86_400_000
const now = Date.now()
const choose = <T>(values: readonly T[], n: number): T => values[n % values.length] as T
const nameOf = (n: number) => `${choose(names, n * 7)} ${choose(names, n >> 2)}`
/** Few different times, so that many rows share one. */
const timeOf = (n: number) => new Date(now - (n % 23) * day)
/** Most rows are not deleted, some can be restored, some are too old for that. */
const deletedAtOf = (n: number) => (n % 5 === 0 ? new Date(now - (n % 10 === 0 ? 3 : 40) * day) : null)
const times = <Row>(count: number, row: (n: number) => Row): Row[] =>
  Array.from({ length: count }, (_, n) => row(n))

const crudRow = (n: number) => ({ position: n % 11, deletedAt: deletedAtOf(n) })

/** The first row that is not deleted. */
const firstPresent = Array.from({ length: 40 }, (_, n) => n).findIndex((n) => deletedAtOf(n) === null)

/** Inserts rows into every list; gives the event of the ranking. */
export const insertListRows = async (db: Db, count = 250): Promise<{ eventId: string }> => {
  await db.insert(users).values(
    times(count, (n) => ({
      firstName: choose(names, n * 7),
      lastName: choose(names, n >> 2),
      email: `user${n}@school.test`,
      phone: n % 3 === 0 ? null : `+96650000${1000 + n}`,
      role: choose(['admin', 'student', 'coach'] as const, n),
      active: n % 4 !== 0,
      erasureRequestedAt: n % 9 === 0 ? timeOf(n) : null,
      unusedNoticeAt: n % 12 === 0 ? timeOf(n) : null,
      createdAt: timeOf(n),
      deletedAt: deletedAtOf(n),
    })),
  )
  await db.insert(downloads).values(
    times(count, (n) => ({
      name: nameOf(n),
      email: `person${n}@school.test`,
      phone: `+20100${1000 + n}`,
      country: choose(['egypt', 'jordan', 'kuwait'], n),
      platform: choose(['win', 'mac'] as const, n >> 1),
      userType: choose(['student', 'coach'] as const, n >> 2),
      createdAt: timeOf(n),
    })),
  )
  await db.insert(messages).values(
    times(count, (n) => ({
      kind: choose(['issue', 'contact'] as const, n),
      firstName: choose(names, n),
      email: `writer${n}@school.test`,
      body: `${nameOf(n)} الروبوت لا يتحرك`,
      state: choose(['new', 'answered', 'closed'] as const, n),
      createdAt: timeOf(n),
    })),
  )
  await db.insert(auditLog).values(
    times(count, (n) => ({
      at: timeOf(n),
      actorName: choose(names, n),
      label: nameOf(n),
      action: choose(['create', 'update', 'delete'] as const, n),
      entity: choose(['user', 'event'] as const, n >> 2),
      entityId: randomUUIDv7(),
    })),
  )
  const [activeSeason] = await db.select().from(seasonYears).where(eq(seasonYears.active, true))
  await db.insert(seasonYears).values(
    times(40, (n) => ({
      year: 2001 + n,
      nameEn: nameOf(n),
      nameAr: nameOf(n + 1),
      ...crudRow(n),
      active: !activeSeason && n === firstPresent,
    })),
  )
  const [competition] = await db
    .insert(competitions)
    .values(
      times(40, (n) => ({
        slug: `competition-${n}`,
        nameEn: nameOf(n),
        nameAr: nameOf(n + 1),
        ...crudRow(n),
      })),
    )
    .returning()
  const [region] = await db
    .insert(regions)
    .values(
      times(40, (n) => ({
        slug: `region-${n}`,
        nameEn: nameOf(n),
        nameAr: nameOf(n + 1),
        country: 'egypt',
        ...crudRow(n),
      })),
    )
    .returning()
  const [continent] = await db
    .insert(continents)
    .values(
      times(40, (n) => ({ slug: `continent-${n}`, nameEn: nameOf(n), nameAr: nameOf(n + 1), ...crudRow(n) })),
    )
    .returning()
  const competitionId = competition?.id as string
  await db.insert(organizers).values(
    times(count, (n) => ({
      nameEn: nameOf(n),
      nameAr: nameOf(n + 1),
      continentId: continent?.id as string,
      ...crudRow(n),
    })),
  )
  await db
    .insert(partners)
    .values(times(count, (n) => ({ name: nameOf(n), image: 'logo.webp', ...crudRow(n) })))
  await db.insert(judgePeople).values(
    times(count, (n) => ({
      name: nameOf(n),
      email: n % 2 === 0 ? `${n}@judges.test` : null,
      ...crudRow(n),
    })),
  )
  await db.insert(faqs).values(
    times(count, (n) => ({
      questionEn: nameOf(n),
      questionAr: nameOf(n + 1),
      answerEn: 'Yes',
      answerAr: 'نعم',
      ...crudRow(n),
    })),
  )
  const insertedTeams = await db
    .insert(teams)
    .values(
      times(count, (n) => ({
        competitionId,
        teamNo: n + 1,
        name: nameOf(n),
        school: choose(names, n),
        regionId: n % 3 === 0 ? (region?.id as string) : null,
        stage: choose(['', 'regional', 'national'], n),
        paid: n % 4 === 0,
        createdAt: timeOf(n),
        deletedAt: deletedAtOf(n),
      })),
    )
    .returning()
  await db.insert(teamPeople).values(
    insertedTeams.slice(0, 60).flatMap(({ id: teamId }, n) =>
      times((n % 3) + 1, (position) => ({
        teamId,
        competitionId,
        kind: position === 2 ? ('coach' as const) : ('member' as const),
        name: nameOf(n + position),
        position: 5 - position,
      })),
    ),
  )
  await db.insert(payments).values(
    insertedTeams.map(({ id: teamId }, n) => ({
      teamId,
      method: choose(['telr', 'manual'] as const, n),
      state: choose(['paid', 'declined', 'expired'] as const, n),
      cartId: `cart ${n}`,
      amount: 5000,
      currency: 'SAR',
      createdAt: timeOf(n),
    })),
  )
  const insertedEvents = await db
    .insert(events)
    .values(
      times(count, (n) => ({
        slug: `event-${n}`,
        titleEn: nameOf(n),
        titleAr: nameOf(n + 1),
        descriptionEn: 'A mission',
        descriptionAr: 'مهمة',
        tags: [choose(names, n >> 3)],
        deletedAt: deletedAtOf(n + 1),
      })),
    )
    .returning()
  const eventId = insertedEvents[0]?.id as string
  await db.insert(scoreEntries).values(
    times(count, (n) => ({
      eventId: n % 10 === 0 ? (insertedEvents[1]?.id as string) : eventId,
      participantKey: `guest:${n}`,
      playerName: nameOf(n),
      teamName: choose(names, n >> 3),
      teamNo: String(n),
      missionType: n % 3,
      totalScore: choose([0, 12.5, 12.501, -3], n),
      hasRankOfAlliance: n % 7 === 0,
      totalTimeMs: (n >> 2) % 3,
      reachedAt: timeOf(n),
    })),
  )
  await db
    .update(events)
    .set({ entryCount: await db.$count(scoreEntries, eq(scoreEntries.eventId, eventId)) })
    .where(eq(events.id, eventId))
  return { eventId }
}
