import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatList,
  isMixedTextInWrongDirection,
  isolateText,
  joinTexts,
  removeIsolates,
} from '#i18n/text-direction.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

it.each([
  ['RoboKids جازان', 'ar', '\u2067'],
  ['RoboKids جازان', 'en', '\u2068'],
  ['جازان RoboKids', 'en', '\u2066'],
  ['جازان RoboKids', 'ar', '\u2068'],
  ['4 · RoboKids جازان (1)', 'ar', '\u2067'],
  ['RoboKids 2!', 'ar', '\u2068'],
  ['RoboKids 2!', 'en', ''],
  ['فريق 7', 'en', '\u2068'],
  ['فريق 7', 'ar', ''],
  ['3 مايو 2026', 'ar', ''],
  ['غرينتش+3', 'ar', ''],
  ['(أ) فريق', 'ar', '\u2068'],
  ['12:30', 'ar', '\u2066'],
  ['12:30', 'en', ''],
  ['-5', 'ar', '\u2066'],
  ['5', 'ar', ''],
  ['+966 50 123 4567', 'ar', '\u2066'],
  ['3 : 1', 'ar', '\u2067'],
  ['1، 2', 'ar', '\u2067'],
  ['\u2068Falcons\u2069', 'ar', ''],
  ['\u2068Falcons\u2069 و\u2068Hawks\u2069', 'ar', ''],
  ['\u2068Falcons\u2069 · \u2068Hawks\u2069', 'ar', '\u2067'],
  ['\u2068صقور\u2069 and Hawks', 'en', ''],
  ['abc\u202edef', 'en', '\u2068'],
  ['', 'ar', ''],
] as const)('%s is isolated in %s by its letters, only where that is needed', (text, lang, mark) => {
  expect(isolateText(text, lang)).toBe(mark === '' ? text : `${mark}${text}\u2069`)
})

it('marks that isolate nothing are removed', () => {
  expect(isolateText('Falcons\u2069', 'en')).toBe('Falcons')
  expect(isolateText('\u2067Falcons', 'ar')).toBe('\u2068Falcons\u2069')
  expect(isolateText('\u2069عمر\u2068', 'en')).toBe('\u2068عمر\u2069')
})

it('a text of both directions has that of the language when it begins otherwise', () => {
  expect(isMixedTextInWrongDirection('RoboKids جازان', 'ar')).toBe(true)
  expect(isMixedTextInWrongDirection('جازان RoboKids', 'ar')).toBe(false)
})

it('names are listed and joined in the language', () => {
  expect(formatList(['A', 'B', 'C'], 'en')).toBe('A, B and C')
  expect(formatList(['A', 'B', 'C'], 'en', 'disjunction')).toBe('A, B or C')
  expect(formatList(['أ', 'ب', 'ج'], 'ar')).toBe('أ وب وج')
  expect(formatList(['أ', 'B'], 'ar')).toBe('أ و\u2068B\u2069')
  expect(joinTexts([4, 'Falcons'], 'en')).toBe('4 · Falcons')
  expect(joinTexts([4, 'Falcons'], 'ar')).toBe('4 · \u2068Falcons\u2069')
})

const sentences = {
  en: 'Before {{first}} and {{second}} after',
  ar: 'قبل {{first}} ثم {{second}} بعد',
}
/** Texts of both directions, with digits, signs, and marks that isolate or only pretend to. */
const anyText = fc
  .array(fc.constantFrom(...Array.from('abc ابج 123 ()-:·–،.!\u2066\u2067\u2068\u2069\u202e'), 'ab', 'عمر'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''))

/** Returns the characters outside of all isolates; undefined when isolates are not balanced. */
const readOutside = (text: string): string | undefined => {
  let open = 0
  let outside = ''
  for (const character of text) {
    if (/[\u2066-\u2068]/.test(character)) open++
    else if (character === '\u2069') {
      if (open === 0) return undefined
      open--
    } else if (open === 0) outside += character
  }
  return open === 0 ? outside : undefined
}

describe.each(['en', 'ar'] as const)('a sentence in %s', (lang) => {
  const { t, tAttribute } = createTextsFromCatalogue(lang, { sentence: sentences[lang] }, '')
  const translate = (fill: unknown, first: string, second: string) =>
    (fill as (key: string, values: object) => string)('sentence', { first, second })

  it('has balanced isolates and no letter of the other direction outside of them', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const outside = readOutside(translate(t, first, second))
        expect(outside).toBeDefined()
        expect(outside).not.toMatch(lang === 'ar' ? /[a-z\u202e]/ : /[\u0600-\u06ff\u202e]/)
      }),
    )
  })

  it('keeps the characters of its values, and isolates nothing twice', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const isolated = isolateText(text, lang)
        expect(removeIsolates(isolated)).toBe(removeIsolates(text))
        expect(isolateText(isolated, lang)).toBe(isolated)
      }),
    )
  })

  it('has no isolates in attributes', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const text = translate(tAttribute, first, second)
        expect(text).not.toMatch(/[\u2066-\u2069]/)
        expect(text).toBe(removeIsolates(translate(t, first, second)))
      }),
    )
  })
})
