import {
  createApiCaller,
  createCompetition,
  createNationalId,
  createStudent,
  createTeam,
  signInPage,
  year,
} from '../support/account-teams.ts'
import { chooseOption } from '../support/admin-teams.ts'
import {
  createUniqueName,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  test,
} from '../support/fixtures.ts'

/** Registers a team with two minors: the contact of the guardian of the first is an email address. */
const createTeamOfMinors = async (
  student: Awaited<ReturnType<typeof createStudent>>,
  competition: { id: string },
) => {
  const child = createUniqueName('سارة')
  const members = [child, 'Yusuf Harbi'].map((name, at) => ({
    name,
    nationalId: createNationalId(),
    birthDate: `${year - 15}-03-04`,
    gender: 1,
    consent: {
      guardian: 'Huda',
      contact: at === 0 ? 'huda@family.test' : '+966501234567',
      agreed: true,
      publish: false,
    },
  }))
  return { child, ...(await createTeam(student, competition, members)) }
}

test('a guardian answers by a link that the coach copies, and the team shows the answer', {
  tag: '@arabic',
}, async ({ page, browser, at, language, texts, asAdmin }) => {
  const t = texts.accountTeams.guardians
  const words = texts.guardian
  const student = await createStudent(asAdmin)
  const team = await createTeamOfMinors(student, await createCompetition(asAdmin, { fee: 0 }))
  await signInPage(page, student, language)
  await page.goto(at('/account/'))
  const card = page.getByRole('article', { name: team.name })
  await expect(card).toContainText(texts.accountTeams.progress.steps['guardian-confirmations'])
  await expect(card.getByRole('listitem').filter({ hasText: team.child })).toContainText(t.states.missing)
  await card.getByRole('link', { name: team.name }).click()
  const section = page.getByRole('region', { name: t.title })
  const child = section.getByRole('article', { name: team.child })
  await expect(child).toContainText(t.missing)
  await expect(section.getByRole('article', { name: 'Yusuf Harbi' })).toContainText(t.noEmail)
  await child.getByRole('button', { name: t.copy }).click()
  const link = await child.getByRole('textbox').inputValue()
  expect(link).toMatch(/\/guardian\/\?lang=(en|ar)#[\w-]{43}$/)
  await expectAccessibleInBothSchemes(page)

  // the guardian has no account
  const guardianPage = await (await browser.newContext()).newPage()
  const { hash, pathname } = new URL(link)
  const address = `${process.env.BOTOLA_E2E_URL}${at(pathname)}${hash}`
  await guardianPage.goto(address)
  await expect(guardianPage.getByText(team.name)).toBeVisible()
  await expect(guardianPage.locator('main')).not.toContainText('Huda')
  await expect(guardianPage.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(guardianPage.locator('meta[property="og:title"]')).toHaveAttribute('content', words.title)
  expect(new URL(guardianPage.url()).hash).toBe('')
  await expectAccessibleInBothSchemes(guardianPage)
  await guardianPage.getByRole('button', { name: words.refuse }).click()
  await expect(guardianPage.locator('main')).toContainText(texts.replies.guardianRefused)
  await page.reload()
  await expect(child).toContainText(t.refused.slice(0, t.refused.indexOf('{{')))

  await guardianPage.getByRole('button', { name: words.change }).click()
  await guardianPage.getByRole('checkbox').check()
  await guardianPage.getByRole('button', { name: words.confirm }).click()
  await expect(guardianPage.locator('main')).toContainText(texts.replies.guardianConfirmed)
  await expect(guardianPage.locator('main')).toContainText(words.photoShown)
  await expectAccessibleInBothSchemes(guardianPage)
  // a reload shows the answer, and the guardian can withdraw it
  await guardianPage.reload()
  await expect(guardianPage.getByRole('button', { name: words.withdraw })).toBeVisible()
  await guardianPage.context().close()
  await page.reload()
  await expect(child).toHaveCount(0)
  await expect(page.getByRole('article').filter({ hasText: team.child })).toContainText(
    t.confirmedLink.slice(0, t.confirmedLink.indexOf('{{')),
  )
})

test('the page for guardians says what to do without a link and with one that does not work', {
  tag: '@nightly',
}, async ({ page, at, texts }) => {
  await page.goto(at('/guardian/'))
  await expect(page.getByText(texts.guardian.noLink)).toBeVisible()
  await page.goto(`${at('/guardian/')}#${'x'.repeat(43)}`)
  await page.reload()
  await expect(page.getByText(texts.errors['ticket-spent'])).toBeVisible()
  await expect(page.getByText(texts.guardian.newLink)).toBeVisible()
  await expectAccessible(page)
})

test('an organizer finds teams without confirmations, records a paper and takes it back', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, at, texts, asAdmin }) => {
  const words = texts.adminTeams.consent
  const student = await createStudent(asAdmin)
  const team = await createTeamOfMinors(student, await createCompetition(asAdmin, { fee: 0 }))
  await page.goto(at(`/admin/teams?s=${encodeURIComponent(team.name)}`))
  await page.getByRole('button', { name: texts.admin.list.filters, exact: true }).click()
  await chooseOption(page, words.filter, words.filterComplete)
  await expect(page.getByRole('link', { name: team.name, exact: true })).toHaveCount(0)
  await chooseOption(page, words.filter, words.filterMissing)
  await page.getByRole('link', { name: team.name, exact: true }).click()

  const card = page.getByRole('article').filter({ hasText: team.child })
  await expect(card).toContainText(words.missing)
  await expectAccessible(page)
  await card.getByRole('button', { name: words.record }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.recordRun, exact: true }).click()
  await expect(card).toContainText(words.confirmed.paper.slice(0, words.confirmed.paper.indexOf('{{')))
  await expect(card).toContainText(words.publish)
  await card.getByRole('button', { name: words.remove }).click()
  await dialog.getByRole('button', { name: words.remove, exact: true }).click()
  await expect(card).toContainText(words.missing)
  const own = await createApiCaller(student)(`/api/teams?id=${team.id}`)
  expect((await own.json()).team.guardianConfirmations).toMatchObject([
    { state: 'missing' },
    { state: 'missing' },
  ])
})
