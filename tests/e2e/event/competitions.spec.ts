import { formatTimeZone } from '#web/shared/format.ts'
import { createCompetition, createStudent, locateField, password } from '../support/account-teams.ts'
import { expect, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'
import { locatePhoneCountryButton } from '../support/people.ts'

test('a visitor reads about a competition, signs in and registers a team for it', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, texts, language, asAdmin }) => {
  const t = texts.competitions
  const competition = await createCompetition(asAdmin, {
    maxTeams: 3,
    'description.en': 'A rover finds its way.',
    'description.ar': 'مركبة تجد طريقها.',
    rulesLink: 'https://rules.example/rovers',
  })
  const student = await createStudent(asAdmin)
  await page.goto(at('/about'))
  await page.getByRole('contentinfo').getByRole('link', { name: texts.nav.competitions }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.page.title)
  const section = page.getByRole('region', { name: competition.name })
  await expect(section).toContainText(texts.teamFields.options.ageLevel.junior)
  await expect(section).toContainText('11')
  await expect(section).toContainText('150')
  await expect(section).toContainText(t.noEnd)
  await expect(section.getByRole('link', { name: t.page.rules })).toHaveAttribute(
    'href',
    'https://rules.example/rovers',
  )
  await expect(page.getByText(formatTimeZone('Asia/Riyadh', language))).toBeVisible()
  const jsonLd = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}')
  const item = jsonLd.itemListElement.find(
    ({ item }: { item: { name: string } }) => item.name === competition.name,
  )?.item
  expect(item).toMatchObject({
    '@type': 'EducationEvent',
    inLanguage: language,
    offers: { price: '150.00', priceCurrency: 'SAR' },
  })
  await expectAccessibleInBothSchemes(page)
  await section.getByRole('link', { name: t.page.register }).click()
  // the registration of an account leads back, too
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.getByRole('link', { name: texts.session.register }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.registration.title)
  const country = page.locator('select[name="phone_country"]')
  await expect(country).toHaveValue('EG')
  await page.locator('input[name="phone"]').fill('0501112222')
  const decide = (text: string, code: string) => locatePhoneCountryButton(page, text, language, code)
  await decide(texts.download.chooseCountry, 'SA').click()
  await expect(country).toHaveValue('SA')
  await country.selectOption('EG')
  await decide(texts.download.keepCountry, 'EG').click()
  await expect(decide(texts.download.keepCountry, 'EG')).toHaveCount(0)
  await expect(country).toHaveValue('EG')
  await page.getByRole('main').getByRole('link', { name: texts.registration.signIn }).click()
  await page.locator('input[name="identity"]').fill(student.email)
  await page.locator('input[name="password"]').fill(password)
  await page.getByRole('button', { name: texts.session.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.accountTeams.form.newTitle)
  await expect(page.getByRole('radio', { name: competition.name })).toBeChecked()
  await expect(locateField(page, 'name')).toBeVisible()
})

test('a closed competition is listed without a link to register, and a full one says once that it is full', {
  tag: '@nightly',
}, async ({ page, at, texts, asAdmin }) => {
  const closed = await createCompetition(asAdmin, { closesAt: '2020-01-01T00:00:00Z' })
  const full = await createCompetition(asAdmin, { maxTeams: 0 })
  await page.goto(at('/competitions/'))
  await expect(page.getByRole('region', { name: full.name }).getByText(texts.competitions.full)).toHaveCount(
    1,
  )
  const section = page.getByRole('region', { name: closed.name })
  await expect(section).toContainText(texts.competitions.closed)
  await expect(section.getByRole('link', { name: texts.competitions.page.register })).toHaveCount(0)
})

test('the competitions of the demo content have different colours and patterns', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/competitions/')
  const slugs = [
    'future_engineers',
    'virtual_robot_challenges',
    'robo_mission',
    'future_innovators',
    'robosports',
  ]
  const readAccent = (slug: string) =>
    page.locator(`#${slug} [data-accent]`).evaluate((element) => getComputedStyle(element).color)
  const readPattern = (slug: string) =>
    page
      .locator(`#${slug} [data-accent] pattern`)
      .evaluate((element) => `${element.getAttribute('width')} ${element.getAttribute('patternTransform')}`)
  expect(new Set(await Promise.all(slugs.map(readAccent))).size).toBe(slugs.length)
  expect(new Set(await Promise.all(slugs.map(readPattern))).size).toBe(slugs.length)
})
