import { and, asc, eq, inArray, isNull, max, or, sql } from 'drizzle-orm'
import type { ListSortKey } from '#contract/platform/list-sort.ts'
import type { Continent, Organizer, Region } from '#contract/site/contents.schema.ts'
import type { Faq, Partner } from '#contract/site/contents.ts'
import type { GetSortColumns } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { continents, faqs, organizers, partners, regions } from '#server/platform/db/schema/content.ts'

export const toFaq = (row: typeof faqs.$inferSelect): Faq => ({
  id: row.id,
  question: { en: row.questionEn, ar: row.questionAr },
  answer: { en: row.answerEn, ar: row.answerAr },
})

/** Lists the questions that visitors see, in their order. */
export const listPublicFaqs = async (db: Db): Promise<Faq[]> => {
  const rows = await db
    .select()
    .from(faqs)
    .where(and(isNull(faqs.deletedAt), eq(faqs.active, true)))
    .orderBy(asc(faqs.position), asc(faqs.id))
  return rows.map(toFaq)
}

export type NewFaq = Pick<typeof faqs.$inferInsert, 'questionEn' | 'questionAr' | 'answerEn' | 'answerAr'> & {
  active: boolean
}

/** Returns the questions that exist already, in either language. */
export const filterExistingFaqQuestionSet = async (
  db: Db,
  questions: readonly string[],
): Promise<Set<string>> => {
  const isAnyQuestion = sql`any(${sql.param(questions)}::text[])`
  const rows = await db
    .select({ en: faqs.questionEn, ar: faqs.questionAr })
    .from(faqs)
    .where(
      and(
        isNull(faqs.deletedAt),
        or(sql`${faqs.questionEn} = ${isAnyQuestion}`, sql`${faqs.questionAr} = ${isAnyQuestion}`),
      ),
    )
  return new Set(rows.flatMap(({ en, ar }) => [en, ar]))
}

/** Locks the table of FAQs against other writers until the transaction ends. */
export const lockFaqTable = (tx: Db) => tx.execute(sql`lock table ${faqs} in share row exclusive mode`)

/** Returns the position of the last question, deleted or not; -1 without any. */
export const getLastFaqPosition = async (tx: Db): Promise<number> => {
  const [row] = await tx.select({ last: max(faqs.position) }).from(faqs)
  return row?.last ?? -1
}

/** Inserts questions in batches, because a statement has a limit of parameters. */
export const insertFaqs = async (tx: Db, rows: readonly (NewFaq & { position: number })[]) => {
  const inserted: (typeof faqs.$inferSelect)[] = []
  for (let at = 0; at < rows.length; at += 500)
    inserted.push(
      ...(await tx
        .insert(faqs)
        .values(rows.slice(at, at + 500))
        .returning()),
    )
  return inserted
}

/** Locks the questions of an import and returns for each whether it was changed or deleted. */
export const lockFaqsAndListChangeStates = async (
  tx: Db,
  ids: readonly string[],
): Promise<{ name: string; isChanged: boolean }[]> => {
  const rows = await tx
    .select()
    .from(faqs)
    .where(inArray(faqs.id, [...ids]))
    .for('update')
  return rows.map(({ questionEn, version, deletedAt }) => ({
    name: questionEn,
    isChanged: version !== 1 || deletedAt !== null,
  }))
}

/** Deletes locked questions; they can be restored for 30 days. Returns their rows. */
export const softDeleteAndReturnFaqs = (tx: Db, ids: readonly string[], deletedAt: Date) =>
  tx
    .update(faqs)
    .set({ deletedAt, version: sql`${faqs.version} + 1` })
    .where(inArray(faqs.id, [...ids]))
    .returning()

/** Returns the columns by which the list of the back office can be sorted. */
export const getFaqSortColumns: GetSortColumns<ListSortKey<'faqs'>> = (lang) => ({
  name: sql`lower(${lang === 'ar' ? faqs.questionAr : faqs.questionEn})`,
  position: faqs.position,
  active: faqs.active,
})

export const toPartner = ({ id, name, image, link }: typeof partners.$inferSelect): Partner => ({
  id,
  name,
  // the specification publishes partner images at this path
  image: `/uploads/partners/${image}`,
  link,
})

/** Lists the partners that visitors see, in their order. */
export const listPublicPartners = async (db: Db): Promise<Partner[]> => {
  const rows = await db
    .select()
    .from(partners)
    .where(and(isNull(partners.deletedAt), eq(partners.active, true)))
    .orderBy(asc(partners.position), asc(partners.id))
  return rows.map(toPartner)
}

/** Returns the columns by which the list of the back office can be sorted. */
export const getPartnerSortColumns: GetSortColumns<ListSortKey<'partners'>> = () => ({
  name: sql`nullif(lower(${partners.name}), '')`,
  link: sql`lower(${partners.link})`,
  position: partners.position,
  active: partners.active,
})

export const toOrganizer = (row: typeof organizers.$inferSelect): Organizer => ({
  id: row.id,
  name: { en: row.nameEn, ar: row.nameAr },
  link: row.link,
  flag: row.flag,
  country: row.country,
  active: row.active,
  continentId: row.continentId,
})

/**
 * Lists the organizers of a continent, or of all, in their order. Inactive ones are included, because pages
 * show them greyed.
 */
export const listOrganizersIncludingInactive = async (
  db: Db,
  continentId: string | undefined,
): Promise<Organizer[]> => {
  const rows = await db
    .select()
    .from(organizers)
    .where(
      and(
        isNull(organizers.deletedAt),
        continentId === undefined ? undefined : eq(organizers.continentId, continentId),
      ),
    )
    .orderBy(asc(organizers.position), asc(organizers.id))
  return rows.map(toOrganizer)
}

/** Locks a continent against deletion until the transaction ends. Returns whether it exists. */
export const lockContinentAndCheckExists = async (tx: Db, id: string): Promise<boolean> => {
  const found = await tx
    .select({ id: continents.id })
    .from(continents)
    .where(and(eq(continents.id, id), isNull(continents.deletedAt)))
    .for('share')
  return found.length > 0
}

/** Returns the columns by which the list of the back office can be sorted. */
export const getOrganizerSortColumns: GetSortColumns<ListSortKey<'organizers'>> = (lang) => ({
  name: sql`lower(${lang === 'ar' ? organizers.nameAr : organizers.nameEn})`,
  continentId: sql`(select lower(${lang === 'ar' ? continents.nameAr : continents.nameEn}) from ${continents} where ${continents.id} = ${organizers.continentId})`,
  country: organizers.country,
  active: organizers.active,
})

const isVisible = and(isNull(regions.deletedAt), eq(regions.active, true))
export const toRegion = (row: typeof regions.$inferSelect): Region => ({
  id: row.id,
  slug: row.slug,
  name: { en: row.nameEn, ar: row.nameAr },
  country: row.country,
  email: row.email,
  phone: row.phone,
})

/** Lists the regions that visitors see, in their order. */
export const listPublicRegions = async (db: Db): Promise<Region[]> => {
  const rows = await db
    .select()
    .from(regions)
    .where(isVisible)
    .orderBy(asc(regions.position), asc(regions.id))
  return rows.map(toRegion)
}

/** Lists all regions that are not deleted, active or not, in their order. */
export const listRegionsIncludingInactive = async (db: Db): Promise<Region[]> => {
  const rows = await db
    .select()
    .from(regions)
    .where(isNull(regions.deletedAt))
    .orderBy(asc(regions.position), asc(regions.id))
  return rows.map(toRegion)
}

/** The text that the search of the list uses; there are too few rows for an index. */
export const regionSearchText = sql`search_form(${regions.nameEn} || E'\\n' || ${regions.nameAr} || E'\\n' || ${regions.country})`

/** Returns true when a region exists and is not deleted, active or not. */
export const hasRegionWithIdOrSlug = async (db: Db, id: string): Promise<boolean> =>
  (await findRegionIdByIdOrSlug(db, id)) !== undefined

/** Finds the id of a region that is not deleted, active or not, by its id or slug. */
export const findRegionIdByIdOrSlug = async (db: Db, idOrSlug: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: regions.id })
    .from(regions)
    .where(
      and(or(eq(sql`${regions.id}::text`, idOrSlug), eq(regions.slug, idOrSlug)), isNull(regions.deletedAt)),
    )
  return row?.id
}

/** Returns the columns by which the list of the back office can be sorted. */
export const getRegionSortColumns: GetSortColumns<ListSortKey<'regions'>> = (lang) => ({
  name: sql`lower(${lang === 'ar' ? regions.nameAr : regions.nameEn})`,
  country: regions.country,
  email: sql`lower(${regions.email})`,
  phone: regions.phone,
  active: regions.active,
})

export const toContinent = (row: typeof continents.$inferSelect): Continent => ({
  id: row.id,
  slug: row.slug,
  name: { en: row.nameEn, ar: row.nameAr },
})

/** Lists the continents, in their order. */
export const listPublicContinents = async (db: Db): Promise<Continent[]> => {
  const rows = await db
    .select()
    .from(continents)
    .where(isNull(continents.deletedAt))
    .orderBy(asc(continents.position), asc(continents.id))
  return rows.map(toContinent)
}

/** The text that the search of the list uses; there are too few rows for an index. */
export const continentSearchText = sql`search_form(${continents.nameEn} || E'\\n' || ${continents.nameAr})`

/**
 * Returns true when a continent has organizers that are not deleted. The continent's row must be locked, so
 * that it gets none until the transaction ends.
 */
export const hasContinentOrganizers = async (tx: Db, id: string): Promise<boolean> => {
  const found = await tx
    .select({ id: organizers.id })
    .from(organizers)
    .where(and(eq(organizers.continentId, id), isNull(organizers.deletedAt)))
    .limit(1)
  return found.length > 0
}

/** SQL condition: the continent has organizers, deleted ones included. */
export const hasOrganizersCondition = sql`exists (select 1 from ${organizers} where ${organizers.continentId} = ${continents.id})`

/** Returns the columns by which the list of the back office can be sorted. */
export const getContinentSortColumns: GetSortColumns<ListSortKey<'continents'>> = (lang) => ({
  name: sql`lower(${lang === 'ar' ? continents.nameAr : continents.nameEn})`,
  position: continents.position,
})
