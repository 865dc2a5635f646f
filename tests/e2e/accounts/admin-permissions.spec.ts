import { getPath } from '#contract/platform/call-path.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { createUser, switchUser } from '../support/people.ts'

test('a user of the back office sees the pages and actions of their permissions only', {
  tag: '@arabic',
}, async ({ adminPage: page, asAdmin, baseURL, texts }) => {
  const person = await createUser(asAdmin, 4, 'registration')
  await switchUser(page, baseURL ?? '', person)
  await page.goto('/admin/dashboard')
  const nav = page.getByRole('navigation', { name: texts.admin.nav.label })
  await expect(nav.getByRole('link', { name: texts.adminEntities.team.many })).toBeVisible()
  for (const hidden of ['event', 'payment', 'audit', 'settings'] as const)
    await expect(nav.getByRole('link', { name: texts.adminEntities[hidden].many, exact: true })).toHaveCount(
      0,
    )
  // neither do the cards of the dashboard link to pages that the user may not open
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: texts.adminDashboard.teams, exact: true })).toBeVisible()
  await expect(main.getByText(texts.adminDashboard.events, { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: texts.adminDashboard.events, exact: true })).toHaveCount(0)

  const { teams } = await (await asAdmin(getPath('GET /api/admin/teams'))).json()
  await page.goto(`/admin/team/${teams[0]._id}/view`)
  await expect(page.getByRole('heading', { level: 1, name: teams[0].name })).toBeVisible()
  await expect(page.getByRole('region', { name: texts.adminEntities.payment.many })).toHaveCount(0)

  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: texts.admin.noPermission.title })).toBeVisible()
  await expect(page.getByText(texts.admin.noPermission.text)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: texts.adminUsers.importUsers.title })).toBeVisible()
  await expect(page.getByRole('button', { name: texts.admin.list.export, exact: true })).toHaveCount(0)
})

test('an administrator changes the permissions of another user of the back office', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, texts }) => {
  const person = await createUser(asAdmin, 4, 'content')
  await page.goto(`/admin/users/${person.id}/edit`)
  const group = page.getByRole('group', { name: texts.userFields.labels.permissions })
  const box = (name: keyof typeof texts.userFields.options.permissions) =>
    group.getByRole('checkbox', { name: texts.userFields.options.permissions[name], exact: true })
  await expect(box('content')).toBeChecked()
  await expect(box('finance')).not.toBeChecked()
  await expectAccessible(page)
  await box('content').uncheck()
  await box('finance').check()
  await page.getByRole('button', { name: texts.admin.form.save }).click()
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  const { user } = await (await asAdmin(`${getPath('GET /api/admin/users')}/?id=${person.id}`)).json()
  expect(user.permissions).toEqual(['finance'])
})

test('an administrator limits a user to a region, whose pages follow', {
  tag: '@translated',
}, async ({ adminPage: page, asAdmin, baseURL, texts, language }) => {
  const { regions } = await (await asAdmin(getPath('GET /api/regions'))).json()
  const [{ _id: regionId, en_name, ar_name }] = regions
  const name = language === 'ar' ? ar_name : en_name
  const person = await createUser(asAdmin, 4, 'content,registration')
  await page.goto(`/admin/users/${person.id}/edit`)
  await page.getByRole('combobox', { name: texts.userFields.labels.regionIds }).click()
  await page.getByRole('option', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: texts.admin.form.save }).click()
  await expect(page.getByText(texts.messages.updated)).toBeVisible()
  await expectAccessible(page)
  const { user } = await (await asAdmin(`${getPath('GET /api/admin/users')}/?id=${person.id}`)).json()
  expect(user.regions).toEqual([regionId])

  await switchUser(page, baseURL ?? '', person)
  await page.goto('/admin/dashboard')
  const notice = texts.admin.regionLimit.split('{{')[0] ?? ''
  await expect(page.getByText(notice)).toContainText(name)
  const nav = page.getByRole('navigation', { name: texts.admin.nav.label })
  await expect(nav.getByRole('link', { name: texts.adminEntities.team.many })).toBeVisible()
  for (const hidden of ['partner', 'faq'] as const)
    await expect(nav.getByRole('link', { name: texts.adminEntities[hidden].many, exact: true })).toHaveCount(
      0,
    )
  await page.goto('/admin/partners')
  await expect(page.getByRole('heading', { name: texts.admin.noPermission.title })).toBeVisible()
  await page.goto('/admin/messages')
  await expect(page.getByRole('heading', { name: texts.adminEntities.message.many })).toBeVisible()

  const { events } = await (await asAdmin(`${getPath('GET /api/admin/events')}?per_page=100`)).json()
  const global = events.find(({ region }: { region: string | null }) => region === null)
  await page.goto(`/admin/events/${global._id}`)
  await expect(page.getByText(texts.adminEvents.readOnlyForRegions)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.adminJudging.checkIn.addTeams })).toHaveCount(0)
  await expectAccessible(page)
  // a new event belongs to the region
  await page.goto('/admin/events/new')
  await expect(page.getByRole('combobox', { name: texts.adminEvents.fields.region })).toHaveValue(name)
})

test('settings that need another permission are read-only or hidden', { tag: '@nightly' }, async ({
  adminPage: page,
  asAdmin,
  baseURL,
  texts,
}) => {
  const { settings } = texts.adminContent
  const address = page.getByRole('textbox', { name: settings.scoreLogEmail })
  await page.goto('/admin/settings')
  await expect(address).toBeEditable()
  await expect(page.getByRole('group', { name: settings.receipts })).toBeVisible()
  await expect(page.getByRole('switch', { name: settings.payment })).toBeEnabled()
  await switchUser(page, baseURL ?? '', await createUser(asAdmin, 4, 'content'))
  await page.goto('/admin/settings')
  await expect(address).not.toBeEditable()
  await expect(address).toHaveAccessibleDescription(new RegExp(settings.administrationOnly))
  await expect(page.getByRole('combobox', { name: settings.timeZone })).not.toBeEditable()
  await expect(page.getByRole('switch', { name: settings.payment })).toBeDisabled()
  await expect(page.getByRole('group', { name: settings.receipts })).toHaveCount(0)
  await expectAccessible(page)
})
