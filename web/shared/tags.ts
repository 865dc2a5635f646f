import type { Lang } from '#contract/localized.ts'

const arabicLetter = /\p{Script=Arabic}/u

/** Returns the part of a tag like `Football · كرة قدم` in the language of the page, or the whole tag when it is not in two languages. */
export const getTagInLanguage = (tag: string, lang: Lang): string => {
  const parts = tag.split('·').map((part) => part.trim())
  const ofLanguage = parts.filter((part) => part && arabicLetter.test(part) === (lang === 'ar'))
  return ofLanguage.length > 0 && ofLanguage.length < parts.length ? ofLanguage.join(' · ') : tag
}
