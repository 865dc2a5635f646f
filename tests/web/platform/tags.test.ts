import { expect, test } from 'vitest'
import { getTagInLanguage } from '#web/shared/event-summary.ts'

test('a tag in two languages is shown in the language of the page, and others as they are', () => {
  expect(getTagInLanguage('Football · كرة قدم', 'en')).toBe('Football')
  expect(getTagInLanguage('Football · كرة قدم', 'ar')).toBe('كرة قدم')
  expect(getTagInLanguage('Football', 'ar')).toBe('Football')
  expect(getTagInLanguage('Maze · Speed', 'ar')).toBe('Maze · Speed')
  expect(getTagInLanguage('سباق', 'en')).toBe('سباق')
})
