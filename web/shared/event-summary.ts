import type { EventCard } from '#contract/event/event.schema.ts'
import type { Lang } from '#contract/platform/localized.ts'

const arabicLetter = /\p{Script=Arabic}/u

/**
 * Returns the part of a tag like `Football · كرة قدم` in the language of the page, or the whole tag when it
 * is not in two languages.
 */
export const getTagInLanguage = (tag: string, lang: Lang): string => {
  const parts = tag.split('·').map((part) => part.trim())
  const ofLanguage = parts.filter((part) => part && arabicLetter.test(part) === (lang === 'ar'))
  return ofLanguage.length > 0 && ofLanguage.length < parts.length ? ofLanguage.join(' · ') : tag
}

/**
 * The part of an event that cards and lists of public pages show, in the language of the page. Dates have the
 * form `2026-12-05`.
 */
export type EventSummary = Pick<
  EventCard,
  'id' | 'slug' | 'startDate' | 'endDate' | 'tags' | 'coverImage' | 'live' | 'hasFinalResults'
> & {
  title: string
}

const shownTags = 3

/**
 * Returns the part of an event that a page shows, so that pages carry no descriptions and no text in the
 * other language.
 */
export const toEventSummary = (
  { id, slug, title, startDate, endDate, tags, coverImage, live, hasFinalResults }: EventCard,
  lang: Lang,
): EventSummary => ({
  id,
  slug,
  title: title[lang],
  startDate: startDate?.slice(0, 10) ?? null,
  endDate: endDate?.slice(0, 10) ?? null,
  tags: tags.slice(0, shownTags).map((tag) => getTagInLanguage(tag, lang)),
  coverImage,
  live,
  hasFinalResults,
})
