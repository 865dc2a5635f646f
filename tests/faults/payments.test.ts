import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../support/api/payments.ts'
import { startScript } from './processes.ts'

/**
 * A process that is killed (SIGKILL) while it waits for the gateway: before the gateway did its part, and
 * after. The next process goes on.
 */
let t: PaymentsApp
let name: string
beforeAll(async () => {
  t = await startPaymentsApp()
  name = (await t.query('select current_database() as name'))[0].name
})
afterAll(() => t.close())

const killed = async (
  what: 'start' | 'look' | 'refund',
  id: string,
  call: 'create' | 'check' | 'refund',
  how: 'silence' | 'silence-after',
) => {
  await t.telr.fail(call, how)
  const before = (await t.telr.asked()).length
  const env = {
    ...t.telr.env,
    SITE_URL: t.config.SITE_URL,
    CONNECTION: JSON.stringify({ ...inject('cluster'), database: name }),
    DO: what,
    ID: id,
    PAYER: t.owner.id,
  }
  const running = startScript('tests/faults/payment-user.ts', env, { name: 'this user', ids: undefined })
  await running.line('begins')
  await vi.waitFor(async () => expect((await t.telr.asked()).length).toBe(before + 1), {
    timeout: 20_000,
    interval: 20,
  })
  await running.kill()
  expect(running.lines).toEqual(['begins'])
}

it.each(['silence', 'silence-after'] as const)(
  'during the creation of an order (%s): nobody was redirected to it, and the team can be paid',
  async (how) => {
    const team = await t.team()
    await killed('start', team, 'create', how)
    expect(await t.query('select state, order_ref from payments where team_id = $1', [team])).toEqual([
      { state: 'created', order_ref: null },
    ])
    expect((await t.ask('POST', '/api/payments/', { teamId: team })).json()).toMatchObject({
      code: 'payment-under-way',
    })
    await t.query(`update payments set created_at = now() - interval '11 minutes' where team_id = $1`, [team])
    await t.service.poll({ info: () => {}, warn: () => {}, error: () => {} })
    const { id, ref } = await t.begin(team)
    await t.telr.act(ref, 'authorise')
    expect((await t.comeBack(id)).json().payment.state).toBe('paid')
    expect(await t.query('select state from payments where team_id = $1 order by id', [team])).toEqual([
      { state: 'failed' },
      { state: 'paid' },
    ])
  },
)

it.each(['silence', 'silence-after'] as const)(
  'during a check (%s): the next check gets the result',
  { timeout: 120_000 },
  async (how) => {
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    await t.telr.act(ref, 'authorise')
    await killed('look', id, 'check', how)
    expect([await t.state(id), await t.isPaid(team)]).toEqual(['pending', false])
    await t.query('update payments set checked_at = null')
    await t.service.poll({ info: () => {}, warn: () => {}, error: () => {} })
    expect([await t.state(id), await t.isPaid(team)]).toEqual(['paid', true])
  },
)

it.each([
  ['silence', false],
  ['silence-after', true],
] as const)(
  'during a refund (%s): the refund stays open, is shown, and can be completed',
  { timeout: 120_000 },
  async (how, given) => {
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    await t.telr.act(ref, 'authorise')
    await t.comeBack(id)
    await killed('refund', id, 'refund', how)
    const told = (await t.asAdmin('POST', '/api/admin/payments/reconcile')).json().reconciliation.differences
    expect(told).toContainEqual(expect.objectContaining({ kind: 'refund-open', paymentId: id }))
    expect([await t.state(id), await t.isPaid(team)]).toEqual(['paid', true])
    await t.query(`update payments set refund_asked_at = now() - interval '1 minute' where id = $1`, [id])
    const again = await t.asAdmin('POST', `/api/admin/payments/${id}/refund`, {
      reason: 'again',
      atGateway: given,
    })
    expect(again.json()).toMatchObject({ success: true, payment: { state: 'refunded', refundAskedAt: null } })
    expect(await t.isPaid(team)).toBe(false)
  },
)
