import { and, eq, inArray, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import type { JudgePerson } from '#contract/event/judging/judge-person.schema.ts'
import type { ListSortKey } from '#contract/platform/list-sort.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { GetSortColumns } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { judgePeople } from '#server/platform/db/schema/judge-people.ts'
import { judges } from '#server/platform/db/schema/judging.ts'

export type JudgePersonRow = typeof judgePeople.$inferSelect
export type NewJudgePerson = Pick<JudgePersonRow, 'name' | 'email' | 'languages' | 'competitionIds'>

export const toJudgePersonFields = ({
  id,
  name,
  email,
  languages,
  competitionIds,
}: JudgePersonRow): Pick<JudgePerson, 'id' | keyof NewJudgePerson> => ({
  id,
  name,
  email,
  languages,
  competitionIds,
})

/** The text that the search of the list uses. */
export const judgePersonSearchText = judgePeople.search

/** Returns the columns by which the list of the back office can be sorted. */
export const getJudgePersonSortColumns: GetSortColumns<ListSortKey<'judges'>> = () => ({
  name: sql`lower(${judgePeople.name})`,
  email: judgePeople.email,
  changed: judgePeople.updatedAt,
})

/** The filters of the list of people who judge. */
export type JudgePersonFilters = {
  language?: string | undefined
  competition?: string | undefined
  notInEvent?: string | undefined
}

/** Builds the conditions of the filters of the list. */
export const buildJudgePersonFilterConditions = ({
  language,
  competition,
  notInEvent,
}: JudgePersonFilters) => [
  ...(language === undefined ? [] : [sql`${language} = any(${judgePeople.languages})`]),
  ...(competition === undefined ? [] : [sql`${competition}::uuid = any(${judgePeople.competitionIds})`]),
  ...(notInEvent === undefined
    ? []
    : [
        sql`not exists (select from ${judges} where ${judges.eventId} = ${notInEvent} and ${judges.personId} = ${judgePeople.id})`,
      ]),
]

/** Locks the addresses of the people who judge against other writers until the transaction ends. */
export const lockJudgePersonEmails = async (tx: Db): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('judge_people emails'))`)
}

/** Returns which addresses people who judge have, apart from the person with an id. */
export const filterTakenJudgePersonEmailSet = async (
  db: Db,
  emails: readonly string[],
  exceptId?: string,
): Promise<Set<string>> => {
  const rows = await db
    .select({ email: judgePeople.email })
    .from(judgePeople)
    .where(
      and(
        isNull(judgePeople.deletedAt),
        sql`${judgePeople.email} = any(${sql.param(emails)}::text[])`,
        exceptId === undefined ? undefined : ne(judgePeople.id, exceptId),
      ),
    )
  return new Set(rows.flatMap(({ email }) => email ?? []))
}

/** Lists the ids, slugs and names of all competitions. */
export const listCompetitionNames = async (
  db: Db,
): Promise<{ id: string; slug: string; name: Localized }[]> => {
  const rows = await db
    .select({
      id: competitions.id,
      slug: competitions.slug,
      en: competitions.nameEn,
      ar: competitions.nameAr,
    })
    .from(competitions)
    .where(isNull(competitions.deletedAt))
  return rows.map(({ id, slug, en, ar }) => ({ id, slug, name: { en, ar } }))
}

/** Returns which of these ids are competitions. */
export const filterCompetitionIdSet = async (tx: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .select({ id: competitions.id })
    .from(competitions)
    .where(inArray(competitions.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** Returns the position after all other people. */
export const getNextJudgePersonPosition = async (tx: Db): Promise<number> => {
  const [row] = await tx.select({ last: max(judgePeople.position) }).from(judgePeople)
  return (row?.last ?? -1) + 1
}

/** Inserts people in batches, because a statement has a limit of parameters. */
export const insertJudgePeople = async (
  tx: Db,
  people: readonly NewJudgePerson[],
  firstPosition: number,
): Promise<JudgePersonRow[]> => {
  const inserted: JudgePersonRow[] = []
  for (let at = 0; at < people.length; at += 500)
    inserted.push(
      ...(await tx
        .insert(judgePeople)
        .values(
          people
            .slice(at, at + 500)
            .map((person, index) => ({ ...person, position: firstPosition + at + index })),
        )
        .returning()),
    )
  return inserted
}

/** Locks the people of an import and returns for each whether the person was changed, deleted or assigned. */
export const lockJudgePeopleAndListChangeStates = async (
  tx: Db,
  ids: readonly string[],
): Promise<{ name: string; isChanged: boolean }[]> => {
  const rows = await tx
    .select({
      name: judgePeople.name,
      version: judgePeople.version,
      deletedAt: judgePeople.deletedAt,
      isAssigned: sql<boolean>`exists (select from judges j where j.person_id = judge_people.id)`,
    })
    .from(judgePeople)
    .where(inArray(judgePeople.id, [...ids]))
    .for('update')
  return rows.map(({ name, version, deletedAt, isAssigned }) => ({
    name,
    isChanged: version !== 1 || deletedAt !== null || isAssigned,
  }))
}

/** Deletes people; they can be restored for 30 days. Returns their rows. */
export const softDeleteAndReturnJudgePeople = (
  tx: Db,
  ids: readonly string[],
  deletedAt: Date,
): Promise<JudgePersonRow[]> =>
  tx
    .update(judgePeople)
    .set({ deletedAt, version: sql`${judgePeople.version} + 1` })
    .where(inArray(judgePeople.id, [...ids]))
    .returning()

/**
 * Lists the people who were neither changed nor a judge of an event since a time; the last use of a code counts.
 */
export const lockJudgePersonIdsUnusedSince = async (tx: Db, before: Date): Promise<string[]> => {
  const rows = await tx
    .select({ id: judgePeople.id })
    .from(judgePeople)
    .where(
      sql`${judgePeople.deletedAt} is null and ${judgePeople.updatedAt} < ${before} and not exists (
        select from ${judges} where ${judges.personId} = ${judgePeople.id}
          and coalesce(${judges.lastUsedAt}, ${judges.createdAt}) >= ${before})`,
    )
    .for('update')
  return rows.map(({ id }) => id)
}

/** SQL condition: the person has a valid code for an event that is not over. */
export const hasValidCodeOfComingEventCondition = sql`exists (
  select from ${judges} join ${events} on ${events.id} = ${judges.eventId}
  where ${judges.personId} = ${judgePeople.id} and ${judges.revokedAt} is null and ${judges.name} <> ''
    and ${events.deletedAt} is null and (${events.endDate} is null or ${events.endDate} >= current_date))`

/** Lists the judges of events who are linked to people that are deleted, or to one of them. */
export const listJudgesOfDeletedPeople = async (
  tx: Db,
  personId?: string,
): Promise<{ judgeId: string; personId: string }[]> => {
  const rows = await tx
    .select({ judgeId: judges.id, personId: judgePeople.id })
    .from(judges)
    .innerJoin(judgePeople, eq(judgePeople.id, judges.personId))
    .where(
      and(
        isNotNull(judgePeople.deletedAt),
        personId === undefined ? undefined : eq(judgePeople.id, personId),
      ),
    )
  return rows
}
