import type { Lang, Localized } from '#contract/platform/localized.ts'
import type { Settings } from '#contract/platform/settings.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'

/** A text of a page, in the language of the page only. */
export type PageText = Partial<Localized>

/** Returns a text in one language only, so that a page contains no text that it does not show. */
export const omitOtherLanguages = (text: Localized, lang: Lang): PageText => ({ [lang]: text[lang] })

/** The settings that public pages show, with texts in the language of the page only. */
export type PageSettings = Pick<Settings, 'counters' | 'features'> & {
  title: PageText
  description: PageText
  contact: PageContact
  story: Omit<Settings['story'], 'title' | 'text'> & { title: PageText; text: PageText }
}
export type PageContact = Pick<Settings['contact'], 'phone' | 'email'>

/** Loads the settings of the site for a page in one language. */
export const loadPageSettings = async (
  api: PublicApi,
  siteCode: string,
  lang: Lang,
): Promise<PageSettings> => {
  const { title, description, counters, contact, story, features } = await api.content.settings(siteCode)
  return {
    title: omitOtherLanguages(title, lang),
    description: omitOtherLanguages(description, lang),
    counters,
    contact: { phone: contact.phone, email: contact.email },
    story: {
      ...story,
      title: omitOtherLanguages(story.title, lang),
      text: omitOtherLanguages(story.text, lang),
    },
    features,
  }
}
