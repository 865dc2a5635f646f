import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'

let t: PaymentsApp
beforeAll(async () => {
  t = await startPaymentsApp()
  await t.query(
    `update settings set value = value || '{"receiptIssuer":{"name":{"en":"Robotics Association","ar":"جمعية الروبوت"},"vatNumber":"300000000000003","vatPercent":15}}'`,
  )
})
afterAll(() => t.close())

const pay = async (day: string) => {
  const team = await t.team()
  const order = await t.begin(team)
  await t.telr.act(order.ref, 'authorise')
  await t.comeBack(order.id)
  await t.query('update payments set paid_at = $2, test = false where id = $1', [order.id, day])
  return { ...order, team }
}
const period = 'from=2026-03-01&to=2026-03-31'

it('sums payments and refunds by competition and by day in the time zone of the site, and exports them for accountants', async () => {
  // 22:00 UTC on 4 March is 5 March in Riyadh; the last payment is one second before the period ends there
  const first = await pay('2026-03-04T22:00:00Z')
  const refunded = await pay('2026-03-05T09:00:00Z')
  await pay('2026-03-31T20:59:59Z')
  await pay('2026-03-31T21:00:00Z')
  await t.asAdmin('POST', `/api/admin/payments/${refunded.id}/refund`, { reason: 'The team cannot come' })
  await t.query('update payment_refunds set refunded_at = $2 where payment_id = $1', [
    refunded.id,
    '2026-03-09T12:00:00Z',
  ])
  const byHand = await t.team()
  await t.asAdmin('POST', '/api/admin/payments/mark', { teamId: byHand, paid: true, reason: 'Bank transfer' })
  const withdrawn = await t.team()
  await t.asAdmin('POST', '/api/admin/payments/mark', { teamId: withdrawn, paid: true, reason: 'By mistake' })
  await t.asAdmin('POST', '/api/admin/payments/mark', {
    teamId: withdrawn,
    paid: false,
    reason: 'By mistake',
  })
  await t.query(`update payments set paid_at = '2026-03-09T13:00:00Z' where method = 'manual'`)

  const { totals } = (await t.asAdmin('GET', `/api/admin/payments/totals?${period}`)).json()
  const overall = {
    ...{ currency: 'SAR', onlineCount: 3, onlineAmount: 45000, manualCount: 1, manualAmount: 15000 },
    ...{ refundCount: 1, refundAmount: 15000, netAmount: 45000 },
  }
  expect(totals.overall).toEqual([overall])
  expect(totals.byCompetition).toEqual([
    { competition: expect.objectContaining({ en: 'RoboMission' }), ...overall },
  ])
  expect(
    totals.byDay.map(({ day, netAmount }: { day: string; netAmount: number }) => [day, netAmount]),
  ).toEqual([
    ['2026-03-05', 30000],
    ['2026-03-09', 0],
    ['2026-03-31', 15000],
  ])
  expect(
    (await t.asAdmin('GET', `/api/admin/payments/totals?${period}&test=true`)).json().totals.overall,
  ).toEqual([])

  const file = await t.asAdmin('GET', `/api/admin/payments/ledger?${period}`)
  expect(file.status, file.body).toBe(200)
  const rows: Record<string, string>[] = parse(file.body, { bom: true, columns: true })
  expect(rows.map(({ kind, total_amount }) => [kind, total_amount])).toEqual([
    ['payment', '150'],
    ['payment', '150'],
    ['refund', '-150'],
    ['payment', '150'],
    ['payment', '150'],
  ])
  const [line] = rows
  expect(line).toMatchObject({
    date: '2026-03-05T01:00:00+03:00',
    receipt: expect.stringMatching(/^\d{4}-\d{6}$/),
    net_amount: '130.43',
    vat_percent: '15',
    vat_amount: '19.57',
    currency: 'SAR',
    order: first.ref,
    payment_id: first.id,
  })
  expect(file.body).not.toContain('Omar Adel')
  const [entry] = await t.query(`select * from audit_log where action = 'export' and entity = 'payment'`)
  expect(entry.after).toEqual({ from: '2026-03-01', to: '2026-03-31' })
})

it('rejects a period without dates', async () => {
  expect(
    (await t.asAdmin('GET', '/api/admin/payments/totals?from=03/05/2026&to=2026-03-31')).json(),
  ).toMatchObject({
    success: false,
    code: 'bad-input',
    fields: [{ field: 'from', code: 'bad-date' }],
  })
})

it('a receipt names payer, transaction and VAT of the day of the payment', async () => {
  const { id } = await pay('2026-05-01T09:00:00Z')
  await t.query(
    `update settings set value = jsonb_set(value, '{receiptIssuer,vatNumber}', '"399999999999993"')`,
  )
  const reply = (await t.ask('GET', `/api/payments/${id}`)).json()
  expect(reply.receipt).toEqual({
    ...{
      issuer: { en: 'Robotics Association', ar: 'جمعية الروبوت' },
      vatNumber: '300000000000003',
      vatPercent: 15,
    },
    ...{ net: 13043, vat: 1957, payerName: 'Omar Adel Hassan', transactionRef: expect.stringMatching(/\d/) },
  })
  const unpaid = await t.begin(await t.team())
  expect((await t.ask('GET', `/api/payments/${unpaid.id}`)).json().receipt).toBeNull()
})
