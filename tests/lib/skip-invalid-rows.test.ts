import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvByteOrderMark } from '#contract/platform/csv.ts'
import {
  buildSkippedRowsCsv,
  type LineComparison,
  listConflictsBetweenLines,
  listSkippedRows,
  skipInvalidLines,
} from '#server/platform/imports/skip-invalid-rows.ts'
import type { CsvRowProblem } from '#server/platform/lib/csv-problems.ts'
import type { ImportColumn } from '#server/platform/lib/import-columns.ts'
import { parseCsvFileAndListProblems } from '#server/platform/lib/parse-csv.ts'

type Line = { line: number; keys: string[]; isWrong: boolean }

/** No key may be in two lines, and at most `places` lines may be added. */
const createComparison = (places: number): LineComparison<Line> => {
  const keys = new Set<string>()
  let count = 0
  return {
    listProblems: ({ line, keys: own }) => [
      ...own
        .filter((key) => keys.has(key))
        .map((value): CsvRowProblem => ({ line, problem: { field: 'key', code: 'twice' }, value })),
      ...(count < places ? [] : [{ line, problem: { field: 'place', code: 'too-many' as const } }]),
    ],
    add: ({ keys: own }) => {
      count++
      for (const key of own) keys.add(key)
    },
  }
}
const listOwnProblems = (lines: readonly Line[]): CsvRowProblem[] =>
  lines
    .filter(({ isWrong }) => isWrong)
    .map(({ line }) => ({ line, problem: { field: 'name', code: 'required' } }))
const skip = (lines: readonly Line[], places: number) =>
  skipInvalidLines(lines, listOwnProblems(lines), createComparison(places))
const createLine = (line: number, keys: string[], isWrong = false): Line => ({ line, keys, isWrong })

describe('the lines that remain without those that have problems', () => {
  const lines = fc
    .array(
      fc.record({
        keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 }),
        isWrong: fc.boolean(),
      }),
      { maxLength: 12 },
    )
    .map((all) => all.map(({ keys, isWrong }, at) => createLine(at + 2, keys, isWrong)))
  const places = fc.integer({ min: 0, max: 8 })

  it('are those that fit the remaining ones before them, and each other line has a problem', () => {
    fc.assert(
      fc.property(lines, places, (all, most) => {
        const remaining: Line[] = []
        for (const line of all)
          if (
            !line.isWrong &&
            listConflictsBetweenLines([...remaining, line], createComparison(most)).length === 0
          )
            remaining.push(line)
        const { lines: kept, problems } = skip(all, most)
        expect(kept).toEqual(remaining)
        const wrong = new Set(problems.map(({ line }) => line))
        expect(all.filter(({ line }) => !wrong.has(line))).toEqual(kept)
      }),
    )
  })

  it('have no problems when they are checked again', () => {
    fc.assert(
      fc.property(lines, places, (all, most) => {
        const kept = skip(all, most).lines
        expect(skip(kept, most)).toEqual({ lines: kept, problems: [] })
      }),
    )
  })

  it('have one that repeats a line which is left out, or gets its place', () => {
    const all = [
      createLine(2, ['a'], true),
      createLine(3, ['a', 'b']),
      createLine(4, ['b']),
      createLine(5, []),
    ]
    expect(listConflictsBetweenLines(all, createComparison(9)).map(({ line }) => line)).toEqual([3, 4])
    expect(skip(all, 9).lines.map(({ line }) => line)).toEqual([3, 5])
    expect(skip(all, 2).lines.map(({ line }) => line)).toEqual([3, 5])
    // a line that is left out for a repeat leaves its other keys to later ones
    const chain = [createLine(2, ['a']), createLine(3, ['a', 'b']), createLine(4, ['b'])]
    expect(skip(chain, 9).lines.map(({ line }) => line)).toEqual([2, 4])
  })
})

describe('the file of rows that are left out', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'botola-skipped-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const columns: ImportColumn<'name' | 'note' | 'born'>[] = [
    { name: 'name', title: { en: 'Full name', ar: 'الاسم الكامل' }, text: 'name' },
    { name: 'note', title: { en: 'Note', ar: 'ملاحظة' }, text: 'lines' },
    { name: 'born', title: { en: 'Born', ar: 'الميلاد' }, format: 'date' },
  ]
  const title = 'Problems in this row'
  const read = async (text: string) => {
    const path = join(folder, 'file.csv')
    writeFileSync(path, text)
    const removedHeaders = [title]
    const file = await parseCsvFileAndListProblems({ path, removedHeaders }, { columns, maxRows: 1000 })
    return { ...file, cells: file.rows.map(({ cell }) => columns.map(({ name }) => cell(name))) }
  }
  /** Writes the file of all rows, each with a problem. */
  const writeAll = async ({ rows, fileColumns, problems }: Awaited<ReturnType<typeof read>>) =>
    buildSkippedRowsCsv(
      fileColumns.headerLine,
      listSkippedRows(
        rows,
        [],
        [
          ...problems,
          ...rows.map(({ line }) => ({ line, problem: { field: 'name', code: 'required' as const } })),
        ],
      ),
      { title, describe: ({ problem }) => `=${problem.code}` },
    )

  it('has the columns and cells of the file in their order, and the problems at the end', async () => {
    const file = await read('Note;"Full name";Born\n"=1+1\n@x";سارة;\n;"a,""b""";13/8/2016\n')
    expect(await writeAll(file)).toBe(
      `${csvByteOrderMark}Note,Full name,Born,${title}\r\n` +
        `"'=1+1\n'@x",سارة,,'=required\r\n` +
        `,"a,""b""",2016-08-13,'=required\r\n`,
    )
  })

  it('is read as the file was, whatever its cells are, and repeats no column when it is written again', async () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from('a1س=+-@＝;\t,\n"\' .\u00a0')),
      maxLength: 10,
    })
    const date = fc.constantFrom('', '31/12/2015', '1/2/2016', '2016-03-04', '31/02/2016', '=1')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text, date), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t'),
        async (rows, separator) => {
          const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
          const written = [['name', 'note', 'born'], ...rows, ['z', 'z', '31/12/2014']]
            .map((cells) => cells.map(quote).join(separator))
            .join('\n')
          const file = await read(written)
          const again = await read(await writeAll(file))
          // dates that can be read are written as such
          expect(again.cells.map(([name, note]) => [name, note])).toEqual(
            file.cells.map(([name, note]) => [name, note]),
          )
          const third = await read(await writeAll(again))
          expect(third.cells).toEqual(again.cells)
          expect(third.fileColumns.headerLine).toEqual(['name', 'note', 'born'])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('keeps a date when the rows that tell its order are not in it', async () => {
    const file = await read('name,born\nA,1/2/2016\nB,31/12/2015\nC,12/31/2015\nD,30/1/2016\n')
    const [, ...lines] = (await writeAll({ ...file, rows: file.rows.slice(0, 3) })).split('\r\n')
    expect(lines.map((line) => line.split(',').slice(0, 2).join())).toEqual([
      'A,2016-02-01',
      'B,2015-12-31',
      'C,12/31/2015',
      '',
    ])
  })

  it('has all cells of a line with too many, which are still too many', async () => {
    const file = await read('name,note,,\nA,b,c,d,e\nB\n')
    const written = await writeAll(file)
    expect(written.split('\r\n').slice(1, 3)).toEqual([
      `A,b,"'=too-many-cells\n'=required",c,d,e`,
      "B,,'=required",
    ])
    expect((await read(written)).problems).toMatchObject([{ line: 2, problem: { code: 'too-many-cells' } }])
  })

  it('has no line for a row of which only the problems were left', async () => {
    expect((await read(`name,${title}\n,This is wrong.\nA,\n`)).cells).toEqual([['A', '', '']])
  })
})
