import type { FaqFields, FaqRecord } from '#contract/faq.ts'
import { faqs } from '#server/db/schema/content.ts'
import type { Core } from '#server/deps.ts'
import { toRecordMetadata } from '#server/features/crud/metadata.ts'
import { createCrudService } from '#server/features/crud/service.ts'
import { getFaqSortColumns, toFaq } from './queries.ts'

/** Creates the service of FAQs in the back office. Question and answer are required in both languages. */
export const createFaqService = (core: Pick<Core, 'database' | 'invalidator' | 'files'>) =>
  createCrudService<typeof faqs, FaqFields, FaqRecord>(
    {
      table: faqs,
      entity: 'faq',
      cacheTags: ['faqs'],
      searchText: faqs.search,
      getSortColumns: getFaqSortColumns,
      recordName: { en: faqs.questionEn, ar: faqs.questionAr },
      required: ['question.en', 'question.ar', 'answer.en', 'answer.ar'],
      toRecord: (row) => ({ ...toFaq(row), active: row.active, ...toRecordMetadata(row) }),
      toColumns: ({ question, answer, active }) => ({
        questionEn: question?.en,
        questionAr: question?.ar,
        answerEn: answer?.en,
        answerAr: answer?.ar,
        active,
      }),
    },
    core,
  )
