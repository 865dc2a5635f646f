import { getPath } from '#contract/platform/call-path.ts'
import { createCompetition, createStudent, createTeam } from '../support/account-teams.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { runOnOwnSite } from '../support/own-site.ts'
import { createUnpaidTeam, password } from '../support/teams.ts'

test.describe.configure({ mode: 'serial' })

runOnOwnSite('botola-e2e-demo')

test('a team is paid on the demo payment page after a declined and a cancelled payment, and gets a demo receipt', {
  tag: '@arabic',
}, async ({ page, at, texts }) => {
  const team = await createUnpaidTeam()
  const { demo, ...words } = texts.payment
  await page.goto(at(`/payment/telr?team_id=${team.id}`))
  await page.waitForURL(/\/login\//)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.locator('input[name="identity"]').fill(team.email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL(/\/payment\/telr/)
  await expect(page.getByText(demo.goesTo)).toBeVisible()
  for (const [button, state] of [
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
    ['pay', 'paid'],
  ] as const) {
    await page.getByRole('button', { name: words.pay }).click()
    await page.waitForURL(/\/payment\/demo\//)
    await expect(page.getByRole('heading', { name: demo.title })).toBeVisible()
    await expect(page.getByText('150.00')).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expectAccessible(page)
    const address = page.url()
    await page.getByRole('button', { name: demo[button], exact: true }).click()
    await page.waitForURL(/\/payment\/return\//)
    await expect(page.getByRole('heading', { name: words.states[state].title })).toBeVisible()
    await expect(page.getByText(demo.mode)).toBeVisible()
    if (state !== 'paid') {
      await page.getByRole('link', { name: words.again }).click()
      continue
    }
    await page.getByRole('link', { name: words.receiptLink }).click()
    await expect(page.getByText(/^DEMO-\d{4}-\d{6}$/)).toBeVisible()
    await expect(page.getByText(words.receipt.demo)).toBeVisible()
    await expectAccessible(page)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: demo.ended.title })).toBeVisible()
    await expectAccessible(page)
  }
})

test('administrators see that payments are a demo, and refund one', { tag: '@nightly' }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const words = texts.adminPayments
  const student = await createStudent(asAdmin)
  const team = await createTeam(student, await createCompetition(asAdmin))
  const headers = { 'content-type': 'application/json' }
  const { url } = (await (
    await asAdmin(getPath('POST /api/payments'), {
      method: 'POST',
      headers,
      body: JSON.stringify({ teamId: team.id }),
    })
  ).json()) as { url: string }
  const orderRef = url.split('/')[3]
  await asAdmin(getPath('POST /api/demo-payments/orders/:orderRef', { orderRef: String(orderRef) }), {
    method: 'POST',
    headers,
    body: JSON.stringify({ outcome: 'paid' }),
  })
  await page.goto(`/admin/payments?s=${encodeURIComponent(team.name)}`)
  await expect(page.getByText(words.demoMode.title)).toBeVisible()
  await expect(page.getByRole('cell', { name: words.demoMethod })).toBeVisible()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `${words.open}: ${team.name}` }).click()
  // each part of the payer's line has its own direction
  const payer = dialog.getByRole('row', { name: words.payer }).locator('bdi')
  await expect(payer).toHaveText(['Omar Haddad', student.email, student.phone])
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: words.refund }).click()
  // without scrolling
  await expect(dialog.locator('button[type="submit"]')).toBeInViewport({ ratio: 0.95 })
  await dialog.getByRole('textbox', { name: words.reason }).fill('The team cannot come')
  await dialog.locator('button[type="submit"]').click()
  await expect(dialog.getByText(words.states.refunded).first()).toBeVisible()
})
