import { and, asc, eq, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import type { JudgeTablets } from '#contract/event/event-overview.schema.ts'
import type { Judge } from '#contract/event/judging/judge.schema.ts'
import { type JudgeState, namedTablets, silentTabletMs } from '#contract/event/judging/judge.ts'
import {
  buildSearchConditions,
  orderBySearchMatch,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { judgeSessions, judges } from '#server/platform/db/schema/judging.ts'
import { selectedJudge, toJudge } from './queries.ts'

/** The text that the search of the judges of an event uses; there are too few rows for an index. */
const searchText = sql`search_form(${judges.name})`

/** When devices are silent: without contact since then, of judges who judge on `today`. */
export type TabletCheck = { today: string; isJudgingClosed: boolean }

/** SQL condition: a device has no contact although its judge judges today. */
const buildSilentTabletCondition = ({ today, isJudgingClosed }: TabletCheck): SQL<boolean> =>
  isJudgingClosed
    ? sql<boolean>`false`
    : sql<boolean>`(${judgeSessions.lastSeenAt} < now() - ${silentTabletMs / 1000} * interval '1 second'
        and (cardinality(${judges.days}) = 0 or ${today} = any(${judges.days})))`

/** SQL condition: a device has a problem, either unsent sheets or no contact. */
const buildTabletProblemCondition = (check: TabletCheck): SQL =>
  sql`(coalesce(${judgeSessions.unsentSheets}, 0) > 0 or ${buildSilentTabletCondition(check)})`

const isUnrevokedJudgeOfEvent = (eventId: string) =>
  and(eq(judges.eventId, eventId), ne(judges.name, ''), isNull(judges.revokedAt))

/** Builds the condition that a judge has a state. */
const buildStateCondition = (state: JudgeState, check: TabletCheck): SQL | undefined => {
  const hasSession = (condition: SQL) =>
    sql`exists (select 1 from ${judgeSessions} where ${judgeSessions.judgeId} = ${judges.id} and ${condition})`
  switch (state) {
    case 'revoked':
      return isNotNull(judges.revokedAt)
    case 'signedIn':
      return and(isNull(judges.revokedAt), hasSession(sql`true`))
    case 'notSignedIn':
      return and(isNull(judges.revokedAt), not(hasSession(sql`true`)))
    case 'problem':
      return and(isNull(judges.revokedAt), hasSession(buildTabletProblemCondition(check)))
  }
}

/** Which judges a list has; `check` is only needed for the state `problem`. */
export type JudgeListQuery = Paging & { search?: string | undefined; state?: JudgeState | undefined }

/**
 * Lists a page of the judges of an event in the order of their creation, then of their names, revoked ones
 * included. A search has the best matches first.
 */
export const readJudgePageOfEvent = async (
  db: Db,
  eventId: string,
  { search, state, ...paging }: JudgeListQuery,
  check: TabletCheck,
): Promise<{ judges: Judge[]; total: number }> => {
  const list = {
    select: db.select(selectedJudge).from(judges).$dynamic(),
    table: judges,
    where: and(
      eq(judges.eventId, eventId),
      ne(judges.name, ''),
      state && buildStateCondition(state, check),
      ...buildSearchConditions(searchText, search),
    ),
    orderBy: [
      ...orderBySearchMatch(searchText, search),
      asc(judges.createdAt),
      asc(judges.name),
      asc(judges.id),
    ] as SQL[],
  }
  const { rows, total } = await selectPageWithTotal(db, list, paging)
  return { judges: rows.map(toJudge), total }
}

/** Lists all judges of an event whose name is not erased, by name, revoked ones included. */
export const listNamedJudgesOfEvent = (db: Db, eventId: string) =>
  db
    .select({
      id: judges.id,
      name: judges.name,
      isHead: judges.isHead,
      isRevoked: sql<boolean>`${judges.revokedAt} is not null`,
      createdAt: judges.createdAt,
    })
    .from(judges)
    .where(and(eq(judges.eventId, eventId), ne(judges.name, '')))
    .orderBy(asc(judges.name), asc(judges.createdAt), asc(judges.id))

/**
 * Counts the judges of an event whose codes are valid and their devices, and lists devices with a problem: at
 * most `namedTablets`, those with the most unsent sheets first, then those without contact for the longest
 * time.
 */
export const countJudgesAndListTabletProblems = async (
  db: Db,
  eventId: string,
  check: TabletCheck,
): Promise<JudgeTablets> => {
  const isProblem = buildTabletProblemCondition(check)
  const [counts] = await db
    .select({
      judges: sql<number>`count(distinct ${judges.id})::int`,
      signedInJudges: sql<number>`count(distinct ${judgeSessions.judgeId})::int`,
      count: sql<number>`count(${judgeSessions.id})::int`,
      unsentSheets: sql<number>`coalesce(sum(${judgeSessions.unsentSheets}), 0)::int`,
      problemCount: sql<number>`(count(*) filter (where ${judgeSessions.id} is not null and ${isProblem}))::int`,
    })
    .from(judges)
    .leftJoin(judgeSessions, eq(judgeSessions.judgeId, judges.id))
    .where(isUnrevokedJudgeOfEvent(eventId))
  const { id: judgeId, name: judgeName, isHead, tables } = judges
  const { lastSeenAt, unsentSheets, reportedAt } = judgeSessions
  const problems = await db
    .select({
      judgeId,
      judgeName,
      isHead,
      tables,
      lastSeenAt,
      unsentSheets,
      reportedAt,
      isSilent: buildSilentTabletCondition(check),
    })
    .from(judges)
    .innerJoin(judgeSessions, eq(judgeSessions.judgeId, judges.id))
    .where(and(isUnrevokedJudgeOfEvent(eventId), isProblem))
    .orderBy(sql`coalesce(${unsentSheets}, 0) desc`, asc(lastSeenAt), asc(judges.name), asc(judgeSessions.id))
    .limit(namedTablets)
  return {
    ...(counts ?? { judges: 0, signedInJudges: 0, count: 0, unsentSheets: 0, problemCount: 0 }),
    problems: problems.map((row) => ({
      ...row,
      lastSeenAt: row.lastSeenAt.toISOString(),
      reportedAt: row.reportedAt?.toISOString() ?? null,
    })),
  }
}
