import type { FaqRecord } from '#contract/content.ts'
import { faqs } from '#server/db/schema/content.ts'
import type { Core } from '#server/deps.ts'
import { recordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'

const toRecord = (row: typeof faqs.$inferSelect): FaqRecord => ({
  id: row.id,
  question: { en: row.questionEn, ar: row.questionAr },
  answer: { en: row.answerEn, ar: row.answerAr },
  active: row.active,
  ...recordMetadata(row),
})

/** Questions and answers in the back office; both must stand there in both languages. */
export const faqService = (core: Pick<Core, 'database' | 'changes' | 'files'>) =>
  createCrudService(
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
