import type { Partner } from '#contract/contents.ts'
import type { Lang } from '#contract/localized.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'
import { type PageText, pickLanguage } from '#web/shared/page-settings.ts'

/** A question as the home page shows it, in the language of the page only. */
export type PageFaq = { question: PageText; answer: PageText }
/** A partner as the home page shows it. */
export type PagePartner = Omit<Partner, 'id'>

/** Loads the FAQs of the home page in one language. */
export const loadPageFaqs = async (api: PublicApi, lang: Lang): Promise<PageFaq[]> =>
  (await api.content.faqs()).map(({ question, answer }) => ({
    question: pickLanguage(question, lang),
    answer: pickLanguage(answer, lang),
  }))

export const loadPagePartners = async (api: PublicApi): Promise<PagePartner[]> =>
  (await api.content.partners()).map(({ name, image, link }) => ({ name, image, link }))
