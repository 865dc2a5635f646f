import { getPath } from '#contract/platform/call-path.ts'
import { getAdminPagePath } from '../../support/browser/page-paths.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'

test('the dialogs of lists and forms are accessible in both schemes and return the focus', {
  tag: '@nightly',
}, async ({ adminPage: page, texts }) => {
  const dialog = page.getByRole('dialog')
  const opened = async (title: string) => {
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expectAccessibleInBothSchemes(page, '[role="dialog"]')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.goto('/admin/users')
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await opened(texts.admin.list.keys)
  const columns = page.getByRole('button', { name: texts.admin.list.columns })
  await columns.click()
  await opened(texts.admin.list.columns)
  await expect(columns).toBeFocused()
  const importing = page.getByRole('button', { name: texts.adminUsers.importUsers.title })
  await importing.click()
  await opened(texts.adminUsers.importUsers.title)
  await expect(importing).toBeFocused()
  await page
    .getByRole('table')
    .getByRole('button', { name: new RegExp(`^${texts.admin.list.remove}`) })
    .first()
    .click()
  await opened(texts.messages.confirmDelete)
  const all = page.getByRole('checkbox', { name: texts.admin.list.selectAll })
  await all.click()
  await expect(all).toBeChecked()
  await expectAccessibleInBothSchemes(page)

  await page.goto('/admin/users/new')
  await page.getByLabel(texts.userFields.labels.firstName).fill('Unsaved')
  await page.getByRole('link', { name: texts.admin.form.back }).click()
  await opened(texts.admin.form.unsavedTitle)
  await expect(page.getByLabel(texts.userFields.labels.firstName)).toHaveValue('Unsaved')
  await page.getByLabel(texts.userFields.labels.gender).first().click()
  await expect(page.getByRole('listbox')).toBeVisible()
  // the options of a select are rendered outside of the page's landmarks
  await expectAccessibleInBothSchemes(page, '[role="listbox"]')
})

test('the dialogs of scores are accessible in both schemes', { tag: '@nightly' }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const { event } = await (await asAdmin('/api/v1/events/desert-rally')).json()
  await page.goto(`/admin/events/${event._id}/scores`)
  const words = texts.adminScores
  for (const [button, title] of [
    [words.add, words.add],
    [words.import, words.import],
    [words.keys, words.keys],
    [words.removed, words.removed],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expectAccessibleInBothSchemes(page, '[role="dialog"]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('sidebar and top bar have the entries of the specification in its order', { tag: '@arabic' }, async ({
  adminPage: page,
  texts,
}) => {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  const side = page.getByRole('navigation').getByRole('link')
  const { nav, bar } = texts.admin
  const { adminEntities } = texts
  const { user, event, team, partner, faq } = adminEntities
  const first: string[] = [nav.dashboard, ...[user, event, team, partner, faq].map(({ many }) => many)]
  await expect(side.first()).toBeVisible()
  const shown = (await side.allInnerTexts()).map((text) => text.trim())
  expect(shown.filter((text) => first.includes(text))).toEqual(first)
  // after the name of the site
  expect(shown.slice(1, first.length + 1)).toEqual(first)
  for (const [heading, links] of Object.entries({
    competition: [
      adminEntities.score.many,
      nav.judging,
      adminEntities['judge-person'].many,
      adminEntities.competition.many,
      adminEntities['season-year'].many,
      adminEntities.payment.many,
    ],
    site: [
      adminEntities.organizer.many,
      adminEntities.continent.many,
      adminEntities.region.many,
      nav.media,
      adminEntities.download.many,
    ],
    communication: [adminEntities.message.many, adminEntities.announcement.many],
    system: [
      adminEntities.import.many,
      texts.adminTasks.title,
      adminEntities.audit.many,
      nav.status,
      nav.emailQueue,
      adminEntities.settings.many,
    ],
  }))
    await expect(
      page
        .getByRole('navigation')
        .getByRole('list', { name: nav.groups[heading as keyof typeof nav.groups], exact: true })
        .getByRole('link'),
    ).toHaveText(links)
  const top = page.getByRole('banner')
  await expect(top.getByRole('link', { name: bar.home })).toHaveAttribute('href', /^\/(\?lang=ar)?$/)
  await top.getByRole('button', { name: new RegExp(bar.theme) }).click()
  await expect(page.getByRole('menuitemradio').or(page.getByRole('menuitem'))).toHaveCount(3)
  await expectAccessible(page, { part: '[role="menu"]' })
  await page.keyboard.press('Escape')
  await top.getByRole('button', { name: bar.menu }).click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveText([bar.profile, bar.settings, bar.logout])
  await expectAccessible(page, { part: '[role="menu"]' })
  await items.nth(1).click()
  await expect(page).toHaveURL(/\/admin\/settings/)
})

test('a toolbar filters by a day that is typed, and its long lists of options are accessible', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, texts }) => {
  await page.goto('/admin/audit')
  const from = page.getByRole('textbox', { name: texts.adminAudit.from })
  await from.fill('31/02/2026')
  await from.blur()
  await expect(page.getByText(texts.fieldErrors['bad-date'])).toBeVisible()
  await expectAccessible(page)
  expect(page.url()).not.toContain('from=')
  await from.fill('٥/١/٢٠٢٦')
  await expect(page).toHaveURL(/from=2026-01-05/)
  await from.blur()
  await expect(from).toHaveValue('05/01/2026')
  const remove = page.getByRole('button', {
    name: `${texts.admin.list.clearFilter}: ${texts.adminAudit.from}`,
  })
  await expect(remove).toContainText('05/01/2026')
  await remove.click()
  await expect(from).toHaveValue('')
  await page.getByRole('combobox', { name: texts.adminAudit.entity }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectAccessible(page, { part: '[role="listbox"]' })
})

test('lists keep search and page in the URL and have keyboard shortcuts', { tag: '@nightly' }, async ({
  adminPage: page,
}) => {
  await page.goto('/admin/events')
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('searchbox').fill('واحه')
  // the search does not distinguish taa marbuta and haa
  await expect(page.getByRole('row', { name: /Oasis Rescue/ })).toBeVisible()
  await expect(page).toHaveURL(/s=/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('واحه')
  await expect(page.getByRole('row', { name: /Oasis Rescue/ })).toBeVisible()
  await page.locator('h1').click()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/admin\/events\/new/)
})

test('the status page shows the state of the installation and the background jobs', async ({
  adminPage: page,
  texts,
}) => {
  await page.goto('/admin/status')
  for (const card of ['mail', 'payment', 'backup', 'disk', 'erasures'] as const)
    await expect(page.getByRole('region', { name: texts.adminStatus[card].title, exact: true })).toBeVisible()
  const { title, name, lastRun, result, nextRun, names } = texts.adminJobs
  const table = page.getByRole('region', { name: title })
  await expect(table.getByRole('columnheader')).toHaveText([name, lastRun, result, nextRun])
  await expect(table.getByRole('row')).toHaveCount(1 + Object.keys(names).length)
  for (const job of Object.values(names))
    await expect(table.getByRole('rowheader', { name: job, exact: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page, `[aria-label="${title}"]`)
})

test('the status page says that the disk is full', { tag: '@nightly' }, async ({
  adminPage: page,
  texts,
}) => {
  // the disk of the tests has space; tests/api/platform/monitoring.test.ts fills one
  await page.route(`**${getPath('GET /api/admin/status')}`, async (route) => {
    const response = await route.fetch()
    const { status, ...reply } = await response.json()
    await route.fulfill({
      response,
      json: { ...reply, status: { ...status, disk: { ...status.disk, isFull: true } } },
    })
  })
  await page.goto('/admin/status')
  const { title, full } = texts.adminStatus.disk
  await expect(page.getByRole('region', { name: title, exact: true }).getByRole('alert')).toHaveText(full)
})

test('an unknown page of the back office shows its message inside the layout', { tag: '@nightly' }, async ({
  adminPage: page,
}) => {
  await page.goto('/admin/nothing')
  await expect(page.getByRole('navigation')).toBeVisible()
  await expect(page.locator('h1')).toBeVisible()
  await expectAccessible(page)
})

test('the notice of test payments appears together with the page, so that it moves nothing', {
  tag: '@nightly',
}, async ({ adminPage: page, texts, asAdmin }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const content = document.querySelector('#content')
      if (!content?.querySelector('h1')) return
      observer.disconnect()
      content.setAttribute('data-first-text', content.textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(await getAdminPagePath('/admin/team/:id/view', asAdmin))
  await expect(page.locator('#content')).toHaveAttribute(
    'data-first-text',
    new RegExp(texts.adminPayments.testMode.title),
  )
})
