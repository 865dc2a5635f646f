import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { findLargeImageName, getSmallImageName } from '#contract/rules/small-image.ts'
import {
  alignIsolatedTexts,
  getEventTitleWithFallback,
  isolateLeftToRight,
  isolateTextDirection,
  isUuid,
} from '#contract/rules/text.ts'

it('a draft with one title shows it in both languages', () => {
  expect(getEventTitleWithFallback({ en: 'Final', ar: 'النهائي' }, 'en')).toBe('Final')
  expect(getEventTitleWithFallback({ en: 'Final', ar: 'النهائي' }, 'ar')).toBe('النهائي')
  expect(getEventTitleWithFallback({ en: 'Final', ar: '' }, 'ar')).toBe('Final')
  expect(getEventTitleWithFallback({ en: '', ar: 'النهائي' }, 'en')).toBe('النهائي')
})

it('an isolated text begins with a mark of its direction and ends with the same mark', () => {
  expect([isolateTextDirection('فريق 7'), isolateLeftToRight(7)]).toEqual([
    '\u2068فريق 7\u2069',
    '\u20667\u2069',
  ])
})

it.each([
  ['RoboKids جازان', 'ar', '\u2067'],
  ['RoboKids جازان', 'en', '\u2068'],
  ['جازان RoboKids', 'en', '\u2066'],
  ['جازان RoboKids', 'ar', '\u2068'],
  ['4 · RoboKids جازان (1)', 'ar', '\u2067'],
  ['RoboKids 2!', 'ar', '\u2068'],
  ['فريق 7', 'en', '\u2068'],
  ['12:30', 'ar', '\u2068'],
] as const)(
  '%s has in %s the direction of the language when it has letters of both and begins otherwise',
  (text, lang, mark) => {
    expect(isolateTextDirection(text, lang)).toBe(`${mark}${text}\u2069`)
    const sentence = (isolated: string) => `قبل ${isolated} بعد \u20667\u2069`
    expect(alignIsolatedTexts(sentence(isolateTextDirection(text)), lang)).toBe(
      sentence(`${mark}${text}\u2069`),
    )
  },
)

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
