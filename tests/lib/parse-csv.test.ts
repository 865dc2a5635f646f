import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutTrailingEmptyCells } from '#server/platform/lib/csv-header.ts'
import { createHeaderReader, type ImportColumn } from '#server/platform/lib/import-columns.ts'
import { parseCsvFileAndListProblems } from '#server/platform/lib/parse-csv.ts'
import { encodeWindows1256 } from '../support/data/windows-1256.ts'

const columns: ImportColumn<'name' | 'note'>[] = [
  { name: 'name', title: { en: 'Full name', ar: 'الاسم الكامل' }, otherTitles: ['اسم'], required: true },
  { name: 'note', title: { en: 'Note', ar: 'ملاحظة' } },
]

/** The size of the pieces in which a file is read. */
const pieceSize = 65_536

describe('a CSV file that is read in several pieces', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'botola-csv-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const parseFile = async (bytes: Uint8Array) => {
    const path = join(folder, 'file.csv')
    writeFileSync(path, bytes)
    const { rows, problems } = await parseCsvFileAndListProblems({ path }, { columns, maxRows: 1000 })
    return { rows: rows.map(({ line, cell }) => [line, cell('name'), cell('note')]), problems }
  }

  it.each(['\n', '\r\n', '\r'])('has a line end %j at the end of a piece', async (lineEnd) => {
    const head = `name;note${lineEnd}`
    for (const shift of [-1, 0, 1]) {
      const note = 'x'.repeat(pieceSize - head.length - 'A;'.length - lineEnd.length + shift)
      expect(await parseFile(Buffer.from(`${head}A;${note}${lineEnd}B;b${lineEnd}`))).toEqual({
        rows: [
          [2, 'A', note],
          [3, 'B', 'b'],
        ],
        problems: [],
      })
    }
  })

  it.each(['utf-8', 'utf-16le'] as const)(
    'has a letter of %s that is split between two pieces',
    async (encoding) => {
      const note = `x${'م'.repeat(pieceSize)}`
      const text = Buffer.from(`\u{feff}name,note\nمنى,${note}\n`, encoding)
      expect(await parseFile(text)).toEqual({ rows: [[2, 'منى', note]], problems: [] })
    },
  )

  it('has another encoding after its first piece', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`name\n${'A\n'.repeat(500)}${' '.repeat(pieceSize)}Jos`),
      Buffer.from([0xf3, 0x0a]),
    ])
    expect(await parseFile(bytes)).toEqual({
      rows: [],
      problems: [{ line: 0, problem: { field: 'file', code: 'unknown-encoding' } }],
    })
  })

  it('has more rows than allowed', async () => {
    const bytes = Buffer.from(`name\n${'A\n'.repeat(100_000)}`)
    expect((await parseFile(bytes)).problems).toEqual([
      {
        line: 0,
        problem: {
          field: 'file',
          code: 'too-many-lines',
          values: { limit: 1000, count: 100_000, files: 100 },
        },
      },
    ])
  })

  it('has quotes that are not closed', async () => {
    const bytes = Buffer.from(`name\nA\n"B\n${'C\n'.repeat(pieceSize)}`)
    expect((await parseFile(bytes)).problems).toEqual([
      { line: 3, problem: { field: 'file', code: 'unclosed-quote' } },
    ])
  })

  it('cannot be read', async () => {
    await expect(
      parseCsvFileAndListProblems({ path: join(folder, 'missing.csv') }, { columns, maxRows: 1 }),
    ).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})

const toUtf16BigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('a CSV file as people and spreadsheets write it', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'botola-csv-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const parseFile = async (content: string | Uint8Array) => {
    const path = join(folder, 'file.csv')
    writeFileSync(path, content)
    const { rows, problems, fileColumns } = await parseCsvFileAndListProblems(
      { path },
      { columns, maxRows: 1000, isIgnored: (header) => header === 'rank' },
    )
    return { rows: rows.map(({ line, cell }) => [line, cell('name'), cell('note')]), problems, fileColumns }
  }
  const arabic = 'الاسم الكامل;ملاحظة\r\nمنى;فريق\r\n'

  it.each([
    ['UTF-8', arabic],
    ['UTF-8 with a byte order mark', `\ufeff${arabic}`],
    ['UTF-16 LE', Buffer.from(arabic, 'utf16le')],
    ['UTF-16 LE with a byte order mark', Buffer.from(`\ufeff${arabic}`, 'utf16le')],
    ['UTF-16 BE', toUtf16BigEndian(arabic)],
    ['UTF-16 BE with a byte order mark', toUtf16BigEndian(`\ufeff${arabic}`)],
    ['Windows-1256', encodeWindows1256(arabic)],
  ])('in %s is read with its Arabic headers', async (_, bytes) => {
    expect(await parseFile(bytes)).toEqual({
      rows: [[2, 'منى', 'فريق']],
      problems: [],
      fileColumns: {
        headerLine: ['الاسم الكامل', 'ملاحظة'],
        headers: { name: 'الاسم الكامل', note: 'ملاحظة' },
        ignored: [],
      },
    })
  })

  it.each([
    [
      'Windows-1252',
      Buffer.from('name\nJos\u00e9 \u00cd\u00f1igo \u00d3scar\n', 'latin1'),
      'unknown-encoding',
    ],
    [
      'ISO-8859-6',
      Uint8Array.from([...Buffer.from('name\n'), 0xe1, 0xd1, 0xea, 0xe2, 0x20, 0xd9, 0xe4, 0xea, 0x0a]),
      'unknown-encoding',
    ],
    ['an Excel workbook', Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'), 'spreadsheet-file'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]), 'picture-file'],
    ['other data', Uint8Array.from([1, 0, 0, 2, 7, 0, 0, 0]), 'not-text-file'],
    ['nothing', '', 'empty-file'],
    ['only a header', 'name,note\n', 'empty-file'],
    ['only prose', 'Dear all,\nplease find the teams below.\n', 'no-header'],
  ])('of %s is rejected with its own message', async (_, bytes, code) => {
    expect(await parseFile(bytes)).toMatchObject({
      rows: [],
      problems: [{ problem: { field: 'file', code } }],
    })
  })

  it.each([',', ';', '\t'])(
    'may have a title and empty lines above its header, separated by %j',
    async (separator) => {
      const lines = [
        ['Teams of Cairo, 2026; final\tlist'].join(separator),
        '',
        ['Note', 'FULL NAME'].join(separator),
        ['b', 'A'].join(separator),
      ]
      expect((await parseFile(lines.join('\n'))).rows).toEqual([[4, 'A', 'b']])
    },
  )

  it('may declare its separator in the first line', async () => {
    expect((await parseFile('sep=;\r\nname;note\r\nA,a;b,b\r\n')).rows).toEqual([[3, 'A,a', 'b,b']])
    expect((await parseFile('"sep=;"\r\nname\r\nA\r\n')).rows).toEqual([[3, 'A', '']])
  })

  it('names every unknown, repeated and missing column', async () => {
    expect((await parseFile('note,Shoe size,note,colour\nx,1,2,3\n')).problems).toEqual([
      { line: 1, problem: { field: 'note', code: 'repeated-column' }, value: 'note' },
      { line: 1, problem: { field: 'shoe_size', code: 'unknown-column' }, value: 'Shoe size' },
      { line: 1, problem: { field: 'colour', code: 'unknown-column' }, value: 'colour' },
      { line: 1, problem: { field: 'name', code: 'missing-column' } },
    ])
  })

  it('lists the columns that are not imported', async () => {
    expect((await parseFile('Rank,name\n1,A\n')).fileColumns).toEqual({
      headerLine: ['Rank', 'name'],
      headers: { name: 'name' },
      ignored: ['Rank'],
    })
  })

  it('has text after a closing quotation mark', async () => {
    expect((await parseFile('name,note\nA,b\n"B" c,d\n')).problems).toEqual([
      { line: 3, problem: { field: 'file', code: 'bad-quote' } },
    ])
  })
})

/** Wraps cells so that `count` returns how often one of them was read. */
const countReads = (cells: string[]) => {
  let reads = 0
  const counted = new Proxy(cells, {
    get: (target, key, receiver) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++
      return Reflect.get(target, key, receiver)
    },
  })
  return { cells: counted, count: () => reads }
}

describe('a line with many cells', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'botola-csv-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Parses a file, and counts the headers that are looked up. */
  const parseFile = async (content: string) => {
    const path = join(folder, 'file.csv')
    writeFileSync(path, content)
    const lookedUp: string[] = []
    const isIgnored = (header: string) => {
      lookedUp.push(header)
      return false
    }
    const { rows, problems } = await parseCsvFileAndListProblems(
      { path },
      { columns, maxRows: 1000, isIgnored },
    )
    return {
      rows: rows.map(({ line, cell }) => [line, cell('name'), cell('note')]),
      problems,
      lookedUp: lookedUp.length,
    }
  }
  const tooWide = (line: number, count: number) => ({
    line,
    problem: { field: 'file', code: 'too-many-columns', values: { count, limit: 500 } },
  })
  const tooLong = (line: number) => ({
    line,
    problem: { field: 'file', code: 'line-too-long', values: { limit: 256 } },
  })
  const emptyCells = ','.repeat(16_383)

  it('is read by visiting each cell a fixed number of times', () => {
    const someCells = fc.array(fc.constantFrom('', '', '', 'name', 'note', 'x'), { maxLength: 60 })
    fc.assert(
      fc.property(someCells, fc.nat(2000), (start, emptyCount) => {
        const header = countReads([...start, ...Array<string>(emptyCount).fill('')])
        createHeaderReader({ columns })(header.cells)
        expect(header.count()).toBeLessThanOrEqual(2 * header.cells.length)
        const line = countReads([...start, ...Array<string>(emptyCount).fill('')])
        const cut = cutTrailingEmptyCells(line.cells)
        expect(line.count()).toBeLessThanOrEqual(2 * line.cells.length)
        expect(cut).toEqual(start.slice(0, start.findLastIndex((cell) => cell !== '') + 1))
      }),
      { numRuns: 50 },
    )
  })

  it('is accepted when its cells are empty, and is an empty line when all are', async () => {
    const file = `name,note${emptyCells}\n${emptyCells}\nA,a\n${emptyCells}\nB,b${emptyCells}\n`
    expect(await parseFile(file)).toMatchObject({
      rows: [
        [3, 'A', 'a'],
        [5, 'B', 'b'],
      ],
      problems: [],
    })
  })

  it('is rejected when only the last cell is filled, before its headers are looked up', async () => {
    expect(await parseFile(`name,note\nA,a\n${emptyCells}x\nB,b\n${emptyCells}x\n`)).toMatchObject({
      rows: [],
      problems: [tooWide(3, 16_384), tooWide(5, 16_384)],
    })
    expect(await parseFile(`name${emptyCells.slice(1)}x\nA\n`)).toMatchObject({
      rows: [],
      problems: [tooWide(1, 16_383)],
    })
  })

  it('may have 500 cells', async () => {
    const line = (count: number) => ['A', ...Array<string>(count - 1).fill('x')].join(',')
    const header = `name,note${','.repeat(498)}`
    expect((await parseFile(`${header}\n${line(500)}\n`)).problems).toEqual([])
    expect((await parseFile(`${header}\n${line(501)}\n`)).problems).toEqual([tooWide(2, 501)])
  })

  it.each([',', ';', '\t'])('is rated once for each separator, as in a file with %j', async (separator) => {
    const file = Array.from({ length: 10 }, () =>
      Array.from({ length: 40 }, (_, at) => `x${at}`).join(separator),
    ).join('\n')
    // 40 cells with the right separator and one with each of the others, and again for the header of the
    // parsed file
    expect((await parseFile(file)).lookedUp).toBeLessThanOrEqual(10 * (40 + 1 + 1) + 10 * 40 + 40)
  })

  it.each([
    ['a million commas', `name,note\n${','.repeat(1_000_000)}\n`, 2],
    ['a million commas in the first line', ','.repeat(1_000_000), 1],
    ['a letter and 300,000 commas', `name,note\n\nA${','.repeat(300_000)}\n`, 3],
    [
      'a header of 600,000 columns',
      `${Array.from({ length: 600_000 }, (_, at) => `c${at}`).join(',')}\nA\n`,
      1,
    ],
    ['one letter, repeated', `name,note\n${'A'.repeat(1_000_000)}\n`, 2],
    ['no line break', 'name note '.repeat(100_000), 1],
    ['spaces', `name,note\nA,a\n${' '.repeat(1_000_000)}\n`, 3],
    ['a quotation mark that is never closed', `name,note\nA,a\nB,"${'b\n'.repeat(500_000)}`, 3],
    ['a cell of many lines', `name,note\nA,a\nB,"${'b\n'.repeat(500_000)}"\nC,c\n`, 3],
    ['many doubled quotation marks', `name,note\nB,"${'""'.repeat(500_000)}"\n`, 2],
  ])('is rejected when it is longer than 256 KB: %s', async (_, file, line) => {
    expect(await parseFile(file)).toMatchObject({ rows: [], problems: [tooLong(line)] })
  })

  it('looks up at most 500 cells with each separator in a header of 600,000 columns', async () => {
    const { lookedUp } = await parseFile(
      `${Array.from({ length: 600_000 }, (_, at) => `c${at}`).join(',')}\nA\n`,
    )
    expect(lookedUp).toBeLessThanOrEqual(500 + 1 + 1)
  })

  it('counts the limit in bytes', async () => {
    const arabic = 'م'.repeat(131_071)
    expect(await parseFile(`name\n${arabic}\n`)).toMatchObject({ rows: [[2, arabic, '']], problems: [] })
    expect(await parseFile(`name\n${arabic}مم\n`)).toMatchObject({ rows: [], problems: [tooLong(2)] })
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'may have an unknown header %s',
    async (header) => {
      expect((await parseFile(`name,${header}\nA,a\n`)).problems).toMatchObject([
        { problem: { code: 'unknown-column' }, value: header },
      ])
    },
  )
})
