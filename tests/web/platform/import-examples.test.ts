import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { formatCsvRow } from '#contract/platform/csv.ts'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import type { Language } from '#i18n/languages.ts'
import { userImportColumns } from '#server/accounts/users/http.import.ts'
import { judgePersonImportColumns } from '#server/event/judge-people/http.import.ts'
import { buildScheduleImportColumns } from '#server/event/schedule/http.import.ts'
import { buildSheetImportColumns, scoreImportColumns } from '#server/event/scores/import/http.import.ts'
import { parseScoreLines, parseScoreSheetLines } from '#server/event/scores/import/parse-files.ts'
import { teamImportColumns } from '#server/people/teams/http.import.ts'
import { parseTeamLines } from '#server/people/teams/import-file.ts'
import { readImportFileAndListProblems } from '#server/platform/imports/read-import-file.ts'
import { createOptionFinder, type ImportColumns } from '#server/platform/lib/import-columns.ts'
import { parseCsvFileAndListProblems } from '#server/platform/lib/parse-csv.ts'
import { faqImportColumns } from '#server/site/contents/http.import.ts'
import { buildUserImportExampleTable } from '#web/admin/accounts/users/import-users-dialog.tsx'
import { buildJudgeImportExampleTable } from '#web/admin/event/judge-people/import-judges-dialog.tsx'
import { buildScheduleImportExampleTable } from '#web/admin/event/judging/import-schedule-dialog.tsx'
import {
  buildScoreImportExampleTable,
  buildScoreSheetImportExampleTable,
} from '#web/admin/event/scores/import-scores-dialog.tsx'
import { buildTeamImportExampleTable } from '#web/admin/people/teams/import-teams-dialog.tsx'
import type { ImportExample } from '#web/admin/shared/import-example.ts'
import { buildFaqImportExampleTable } from '#web/admin/site/contents/import-faqs-dialog.tsx'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

const ruleSet = buildRuleSetFromTemplate('future_engineers', (code, number) => ({
  en: `${code} ${number ?? ''}`,
  ar: `${code} ${number ?? ''} ع`,
}))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'botola-csv-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(['en', 'ar'] as const)('the example file in %s', (lang: Language) => {
  const { t } = createTextsFromCatalogue(
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
    ['teams', buildTeamImportExampleTable(t, lang, 'robo_mission'), teamImportColumns],
    ['users', buildUserImportExampleTable(t, lang), userImportColumns],
    ['questions', buildFaqImportExampleTable(t), faqImportColumns],
    ['judges', buildJudgeImportExampleTable(t, lang, 'RoboMission'), judgePersonImportColumns],
    ['a schedule', buildScheduleImportExampleTable(t, lang, false), buildScheduleImportColumns(false)],
    [
      'a schedule of matches',
      buildScheduleImportExampleTable(t, lang, true),
      buildScheduleImportColumns(true),
    ],
    ['scores', buildScoreImportExampleTable(t, lang), scoreImportColumns],
    ['score sheets', buildScoreSheetImportExampleTable(t, lang, ruleSet), buildSheetImportColumns(ruleSet)],
  ] satisfies [string, ImportExample, ImportColumns][])(
    'of %s is understood',
    async (_, example, columns: ImportColumns) => {
      const { rows, problems, fileColumns } = await parseCsvFileAndListProblems(write(example), {
        ...columns,
        maxRows: 10,
      })
      expect(problems).toEqual([])
      expect([rows.length, Object.keys(fileColumns.headers).length]).toEqual([
        example.rows.length,
        example.columns.length,
      ])
      const readOption = createOptionFinder(columns.columns)
      for (const { name, options } of columns.columns)
        for (const { cell } of rows)
          if (options && cell(name) !== '') expect(readOption(name, cell(name)), cell(name)).toBeDefined()
      expect(example.columns.some((title) => /[a-z]_[a-z]/.test(title))).toBe(false)
    },
  )

  it('has no problem in its cells', async () => {
    const teams = await readImportFileAndListProblems(
      write(buildTeamImportExampleTable(t, lang, 'robo_mission')),
      teamImportColumns,
      10,
    )
    await parseTeamLines(teams)
    const scores = await readImportFileAndListProblems<string>(
      write(buildScoreImportExampleTable(t, lang)),
      scoreImportColumns,
      10,
    )
    await parseScoreLines(scores, { timeZone: 'UTC', needsTimes: true })
    const sheets = await readImportFileAndListProblems(
      write(buildScoreSheetImportExampleTable(t, lang, ruleSet)),
      buildSheetImportColumns(ruleSet),
      10,
    )
    await parseScoreSheetLines(sheets, ruleSet, { buildColumns: buildSheetImportColumns, timeZone: 'UTC' })
    expect([teams, scores, sheets].map(({ problems }) => problems)).toEqual([[], [], []])
  })
})
