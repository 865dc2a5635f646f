import { getPath } from '#contract/platform/call-path.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { createCompetition, createStudent, createTeam, signInPage } from '../support/account-teams.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

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

test('an administrator sees the changes of scores in the log and checks it', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Logged'),
    title_ar: createUniqueName('سجل'),
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const words = texts.adminScoreLog
  await page.goto(`/admin/events/${event._id}/scores`)
  await page.getByRole('link', { name: texts.adminScores.log }).click()
  await expect(page.getByText(words.noRows)).toBeVisible()
  const payload = { playerName: 'Huda', attempts: [{ score: 80, timeMs: 70_000 }] }
  const headers = { 'content-type': 'application/json' }
  await asAdmin(`/api/admin/events/${event._id}/scores`, {
    method: 'POST',
    body: JSON.stringify(payload),
    headers,
  })
  await page.reload()
  const row = page.getByRole('row', { name: /Huda/ }).filter({ hasText: words.kinds.add })
  await expect(row).toContainText('80')
  const check = page.getByRole('status').filter({ hasText: words.correct.split('.')[0] as string })
  await page.getByRole('button', { name: words.check }).click()
  await expect(check).toContainText(words.participantsFrom.split('{{')[0] as string)

  const publish = { method: 'PUT', body: JSON.stringify({ status: 'final' }), headers }
  expect(
    (
      await asAdmin(
        getPath('GET /api/admin/events/:eventId/results/publication', { eventId: event._id }),
        publish,
      )
    ).status,
  ).toBe(200)
  await page.goto(`/admin/events/${event._id}/scores`)
  await page.getByRole('button', { name: texts.adminScores.editEntry.replace('{{name}}', 'Huda') }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel(texts.adminScores.fields.playerName, { exact: true })
  const reason = dialog.getByLabel(texts.adminScores.reason)
  const save = dialog.getByRole('button', { name: texts.adminScores.save, exact: true })
  await name.fill('Huda Nasser')
  await save.click()
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveValue('Huda Nasser')
  await expectAccessible(page)
  await reason.fill('The name was misspelled.')
  await save.click()
  await expect(page.getByRole('row', { name: /Huda Nasser/ })).toBeVisible()
  await page.getByRole('link', { name: texts.adminScores.log }).click()
  await expect(
    page.getByRole('row', { name: /Huda Nasser/ }).filter({ hasText: words.correctedAfterFinal }),
  ).toBeVisible()
  await page.getByRole('button', { name: words.check }).click()
  await expect(check).toContainText(
    words.correctionsAfterPublication.split('{{rows}}')[0]?.split('}}')[1] as string,
  )
  await expectAccessible(page)
})

test('an organizer whose attempt somebody else has corrected sees both versions, and loses nothing', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Corrected twice'),
    title_ar: createUniqueName('تصحيحان'),
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const path = `/api/admin/events/${event._id}/scores`
  const send = (method: string, url: string, body: object) =>
    asAdmin(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const { entry } = await (
    await send('POST', path, { playerName: 'Huda', attempts: [{ score: 50, timeMs: 70_000 }] })
  ).json()
  const attemptPath = `${path}/${entry.id}/attempts/${entry.attempts[0].id}`
  const words = texts.adminScores

  await page.goto(`/admin/events/${event._id}/scores`)
  await page.getByRole('button', { name: words.more.replace('{{name}}', 'Huda') }).click()
  await page.getByRole('button', { name: words.editAttempt }).click()
  const score = page.getByRole('dialog').getByLabel(words.fields.score)
  await score.fill('70')
  await page.getByRole('dialog').getByLabel(words.reason).fill('One cube was counted twice')
  expect((await send('PATCH', attemptPath, { score: 60 })).status).toBe(200)
  await page.getByRole('dialog').getByRole('button', { name: words.save, exact: true }).click()
  const conflict = page.getByRole('dialog', { name: texts.admin.form.staleTitle })
  await expect(conflict.getByRole('row', { name: new RegExp(words.fields.score) })).toContainText('60')
  await expect(conflict.getByRole('row', { name: new RegExp(words.fields.score) })).toContainText('70')
  await expectAccessible(page)
  // closing the dialog without a choice loses nothing
  await page.keyboard.press('Escape')
  await expect(conflict).toHaveCount(0)
  await expect(score).toHaveValue('70')
  await page.getByRole('dialog').getByRole('button', { name: words.save, exact: true }).click()
  await conflict.getByRole('button', { name: texts.admin.form.keepMine }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Huda/ })).toContainText('70')
})

test('an administrator saves a score and adds another without closing the dialog', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, texts }) => {
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Rounds'),
    title_ar: 'جولات',
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const words = texts.adminScores
  await page.goto(`/admin/events/${event._id}/scores`)
  // an empty ranking has a button for the first score, too
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

test('the owner of a team asks for a review, and an organizer answers', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, at, browser, baseURL, language, texts }) => {
  const t = texts.protests
  const send = async (method: string, path: string, body: object) => {
    const reply = await asAdmin(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply.status, await reply.clone().text()).toBe(200)
  }
  const student = await createStudent(asAdmin)
  const team = await createTeam(student, await createCompetition(asAdmin))
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Protested'),
    title_ar: createUniqueName('اعتراض'),
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  await send('POST', getPath('POST /api/admin/events/:eventId/scores', { eventId: event._id }), {
    teamId: team.id,
    attempts: [{ score: 80, timeMs: 70_000 }],
  })
  await send('PUT', getPath('PUT /api/admin/events/:eventId/protest-settings', { eventId: event._id }), {
    protestsUntil: '2099-01-01T00:00:00Z',
  })

  const ownerPage = await (await browser.newContext({ baseURL: baseURL as string })).newPage()
  await signInPage(ownerPage, student, language)
  await ownerPage.goto(at(`/account/teams/${team.id}`))
  await expect(
    ownerPage.getByText(texts.accountTeams.progress.place.replace('{{rank}}', '1').replace('{{of}}', '1')),
  ).toBeVisible()
  await expect(ownerPage.getByText(texts.accountTeams.view.noScores)).toHaveCount(0)
  await ownerPage
    .getByRole('button', { name: t.askIn.replace('{{event}}', fields[`title_${language}`]) })
    .click()
  const dialog = ownerPage.getByRole('dialog')
  await dialog.getByLabel(t.about).selectOption({ label: t.wholeResult })
  await dialog.getByRole('button', { name: t.send }).click()
  await expect(dialog.getByText(texts.fieldErrors.required)).toBeVisible()
  await dialog.getByLabel(t.reason).fill('The stopwatch ran on.')
  await dialog.getByRole('button', { name: t.send }).click()
  await expect(ownerPage.getByText(t.states.open, { exact: true })).toBeVisible()
  await expectAccessible(ownerPage)

  const words = texts.adminProtests
  await page.goto(`/admin/events/${event._id}/protests`)
  // frozen after the page was opened
  await send('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event._id }), {
    at: null,
  })
  await page
    .getByRole('button', { name: words.review.replace('{{name}}', isolateText(team.name, language)) })
    .click()
  const review = page.getByRole('dialog')
  await expect(review.getByText('The stopwatch ran on.')).toBeVisible()
  await expect(review.getByText(words.frozen)).toBeVisible()
  // without scrolling, in the window of 1280 × 800 pixels
  for (const name of [words.reject, words.accept])
    await expect(review.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 0.95 })
  await expectAccessible(page)
  await review.getByLabel(words.answer).fill('The video shows it.')
  await review.getByRole('button', { name: words.accept, exact: true }).click()
  await expect(review).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(team.name) })).toContainText(t.states.accepted)
  await ownerPage.reload()
  await expect(ownerPage.getByText('The video shows it.')).toBeVisible()
  await ownerPage.context().close()
})
