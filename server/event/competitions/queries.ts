import { and, asc, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Competition, CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import { isWithinRegistrationPeriod } from '#contract/people/teams/team-places.ts'
import type { ListSortKey } from '#contract/platform/list-sort.ts'
import type { GetSortColumns } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { teams } from '#server/platform/db/schema/teams.ts'

export type CompetitionRow = typeof competitions.$inferSelect

export const toCompetition = (row: CompetitionRow): Competition => ({
  id: row.id,
  slug: row.slug,
  name: { en: row.nameEn, ar: row.nameAr },
  description: { en: row.descriptionEn, ar: row.descriptionAr },
  rulesLink: row.rulesLink,
  minMembers: row.minMembers,
  maxMembers: row.maxMembers,
  minCoaches: row.minCoaches,
  maxCoaches: row.maxCoaches,
  minAge: row.minAge,
  maxAge: row.maxAge,
  maxTeams: row.maxTeams,
  rounds: row.rounds,
  fee: row.fee,
  currency: row.currency,
  opensAt: row.opensAt?.toISOString() ?? null,
  closesAt: row.closesAt?.toISOString() ?? null,
})

const isWaiting = and(eq(teams.status, 'waiting'), isNull(teams.deletedAt))
const isVisible = and(isNull(competitions.deletedAt), eq(competitions.active, true))

/** Lists the active competitions, in their order. */
export const listActiveCompetitions = (db: Db): Promise<CompetitionRow[]> =>
  db.select().from(competitions).where(isVisible).orderBy(asc(competitions.position), asc(competitions.id))

/** Lists the active and the hidden competitions, in their order. */
export const listCompetitionsIncludingInactive = (db: Db): Promise<CompetitionRow[]> =>
  db
    .select()
    .from(competitions)
    .where(isNull(competitions.deletedAt))
    .orderBy(asc(competitions.position), asc(competitions.id))

/**
 * Lists the active competitions with their free places, and whether they are open at `now` (ISO 8601);
 * without registration on the site none is.
 */
export const listActiveCompetitionsWithAvailability = async (
  db: Db,
  { now, isRegistrationEnabled }: { now: string; isRegistrationEnabled: boolean },
): Promise<CompetitionWithPlaces[]> => {
  const waiting = await db.selectDistinct({ id: teams.competitionId }).from(teams).where(isWaiting)
  const idsWithWaitingTeams = new Set(waiting.map(({ id }) => id))
  return (await listActiveCompetitions(db)).map((row) => {
    const competition = toCompetition(row)
    // the next free place belongs to the first waiting team
    const freePlaces = idsWithWaitingTeams.has(row.id) ? 0 : (row.maxTeams ?? 0) - row.teamCount
    const placesLeft = row.maxTeams === null ? null : Math.max(0, freePlaces)
    const isOpen = isRegistrationEnabled && isWithinRegistrationPeriod(competition, now)
    return {
      ...competition,
      placesLeft,
      open: isOpen && placesLeft !== 0,
      waitingListOpen: isOpen && placesLeft === 0,
    }
  })
}

/** Finds a competition; undefined for a deleted one. */
export const findCompetition = async (db: Db, id: string): Promise<CompetitionRow | undefined> => {
  const [row] = await db
    .select()
    .from(competitions)
    .where(and(eq(competitions.id, id), isNull(competitions.deletedAt)))
  return row
}

/** Lists these competitions; deleted ones are left out. */
export const listCompetitionsByIds = (db: Db, ids: readonly string[]): Promise<CompetitionRow[]> =>
  db
    .select()
    .from(competitions)
    .where(and(inArray(competitions.id, [...ids]), isNull(competitions.deletedAt)))

/** Finds the id of a competition that is not deleted by its id or slug. */
export const findCompetitionIdByIdOrSlug = async (db: Db, idOrSlug: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: competitions.id })
    .from(competitions)
    .where(
      and(
        or(eq(sql`${competitions.id}::text`, idOrSlug), eq(competitions.slug, idOrSlug)),
        isNull(competitions.deletedAt),
      ),
    )
  return row?.id
}

/**
 * Locks a competition until the transaction ends, so that registrations take numbers and places one after the
 * other. Undefined for a deleted one.
 */
export const lockCompetition = async (tx: Db, id: string): Promise<CompetitionRow | undefined> => {
  const [row] = await tx
    .select()
    .from(competitions)
    .where(and(eq(competitions.id, id), isNull(competitions.deletedAt)))
    .for('update')
  return row
}

/** Returns whether a new team gets a place in a locked competition: one is free, and no team waits for it. */
export const hasFreePlaceForNewTeam = async (
  tx: Db,
  { id, maxTeams, teamCount }: CompetitionRow,
): Promise<boolean> =>
  maxTeams === null ||
  (teamCount < maxTeams && (await tx.$count(teams, and(eq(teams.competitionId, id), isWaiting))) === 0)

/** Takes the next team number of a competition. Numbers are never reused. */
export const reserveNextTeamNo = async (tx: Db, id: string): Promise<number> => {
  const [row] = await tx
    .update(competitions)
    .set({ lastTeamNo: sql`${competitions.lastTeamNo} + 1` })
    .where(eq(competitions.id, id))
    .returning({ last: competitions.lastTeamNo })
  return row?.last ?? 1
}

/** Takes `wanted` consecutive team numbers of a competition and returns the first. */
export const reserveTeamNosAndGetFirst = async (tx: Db, id: string, wanted: number): Promise<number> => {
  const [row] = await tx
    .update(competitions)
    .set({ lastTeamNo: sql`${competitions.lastTeamNo} + ${wanted}` })
    .where(eq(competitions.id, id))
    .returning({ last: competitions.lastTeamNo })
  return (row?.last ?? wanted) - wanted + 1
}

/** The text that the search of the list uses; there are too few rows for an index. */
export const competitionSearchText = sql`search_form(${competitions.nameEn} || E'\\n' || ${competitions.nameAr} || E'\\n' || ${competitions.slug})`

/** SQL condition: the competition has teams, deleted ones included. Such a competition is never purged. */
export const hasTeamsCondition = sql`exists (select from ${teams} where ${teams.competitionId} = ${competitions.id})`

/** Counts the teams of a competition that are not deleted. */
export const countTeamsOfCompetition = async (tx: Db, id: string): Promise<number> => {
  const [row] = await tx
    .select({ teams: count() })
    .from(teams)
    .where(and(eq(teams.competitionId, id), isNull(teams.deletedAt)))
  return row?.teams ?? 0
}

/** Returns the columns by which the list of the back office can be sorted. */
export const getCompetitionColumnsBySortKey: GetSortColumns<ListSortKey<'competitions'>> = (lang) => ({
  name: sql`lower(${lang === 'ar' ? competitions.nameAr : competitions.nameEn})`,
  teams: competitions.teamCount,
  members: competitions.maxMembers,
  fee: competitions.fee,
  opens: competitions.opensAt,
  closes: competitions.closesAt,
  active: competitions.active,
})
