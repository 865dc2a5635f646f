import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createTelrOrDemoGatewayIfConfigured } from '#server/money/payments/gateway.ts'
import { removeDemoContentAndFiles } from '#server/seed/demo/remove.ts'
import { seedDemoContentIfMissing } from '#server/seed/demo/seed.ts'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'

const withoutTelr = { TELR_STORE: '', TELR_AUTH_KEY: '', TELR_ADVICE_SECRET: '' }
let t: PaymentsApp
beforeAll(async () => {
  t = await startPaymentsApp({ ...withoutTelr, DEMO: 'on' })
})
afterAll(() => t.close())

/** Adds the demo content unless it is there. */
const addDemoContent = async () => {
  await seedDemoContentIfMissing({ ...t, db: t.database.db, log: { info: () => {} }, root: resolve('.') })
  await t.query(`update competitions set fee = 15000 where slug = 'robo_mission'`)
}
const start = async (team: string) => {
  const reply = await t.ask('POST', '/api/payments/', { teamId: team })
  expect(reply.status, reply.body).toBe(200)
  const { payment, url } = reply.json()
  const [, ref = ''] = /^\/payment\/demo\/([0-9a-f]{48})\/$/.exec(url) ?? []
  return { id: payment.id as string, ref, url }
}
/** Chooses the outcome on the demo payment page, as a payer who may be signed out. */
const end = (ref: string, outcome: string) =>
  t.ask('POST', `/api/demo-payments/orders/${ref}`, { outcome }, null)

it('pays through the stand-in gateway, issues a demo receipt and refunds', async () => {
  await addDemoContent()
  const team = await t.team()
  expect((await t.ask('GET', `/api/payments/?teamId=${team}`)).json().offer).toMatchObject({
    online: true,
    test: true,
    demo: true,
  })
  expect((await t.asAdmin('GET', '/api/admin/status')).json().status.payment).toEqual({
    configured: false,
    test: false,
    demo: true,
  })
  const { id, ref } = await start(team)
  const order = (await t.ask('GET', `/api/demo-payments/orders/${ref}`, undefined, null)).json().order
  // the page of the payer names team and competition in its language
  const [competition] = await t.query(
    `select name_en as en, name_ar as ar from competitions where slug = 'robo_mission'`,
  )
  const [{ teamNo }] = (await t.query('select team_no as "teamNo" from teams where id = $1', [team])) as [
    { teamNo: number },
  ]
  expect(order).toMatchObject({ teamNo, competition })
  expect(order).toMatchObject({
    amount: 15000,
    currency: 'SAR',
    state: 'pending',
    returnUrl: `${t.config.SITE_URL}/payment/return/${id}/`,
  })
  expect((await t.comeBack(id)).json().payment.state).toBe('pending')

  expect((await end(ref, 'paid')).json().order.state).toBe('paid')
  // the signed advice of the gateway changed the payment before the browser returned
  expect(await t.state(id)).toBe('paid')
  const steps = await t.query('select kind from payment_steps where payment_id = $1 order by at, id', [id])
  expect(steps.map(({ kind }) => kind)).toEqual(['created', 'ordered', 'advice', 'state'])
  const { payment } = (await t.comeBack(id)).json()
  expect(payment).toMatchObject({
    state: 'paid',
    test: true,
    demo: true,
    receipt: expect.stringMatching(/^DEMO-\d{4}-\d{6}$/),
  })
  expect(await t.isPaid(team)).toBe(true)
  expect(await t.query('select * from receipt_numbers')).toEqual([])
  expect((await end(ref, 'declined')).json().order.state).toBe('paid')

  const details = (await t.asAdmin('GET', `/api/admin/payments/${id}`)).json()
  expect(details.payment).toMatchObject({ orderRef: ref, transactionRef: expect.stringMatching(/^DEMO-/) })
  expect((await t.asAdmin('POST', '/api/admin/payments/reconcile')).json().reconciliation).toMatchObject({
    gateway: true,
    differences: [],
  })
  const refunded = (
    await t.asAdmin('POST', `/api/admin/payments/${id}/refund`, { reason: 'The team cannot come' })
  ).json()
  expect(refunded.payment.state).toBe('refunded')
  expect(await t.isPaid(team)).toBe(false)
})

it('finds the outcome without an advice, and lets a payer try again after a declined or cancelled payment', async () => {
  await addDemoContent()
  const team = await t.team()
  for (const outcome of ['declined', 'cancelled']) {
    const { id, ref } = await start(team)
    await t.query('update demo_orders set state = $2, transaction_ref = $1 where ref = $1', [ref, outcome])
    await t.query(`update payments set checked_at = null where id = $1`, [id])
    await t.service.poll({ info: () => {}, warn: () => {}, error: () => {} })
    expect(await t.state(id)).toBe(outcome)
  }
  const { id, ref } = await start(team)
  await end(ref, 'paid')
  expect(await t.state(id)).toBe('paid')
})

/** Makes a team lose its place, as when its fee is not paid in time. */
const lapseTeam = (team: string) =>
  t.query(`update teams set status = 'lapsed', status_at = now() where id = $1`, [team])
const readStatus = async (team: string) =>
  (await t.query('select status, paid from teams where id = $1', [team]))[0]

it('a late payment takes a free place, and a refund of it leaves the team unpaid with its place', async () => {
  await addDemoContent()
  const team = await t.team()
  const { id, ref } = await start(team)
  await lapseTeam(team)
  await end(ref, 'paid')
  expect(await t.state(id)).toBe('paid')
  expect(await readStatus(team)).toEqual({ status: 'registered', paid: true })
  expect(
    (await t.asAdmin('POST', `/api/admin/payments/${id}/refund`, { reason: 'The team cannot come' })).json()
      .payment.state,
  ).toBe('refunded')
  expect(await readStatus(team)).toEqual({ status: 'registered', paid: false })
})

it('a late payment without a free place puts the team on the waiting list, and its refund leaves it there unpaid', async () => {
  await addDemoContent()
  const team = await t.team()
  const { id, ref } = await start(team)
  await lapseTeam(team)
  await t.team()
  await t.query(`update competitions set max_teams = team_count where slug = 'robo_mission'`)
  try {
    await end(ref, 'paid')
    expect(await t.state(id)).toBe('paid')
    expect(await readStatus(team)).toEqual({ status: 'waiting', paid: true })
    const refund = await t.asAdmin('POST', `/api/admin/payments/${id}/refund`, { reason: 'No place is free' })
    expect(refund.json().payment.state).toBe('refunded')
    expect(await readStatus(team)).toEqual({ status: 'waiting', paid: false })
  } finally {
    await t.query(`update competitions set max_teams = null where slug = 'robo_mission'`)
  }
})

it('the demo content removes its payments: teams of other people are unpaid again, and the page closes', async () => {
  await addDemoContent()
  const team = await t.team()
  const { ref } = await start(team)
  await end(ref, 'paid')
  const [{ version }] = (await t.query('select version from teams where id = $1', [team])) as [
    { version: number },
  ]
  expect((await t.asAdmin('GET', '/api/admin/payments/mode')).json()).toEqual({
    success: true,
    test: true,
    demo: true,
  })

  await removeDemoContentAndFiles({ db: t.database.db, files: t.files })
  expect(
    await t.query('select paid, version > $2 as changed from teams where id = $1', [team, version]),
  ).toEqual([{ paid: false, changed: true }])
  expect(await t.query('select * from payments')).toEqual([])
  expect(await t.query('select * from demo_orders')).toEqual([])
  expect((await t.asAdmin('GET', '/api/admin/payments/mode')).json()).toEqual({
    success: true,
    test: false,
    demo: false,
  })
  expect((await t.ask('GET', `/api/demo-payments/orders/${ref}`, undefined, null)).status).toBe(404)
  expect((await t.ask('GET', `/api/payments/?teamId=${team}`)).json().offer).toMatchObject({
    online: false,
    paid: false,
  })
  await t.query(`update competitions set fee = 15000 where slug = 'robo_mission'`)
  expect((await t.ask('POST', '/api/payments/', { teamId: team })).json()).toMatchObject({
    code: 'payment-not-set-up',
  })
})

it('is not available without demo content, and never with credentials of Telr', async () => {
  await removeDemoContentAndFiles({ db: t.database.db, files: t.files })
  const create = (
    env: Record<string, string>,
    database: Pick<typeof t, 'database'>['database'] = t.database,
  ) =>
    createTelrOrDemoGatewayIfConfigured({
      database,
      config: { ...readConfig(env), SECRET_KEY: 'a key for this test, thirty-two characters' },
    })
  expect(create({})).toBeUndefined()
  expect(create({ DEMO: 'off' })).toBeUndefined()
  expect(create({ DEMO: 'on' })).toMatchObject({ isDemo: true })
  expect(await create({ DEMO: 'on' })?.isAvailable()).toBe(false)
  // without the word `on`, the embedded database opens it on a local address and host only
  const embedded = { ...t.database, embedded: {} as NonNullable<typeof t.database.embedded> }
  for (const SITE_URL of [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://botola.localhost',
    '',
  ])
    expect(create({ SITE_URL }, embedded), SITE_URL).toMatchObject({ isDemo: true })
  for (const SITE_URL of [
    'https://botola.example',
    'https://127.0.0.1.example',
    'https://localhost.example',
    'http://192.168.1.5',
  ])
    expect([create({ SITE_URL }, embedded), create({ SITE_URL, DEMO: 'on' }, embedded)]).toMatchObject([
      undefined,
      { isDemo: true },
    ])
  for (const HOST of ['127.0.0.1', 'localhost', '::1', ''])
    expect(create({ HOST }, embedded), HOST).toMatchObject({ isDemo: true })
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5'])
    for (const SITE_URL of ['', 'http://localhost:3000'])
      expect([
        create({ HOST, SITE_URL }, embedded),
        create({ HOST, SITE_URL, DEMO: 'on' }, embedded),
      ]).toMatchObject([undefined, { isDemo: true }])
  expect(create({ SITE_URL: 'http://localhost:3000', DEMO: 'off' }, embedded)).toBeUndefined()
  const telr = { TELR_STORE: '1234', TELR_AUTH_KEY: 'key', TELR_TEST: 'on', DEMO: 'on' }
  expect(create(telr)).toMatchObject({ isDemo: false })
  expect(create({ ...telr, TELR_AUTH_KEY: '' })).toBeUndefined()
})

it('with credentials of Telr, demo payments are neither checked nor refunded there, and are reported as a difference', async () => {
  const real = await startPaymentsApp()
  try {
    const team = await real.team()
    const { id } = await real.begin(team)
    await real.query(
      `update payments set demo = true, state = 'paid', transaction_ref = 'DEMO-1' where id = $1`,
      [id],
    )
    await real.query('update teams set paid = true where id = $1', [team])
    const asked = (await real.telr.asked()).length
    expect((await real.comeBack(id)).json().payment.state).toBe('paid')
    const { differences } = (await real.asAdmin('POST', '/api/admin/payments/reconcile')).json()
      .reconciliation
    expect(differences).toMatchObject([{ kind: 'gateway-not-paid', paymentId: id }])
    expect(
      (await real.asAdmin('POST', `/api/admin/payments/${id}/refund`, { reason: 'demo' })).json().code,
    ).toBe('payment-not-set-up')
    expect((await real.telr.asked()).length).toBe(asked)
  } finally {
    await real.close()
  }
})
