import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { seasonYears } from '#server/db/schema/season-years.ts'
import { seasons } from '#server/db/schema/teams.ts'

/** Inserts the season before the active one, unless it exists, and a record of it for each team. */
export async function insertDemoSeasonRecords(
  tx: Db,
  teams: readonly { id: string; name: string; schoolName: string; stage: string }[],
): Promise<void> {
  const [active] = await tx.select({ year: seasonYears.year }).from(seasonYears).where(eq(seasonYears.active, true))
  if (!active) return
  const year = active.year - 1
  await tx
    .insert(seasonYears)
    .values({ year, nameEn: `Season ${year}`, nameAr: `موسم ${year}`, demo: true })
    .onConflictDoNothing()
  const [previous] = await tx
    .select({ id: seasonYears.id })
    .from(seasonYears)
    .where(and(eq(seasonYears.year, year), isNull(seasonYears.deletedAt)))
  if (!previous || teams.length === 0) return
  await tx.insert(seasons).values(
    teams.map(({ id, ...data }) => ({
      teamId: id,
      type: 'season',
      ref: String(year),
      data,
      seasonYearId: previous.id,
      createdAt: new Date(Date.UTC(year, 10, 20, 9)),
    })),
  )
}
