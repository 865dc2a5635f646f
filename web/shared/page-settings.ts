import type { Lang } from '#contract/localized.ts'
import type { Settings } from '#contract/settings.ts'
import { omitOtherLanguage, type PageText } from './page-text.ts'
import type { PublicApi } from './public-api.ts'

/** The settings that public pages show, with texts in the language of the page only. */
export type PageSettings = Pick<Settings, 'counters' | 'features'> & {
  title: PageText
  description: PageText
  contact: PageContact
  story: Omit<Settings['story'], 'title' | 'text'> & { title: PageText; text: PageText }
}
export type PageContact = Pick<Settings['contact'], 'phone' | 'email'>

/** Loads the settings of the site for a page in one language. */
export const loadPageSettings = async (api: PublicApi, siteCode: string, lang: Lang): Promise<PageSettings> => {
  const { title, description, counters, contact, story, features } = await api.content.settings(siteCode)
  return {
    title: omitOtherLanguage(title, lang),
    description: omitOtherLanguage(description, lang),
    counters,
    contact: { phone: contact.phone, email: contact.email },
    story: { ...story, title: omitOtherLanguage(story.title, lang), text: omitOtherLanguage(story.text, lang) },
    features,
  }
}
