import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCsvRow } from '#contract/rules/csv.ts'
import { buildRuleSetTemplate } from '#contract/scoring/rule-set-templates.ts'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import type { Language } from '#i18n/languages.ts'
import { faqImportColumns } from '#server/features/contents/http.admin.ts'
import { scheduleImportColumns } from '#server/features/schedule/http.import-columns.ts'
import {
  buildSheetImportColumns,
  scoreImportColumns,
} from '#server/features/scores/import/http.admin-import.ts'
import { parseScoreSheetsCsv, parseScoresCsv } from '#server/features/scores/import/parse-files.ts'
import { teamImportColumns } from '#server/features/teams/http.admin-import.ts'
import { parseTeamsCsv } from '#server/features/teams/import-file.ts'
import { userImportColumns } from '#server/features/users/http.admin.ts'
import { createOptionReader, type ImportColumns } from '#server/lib/import-columns.ts'
import { parseCsvFile } from '#server/lib/parse-csv.ts'
import {
  buildFaqImportExample,
  buildScheduleImportExample,
  buildScoreImportExample,
  buildScoreSheetImportExample,
  buildTeamImportExample,
  buildUserImportExample,
  type ImportExample,
} from '#web/admin/shared/import-examples.ts'
import { createTranslator } from '#web/shared/texts.ts'

const ruleSet = buildRuleSetTemplate('future_engineers', 2, (code, number) => ({
  en: `${code} ${number ?? ''}`,
  ar: `${code} ${number ?? ''} ع`,
}))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'botola-csv-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const scheduleColumnsOfMatches = {
  columns: scheduleImportColumns.columns.map((column) => ({
    ...column,
    required: column.name !== 'team_no' && column.required === true,
  })),
}

describe.each(['en', 'ar'] as const)('the example file in %s', (lang: Language) => {
  const { t } = createTranslator(
    lang,
    { en: { ...en, ...enAdmin }, ar: { ...ar, ...arAdmin } }[lang],
    'Botola',
  )
  const write = ({ columns, rows }: ImportExample) => {
    const path = join(mkdtempSync(join(folder, 'file-')), 'example.csv')
    writeFileSync(path, [columns, ...rows].map(formatCsvRow).join(''))
    return { path }
  }

  it.each([
    ['teams', buildTeamImportExample(t, lang, 'robo_mission'), teamImportColumns],
    ['users', buildUserImportExample(t, lang), userImportColumns],
    ['questions', buildFaqImportExample(t), faqImportColumns],
    ['a schedule', buildScheduleImportExample(t, lang, false), scheduleImportColumns],
    ['a schedule of matches', buildScheduleImportExample(t, lang, true), scheduleColumnsOfMatches],
    ['scores', buildScoreImportExample(t, lang), scoreImportColumns],
    ['score sheets', buildScoreSheetImportExample(t, lang, ruleSet), buildSheetImportColumns(ruleSet)],
  ] satisfies [string, ImportExample, ImportColumns][])(
    'of %s is understood',
    async (_, example, columns: ImportColumns) => {
      const { rows, problems, fileColumns } = await parseCsvFile(write(example), { ...columns, maxRows: 10 })
      expect(problems).toEqual([])
      expect([rows.length, Object.keys(fileColumns.headers).length]).toEqual([
        example.rows.length,
        example.columns.length,
      ])
      const readOption = createOptionReader(columns.columns)
      for (const { name, options } of columns.columns)
        for (const { cell } of rows)
          if (options && cell(name) !== '') expect(readOption(name, cell(name)), cell(name)).toBeDefined()
      expect(example.columns.some((title) => /[a-z]_[a-z]/.test(title))).toBe(false)
    },
  )

  it('has no problem in its cells', async () => {
    const files = [
      await parseTeamsCsv(write(buildTeamImportExample(t, lang, 'robo_mission')), teamImportColumns),
      await parseScoresCsv(write(buildScoreImportExample(t, lang)), scoreImportColumns, {
        timeZone: 'UTC',
        needsTimes: true,
      }),
      await parseScoreSheetsCsv(write(buildScoreSheetImportExample(t, lang, ruleSet)), ruleSet, {
        buildColumns: buildSheetImportColumns,
        timeZone: 'UTC',
      }),
    ]
    expect(files.map(({ problems }) => problems)).toEqual([[], [], []])
  })
})
