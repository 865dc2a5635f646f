import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { importColumns as arColumns } from '#i18n/ar/import-columns.ts'
import { importWarnings } from '#i18n/ar/import-messages.ts'
import { importColumns as enColumns } from '#i18n/en/import-columns.ts'
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

test('rows with problems are left out, downloaded, corrected and imported', {
  tag: '@translated',
}, async ({ adminPage: page, texts, language }) => {
  const words = texts.admin.import
  const dialog = page.getByRole('dialog')
  const name = createUniqueName('Zaid')
  const address = name.replaceAll(' ', '.').toLowerCase()
  const header = 'first_name,last_name,email,phone'
  const lines = ['سارة', 'زيد'].map(
    (first, at) => `${first},${name},${address}${at}@school.test,9665012345${at}`,
  )
  // the number of the second one has too few digits
  const content = [header, ...lines.map((line, at) => (at === 1 ? line.slice(0, -3) : `${line}7`))].join('\n')
  const choose = (buffer: Buffer) =>
    dialog.locator('input[type="file"]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  const download = (button: Locator) =>
    Promise.all([page.waitForEvent('download'), button.click()]).then(([file]) => file)
  const skip = dialog.getByRole('button', { name: words.skip.run_one, exact: true })

  await page.goto('/admin/dashboard')
  await page.locator('a[href="/admin/users"]').first().click()
  await page.getByRole('button', { name: texts.adminUsers.importUsers.title }).click()
  // a preview that fails keeps the file
  await page.route(/\/api\/admin\/users\/import/, (route) => route.abort(), { times: 1 })
  await choose(Buffer.from(content))
  await dialog.getByRole('button', { name: texts.retry, exact: true }).click()
  await expect(dialog.getByRole('row', { name: /96650123/ })).toBeVisible()
  await expectAccessible(page)

  const file = await download(skip)
  expect(await file.failure()).toBeNull()
  expect(file.suggestedFilename()).toContain('people')
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv.split('\r\n')).toEqual([
    `\uFEFF${header},${(language === 'ar' ? arColumns : enColumns).problems}`,
    expect.stringContaining('زيد'),
    '',
  ])
  await expect(dialog.getByText(words.skip.once)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  expect(
    await readFile(
      await (await download(dialog.getByRole('button', { name: words.skip.download }))).path(),
      'utf8',
    ),
  ).toBe(csv)

  // it asks before the dialog is closed, the page is left, and the tab is closed
  const question = page.getByRole('dialog', { name: words.skip.leaveTitle })
  const stay = question.getByRole('button', { name: texts.admin.list.cancel, exact: true })
  await page.keyboard.press('Escape')
  await stay.click()
  await expect(question).toBeHidden()
  await page.goBack()
  await expectAccessible(page)
  await stay.click()
  await expect(question).toBeHidden()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const alert = await asked
  expect(alert.type()).toBe('beforeunload')
  await alert.dismiss()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: texts.admin.form.leave, exact: true }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: texts.adminUsers.importUsers.title }).click()
  await choose(Buffer.from(csv.replace('96650123', '966501234577')))
  await dialog.getByRole('button', { name: words.run, exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/admin/users?s=${address}`)
  await expect(page.getByText(`${address}1@school.test`)).toBeVisible()
})
