import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { createCompetition, createSerial } from '../support/admin-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

const picture = readFileSync('web/public/icon-192.png')

/** Returns by how many pixels a table is wider than its container. */
const getOverflow = (table: Locator) =>
  table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))

for (const [path, tag] of [
  ['teams', '@arabic'],
  ['users', '@english'],
  ['events', '@english'],
  ['payments', '@arabic'],
] as const)
  test(`the list of ${path} has cards on a phone, where a button opens its tools, and fits on larger screens`, {
    tag: [tag, '@nightly'],
  }, async ({ adminPage: page, texts }) => {
    const { list } = texts.admin
    await page.goto(`/admin/${path}`)
    const table = page.getByRole('table')
    await expect(table.getByRole('row').first()).toBeVisible()
    expect(await getOverflow(table)).toBeLessThanOrEqual(0)
    const card = table
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .first()
    const checkbox = await card.getByRole('checkbox').boundingBox()
    const value = await card.locator('td[data-label]').first().boundingBox()
    if (!checkbox || !value) throw new Error('The card has no checkbox or no value.')
    expect(checkbox.x >= value.x + value.width || checkbox.x + checkbox.width <= value.x).toBe(true)
    await expect(page.getByRole('button', { name: list.reload })).toBeHidden()
    await page.getByRole('button', { name: list.tools }).click()
    await expect(page.getByRole('button', { name: list.reload })).toBeVisible()
    await expect(page.getByRole('combobox', { name: list.sort })).toBeVisible()
    await expectAccessible(page)
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => getOverflow(table), `at ${width} pixels`).toBeLessThanOrEqual(0)
      await expect(page.getByRole('combobox', { name: list.sort })).toBeVisible({ visible: width < 1280 })
    }
  })

test('tables without a toolbar are no wider than a phone, and the sidebar is a drawer on a tablet', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const { event } = await (await asAdmin('/api/v1/events/oasis-rescue')).json()
  for (const path of [
    'payments/totals',
    'status',
    'dashboard',
    `events/${event._id}/scores`,
    `events/${event._id}/scores/log`,
  ]) {
    await page.goto(`/admin/${path}`)
    const table = page.getByRole('table').first()
    await expect(table.getByRole('row').first()).toBeVisible()
    expect(await getOverflow(table), path).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(page.getByRole('navigation', { name: texts.admin.nav.label })).toBeHidden()
  await page.getByRole('button', { name: texts.admin.nav.open }).click()
  await expect(page.getByRole('navigation', { name: texts.admin.nav.label })).toBeVisible()
  await page.getByRole('button', { name: texts.admin.nav.close }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('navigation', { name: texts.admin.nav.label })).toBeVisible()
  await expect(page.getByRole('button', { name: texts.admin.nav.open })).toBeHidden()
})

test('the attempts of an entry have their values on one line on a phone', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const { event } = await (await asAdmin('/api/v1/events/oasis-rescue')).json()
  await page.goto(`/admin/events/${event._id}/scores`)
  await page.locator('tbody tr[data-row] button[aria-expanded]').first().click()
  const attempts = page.getByRole('region', { name: texts.scores.attempts })
  const time = attempts.locator('bdi[dir="ltr"]').first()
  await expect(time).toBeVisible()
  expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1)
  expect(await getOverflow(attempts.getByRole('table'))).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})

test('the problems of an import are no wider than a phone', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
}) => {
  await page.goto('/admin/users')
  await page.getByRole('button', { name: texts.adminUsers.importUsers.title }).click()
  const lines = `first_name,last_name,email,phone,type\r\nSara,Nasser,${'a.very.long.address.'.repeat(4)},966501234567,student\r\n`
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
  const table = page.getByRole('alert').getByRole('table')
  const problem = await table.getByText('name@example.com').first().boundingBox()
  expect(problem && problem.x >= 0 && problem.x + problem.width <= 360).toBe(true)
  expect(await getOverflow(table)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})

test('the list of teams is no wider than a phone while the export menu is open', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts, asAdmin }) => {
  const long = 'Future Engineers and Underwater Robotics of the National Olympiad'
  await createCompetition(asAdmin, {
    'name.en': createUniqueName(long),
    'name.ar': createUniqueName(`${long} ع`),
  })
  await page.goto('/admin/teams')
  await page.getByRole('button', { name: texts.adminTeams.exportMenu }).click()
  await expect(page.getByRole('menuitem', { name: texts.adminTeams.exportFull })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('the form of a user with long values is no wider than a phone, and the list no wider than its page', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin }) => {
  const form = new FormData()
  const fields = {
    fname: 'Abdulrahmanalmuhandisalkabeerabdulrahman',
    lname: 'Alqahtanialzahranialghamdialharbiabdulrahman',
    email:
      `${createUniqueName('a.very.long.address')}@international-school-of-science-and-technology.example`.replaceAll(
        ' ',
        '.',
      ),
    phone: `+96650${String(createSerial()).slice(0, 7)}`,
    password: 'a password long enough',
    type: '0',
    school: 'InternationalSchoolOfScienceTechnologyAndMathematicsWithoutSpaces',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { user } = await (await asAdmin('/api/admin/users/', { method: 'POST', body: form })).json()
  await page.goto(`/admin/users/${user._id}/edit`)
  await page.locator('input[type="file"]').first().setInputFiles({
    name: 'a-very-long-name-of-a-picture-from-a-phone-without-any-space.png',
    mimeType: 'image/png',
    buffer: picture,
  })
  await expect(page.getByText('a-very-long-name-of-a-picture')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/users')
  const table = page.getByRole('table')
  await expect(table.getByText(fields.fname).first()).toBeVisible()
  expect(await getOverflow(table)).toBeLessThanOrEqual(0)
})
