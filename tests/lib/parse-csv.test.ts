import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCsv } from '#server/lib/parse-csv.ts'

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
    const { rows, problems } = await parseCsv(path, { columns: ['name', 'note'], required: ['name'], maxRows: 1000 })
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

  it.each(['utf-8', 'utf-16le'] as const)('has a letter of %s that is split between two pieces', async (encoding) => {
    const note = `x${'م'.repeat(pieceSize)}`
    const text = Buffer.from(`\u{feff}name,note\nمنى,${note}\n`, encoding)
    expect(await parseFile(text)).toEqual({ rows: [[2, 'منى', note]], problems: [] })
  })

  it('has another encoding after its first piece', async () => {
    const bytes = Buffer.concat([Buffer.from(`name\n${'A\n'.repeat(500)}${' '.repeat(pieceSize)}`), Buffer.from([0xe3, 0x0a])])
    expect(await parseFile(bytes)).toEqual({ rows: [], problems: [{ line: 0, problem: { field: 'file', code: 'bad-format' } }] })
  })

  it('has more rows than allowed', async () => {
    const bytes = Buffer.from(`name\n${'A\n'.repeat(100_000)}`)
    expect((await parseFile(bytes)).problems).toEqual([{ line: 0, problem: { field: 'file', code: 'too-large', values: { limit: 1000 } } }])
  })

  it('has quotes that are not closed', async () => {
    const bytes = Buffer.from(`name\nA\n"B\n${'C\n'.repeat(pieceSize)}`)
    expect((await parseFile(bytes)).problems).toMatchObject([{ problem: { field: 'file', code: 'bad-format' } }])
  })

  it('cannot be read', async () => {
    await expect(parseCsv(join(folder, 'missing.csv'), { columns: ['name'], required: [], maxRows: 1 })).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})
