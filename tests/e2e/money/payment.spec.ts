import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import {
  createApiCaller,
  createCompetition,
  createStudent,
  createTeam,
  signInPage,
} from '../support/account-teams.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from '../support/fixtures.ts'
import { createUnpaidTeam, password } from '../support/teams.ts'

/** Chooses the outcome of a payment on the gateway's page, and waits until the browser is back. */
const chooseGatewayOutcome = async (page: Page, action: 'authorise' | 'decline' | 'cancel' | 'hold') => {
  await page.waitForURL((url) => url.origin === process.env.BOTOLA_E2E_TELR)
  await expect(page.getByText('150.00 SAR').first()).toBeVisible()
  await page.getByRole('button', { name: action }).click()
  await page.waitForURL(/\/payment\/return\//)
}
const signIn = async (page: Page, email: string) => {
  await page.waitForURL(/\/login\//)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.locator('input[name="identity"]').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

test('a student signs in, pays for the team, and prints the receipt', {
  tag: ['@arabic', '@nightly'],
}, async ({ page, at, texts }) => {
  const team = await createUnpaidTeam()
  const words = texts.payment
  await page.goto(at(`/payment/telr?team_id=${team.id}`))
  await signIn(page, team.email)
  await page.waitForURL(/\/payment\/telr/)
  await expect(page.getByText(team.name)).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(page)
  await page.getByRole('button', { name: words.pay }).click()
  await chooseGatewayOutcome(page, 'authorise')
  await expect(page.getByRole('heading', { name: words.states.paid.title })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: words.receiptLink }).click()
  await page.waitForURL(/\/payment\/receipt\//)
  await expect(page.getByText(/^\d{4}-\d{6}$/)).toBeVisible()
  await expect(page.getByText(team.name, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: words.receipt.print })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: words.receipt.print })).toBeHidden()
  await expect(page.getByText(/^\d{4}-\d{6}$/)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(at(`/payment/telr?team_id=${team.id}`))
  await expect(page.getByRole('heading', { name: words.already.title })).toBeVisible()
  // the account lists the payment, too
  await page.goto(at('/account/payments'))
  const card = page.getByRole('listitem').filter({ hasText: team.name })
  await expect(card.getByText(texts.account.paymentsPage.paid, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('link', { name: words.receiptLink }).click()
  await expect(page.getByText(/^\d{4}-\d{6}$/)).toBeVisible()
})

test('a declined or cancelled payment is reported and can be repeated; one on hold is not paid twice', {
  tag: '@nightly',
}, async ({ page, at, texts, asAdmin, language }) => {
  const student = await createStudent(asAdmin)
  const competition = await createCompetition(asAdmin)
  const team = await createTeam(student, competition)
  await competition.set({ closesAt: '2099-12-01T12:00:00Z' })
  const markPaid = async (paid: boolean) => {
    const body = JSON.stringify({ teamId: team.id, paid, reason: 'Cash' })
    const reply = await asAdmin(getPath('POST /api/admin/payments/mark'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(reply.status).toBe(200)
  }
  const words = texts.payment
  await signInPage(page, student, language)
  await page.goto(at(`/payment/telr?team_id=${team.id}`))
  for (const [action, state] of [
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
  ] as const) {
    await page.getByRole('button', { name: words.pay }).click()
    await chooseGatewayOutcome(page, action)
    await expect(page.getByRole('heading', { name: words.states[state].title })).toBeVisible()
    await expect(page.getByText(words.laterUntil.split('{{')[0] as string)).toContainText('2099')
    // a short reference, no whole id
    await expect(page.getByText(/^[0-9A-F]{8}$/)).toBeVisible()
    await expectAccessible(page)
    // no day in the past after the registration has closed
    if (action === 'cancel') {
      await competition.set({ closesAt: '2020-01-01T00:00:00Z' })
      await page.reload()
      await expect(page.getByText(words.later)).toBeVisible()
      // nor a payment to come once the team is paid
      await markPaid(true)
      await page.reload()
      await expect(page.getByRole('heading', { name: words.states.cancelled.title })).toBeVisible()
      await expect(page.getByText(words.later)).toHaveCount(0)
      await markPaid(false)
    }
    await page.getByRole('link', { name: words.again }).click()
  }
  await page.getByRole('button', { name: words.pay }).click()
  await chooseGatewayOutcome(page, 'hold')
  await expect(page.getByRole('heading', { name: words.states.held.title })).toBeVisible()
  await expectAccessible(page)
  await page.goto(at(`/payment/telr?team_id=${team.id}`))
  await expect(page.getByRole('heading', { name: words.states.held.title })).toBeVisible()
  await expect(page.getByRole('button', { name: words.pay })).toHaveCount(0)
})

test('the team and payment of another user are not found', { tag: ['@arabic', '@nightly'] }, async ({
  page,
  at,
  texts,
}) => {
  const [team, other] = [await createUnpaidTeam(), await createUnpaidTeam()]
  await page.goto(at(`/payment/telr?team_id=${team.id}`))
  await signIn(page, other.email)
  await expect(page.getByRole('heading', { name: texts.payment.missing.title })).toBeVisible()
  await expect(page.getByText(team.name)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(at(`/payment/receipt/${team.id}`))
  await expect(page.getByRole('heading', { name: texts.payment.missingPayment.title })).toBeVisible()
  await page.goto(at('/payment/telr/'))
  await expect(page.getByRole('heading', { name: texts.payment.missing.title })).toBeVisible()
})

test('administrators see the log of a payment, mark teams as paid, refund and reconcile', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, texts }) => {
  const words = texts.adminPayments
  const team = await createUnpaidTeam()
  const began = await asAdmin(getPath('POST /api/payments'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ teamId: team.id }),
  })
  const { url } = (await began.json()) as { url: string }
  await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'authorise' }), redirect: 'manual' })
  await page.goto(`/admin/payments?s=${team.name.slice(-6)}`)
  await expect(page.getByText(team.name)).toBeVisible()
  await expect(page.getByRole('link', { name: texts.adminEntities.payment.many })).toBeVisible()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `${words.open}: ${team.name}` }).click()
  await expect(dialog.getByText(words.step.ordered)).toBeVisible()
  // the gateway reports the result later; a button asks for it immediately
  await expect
    .poll(async () => {
      const ask = dialog.getByRole('button', { name: words.check })
      if (await ask.isVisible()) await ask.click()
      return dialog.getByRole('button', { name: words.refund }).isVisible()
    })
    .toBe(true)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.refund }).click()
  const submit = dialog.locator('button[type="submit"]')
  await submit.click()
  await expect(dialog.getByText(words.reasonMissing)).toBeVisible()
  await dialog.getByRole('textbox', { name: words.reason }).fill('One member left')
  await dialog.getByRole('radio', { name: words.refundPart }).check()
  const amount = dialog.getByRole('textbox', { name: /SAR/ })
  for (const typed of ['', '0', '150.01', '1.005']) {
    await amount.fill(typed)
    await submit.click()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
  }
  await amount.fill('٥٠')
  await expectAccessibleInBothSchemes(page)
  await submit.click()
  await expect(dialog.getByRole('row', { name: words.step.refunded })).toContainText(/50\.00.*150\.00/)
  await expect(dialog.getByText(words.states.paid).first()).toBeVisible()
  // the rest
  await dialog.getByRole('button', { name: words.refund }).click()
  await dialog.getByRole('textbox', { name: words.reason }).fill('The team cannot come')
  await expect(submit).toContainText('100.00')
  await expectAccessible(page)
  await submit.click()
  await expect(dialog.getByText(words.step['refund-asked']).first()).toBeVisible()
  await expect(dialog.getByText(words.states.refunded).first()).toBeVisible()

  await dialog.getByRole('button', { name: words.markPaid }).click()
  await dialog.getByRole('textbox', { name: words.reason }).fill('Paid in cash')
  await dialog.getByRole('button', { name: words.markPaid }).click()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('cell', { name: words.methods.manual })).toBeVisible()

  await page.getByRole('button', { name: words.reconcile, exact: true }).click()
  await dialog.getByRole('button', { name: words.reconcileNow }).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await expect(dialog.getByText(team.name)).toHaveCount(0)
  await expectAccessible(page)
})

test('an organizer approves a request to leave and refunds a part of the fee in one dialog', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, texts }) => {
  const words = texts.adminTeams.leave
  const student = await createStudent(asAdmin)
  const team = await createTeam(student, await createCompetition(asAdmin))
  const asOwner = createApiCaller(student)
  const began = await asOwner(getPath('POST /api/payments'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ teamId: team.id }),
  })
  const { url, payment } = (await began.json()) as { url: string; payment: { id: string } }
  await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'authorise' }), redirect: 'manual' })
  await asOwner(getPath('POST /api/payments/:paymentId/check', { paymentId: payment.id }), { method: 'POST' })
  expect(
    (await asOwner(getPath('POST /api/teams/:teamId/leave', { teamId: team.id }), { method: 'POST' })).status,
  ).toBe(200)

  await page.goto('/admin/teams')
  const requests = page.getByRole('region', { name: words.title })
  await requests.getByRole('button', { name: new RegExp(`^${words.approve}.*${team.name}`) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: texts.adminPayments.refundPart }).check()
  await dialog.getByRole('textbox', { name: /SAR/ }).fill('75.50')
  await expectAccessibleInBothSchemes(page)
  await dialog.locator('button[type="submit"]').click()
  await expect(dialog).toBeHidden()
  await expect(requests.getByText(team.name)).toHaveCount(0)
  const reply = await asOwner(getPath('GET /api/payments/:paymentId', { paymentId: payment.id }))
  expect(await reply.json()).toMatchObject({ payment: { state: 'paid', refundedAmount: 7_550 } })
})
