import { resolve } from 'node:path'
import { paths } from '#contract/paths.ts'
import { type RunningScript, startScript } from '../faults/processes.ts'
import { createDataFolder } from '../support/data-folder.ts'
import { findFreePort } from '../support/free-port.ts'
import { admin } from './support/admin.ts'
import { expect, expectAccessible, test } from './support/fixtures.ts'
import { signIn } from './support/people.ts'
import { createUnpaidTeam, password } from './support/teams.ts'

test.describe.configure({ mode: 'serial' })

const shared = ['BOTOLA_E2E_URL', 'BOTOLA_E2E_DATA', 'BOTOLA_E2E_TOKEN'] as const
const before = Object.fromEntries(shared.map((name) => [name, process.env[name]]))
const folder = createDataFolder('botola-e2e-demo')
let server: RunningScript

// a site of its own, which has demo content and no credentials of the gateway
test.beforeAll(async () => {
  const env = { BOTOLA_ROOT: resolve('.'), DATA_DIR: folder.path, PORT: String(await findFreePort()), LOG_LEVEL: 'warn' }
  const settings = { NODE_ENV: 'production', DEMO: 'on', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  server = startScript('build/program/main.js', { ...env, ...settings }, { name: 'this user', ids: undefined })
  const url = (await server.line('Botola is at')).replace('Botola is at ', '')
  Object.assign(process.env, { BOTOLA_E2E_URL: url, BOTOLA_E2E_DATA: folder.path })
  // a server that has just started may be overloaded
  await expect(async () => {
    process.env.BOTOLA_E2E_TOKEN = await signIn(url, admin)
  }).toPass({ timeout: 30_000 })
})
test.afterAll(async () => {
  Object.assign(process.env, before)
  await server.stop()
  folder.remove()
})

test('a team is paid on the demo payment page after a declined and a cancelled payment, and gets a demo receipt', {
  tag: '@bilingual',
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

test('administrators see that payments are a demo, and refund one', async ({ adminPage: page, asAdmin, texts }) => {
  const words = texts.adminPayments
  const team = await createUnpaidTeam()
  const headers = { 'content-type': 'application/json' }
  const { url } = (await (
    await asAdmin(paths.payments, { method: 'POST', headers, body: JSON.stringify({ teamId: team.id }) })
  ).json()) as { url: string }
  const orderRef = url.split('/')[3]
  await asAdmin(`${paths.demoOrders}/${orderRef}`, { method: 'POST', headers, body: JSON.stringify({ outcome: 'paid' }) })
  await page.goto(`/admin/payments?s=${team.name.slice(-6)}`)
  await expect(page.getByText(words.demoMode.title)).toBeVisible()
  await expect(page.getByRole('cell', { name: words.demoMethod })).toBeVisible()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `${words.open}: ${team.name}` }).click()
  await dialog.getByRole('button', { name: words.refund }).click()
  await dialog.getByRole('textbox', { name: words.reason }).fill('The team cannot come')
  await dialog.getByRole('button', { name: words.refund }).click()
  await expect(dialog.getByText(words.states.refunded).first()).toBeVisible()
})
