import { expect, it } from 'vitest'
import { buildCsvBlob } from '#web/admin/shared/download-file.ts'

it('selected rows become a CSV file that spreadsheets open safely and in Arabic', async () => {
  type Row = { name: string; count: number; live: boolean }
  const columns = [
    { title: 'الاسم', text: ({ name }: Row) => name },
    { title: 'picture' },
    { title: 'Entries', text: ({ count }: Row) => count },
    { title: 'Live', text: ({ live }: Row) => live },
  ]
  const file = buildCsvBlob(columns, [
    { name: 'واحة, "الإنقاذ"', count: -3, live: true },
    { name: '=1+1', count: 0, live: false },
  ])
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(
    `الاسم,Entries,Live\r\n"واحة, ""الإنقاذ""",-3,true\r\n'=1+1,0,false\r\n`,
  )
})
