import { createUniqueName, expect, test } from './support/fixtures.ts'

test('scores that an administrator adds change the public ranking', { tag: '@arabic' }, async ({
  adminPage: page,
  asAdmin,
  browser,
  baseURL,
  texts,
}) => {
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Scores'),
    title_ar: 'نتائج',
    description_en: 'One',
    description_ar: 'واحد',
    eventCode: createUniqueName('code'),
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const visitor = await (await browser.newContext({ baseURL: baseURL as string })).newPage()

  const add = async (name: string, score: string, time: string) => {
    await page.goto(`/admin/events/${event._id}/scores`)
    await page.getByRole('button', { name: texts.adminScores.add, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(texts.adminScores.form.guest).click()
    await dialog.getByLabel(texts.adminScores.fields.playerName, { exact: true }).fill(name)
    await dialog.getByLabel(texts.adminScores.fields.score).fill(score)
    await dialog.getByLabel(texts.adminScores.fields.timeMs).fill(time)
    await dialog.getByRole('button', { name: texts.adminScores.save, exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  }
  await add('Huda', '80', '1:10')
  await visitor.goto(`/events/${event._id}`)
  await expect(visitor.getByRole('row', { name: /Huda/ })).toBeVisible()
  await add('Omar', '95', '75.5')
  await visitor.reload()
  const rows = visitor.locator('tbody tr[data-row]')
  await expect(rows.first()).toContainText('Omar')
  await expect(rows.nth(1)).toContainText('Huda')
  await visitor.context().close()
})

test('an administrator sees the changes of scores in the log and checks it', { tag: '@bilingual' }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const form = new FormData()
  const fields = { title_en: createUniqueName('Logged'), title_ar: createUniqueName('سجل'), description_en: 'One', description_ar: 'واحد' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const words = texts.adminScoreLog
  await page.goto(`/admin/events/${event._id}/scores`)
  await page.getByRole('link', { name: texts.adminScores.log }).click()
  await expect(page.getByText(words.noRows)).toBeVisible()
  const payload = { playerName: 'Huda', attempts: [{ score: 80, timeMs: 70_000 }] }
  const headers = { 'content-type': 'application/json' }
  await asAdmin(`/api/admin/events/${event._id}/scores`, { method: 'POST', body: JSON.stringify(payload), headers })
  await page.reload()
  const row = page.getByRole('row', { name: /Huda/ })
  await expect(row).toContainText(words.kinds.add)
  await expect(row).toContainText('80')
  await page.getByRole('button', { name: words.check }).click()
  await expect(page.getByRole('status').filter({ hasText: words.correct.split('.')[0] as string })).toBeVisible()
})

test('an administrator saves a score and adds another without closing the dialog', { tag: '@bilingual' }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const form = new FormData()
  const fields = { title_en: createUniqueName('Rounds'), title_ar: 'جولات', description_en: 'One', description_ar: 'واحد' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const words = texts.adminScores
  await page.goto(`/admin/events/${event._id}/scores`)
  // an empty ranking offers the first score, too
  await expect(page.getByText(words.empty)).toBeVisible()
  await page.getByRole('button', { name: words.addFirst }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel(words.fields.playerName, { exact: true })
  await dialog.getByText(words.form.guest).click()
  for (const [player, score] of [
    ['Huda', '80'],
    ['Omar', '95'],
  ] as const) {
    await name.fill(player)
    await dialog.getByLabel(words.fields.score).fill(score)
    await dialog.getByLabel(words.fields.timeMs).fill('1:10')
    await dialog.getByRole('button', { name: words.saveAndAddAnother }).click()
    // the form is empty, and its first field has the focus
    await expect(name).toHaveValue('')
    await expect(name).toBeFocused()
    await expect(dialog.getByLabel(words.fields.score)).toHaveValue('')
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Huda/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Omar/ })).toBeVisible()
})
