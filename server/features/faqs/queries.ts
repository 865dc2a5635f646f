import { and, asc, eq, inArray, isNull, max, or, sql } from 'drizzle-orm'
import type { Faq } from '#contract/faq.ts'
import type { ListSortKey } from '#contract/list-sort.ts'
import type { Db } from '#server/db/open.ts'
import type { GetSortColumns } from '#server/db/paging.ts'
import { faqs } from '#server/db/schema/content.ts'

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

export type NewFaq = Pick<typeof faqs.$inferInsert, 'questionEn' | 'questionAr' | 'answerEn' | 'answerAr'> & { active: boolean }

/** Returns the questions that exist already, in either language. */
export const findExistingQuestions = async (db: Db, questions: readonly string[]): Promise<Set<string>> => {
  const isAnyQuestion = sql`any(${sql.param(questions)}::text[])`
  const rows = await db
    .select({ en: faqs.questionEn, ar: faqs.questionAr })
    .from(faqs)
    .where(and(isNull(faqs.deletedAt), or(sql`${faqs.questionEn} = ${isAnyQuestion}`, sql`${faqs.questionAr} = ${isAnyQuestion}`)))
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

/** Locks questions, deleted or not, until the transaction ends. */
export const lockFaqs = (tx: Db, ids: readonly string[]) =>
  tx
    .select()
    .from(faqs)
    .where(inArray(faqs.id, [...ids]))
    .for('update')
/** Deletes locked questions; they can be restored for 30 days. */
export const softDeleteFaqs = async (tx: Db, ids: readonly string[], deletedAt: Date): Promise<void> => {
  await tx
    .update(faqs)
    .set({ deletedAt, version: sql`${faqs.version} + 1` })
    .where(inArray(faqs.id, [...ids]))
}

/** Returns the columns by which the list of the back office can be sorted. */
export const getFaqSortColumns: GetSortColumns<ListSortKey<'faqs'>> = (lang) => ({
  name: sql`lower(${lang === 'ar' ? faqs.questionAr : faqs.questionEn})`,
  position: faqs.position,
  active: faqs.active,
})
