import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, max, type SQL, sql } from 'drizzle-orm'
import type { TeamFilter } from '#contract/team.ts'
import { bigLists } from '#server/db/lists/lists.ts'
import { inOrder, pageOf } from '#server/db/lists/page.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { regions } from '#server/db/schema/places.ts'
import { teamMatches, teamPeople, teamScores, teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { matching } from '#server/lib/search.ts'
import type { MatchRow, PersonRow, ScoreRow, TeamDbRow, TeamParts } from './rows.ts'

export type TeamAt = TeamFilter & { page: number; perPage: number; deleted?: boolean | undefined }

const undoTime = sql`interval '30 days'`
const newestFirst = [sql`${teams.createdAt} desc nulls last`, sql`${teams.id} desc nulls last`]

const narrowed = ({ search, competitionId, regionId, stage, paid }: TeamFilter): SQL[] => [
  ...(competitionId === undefined ? [] : [eq(teams.competitionId, competitionId)]),
  ...(regionId === undefined ? [] : [eq(teams.regionId, regionId)]),
  ...(stage === undefined ? [] : [eq(teams.stage, stage)]),
  ...(paid === undefined ? [] : [eq(teams.paid, paid)]),
  ...matching(teams.search, search),
]

const parts = {
  team: teams,
  competition: { id: competitions.id, slug: competitions.slug, nameEn: competitions.nameEn, nameAr: competitions.nameAr },
  region: { id: regions.id, nameEn: regions.nameEn, nameAr: regions.nameAr },
  user: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
}
const withParts = (db: Db, where: SQL | undefined) =>
  db
    .select(parts)
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(regions, eq(regions.id, teams.regionId))
    .leftJoin(users, eq(users.id, teams.userId))
    .where(where)

/** What can still be brought back. */
const listDeleted = async (db: Db, { page, perPage, ...filter }: TeamAt) => {
  const where = and(isNotNull(teams.deletedAt), gt(teams.deletedAt, sql`now() - ${undoTime}`), ...narrowed(filter))
  const [rows, [counted]] = await Promise.all([
    withParts(db, where)
      .orderBy(...newestFirst)
      .limit(perPage)
      .offset((page - 1) * perPage),
    db.select({ total: count() }).from(teams).where(where),
  ])
  return { rows: rows as TeamParts[], total: counted?.total ?? 0 }
}

/** One page, the newest first, and how many match. `deleted` lists what can still be brought back. */
export const listTeams = async (db: Db, { deleted = false, ...at }: TeamAt): Promise<{ rows: TeamParts[]; total: number }> => {
  if (deleted) return listDeleted(db, at)
  const { search, page, perPage, competitionId, regionId, stage, paid } = at
  const facets = { competition_id: competitionId, region_id: regionId, stage, paid: paid === undefined ? undefined : String(paid) }
  const { rows, total } = await pageOf(db, bigLists.teams, { search, page, perPage, facets }, async (tx, { ids }) => {
    const found = (await withParts(tx, inArray(teams.id, ids))) as TeamParts[]
    return inOrder(
      ids,
      found.map((parts) => ({ id: parts.team.id, parts })),
    )
  })
  return { rows: rows.map(({ parts }) => parts), total }
}

/** The people of teams that are there, coaches and members each in their order. */
export const peopleOf = (db: Db, teamIds: readonly string[]): Promise<PersonRow[]> =>
  db
    .select()
    .from(teamPeople)
    .where(and(inArray(teamPeople.teamId, [...teamIds]), isNull(teamPeople.deletedAt)))
    .orderBy(asc(teamPeople.position), asc(teamPeople.id))

const resultsOf = async (db: Db, teamIds: readonly string[]): Promise<{ scores: ScoreRow[]; matches: MatchRow[] }> => {
  const scores = await db
    .select()
    .from(teamScores)
    .where(inArray(teamScores.teamId, [...teamIds]))
    .orderBy(asc(teamScores.position), asc(teamScores.id))
  const ids = scores.map(({ id }) => id)
  const matches =
    ids.length === 0
      ? []
      : await db.select().from(teamMatches).where(inArray(teamMatches.scoreId, ids)).orderBy(asc(teamMatches.position), asc(teamMatches.id))
  return { scores, matches }
}

/** Teams with all that belongs to them, in the order of `rows`. */
export const wholeTeams = async (db: Db, rows: readonly TeamParts[]) => {
  const ids = rows.map(({ team }) => team.id)
  if (ids.length === 0) return []
  const [people, { scores, matches }] = await Promise.all([peopleOf(db, ids), resultsOf(db, ids)])
  return rows.map((row) => ({
    parts: row,
    of: {
      people: people.filter(({ teamId }) => teamId === row.team.id),
      scores: scores.filter(({ teamId }) => teamId === row.team.id),
      matches,
    },
  }))
}

/** Undefined for a deleted one. */
export const teamParts = async (db: Db, id: string): Promise<TeamParts | undefined> => {
  const [row] = await withParts(db, and(eq(teams.id, id), isNull(teams.deletedAt)))
  return row as TeamParts | undefined
}

/** The teams that somebody registered, the newest first. */
export const teamsOfUser = async (db: Db, userId: string): Promise<TeamParts[]> =>
  (await withParts(db, and(eq(teams.userId, userId), isNull(teams.deletedAt))).orderBy(...newestFirst)) as TeamParts[]

/** Teams of one part of an export: with their people they are many rows, and what is read at once stays in memory for a while. */
const atOnce = 40

/** All that match, some at a time, the newest first. */
export const eachTeam = async function* (db: Db, filter: TeamFilter): AsyncGenerator<TeamParts[]> {
  let after: string | undefined
  for (;;) {
    const rows = await withParts(db, and(isNull(teams.deletedAt), after ? lt(teams.id, after) : undefined, ...narrowed(filter)))
      .orderBy(desc(teams.id))
      .limit(atOnce)
    if (rows.length > 0) yield rows as TeamParts[]
    if (rows.length < atOnce) return
    after = rows.at(-1)?.team.id
  }
}

/** Deleted or not; kept from other writers until the transaction ends. */
export const lockTeam = async (tx: Db, id: string): Promise<TeamDbRow | undefined> => {
  const [row] = await tx.select().from(teams).where(eq(teams.id, id)).for('update')
  return row
}

/** How many coaches and members any team has at most. */
export const mostPeople = async (db: Db): Promise<{ coaches: number; members: number }> => {
  const counted = db
    .select({ kind: teamPeople.kind, people: count().as('people') })
    .from(teamPeople)
    .where(isNull(teamPeople.deletedAt))
    .groupBy(teamPeople.teamId, teamPeople.kind)
    .as('counted')
  const rows = await db
    .select({ kind: counted.kind, most: max(counted.people) })
    .from(counted)
    .groupBy(counted.kind)
  const most = (kind: 'coach' | 'member') => Number(rows.find((row) => row.kind === kind)?.most ?? 0)
  return { coaches: Math.max(1, most('coach')), members: Math.max(2, most('member')) }
}
