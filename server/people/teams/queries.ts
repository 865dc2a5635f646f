import { and, asc, count, desc, eq, inArray, isNull, lt, max, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { teamFilterFields } from '#contract/people/teams/team.fields.ts'
import type { TeamFilter } from '#contract/people/teams/team.schema.ts'
import type { ListSort, ListSortKey } from '#contract/platform/list-sort.ts'
import type { Lang } from '#contract/platform/localized.ts'
import {
  buildSearchConditions,
  orderByNewest,
  orderBySearchMatch,
  orderBySort,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamRegionCondition } from '#server/platform/db/region-conditions.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { buildRestorableCondition } from '#server/platform/db/soft-delete.ts'
import {
  buildTeamMissingConfirmationCondition,
  buildTeamRefusedSinceColumn,
} from '../guardian-confirmations/service.ts'
import { loadOwnedOrCoachedTeamCondition } from './queries-account.ts'
import { loadScoreSheetsByTeam } from './queries-score-sheets.ts'
import type { PersonRow, PersonSummaryRow, TeamDbRow, TeamJoinRow, TeamListDbRow } from './rows.ts'

export type TeamListQuery = DatedTeamFilter &
  Paging & { deleted?: boolean | undefined; sort?: ListSort<'teams'> | undefined; lang?: Lang | undefined }

const sortColumns = (lang: Lang): Record<ListSortKey<'teams'>, PgColumn | SQL> => ({
  number: teams.teamNo,
  team: sql`lower(${teams.name})`,
  school: sql`lower(${teams.schoolName})`,
  competition: sql`(select ${lang === 'ar' ? competitions.nameAr : competitions.nameEn} from ${competitions} where ${competitions.id} = ${teams.competitionId})`,
  region: sql`(select ${lang === 'ar' ? regions.nameAr : regions.nameEn} from ${regions} where ${regions.id} = ${teams.regionId})`,
  stage: teams.stage,
  payment: teams.paid,
  place: teams.status,
  complete: teams.complete,
  created: teams.createdAt,
})

/** The teams of the regions of a user that match a filter. */
export type RegionalTeamFilter = TeamFilter & { regionLimit: RegionLimit }
/** `today` is the day on which members are minors (YYYY-MM-DD). */
export type DatedTeamFilter = RegionalTeamFilter & { today?: string | undefined }

/** SQL: the competition of a team has a fee, or none. */
const buildFeeCondition = (hasFee: boolean): SQL => {
  const competitionHasFee = sql`exists (select from ${competitions} where ${competitions.id} = ${teams.competitionId} and ${competitions.fee} > 0)`
  return hasFee ? competitionHasFee : sql`not ${competitionHasFee}`
}

const filterConditions = ({
  search,
  paid,
  hasFee,
  status,
  guardianMissing,
  guardianRefused,
  today = '',
  regionLimit,
  ...fields
}: DatedTeamFilter): SQL[] => [
  ...[buildTeamRegionCondition(regionLimit) ?? []].flat(),
  ...teamFilterFields.flatMap((field) =>
    fields[field] === undefined ? [] : [eq(teams[field], fields[field])],
  ),
  ...(paid === undefined ? [] : [eq(teams.paid, paid)]),
  ...(hasFee === undefined ? [] : [buildFeeCondition(hasFee)]),
  ...(status === undefined ? [] : [eq(teams.status, status)]),
  ...(guardianMissing === undefined || today === ''
    ? []
    : [
        guardianMissing
          ? buildTeamMissingConfirmationCondition(today)
          : sql`not ${buildTeamMissingConfirmationCondition(today)}`,
      ]),
  ...(guardianRefused === undefined || today === ''
    ? []
    : [sql`(${buildTeamRefusedSinceColumn(today)} is not null) = ${guardianRefused}`]),
  ...buildSearchConditions(teams.search, search),
]

const partColumns = {
  team: teams,
  competition: {
    id: competitions.id,
    slug: competitions.slug,
    nameEn: competitions.nameEn,
    nameAr: competitions.nameAr,
  },
  region: { id: regions.id, nameEn: regions.nameEn, nameAr: regions.nameAr },
  user: {
    id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    role: users.role,
  },
}
/** The coaches and members of a team, each kind in its order, as a column of the list. */
const listColumns = {
  people: sql<PersonSummaryRow[]>`coalesce((
  select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'picture', p.picture) order by p.position, p.id)
  from ${teamPeople} p where p.team_id = ${teams.id} and p.deleted_at is null), '[]')`,
}

const joinParts = <Select extends PgSelect>(query: Select) =>
  query
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(regions, eq(regions.id, teams.regionId))
    .leftJoin(users, eq(users.id, teams.userId))
const selectParts = (db: Db, where: SQL | undefined) =>
  joinParts(db.select(partColumns).from(teams).$dynamic()).where(where)

/**
 * Returns one page of teams with their people and scores, newest first, and the total. `deleted` lists the
 * restorable teams.
 */
export const readAdminTeamPage = async (
  db: Db,
  { page, perPage, deleted, sort, lang = 'en', ...filter }: TeamListQuery & { today: string },
): Promise<{ rows: TeamListDbRow[]; total: number }> => {
  const present = deleted ? buildRestorableCondition(teams.deletedAt) : isNull(teams.deletedAt)
  const list = {
    select: joinParts(
      db
        .select({
          ...partColumns,
          ...listColumns,
          hasRefusal: sql<boolean>`${buildTeamRefusedSinceColumn(filter.today)} is not null`,
        })
        .from(teams)
        .$dynamic(),
    ),
    table: teams,
    where: and(present, ...filterConditions(filter)),
    orderBy: orderBySort(sort, sortColumns(lang), teams.id) ?? [
      ...orderBySearchMatch(teams.search, filter.search),
      ...orderByNewest(teams.createdAt, teams.id),
    ],
  }
  const { rows, total } = await selectPageWithTotal(db, list, { page, perPage })
  const sheets = await loadScoreSheetsByTeam(
    db,
    rows.map(({ team }) => team.id),
  )
  return { rows: rows.map((row) => ({ ...row, sheet: sheets.get(row.team.id) ?? { scores: [] } })), total }
}

/** Lists the coaches and members of teams, each kind in its order. */
export const listPeopleOfTeams = (db: Db, teamIds: readonly string[]): Promise<PersonRow[]> =>
  db
    .select()
    .from(teamPeople)
    .where(and(inArray(teamPeople.teamId, [...teamIds]), isNull(teamPeople.deletedAt)))
    .orderBy(asc(teamPeople.position), asc(teamPeople.id))

/** Loads the people and scores of teams, in the order of `rows`. */
export const loadTeamsWithPeopleAndScores = async (db: Db, rows: readonly TeamJoinRow[]) => {
  const ids = rows.map(({ team }) => team.id)
  if (ids.length === 0) return []
  const people = Map.groupBy(await listPeopleOfTeams(db, ids), ({ teamId }) => teamId)
  const sheets = await loadScoreSheetsByTeam(db, ids)
  return rows.map((row) => ({
    parts: row,
    of: {
      people: people.get(row.team.id) ?? [],
      sheet: sheets.get(row.team.id) ?? { scores: [] },
    },
  }))
}

/** Lists the ids of the teams that match, newest first. */
export const listTeamIdsByFilter = async (db: Db, filter: DatedTeamFilter): Promise<string[]> => {
  const rows = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(isNull(teams.deletedAt), ...filterConditions(filter)))
    .orderBy(desc(teams.id))
  return rows.map(({ id }) => id)
}

/** Finds a team with its joined records; undefined for a deleted one. */
export const findTeamWithRelations = async (db: Db, id: string): Promise<TeamJoinRow | undefined> => {
  const [row] = await selectParts(db, and(eq(teams.id, id), isNull(teams.deletedAt)))
  return row as TeamJoinRow | undefined
}

/** Lists teams by their ids; deleted ones are left out. */
export const listTeamsWithRelationsByIds = async (db: Db, ids: readonly string[]): Promise<TeamJoinRow[]> =>
  (await selectParts(db, and(inArray(teams.id, [...ids]), isNull(teams.deletedAt)))) as TeamJoinRow[]

/** Lists the teams that a user registered or coaches, newest first. */
export const listOwnedOrCoachedTeams = async (db: Db, userId: string): Promise<TeamJoinRow[]> =>
  (await selectParts(
    db,
    and(await loadOwnedOrCoachedTeamCondition(db, userId), isNull(teams.deletedAt)),
  ).orderBy(...orderByNewest(teams.createdAt, teams.id))) as TeamJoinRow[]

/**
 * Returns one page of the teams that a user registered or coaches and that match a search, newest first, and
 * the total.
 */
export const readTeamPageOfUser = async (
  db: Db,
  userId: string,
  { search, ...paging }: Paging & { search: string | undefined },
) =>
  selectPageWithTotal(
    db,
    {
      select: joinParts(db.select(partColumns).from(teams).$dynamic()),
      table: teams,
      where: and(
        await loadOwnedOrCoachedTeamCondition(db, userId),
        isNull(teams.deletedAt),
        ...buildSearchConditions(teams.search, search),
      ),
      orderBy: [...orderBySearchMatch(teams.search, search), ...orderByNewest(teams.createdAt, teams.id)],
    },
    paging,
  )

/** Teams of one batch of an export. A batch with its people stays in memory until it is sent. */
const batchSize = 40

/** Yields all teams that match in batches, newest first. */
export const iterateTeamBatchesByFilter = async function* (
  db: Db,
  filter: DatedTeamFilter,
): AsyncGenerator<TeamJoinRow[]> {
  let after: string | undefined
  for (;;) {
    const rows = await selectParts(
      db,
      and(isNull(teams.deletedAt), after ? lt(teams.id, after) : undefined, ...filterConditions(filter)),
    )
      .orderBy(desc(teams.id))
      .limit(batchSize)
    if (rows.length > 0) yield rows as TeamJoinRow[]
    if (rows.length < batchSize) return
    after = rows.at(-1)?.team.id
  }
}

/** Locks a team, deleted or not, until the transaction ends. */
export const lockTeam = async (tx: Db, id: string): Promise<TeamDbRow | undefined> => {
  const [row] = await tx.select().from(teams).where(eq(teams.id, id)).for('update')
  return row
}

/** Returns the greatest number of coaches and of members that a team of the regions of a user has. */
export const readLargestPeopleCountsOfTeams = async (
  db: Db,
  regionLimit: RegionLimit,
): Promise<{ coaches: number; members: number }> => {
  const counted = db
    .select({ kind: teamPeople.kind, people: count().as('people') })
    .from(teamPeople)
    .innerJoin(teams, eq(teams.id, teamPeople.teamId))
    .where(and(isNull(teamPeople.deletedAt), buildTeamRegionCondition(regionLimit)))
    .groupBy(teamPeople.teamId, teamPeople.kind)
    .as('counted')
  const rows = await db
    .select({ kind: counted.kind, mostPeople: max(counted.people) })
    .from(counted)
    .groupBy(counted.kind)
  const most = (kind: 'coach' | 'member') => Number(rows.find((row) => row.kind === kind)?.mostPeople ?? 0)
  return { coaches: Math.max(1, most('coach')), members: Math.max(2, most('member')) }
}

/** Lists the stages of the teams of the regions of a user, the most frequent first. */
export const listDistinctTeamStages = async (db: Db, regionLimit: RegionLimit): Promise<string[]> => {
  const rows = await db
    .select({ stage: teams.stage })
    .from(teams)
    .where(and(isNull(teams.deletedAt), ne(teams.stage, ''), buildTeamRegionCondition(regionLimit)))
    .groupBy(teams.stage)
    .orderBy(desc(count()), asc(teams.stage))
  return rows.map(({ stage }) => stage)
}

/** Finds the name and address of the user who registers a team. */
export const findUserNameAndEmail = async (
  db: Db,
  userId: string,
): Promise<{ firstName: string; lastName: string; email: string } | undefined> => {
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

/** Counts the unpaid teams of a user that have or want a place in a competition. */
export const countUnpaidTeamsOfUserInCompetition = async (
  tx: Db,
  userId: string,
  competitionId: string,
): Promise<number> =>
  tx.$count(
    teams,
    and(
      ...[eq(teams.userId, userId), eq(teams.competitionId, competitionId), eq(teams.paid, false)],
      ...[ne(teams.status, 'lapsed'), isNull(teams.deletedAt)],
    ),
  )
