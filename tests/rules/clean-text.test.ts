import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, type TextKind } from '#contract/rules/text.ts'

const kinds: TextKind[] = ['lines', 'line', 'name', 'code']
const marks = [
  ...Array.from('\u200b\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2060'),
  ...Array.from('\u2066\u2067\u2068\u2069\ufeff\u00a0'),
]
const someMarks = fc.array(fc.constantFrom(...marks), { maxLength: 4 }).map((found) => found.join(''))
/** Texts with everything that cleaning knows, and anything else. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...marks, ' ', '\t', '\n', '\r\n', '\u2028', '\u200c', '\u200d', '\u0085', '\ud83d'),
      fc.constantFrom('ﺳ', 'ﻻ', 'ﷺ', '\ufe77', '\ufe76', '﷼', 'أ', 'محمد', 'a', '👩‍⚕️', '1', '/'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))
const words = fc.stringMatching(/^[A-Za-z0-9ا-ي]{1,12}( [A-Za-z0-9ا-ي]{1,12}){0,3}$/)

describe.each(kinds)('a text of the kind %s', (kind) => {
  it('is the same after it is cleaned again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const cleaned = cleanText(text, kind)
        expect(cleanText(cleaned, kind)).toBe(cleaned)
      }),
      { numRuns: 1000 },
    )
  })

  it('is not changed when it has nothing to clean', () => {
    fc.assert(fc.property(words, (text) => void expect(cleanText(text, kind)).toBe(text)))
  })

  it('has no marks and no white space at its ends', () => {
    fc.assert(
      fc.property(someMarks, words, someMarks, (before, text, after) => {
        expect(cleanText(`${before} ${before}${text}${after}\n${after}`, kind)).toBe(text)
      }),
    )
  })

  it('has ordinary letters instead of their shapes', () => {
    expect(cleanText('ﺳﺎﺭﺓ ﺍﻟﻌﺘﻴﺒﻲ', kind)).toBe('سارة العتيبي')
    expect(cleanText('ﻣ\ufe76ﺤﻤﺪ', kind)).toBe('م\u064eحمد')
    expect(cleanText('ﻻ', kind)).toBe('لا')
    expect(cleanText('ﷺ', kind)).toBe('صلى الله عليه وسلم')
    expect(cleanText('100 ﷼', kind)).toBe('100 ﷼')
  })

  it('loses nothing but marks, white space and joiners', () => {
    const strip = (text: string) =>
      text
        .normalize('NFKC')
        .replace(/[\s\u0085\p{Cf}\u0640]/gu, '')
        .normalize('NFKC')
    fc.assert(fc.property(texts, (text) => void expect(strip(cleanText(text, kind))).toBe(strip(text))))
  })
})

describe('inside of a text', () => {
  it.each([
    ['name', 'Fal\u200bcons \u2067الصقور\u2069', 'Falcons الصقور'],
    ['name', 'محمد\u00a0العتيبي', 'محمد العتيبي'],
    ['name', 'Ali\u2028x', 'Ali x'],
    ['name', 'مدرسة النور\r\nالرياض', 'مدرسة النور الرياض'],
    ['name', 'Mona\tSaleh', 'Mona Saleh'],
    ['line', 'C++\u200e بطولة', 'C++\u200e بطولة'],
    ['line', 'Final \u202a2026\u202c', 'Final 2026'],
    ['line', 'Hi\r\nBcc: x', 'Hi Bcc: x'],
    ['lines', 'one\r\ntwo\u2028three\rfour', 'one\ntwo\nthree\nfour'],
    ['lines', 'C++\u200e ثم', 'C++\u200e ثم'],
    ['lines', '\u202bone \u202etwo\u202c\u200f', 'one \u202etwo\u202c'],
    ['lines', 'one \u2068two\u2069 \u2069', 'one \u2068two\u2069'],
    ['code', '\u202a+966\u00a050 123\u200f4567\u202c', '+96650 1234567'],
    ['code', 'coa\u200dch@exam\u200bple.org', 'coach@example.org'],
    ['code', 'A4HB\u200c-K17Z', 'A4HB-K17Z'],
  ] as const)('of the kind %s, %j becomes %j', (kind, text, cleaned) => {
    expect(cleanText(text, kind)).toBe(cleaned)
  })

  it('joiners between letters and in emoji stay in a name, others do not', () => {
    const letters = fc.constantFrom('ا', 'ی', 'م', 'a', 'é')
    const joiners = fc.constantFrom('\u200c', '\u200d')
    fc.assert(
      fc.property(letters, joiners, letters, (before, joiner, after) => {
        expect(cleanText(before + joiner + after, 'name')).toBe(before + joiner + after)
        expect(cleanText(`${before}${joiner} ${joiner}${after}${joiner}`, 'name')).toBe(`${before} ${after}`)
      }),
    )
    for (const emoji of ['👩‍⚕️', '👩🏽‍🔬', '🏳️‍🌈'])
      expect(cleanText(`${emoji} Team`, 'name')).toBe(`${emoji} Team`)
  })
})
