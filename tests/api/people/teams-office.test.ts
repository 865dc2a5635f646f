import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createCoach, createMember, startTeamsApp } from '../../support/api/teams.ts'

const office = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((path) => existsSync(path))

/** What LibreOffice reads of a CSV file, as a table of texts. */
const opened = async (csv: Buffer): Promise<string[][]> => {
  const folder = mkdtempSync(join(tmpdir(), 'botola-office-'))
  try {
    writeFileSync(join(folder, 'teams.csv'), csv)
    // what its dialog proposes for a file with this mark: comma, quotes, UTF-8
    const filter = '--infilter=Text - txt - csv (StarCalc):44,34,76'
    const args = [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      filter,
      '--convert-to',
      'fods',
      '--outdir',
      folder,
    ]
    await promisify(execFile)(office as string, [...args, join(folder, 'teams.csv')], { timeout: 120_000 })
    const sheet = readFileSync(join(folder, 'teams.fods'), 'utf8')
    return [...sheet.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
        ([, facts = '', cell = '']) => {
          if (/table:formula/.test(facts)) return ['a formula']
          const text = [...cell.matchAll(/<text:p>(.*?)<\/text:p>/gs)]
            .map(([, line = '']) => line.replace(/<[^>]+>/g, ''))
            .join('\n')
          const plain = text.replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&')
          const times = Number(/number-columns-repeated="(\d+)"/.exec(facts)?.[1] ?? 1)
          return times > 100 ? [] : Array.from({ length: times }, () => plain)
        },
      ),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

it.runIf(office)(
  'LibreOffice opens the file of teams correctly with Arabic, commas and formulas',
  { timeout: 180_000 },
  async () => {
    const t = await startTeamsApp()
    try {
      const fields = {
        name: '=HYPERLINK("x")',
        schoolName: 'مدرسة "الواحة"، الرياض, 1',
        coaches: [createCoach({ name: 'عمر' })],
      }
      const registered = await t.send(
        'POST',
        '/api/teams/',
        t.token,
        t.team({ ...fields, members: [createMember({ name: 'منى' }), createMember()] }),
      )
      expect(registered.statusCode, registered.body).toBe(200)
      const csv = await t.send(
        'GET',
        `/api/admin/teams/?download=true&competion_id=${t.robo.id}&format=csv`,
        t.adminToken,
      )
      const [header = [], row = []] = await opened(csv.rawPayload)
      const cell = (name: string) => row[header.indexOf(name)]
      expect(header[0]).toBe('team_no')
      expect(cell('team_name')).toMatch(/^'?=HYPERLINK\("x"\)$/)
      expect(cell('school')).toBe('مدرسة "الواحة"، الرياض, 1')
      expect(cell('coach_name')).toBe('عمر')
      expect(cell('member1_name')).toBe('منى')
      expect(cell('coach_phone')).toMatch(/^966501234567$|^9.665/)
    } finally {
      await t.close()
    }
  },
)
