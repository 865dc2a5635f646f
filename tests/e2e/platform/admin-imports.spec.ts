import { getPath } from '#contract/platform/call-path.ts'
import { importWarnings } from '#i18n/ar/import-messages.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'
import { encodeWindows1256 } from '../../support/data/windows-1256.ts'
import { createCompetition, createSerial, year } from '../support/admin-teams.ts'
import {
  createUniqueName,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  test,
} from '../support/fixtures.ts'

test('a file of an Arabic Excel is imported, found among the imports, undone, and the own export is imported instead', {
  tag: ['@arabic', '@nightly'],
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
  const choose = (file: ReturnType<typeof createFile>) =>
    dialog.locator('input[type="file"]').setInputFiles(file)

  await openImport()
  await choose(createFile(`31/02/${year - 12}`))
  await expect(
    dialog.getByRole('row', { name: new RegExp(`تاريخ ميلاد العضو 1.*31/02/${year - 12}`) }),
  ).toBeVisible()
  await expectAccessible(page)
  await choose(createFile(`04/03/${year - 12}`))
  const orders = dialog.getByRole('radiogroup', { name: words.dates }).getByRole('radio')
  await expect(orders).toHaveCount(2)
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByText(isolateText(`04/03/${year - 12}`, 'ar')).first()).toContainText('4 مارس')
  await expect(run).toBeDisabled()
  await expectAccessible(page)
  await orders.first().check()
  await expect(dialog.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  await run.click()
  await expect(page.getByText(importWarnings.imported.teams_one)).toBeVisible()
  const read = () =>
    asAdmin(`${getPath('GET /api/admin/teams')}/?page=1&competion_id=${competition.id}`).then((reply) =>
      reply.json(),
    )
  expect((await read()).teams).toMatchObject([{ name, member_count: 2 }])
  const own = await (
    await asAdmin(
      `${getPath('GET /api/admin/teams')}/?download=true&format=csv&competion_id=${competition.id}`,
    )
  ).text()

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

test('columns of a file are assigned in the preview, and the choice is remembered for the same headers', {
  tag: '@nightly',
}, async ({ adminPage: page, texts }) => {
  const words = texts.admin.import
  const dialog = page.getByRole('dialog')
  const createFile = (email: string) => ({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Vorname,Nachname,E-Post,Fernruf,Haarfarbe\nSara,Nasser,${email},966501234567,braun\n`,
    ),
  })
  const openImport = async (email: string) => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: texts.adminUsers.importUsers.title }).click()
    await dialog.locator('input[type="file"]').setInputFiles(createFile(email))
  }
  const assign = (header: string, column: string) =>
    dialog
      .getByRole('combobox', { name: words.assignment.of.replace('{{header}}', header) })
      .selectOption(column)
  const run = dialog.getByRole('button', { name: words.run, exact: true })

  await openImport(`${createUniqueName('sara').replaceAll(' ', '.')}@school.test`)
  await expect(dialog.getByText(words.assignment.title, { exact: true }).first()).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  // one arrow: that of the theme
  await expect(dialog.locator('select').first()).toHaveCSS('background-image', 'none')
  await assign('Vorname', 'first_name')
  await assign('Nachname', 'last_name')
  await assign('E-Post', 'email')
  await assign('Fernruf', 'phone')
  await expect(run).toBeDisabled()
  await assign('Haarfarbe', '')
  await expect(run).toBeEnabled()
  await expect(dialog.getByText('Nasser')).toBeVisible()
  await expectAccessible(page)

  // the next file with these headers needs no answer
  await openImport(`${createUniqueName('nora').replaceAll(' ', '.')}@school.test`)
  await expect(run).toBeEnabled()
  await run.click()
  await expect(dialog).toBeHidden()
})
