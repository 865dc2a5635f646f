import { maskNationalId } from '#contract/accounts/identity.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { isolateText } from '#i18n/text-direction.ts'
import {
  createApiCaller,
  createCompetition,
  createNationalId,
  createStudent,
  createTeam,
  locateField,
  password,
  signInPage,
} from '../support/account-teams.ts'
import { waitForMail, waitForMails } from '../support/emails.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'

test('a coach with a confirmed address sees a team and corrects its data', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, language, texts, asAdmin }) => {
  const t = texts.accountTeams
  const owner = await createStudent(asAdmin)
  const account = await createStudent(asAdmin)
  const coach = { ...account, token: await confirmAddress(account.email) }
  const competition = await createCompetition(asAdmin)
  const ids = [createNationalId(), createNationalId()]
  const team = await createTeam({ ...owner, email: coach.email }, competition, ids)

  await signInPage(page, coach, language)
  await page.goto(at('/account/'))
  const card = page.getByRole('article', { name: team.name })
  await expect(card).toContainText(t.card.coached.replace('{{owner}}', isolateText('Omar Haddad', language)))
  await expect(card.getByRole('link', { name: new RegExp(t.card.payNewTab) })).toHaveCount(0)
  await expectAccessible(page)

  await card.getByRole('link', { name: team.name }).click()
  await expect(page.getByText(t.view.coachTitle)).toBeVisible()
  await expect(page.getByText(maskNationalId(ids[0] as string), { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: t.view.withdraw })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: t.view.edit }).click()
  await expect(page.getByText(t.form.coachesStay)).toBeVisible()
  await expect(locateField(page, 'coaches.0.email')).toHaveAttribute('readonly', '')
  const school = createUniqueName('Corrected School')
  await locateField(page, 'schoolName').fill(school)
  await expectAccessible(page)
  await page.getByRole('button', { name: t.form.save }).click()
  await expect(page.getByText(school, { exact: true })).toBeVisible()

  // the owner names another coach
  const form = new FormData()
  const fields = {
    ...team.fields,
    id: team.id,
    coaches: JSON.stringify([{ name: 'New', email: owner.email, phone: owner.phone }]),
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const changed = await createApiCaller(owner)(getPath('PUT /api/teams'), { method: 'PUT', body: form })
  expect(changed.status, await changed.clone().text()).toBe(200)
  await page.reload()
  await expect(page.getByText(t.view.missing)).toBeVisible()
})

test('the office invites the coach of a team, and the coach takes it over', { tag: '@nightly' }, async ({
  adminPage,
  browser,
  language,
  texts,
  asAdmin,
}) => {
  const account = await createStudent(asAdmin)
  const coach = { ...account, token: await confirmAddress(account.email) }
  const ids = [createNationalId(), createNationalId()]
  const team = await createTeam(
    { ...(await createStudent(asAdmin)), email: coach.email },
    await createCompetition(asAdmin),
    ids,
  )

  await adminPage.goto(`/admin/team/${team.id}/view`)
  const section = adminPage.getByRole('region', { name: texts.adminTeams.invitation.title })
  await section.getByRole('button').click()
  await expect(section.getByRole('button', { name: texts.adminTeams.invitation.withdraw })).toBeVisible()
  await expectAccessible(adminPage)
  let link: string | undefined
  await expect
    .poll(async () => {
      const mails = await waitForMails(coach.email)
      link = mails
        .flatMap(({ text }) => (text ?? '').match(/http\S+\/account\/teams\/\S+/g) ?? [])
        .find((each) => each.includes(`lang=${language}`))
      return link
    })
    .toBeDefined()

  const context = await browser.newContext({ baseURL: process.env.BOTOLA_E2E_URL ?? '' })
  const page = await context.newPage()
  await signInPage(page, coach, language)
  await page.goto(link ?? '')
  await page.getByRole('button', { name: texts.accountTeams.invitation.accept }).click()
  await expect(page.getByText(texts.replies.teamTakenOver)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.accountTeams.view.withdraw })).toBeVisible()
  await expect(page.getByText(texts.accountTeams.invitation.title)).toHaveCount(0)
  await expectAccessible(page)
  await context.close()
})

/** Confirms the address of an account with the link of a password reset, and signs in. Returns the token. */
const confirmAddress = async (email: string): Promise<string> => {
  const url = process.env.BOTOLA_E2E_URL
  const send = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await send(getPath('POST /api/password/forgot'), { email })).status).toBe(200)
  const mail = await waitForMail(email)
  const token = /reset-password\/[^#\s]*#([\w-]+)/.exec(mail.text ?? '')?.[1]
  expect(
    (await send(getPath('POST /api/password/reset'), { token, password, confirm: password })).status,
  ).toBe(200)
  const signed = await send(getPath('POST /api/adduser'), {
    national_id: email,
    loginType: 'email',
    password,
    type: 0,
  })
  return signed.headers.get('authorization') ?? ''
}
