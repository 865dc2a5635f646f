import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { getEventTitleWithFallback, isUuid, joinUpToFiveNames } from '#contract/platform/text.ts'
import { findLargeImageName, getSmallImageName } from '#contract/site/small-image.ts'

it('a draft with one title shows it in both languages', () => {
  expect(getEventTitleWithFallback({ en: 'Final', ar: 'النهائي' }, 'en')).toBe('Final')
  expect(getEventTitleWithFallback({ en: 'Final', ar: 'النهائي' }, 'ar')).toBe('النهائي')
  expect(getEventTitleWithFallback({ en: 'Final', ar: '' }, 'ar')).toBe('Final')
  expect(getEventTitleWithFallback({ en: '', ar: 'النهائي' }, 'en')).toBe('النهائي')
})

it('the first names are listed, each isolated', () => {
  expect(joinUpToFiveNames(['A', 'ب'])).toBe('\u2068A\u2069, \u2068ب\u2069')
  expect(joinUpToFiveNames(Array.from('ABCDEF'))).toMatch(/^\u2068A.*\u2068E\u2069, …$/)
  expect(joinUpToFiveNames([])).toBe('')
})

it('a UUID has 32 hexadecimal digits in five groups, and nothing around it', () => {
  const id = randomUUID()
  for (const text of [id, id.toUpperCase()]) expect(isUuid(text)).toBe(true)
  for (const text of [`${id}0`, `x${id}`, id.slice(1), id.replaceAll('-', ''), id.replace(/.$/, 'g'), ''])
    expect(isUuid(text), text).toBe(false)
})

it('a small image and its large one are found from each other', () => {
  expect(getSmallImageName('events/a.webp-1.webp')).toBe('events/a.webp-1-1000.webp')
  expect(findLargeImageName('events/a.webp-1-1000.webp')).toBe('events/a.webp-1.webp')
  expect(findLargeImageName('events/a.webp')).toBeUndefined()
})
