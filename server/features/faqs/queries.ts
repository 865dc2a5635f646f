import { and, asc, eq, isNull, max, or, sql } from 'drizzle-orm'
import type { Faq } from '#contract/content.ts'
import type { Db } from '#server/db/open.ts'
import { faqs } from '#server/db/schema/content.ts'

/** The questions that visitors see, in their order. */
export const publicFaqs = async (db: Db): Promise<Faq[]> => {
  const rows = await db
    .select()
    .from(faqs)
    .where(and(isNull(faqs.deletedAt), eq(faqs.active, true)))
    .orderBy(asc(faqs.position), asc(faqs.id))
  return rows.map((row) => ({
    id: row.id,
    question: { en: row.questionEn, ar: row.questionAr },
    answer: { en: row.answerEn, ar: row.answerAr },
  }))
}

export type NewFaq = Pick<typeof faqs.$inferInsert, 'questionEn' | 'questionAr' | 'answerEn' | 'answerAr'> & { active: boolean }

/** Which of these questions are there already, in either language. */
export const questionsThere = async (db: Db, questions: readonly string[]): Promise<Set<string>> => {
  const asked = sql`any(${sql.param(questions)}::text[])`
  const rows = await db
    .select({ en: faqs.questionEn, ar: faqs.questionAr })
    .from(faqs)
    .where(and(isNull(faqs.deletedAt), or(sql`${faqs.questionEn} = ${asked}`, sql`${faqs.questionAr} = ${asked}`)))
  return new Set(rows.flatMap(({ en, ar }) => [en, ar]))
}

/** Other writers wait until the transaction ends. */
export const keepFaqsStill = (tx: Db) => tx.execute(sql`lock table ${faqs} in share row exclusive mode`)

/** The place of the last one, deleted or not; -1 without any. */
export const lastFaqPosition = async (tx: Db): Promise<number> => {
  const [row] = await tx.select({ last: max(faqs.position) }).from(faqs)
  return row?.last ?? -1
}

/** Some hundred at a time: a statement has a limit of values. */
export const insertFaqs = async (tx: Db, rows: readonly (NewFaq & { position: number })[]) => {
  const made: (typeof faqs.$inferSelect)[] = []
  for (let at = 0; at < rows.length; at += 500)
    made.push(
      ...(await tx
        .insert(faqs)
        .values(rows.slice(at, at + 500))
        .returning()),
    )
  return made
}
