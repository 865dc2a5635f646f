import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Faq } from '#contract/domain/content.ts'
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
