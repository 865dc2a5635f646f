import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, type TextKind } from '#contract/platform/text.ts'

const kinds: TextKind[] = ['lines', 'line', 'name', 'link', 'code']
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
      fc.constantFrom('\u034f', '\u3164', '\u2800', '\u{e0067}', '\u{e007f}', '🏴', '\ufe0f', '\u20e3', '❤'),
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
        .replace(
          /[\u034f\s\u0085\p{Cf}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u0640\u115f\u1160\u2800]/gu,
          '',
        )
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
    ['lines', '\u2067a\u2069 b \u2067c\u2069', 'a\u2069 b \u2067c\u2069'],
    ['lines', 'a \u2067b \u202ec\u2069\u202c', 'a \u2067b \u202ec\u2069'],
    ['lines', 'a \u2067b\u2068\u2069\u2069', 'a \u2067b\u2069'],
    ['lines', 'سنة 1447ه\u200d\u200c', 'سنة 1447ه'],
    ['line', '\u200dFinal\u200c', 'Final'],
    ['name', 'Ali\u034f Ha\u115f\u1160ssan', 'Ali Hassan'],
    ['name', 'Ali\u3164Hassan\u2800\uffa0', 'Ali Hassan'],
    ['name', 'A\ufe0fli\u{e0100} \u{e0041}\u{e0042}', 'Ali'],
    ['name', '❤\ufe0f 1\ufe0f\u20e3 ☎\ufe0e', '❤\ufe0f 1\ufe0f\u20e3 ☎\ufe0e'],
    ['name', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}\u{e0041}', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
    ['link', 'https://x.test/می\u200cخواهم\u200d?a=\u00a0\u200f1', 'https://x.test/می\u200cخواهم?a=1'],
    ['code', 'A4\u3164HB\u2800-K1\ufe0f7Z', 'A4HB-K17Z'],
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

  it('a name of invisible characters alone is empty', () => {
    for (const text of [
      '\u3164',
      '\u2800\uffa0',
      '\ufe0f',
      '\u034f\u115f\u1160',
      '\u{e0041}\u{e0100}',
      '\u200d',
    ])
      for (const kind of ['name', 'code'] as const) expect(cleanText(text, kind)).toBe('')
  })
})

it('marks of direction in a text of several lines stay closed where they were', () => {
  const closings = ['\u202c', '\u2069']
  const controls = fc.constantFrom(
    '\u202a',
    '\u202b',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    ...closings,
  )
  /** Lists the marks that a text still needs at its end, the innermost last. */
  const listMissing = (text: string) => {
    const open: string[] = []
    for (const mark of text)
      if (/[\u2066-\u2068]/.test(mark)) open.push('\u2069')
      else if (/[\u202a\u202b\u202d\u202e]/.test(mark)) open.push('\u202c')
      else if (mark === '\u202c' && open.at(-1) === mark) open.pop()
      else if (mark === '\u2069' && open.includes(mark)) open.splice(open.lastIndexOf(mark))
    return open
  }
  const parts = fc.array(fc.oneof(controls, fc.constantFrom('a', ' ب')), { maxLength: 12 })
  const ends = fc.array(fc.constantFrom(' ', '\u200f', ...closings), { maxLength: 6 })
  fc.assert(
    fc.property(parts, ends, (inside, after) => {
      const text = `a${inside.join('')}b`
      const cleaned = cleanText(text + after.join(''), 'lines')
      expect(cleaned).toMatch(new RegExp(`^${text}[\u202c\u2069]*$`))
      expect(listMissing(cleaned)).toEqual(listMissing(text + after.join('')))
    }),
  )
})
