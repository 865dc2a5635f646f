import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasEndBeforeStart,
  listNewlyMissingRequiredEventTexts,
  normalizeTags,
} from '#contract/event/event-rules.ts'
import { formatCsvCell, formatCsvRow, removeFormulaGuards } from '#contract/platform/csv.ts'
import { buildMaskedAuditDifference } from '#server/platform/audit/entry-contents.ts'
import { addNumberIfSlugUsed, toSlug } from '#server/platform/lib/slug.ts'

const full = { title: { en: 'a', ar: 'ب' }, description: { en: 'c', ar: 'د' } }

describe('the required texts of an event', () => {
  it('are both titles and both descriptions', () => {
    expect(listNewlyMissingRequiredEventTexts(full)).toEqual([])
    expect(
      listNewlyMissingRequiredEventTexts({
        title: { en: '', ar: ' ' },
        description: { en: '\n', ar: '\u00a0' },
      }),
    ).toEqual(['title.en', 'title.ar', 'description.en', 'description.ar'])
    expect(listNewlyMissingRequiredEventTexts({ ...full, description: { en: 'c', ar: '' } })).toEqual([
      'description.ar',
    ])
  })
})

it('an end before the start is reported', () => {
  expect(hasEndBeforeStart({ startDate: '2026-01-02', endDate: '2026-01-01' })).toBe(true)
  expect(hasEndBeforeStart({ startDate: '2026-01-02', endDate: '2026-01-02' })).toBe(false)
  expect(hasEndBeforeStart({ startDate: null, endDate: '2026-01-02' })).toBe(false)
})

it('tags are stored once, trimmed and in their order', () => {
  expect(normalizeTags([' b ', '', 'a', 'b', '  '])).toEqual(['b', 'a'])
})

describe('a slug', () => {
  it.each([
    ['Desert Rally 2026!', 'desert-rally-2026'],
    ["L'Été à Zürich", 'lete-a-zurich'],
    ['رالي', 'event'],
    ['  --  ', 'event'],
    ['Scores', 'event-scores'],
    ['01890000-0000-7000-8000-000000000000', 'event-01890000-0000-7000-8000-000000000000'],
  ])('of %s', (title, slug) => expect(toSlug(title, 'event')).toBe(slug))

  it('is always a safe and unused part of a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const slug = toSlug(title, 'event')
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slug.length).toBeLessThanOrEqual(86)
        const used = new Set([slug, `${slug}-2`])
        expect(used.has(addNumberIfSlugUsed(slug, used))).toBe(false)
      }),
    )
  })
})

describe('a CSV cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['  @x', "'  @x"],
    ['\u00a0-x', "'\u00a0-x"],
    ['＝x', "'＝x"],
    ['\tx', "'\tx"],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['\nx', `"'\nx"`],
    ['a;=1+1', "a;'=1+1"],
    ['a\t@x', "a\t'@x"],
    ['a;"=1"', `"a;'""=1"""`],
    ['a\n- b', `"a\n'- b"`],
    ['a,=1', '"a,=1"'],
    ["'=1", "''=1"],
    ['a;b-c', 'a;b-c'],
    ['plain', 'plain'],
    [-5, '-5'],
    [true, 'true'],
    [null, ''],
  ])('%j', (value, cell) => expect(formatCsvCell(value)).toBe(cell))

  it('is no formula in a spreadsheet, whatever its list separator is', () => {
    /**
     * Returns the cells that a spreadsheet sees: a cell is quoted where a quotation mark is its first
     * character.
     */
    const readCells = (text: string, separator: string): string[] => {
      const cell = new RegExp(
        `(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)(?:[${separator}\\r\\n]|$)`,
        'gy',
      )
      return [...text.matchAll(cell)].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)
    }
    const text = fc.string({ unit: fc.constantFrom(...Array.from('a1=+-@＝;\t,\n\r"\' ')), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
        const row = formatCsvRow(cells)
        for (const separator of [',', ';', '\t'])
          for (const cell of readCells(row, separator))
            expect(cell, JSON.stringify([row, separator])).not.toMatch(/^\s*[=+\-@＝]/)
        expect(readCells(row, ',').slice(0, cells.length).map(removeFormulaGuards)).toEqual(cells)
      }),
      { numRuns: 2000 },
    )
  })

  it('takes as long as its length, however many separators it has', () => {
    const cell = `a${';\t'.repeat(200_000)}`
    expect(formatCsvCell(cell)).toBe(cell)
    expect(removeFormulaGuards(`${cell}'`)).toBe(`${cell}'`)
  })

  it('is in a row that ends with CRLF', () => expect(formatCsvRow(['a', 1, null])).toBe('a,1,\r\n'))
})

describe('an audit log entry', () => {
  it('has the changed values without secrets', () => {
    expect(
      buildMaskedAuditDifference(
        { name: 'a', same: 1, passwordHash: 'x', nationalId: '1000000008', inner: { token: 't', n: 1 } },
        { name: 'b', same: 1, passwordHash: 'y', nationalId: '1000000016', inner: { token: 'u', n: 1 } },
      ),
    ).toEqual({
      before: { name: 'a', passwordHash: '•••', nationalId: '•••', inner: { token: '•••', n: 1 } },
      after: { name: 'b', passwordHash: '•••', nationalId: '•••', inner: { token: '•••', n: 1 } },
    })
  })
  it('has all values of a created record', () => {
    expect(buildMaskedAuditDifference(null, { name: 'a', at: new Date(0), national_id: null })).toEqual({
      before: null,
      after: { name: 'a', at: '1970-01-01T00:00:00.000Z', national_id: null },
    })
  })
})
