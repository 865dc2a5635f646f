import type { FaqRecord } from '#contract/content.ts'
import { faqs } from '#server/db/schema/content.ts'
import type { Core } from '#server/deps.ts'
import { factsOf } from '#server/features/records/rows.ts'
import { recordService } from '#server/features/records/service.ts'

const toRecord = (row: typeof faqs.$inferSelect): FaqRecord => ({
  id: row.id,
  question: { en: row.questionEn, ar: row.questionAr },
  answer: { en: row.answerEn, ar: row.answerAr },
  active: row.active,
  ...factsOf(row),
})

/** Questions and answers in the back office; both must stand there in both languages. */
export const faqService = (core: Pick<Core, 'database' | 'changes' | 'files'>) =>
  recordService(
    {
      table: faqs,
      entity: 'faq',
      tags: ['faqs'],
      searched: faqs.search,
      required: ['questionEn', 'questionAr', 'answerEn', 'answerAr'],
      toDomain: toRecord,
    },
    core,
  )
