import { paths } from '#contract/paths.ts'
import { importWarnings } from '#i18n/ar/import-warnings.ts'
import { createSaudiId } from '../support/data/national-ids.ts'
import { encodeWindows1256 } from '../support/data/windows-1256.ts'
import { createCompetition, createSerial, year } from './support/admin-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from './support/fixtures.ts'

test('a file of an Arabic Excel is imported, found among the imports, undone, and the own export is imported instead', {
  tag: '@arabic',
}, async ({ adminPage: page, texts, asAdmin }) => {
  const words = texts.admin.import
  const competition = await createCompetition(asAdmin)
  const name = createUniqueName('صقور')
  const fileName = `${createUniqueName('list')}.csv`
  const headers = ['اسم الفريق', 'المدرسة أو النادي', 'المسابقة', 'اسم المدرب', 'بريد المدرب', 'جوال المدرب']
  const people = [1, 2].flatMap((n) => [
    ...[`اسم العضو ${n}`, `رقم هوية العضو ${n}`, `تاريخ ميلاد العضو ${n}`],
    ...[`جنس العضو ${n}`, `ولي أمر العضو ${n}`, `جوال ولي أمر العضو ${n}`],
  ])
  const person = (date: string) => ['منى', createSaudiId(createSerial()), date, 'أنثى', 'هدى', '0509999007']
  const createFile = (date: string) => ({
    name: fileName,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      encodeWindows1256(
        [
          [...headers, ...people],
          [
            name,
            'مدرسة النور',
            competition.name.ar,
            'عمر',
            'omar@school.test',
            '0501234567',
            ...person(date),
            ...person(`${year - 12}-03-04`),
          ],
        ]
          .map((cells) => cells.join(';'))
          .join('\r\n'),
      ),
    ),
  })
  const dialog = page.getByRole('dialog')
  const openImport = async () => {
    await page.goto('/admin/teams')
    await page.getByRole('button', { name: texts.adminTeams.import.title }).click()
  }
  const run = dialog.getByRole('button', { name: words.run, exact: true })
  const choose = (file: ReturnType<typeof createFile>) => dialog.locator('input[type="file"]').setInputFiles(file)

  await openImport()
  await choose(createFile(`31/02/${year - 12}`))
  await expect(dialog.getByRole('row', { name: new RegExp(`تاريخ ميلاد العضو 1.*31/02/${year - 12}`) })).toBeVisible()
  await expectAccessible(page)
  await choose(createFile(`04/03/${year - 12}`))
  const orders = dialog.getByRole('radiogroup', { name: words.dates }).getByRole('radio')
  await expect(orders).toHaveCount(2)
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByText(`\u206804/03/${year - 12}\u2069`).first()).toContainText('4 مارس')
  await expect(run).toBeDisabled()
  await expectAccessible(page)
  await orders.first().check()
  await expect(dialog.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await run.click()
  await expect(page.getByText(importWarnings.imported.teams_one)).toBeVisible()
  const read = () => asAdmin(`${paths.adminTeams}/?page=1&competion_id=${competition.id}`).then((reply) => reply.json())
  expect((await read()).teams).toMatchObject([{ name, member_count: 2 }])
  const own = await (await asAdmin(`${paths.adminTeams}/?download=true&format=csv&competion_id=${competition.id}`)).text()

  await page.goto('/admin/imports')
  const row = page.getByRole('row', { name: new RegExp(fileName) })
  await expect(row).toContainText(texts.adminImports.kinds.teams)
  await expectAccessible(page)
  await row.getByRole('button', { name: texts.adminImports.undoFile.replace('{{name}}', fileName) }).click()
  await dialog.getByRole('button', { name: texts.adminImports.undo }).click()
  await expect(page.getByText(texts.adminImports.undone, { exact: true })).toBeVisible()
  await expect(row).toContainText(texts.adminImports.isUndone)
  expect((await read()).teams).toEqual([])

  await openImport()
  await choose({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(own) })
  await expect(dialog.getByText(/team_no/).last()).toBeVisible()
  await expect(run).toBeDisabled()
  await dialog.getByLabel(words.acceptWarnings).check()
  await expectAccessible(page)
  await run.click()
  await expect(page.getByText(importWarnings.imported.teams_one)).toBeVisible()
  expect((await read()).teams).toMatchObject([{ name, member_count: 2 }])
})
