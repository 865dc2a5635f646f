import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { deleteExpiredPayerDetails } from '#server/money/payments/service.ts'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'

let t: PaymentsApp
beforeAll(async () => {
  t = await startPaymentsApp()
})
afterAll(() => t.close())

it('the adult customer of an order is stored as its payer, for finance and the own copy, and a child is not', async () => {
  const orderFor = async (team: string) =>
    (await t.ask('POST', '/api/payments/', { teamId: team })).json().payment.id
  // the owner is a child, and the team has no coach
  const ofChild = await orderFor(await t.team({ coach: false }))
  expect(await t.query('select 1 from payers where payment_id = $1', [ofChild])).toEqual([])

  const id = await orderFor(await t.team())
  const payer = { name: 'Omar Adel Hassan', email: 'coach@school.test', phone: '+201000000000' }
  expect(await t.query('select name, email, phone from payers where payment_id = $1', [id])).toEqual([payer])
  const details = await t.asAdmin('GET', getPath('GET /api/admin/payments/:paymentId', { paymentId: id }))
  expect(details.json()).toMatchObject({ payer })
  expect(JSON.parse((await t.ask('GET', getPath('GET /api/account/export'))).body).payments).toContainEqual(
    expect.objectContaining({ payer: expect.objectContaining(payer) }),
  )
})

it('payer details are deleted ten years after the year of the payment, and after 30 days when the order was not paid', async () => {
  await t.query('delete from payers')
  const team = await t.team()
  const insert = async (state: string, createdAt: string, paidAt: string | null) => {
    const [{ id }] = await t.query(
      `insert into payments (id, team_id, method, state, cart_id, amount, currency, created_at, paid_at)
       values (gen_random_uuid(), $1, 'telr', $2, gen_random_uuid(), 15000, 'SAR', ${createdAt}, ${paidAt}) returning id`,
      [team, state],
    )
    await t.query(`insert into payers (payment_id, name) values ($1, 'Huda')`, [id])
    return id as string
  }
  const endOf = (years: number) => `date_trunc('year', now(), 'UTC') - interval '${years} years'`
  const kept = [
    await insert('paid', endOf(10), endOf(10)),
    await insert('refunded', `now() - interval '5 years'`, `now() - interval '5 years'`),
    await insert('declined', `now() - interval '29 days'`, null),
    await insert('held', `now() - interval '40 days'`, null),
  ]
  await insert('excess', endOf(11), `${endOf(10)} - interval '1 second'`)
  await insert('failed', `now() - interval '31 days'`, null)
  expect(await deleteExpiredPayerDetails(t.database.db)).toBe(2)
  expect((await t.query('select payment_id from payers')).map((row) => row.payment_id).sort()).toEqual(
    kept.sort(),
  )
})
