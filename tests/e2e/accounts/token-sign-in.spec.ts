import { getPath } from '#contract/platform/call-path.ts'
import { generateCurrentCode, generateNextCode } from '../../support/api/verification-codes.ts'
import { admin } from '../support/admin.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { createUnpaidTeam, password } from '../support/teams.ts'

const signIn = async (email: string, secret: string, type = 0) => {
  const reply = await fetch(`${process.env.BOTOLA_E2E_URL}${getPath('POST /api/adduser')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ national_id: email, loginType: 'email', password: secret, type }),
  })
  return reply.headers.get('authorization') ?? ''
}

test('a sign-in link asks before it signs in, works once, and continues at its path', {
  tag: '@arabic',
}, async ({ page, at, texts }) => {
  const { email } = await createUnpaidTeam()
  const token = await signIn(email, password)
  const stored = () => page.evaluate(() => localStorage.getItem('access_token'))
  const link = at(`/login/?token=${token}&next=/account/data`)

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mona Saleh')
  await expect(page.getByText(texts.session.continueIntro)).toBeVisible()
  expect(await stored()).toBeNull()
  await expectAccessible(page)
  await page.getByRole('button', { name: texts.session.continueCancel, exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  expect(await stored()).toBeNull()

  await page.goto(link)
  await page.getByRole('button', { name: texts.session.continue, exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname.startsWith('/account/data'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await stored()).not.toBe(token)

  // the session of this browser stays when a link no longer works
  const current = await stored()
  await page.goto(link)
  await expect(page.getByText(texts.session.tokenBad)).toBeVisible()
  expect(await stored()).toBe(current)
})

test('a sign-in link with the token of an administrator is rejected', { tag: '@nightly' }, async ({
  page,
  texts,
}) => {
  const token = await signIn(admin.email, admin.password, 4)
  await page.goto(`/login/?token=${token}`)
  await expect(page.getByText(texts.session.tokenOfAdmin)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('a sign-in link asks for the code of a user who has a second factor', { tag: '@nightly' }, async ({
  page,
  at,
  texts,
}) => {
  const { email } = await createUnpaidTeam()
  const token = await signIn(email, password)
  const send = async (step: 'start' | 'confirm', body: object) => {
    const reply = await fetch(
      `${process.env.BOTOLA_E2E_URL}${getPath(`POST /api/account/second-factor/${step}`)}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token },
        body: JSON.stringify(body),
      },
    )
    return (await reply.json()) as { secret: string; enrolment: string }
  }
  const { secret, enrolment } = await send('start', {})
  await send('confirm', { enrolment, code: await generateCurrentCode(secret) })
  await page.goto(at(`/login/?token=${token}&next=/account/data`))
  await page.getByRole('button', { name: texts.session.continue, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.session.secondFactor.title)
  expect(page.url()).not.toContain(token)
  await expectAccessible(page)
  await page.getByLabel(texts.session.secondFactor.code, { exact: true }).fill(await generateNextCode(secret))
  await page.getByRole('button', { name: texts.session.secondFactor.submit, exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname.startsWith('/account/data'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
