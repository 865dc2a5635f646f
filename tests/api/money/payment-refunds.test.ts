import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'

let t: PaymentsApp
beforeAll(async () => {
  t = await startPaymentsApp()
})
afterAll(() => t.close())

const createPaidTeam = async () => {
  const team = await t.team()
  const order = await t.begin(team)
  await t.telr.act(order.ref, 'authorise')
  await t.comeBack(order.id)
  return { team, ...order }
}
const getDetails = async (id: string) => (await t.asAdmin('GET', `/api/admin/payments/${id}`)).json()
const refund = (id: string, more: object = {}) =>
  t.asAdmin('POST', `/api/admin/payments/${id}/refund`, { reason: 'One member left', ...more })
const discard = (id: string) =>
  t.asAdmin('POST', `/api/admin/payments/${id}/discard-refund`, { reason: 'Telr did not pay it back' })
const readRefunds = async (id: string) =>
  (
    await t.query('select amount from payment_refunds where payment_id = $1 order by refunded_at, id', [id])
  ).map(({ amount }) => amount)
const readOrder = async (ref: string) => (await t.telr.orders()).find((order) => order.ref === ref)
const listDifferences = async (team: string): Promise<string[]> =>
  (await t.asAdmin('POST', '/api/admin/payments/reconcile'))
    .json()
    .reconciliation.differences.filter((one: { team: { id: string } }) => one.team.id === team)
    .map(({ kind }: { kind: string }) => kind)
/** Lets the time pass in which the answer of the gateway may still arrive. */
const passTimeout = (id: string) =>
  t.query(`update payments set refund_asked_at = now() - interval '1 minute' where id = $1`, [id])

describe('a refund of a part', () => {
  it('leaves the team paid; the refund of the rest makes it unpaid', async () => {
    const { team, id, ref } = await createPaidTeam()
    const first = await refund(id, { amount: 5_025, refundedAmount: 0 })
    expect(first.json()).toMatchObject({
      payment: { state: 'paid', amount: 15_000, refundedAmount: 5_025, refundAskedAt: null },
    })
    expect([await t.isPaid(team), await readOrder(ref)]).toMatchObject([
      true,
      { refundedAmount: 50_250, refunded: false },
    ])
    // the gateway still reports the order as paid, and the list of differences stays empty
    expect((await t.comeBack(id)).json().payment).toMatchObject({
      state: 'paid',
      refundedAmount: 5_025,
      refundedAt: expect.any(String),
    })
    expect(await listDifferences(team)).toEqual([])
    const rest = await refund(id, { amount: 9_975, refundedAmount: 5_025 })
    expect(rest.json()).toMatchObject({ payment: { state: 'refunded', refundedAmount: 15_000 } })
    expect([await t.isPaid(team), await readRefunds(id), (await readOrder(ref))?.refunded]).toEqual([
      false,
      [5_025, 9_975],
      true,
    ])
    const lines = await t.query(
      `select after from audit_log where entity = 'payment' and action = 'refund' and entity_id = $1 order by id`,
      [id],
    )
    expect(lines).toMatchObject([
      { after: { amount: 5_025 } },
      { after: { amount: 9_975, state: 'refunded' } },
    ])
  })

  it('without an amount is all that is left', async () => {
    const { id } = await createPaidTeam()
    await refund(id, { amount: 1, refundedAmount: 0 })
    expect((await refund(id)).json()).toMatchObject({
      payment: { state: 'refunded', refundedAmount: 15_000 },
    })
    expect(await readRefunds(id)).toEqual([1, 14_999])
  })

  it('is never zero, negative, a fraction or more than the rest', async () => {
    const { id, ref } = await createPaidTeam()
    for (const amount of [0, -1, 0.5, '50', 15_001, 1e12])
      expect((await refund(id, { amount, refundedAmount: 0 })).json()).toMatchObject({
        code: 'bad-input',
        field: 'amount',
      })
    expect((await refund(id, { amount: 5_000 })).json()).toMatchObject({
      code: 'bad-input',
      field: 'refundedAmount',
    })
    await refund(id, { amount: 10_000, refundedAmount: 0 })
    const tooMuch = await refund(id, { amount: 5_001, refundedAmount: 10_000 })
    expect(tooMuch.json()).toMatchObject({ code: 'bad-input', field: 'amount' })
    expect(tooMuch.json().fields[0].msg).toContain('50.00')
    expect([await readRefunds(id), (await readOrder(ref))?.refundedAmount]).toEqual([[10_000], 100_000])
    // the database refuses it, too
    await expect(
      t.query('update payments set refunded_amount = amount + 1 where id = $1', [id]),
    ).rejects.toThrow('payments_refunded_amount')
    await expect(
      t.query(`update payment_refunds set amount = 0 where payment_id = $1`, [id]),
    ).rejects.toThrow('payment_refunds_amount')
  })

  it('is made once by a repeated request and by several administrators at once', async () => {
    const { id, ref } = await createPaidTeam()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => refund(id, { amount: 5_000, refundedAmount: 0 })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = new Set(replies.filter(({ status }) => status !== 200).map((reply) => reply.json().code))
    expect([...codes].every((code) => ['payment-under-way', 'stale-version'].includes(code))).toBe(true)
    expect((await refund(id, { amount: 5_000, refundedAmount: 0 })).json()).toMatchObject({
      code: 'stale-version',
    })
    // a whole refund that was decided before this part was known
    expect((await refund(id, { amount: 15_000, refundedAmount: 0 })).json()).toMatchObject({
      code: 'stale-version',
    })
    expect([await readRefunds(id), (await readOrder(ref))?.refundedAmount]).toEqual([[5_000], 50_000])
  })

  it.each(['drop', 'drop-after'] as const)(
    'without a reply (%s) is not sent again before somebody says what became of it',
    async (how) => {
      const { team, id, ref } = await createPaidTeam()
      await t.telr.fail('refund', how)
      expect((await refund(id, { amount: 5_000, refundedAmount: 0 })).json()).toMatchObject({
        code: 'gateway-away',
      })
      expect((await getDetails(id)).payment).toMatchObject({
        refundAskedAt: expect.any(String),
        refundAskedAmount: 5_000,
        refundedAmount: 0,
      })
      expect(await listDifferences(team)).toEqual(['refund-open'])
      expect((await discard(id)).json()).toMatchObject({ code: 'payment-under-way' })
      await passTimeout(id)
      for (const body of [
        { amount: 5_000, refundedAmount: 0 },
        { amount: 4_000, refundedAmount: 0 },
        {},
        { amount: 4_000, refundedAmount: 0, atGateway: true },
      ])
        expect((await refund(id, body)).json()).toMatchObject({ code: 'refund-open' })
      expect((await readOrder(ref))?.refundedAmount).toBe(how === 'drop' ? 0 : 50_000)
      if (how === 'drop') {
        expect((await discard(id)).json()).toMatchObject({
          payment: { state: 'paid', refundedAmount: 0, refundAskedAt: null },
        })
        expect((await discard(id)).json()).toMatchObject({ code: 'conflict' })
        expect((await refund(id, { amount: 5_000, refundedAmount: 0 })).status).toBe(200)
      } else {
        expect((await refund(id, { atGateway: true })).json()).toMatchObject({
          payment: { refundedAmount: 5_000, refundAskedAt: null },
        })
        expect(
          (await refund(id, { amount: 5_000, refundedAmount: 0, atGateway: true })).json(),
        ).toMatchObject({ code: 'stale-version' })
      }
      expect([
        await readRefunds(id),
        (await readOrder(ref))?.refundedAmount,
        await listDifferences(team),
      ]).toEqual([[5_000], 50_000, []])
    },
  )

  it('at the gateway’s own back office is recorded, and one that is not recorded is a difference', async () => {
    const { team, id, ref } = await createPaidTeam()
    await t.telr.advise(ref, { type: 'refund', status: 'A', ref: 'R1', amount: '50.00' })
    await t.telr.advise(ref, { type: 'refund', status: 'A', ref: 'R1', amount: '50.00' })
    expect(await listDifferences(team)).toEqual(['refunded-there'])
    expect((await refund(id, { amount: 5_000, refundedAmount: 0, atGateway: true })).status).toBe(200)
    expect(await listDifferences(team)).toEqual([])
    await t.telr.advise(ref, { type: 'refund', status: 'A', ref: 'R2', amount: '10.00' })
    expect(await listDifferences(team)).toEqual(['refunded-there'])
    expect((await readOrder(ref))?.refundedAmount).toBe(0)
  })
})

describe('an approval with a refund', () => {
  const createLeavingTeam = async () => {
    const paid = await createPaidTeam()
    expect(
      (await t.ask('POST', getPath('POST /api/teams/:teamId/leave', { teamId: paid.team }), {})).status,
    ).toBe(200)
    return paid
  }
  const approve = (teamId: string, amount?: number, token = t.authorization) =>
    t.ask(
      'POST',
      getPath('POST /api/admin/teams/leave-requests'),
      {
        teamId,
        approved: true,
        ...(amount === undefined ? {} : { refund: { reason: 'Left', amount, refundedAmount: 0 } }),
      },
      token,
    )
  const isDeleted = async (team: string) =>
    (await t.query('select deleted_at from teams where id = $1', [team]))[0].deleted_at !== null

  it('deletes the team and refunds what the administrator chose', async () => {
    const whole = await createLeavingTeam()
    const part = await createLeavingTeam()
    const nothing = await createLeavingTeam()
    const { requests } = (await t.asAdmin('GET', getPath('GET /api/admin/teams/leave-requests'))).json()
    expect(requests).toContainEqual(
      expect.objectContaining({
        payment: { id: whole.id, method: 'telr', amount: 15_000, refundedAmount: 0, currency: 'SAR' },
      }),
    )
    expect((await approve(whole.team, 15_000)).json()).toMatchObject({ success: true, refund: 'done' })
    expect((await approve(part.team, 7_500)).json()).toMatchObject({ success: true, refund: 'done' })
    expect((await approve(nothing.team)).json()).toMatchObject({ success: true, refund: null })
    expect([await t.state(whole.id), await t.state(part.id), await t.state(nothing.id)]).toEqual([
      'refunded',
      'paid',
      'paid',
    ])
    for (const { team } of [whole, part, nothing]) expect(await isDeleted(team)).toBe(true)
    // after a part was refunded, the organizers keep the rest
    expect([await listDifferences(part.team), await listDifferences(nothing.team)]).toEqual([
      [],
      ['team-deleted'],
    ])
  })

  it('happens once when several administrators approve at once', async () => {
    const { team, id } = await createLeavingTeam()
    const replies = await Promise.all(Array.from({ length: 5 }, () => approve(team, 15_000)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    expect(await readRefunds(id)).toEqual([15_000])
  })

  it('keeps the team and its request when the refund cannot be requested, and says when the gateway did not make it', async () => {
    const { team, id } = await createLeavingTeam()
    expect((await approve(team, 15_001)).json()).toMatchObject({ code: 'bad-input' })
    expect([await isDeleted(team), await readRefunds(id)]).toEqual([false, []])
    await t.telr.fail('refund', 'E35')
    expect((await approve(team, 15_000)).json()).toMatchObject({ success: true, refund: 'refused' })
    expect([await isDeleted(team), await t.state(id)]).toEqual([true, 'paid'])
    expect((await refund(id, { amount: 15_000, refundedAmount: 0 })).status).toBe(200)
    const unanswered = await createLeavingTeam()
    await t.telr.fail('refund', 'drop-after')
    expect((await approve(unanswered.team, 5_000)).json()).toMatchObject({
      success: true,
      refund: 'unanswered',
    })
    expect(await listDifferences(unanswered.team)).toContain('refund-open')
  })

  it('needs the permission for payments, and a payment at the gateway', async () => {
    const { team, id } = await createLeavingTeam()
    const registration = await t.person({ role: 'admin', permissions: ['registration'] })
    const token = String((await t.signIn(registration.email, undefined, { type: 4 })).headers.authorization)
    expect((await approve(team, 15_000, token)).json()).toMatchObject({ code: 'no-permission' })
    const { requests } = (
      await t.ask('GET', getPath('GET /api/admin/teams/leave-requests'), undefined, token)
    ).json()
    expect(requests.find((one: { team: { id: string } }) => one.team.id === team).payment).toBeNull()
    expect([await isDeleted(team), await readRefunds(id)]).toEqual([false, []])
    const byHand = await t.team()
    await t.asAdmin('POST', getPath('POST /api/admin/payments/mark'), {
      teamId: byHand,
      paid: true,
      reason: 'cash',
    })
    await t.ask('POST', getPath('POST /api/teams/:teamId/leave', { teamId: byHand }), {})
    expect((await approve(byHand, 15_000)).json()).toMatchObject({ code: 'conflict' })
    expect(await isDeleted(byHand)).toBe(false)
  })
})
