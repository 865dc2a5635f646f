import type { EventInput } from '#contract/event.ts'

/** The texts that an event must have. */
export const requiredEventTexts = ['title.en', 'title.ar', 'description.en', 'description.ar'] as const
export type RequiredEventText = (typeof requiredEventTexts)[number]

/**
 * Which of the required texts are missing: both titles and both descriptions must have more than white space (specification, section 5). The form
 * shows 'Please fill form carefully!' and sends nothing; the server answers `form-incomplete`. Dates and the event code are not checked.
 */
export const findMissingEventTexts = ({ title, description }: Pick<EventInput, 'title' | 'description'>): RequiredEventText[] => {
  const texts: Record<RequiredEventText, string> = {
    'title.en': title.en,
    'title.ar': title.ar,
    'description.en': description.en,
    'description.ar': description.ar,
  }
  return requiredEventTexts.filter((key) => texts[key].trim() === '')
}

/** Whether the end lies before the start: pointed out in the form, saved all the same. */
export const endsBeforeStart = ({ startDate, endDate }: Pick<EventInput, 'startDate' | 'endDate'>): boolean =>
  startDate !== null && endDate !== null && Date.parse(endDate) < Date.parse(startDate)

/** Tags as they are kept: without white space around, without blank ones, each once, in the order given. */
export const normalizeTags = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
