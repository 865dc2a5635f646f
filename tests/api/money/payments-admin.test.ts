import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPaymentsOfTeam, markTeamPaidOrUnpaidManually } from '#server/money/payments/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'

let t: PaymentsApp
beforeAll(async () => {
  t = await startPaymentsApp()
})
afterAll(() => t.close())

const nowhere = '01890000-0000-7000-8000-000000000000'
const paidTeam = async () => {
  const team = await t.team()
  const order = await t.begin(team)
  await t.telr.act(order.ref, 'authorise')
  await t.comeBack(order.id)
  return { team, ...order }
}
const details = async (id: string) => (await t.asAdmin('GET', `/api/admin/payments/${id}`)).json()
const refund = (id: string, more: object = {}) =>
  t.asAdmin('POST', `/api/admin/payments/${id}/refund`, { reason: 'The team cannot come', ...more })
const mark = (team: string, paid: boolean, reason = 'Paid in cash at the office') =>
  t.asAdmin('POST', '/api/admin/payments/mark', { teamId: team, paid, reason })
const differences = async (): Promise<
  { kind: string; team: { id: string }; paymentId: string | null; fields: string[]; message: string }[]
> => (await t.asAdmin('POST', '/api/admin/payments/reconcile')).json().reconciliation.differences
const kindsOf = async (team: string) =>
  (await differences()).filter((one) => one.team.id === team).map(({ kind }) => kind)

describe('a refund', () => {
  it('makes the team unpaid and keeps the receipt', async () => {
    const { team, id, ref } = await paidTeam()
    const { receipt } = (await details(id)).payment
    const reply = await refund(id)
    expect(reply.json()).toMatchObject({
      success: true,
      payment: { state: 'refunded', receipt, reason: 'The team cannot come', refundedAt: expect.any(String) },
    })
    expect((await t.telr.orders()).find((order) => order.ref === ref)?.refunded).toBe(true)
    expect(await t.isPaid(team)).toBe(false)
    expect((await details(id)).steps.map(({ kind }: { kind: string }) => kind)).toEqual([
      'created',
      'ordered',
      'state',
      'refund-asked',
      'refunded',
    ])
    // later notifications about the order change nothing
    expect((await t.comeBack(id)).json().payment.state).toBe('refunded')
    expect(await t.telr.advise(ref)).toBe(200)
    expect([await t.state(id), await t.isPaid(team)]).toEqual(['refunded', false])
    expect((await refund(id)).json()).toMatchObject({ code: 'conflict' })
    const [line] = await t.query(`select * from audit_log where entity = 'payment' and entity_id = $1`, [id])
    expect(line).toMatchObject({
      action: 'refund',
      actor_name: 'Admin',
      after: { state: 'refunded', reason: 'The team cannot come' },
    })
    // the team can be paid again, with another receipt number
    const again = await t.begin(team)
    await t.telr.act(again.ref, 'authorise')
    expect((await t.comeBack(again.id)).json().payment.receipt).not.toBe(receipt)
  })

  it('that the gateway rejects is reported and changes nothing', async () => {
    const { team, id } = await paidTeam()
    await t.telr.fail('refund', 'E35')
    const reply = await refund(id)
    expect([reply.status, reply.json().code]).toEqual([422, 'refund-refused'])
    expect(reply.json().msg).toContain('35')
    expect([await t.state(id), await t.isPaid(team)]).toEqual(['paid', true])
    expect((await details(id)).payment.refundAskedAt).toBeNull()
    expect((await refund(id)).status).toBe(200)
  })

  it.each(['drop', 'drop-after'] as const)(
    'without a reply (%s) stays open until an administrator settles it',
    async (how) => {
      const { team, id } = await paidTeam()
      await t.telr.fail('refund', how)
      expect((await refund(id)).json()).toMatchObject({ code: 'gateway-away' })
      expect([await t.state(id), await t.isPaid(team)]).toEqual(['paid', true])
      expect(await kindsOf(team)).toEqual(['refund-open'])
      // two administrators request the refund at once
      expect((await refund(id)).json()).toMatchObject({ code: 'payment-under-way' })
      await t.query(`update payments set refund_asked_at = now() - interval '1 minute' where id = $1`, [id])
      if (how === 'drop') expect((await refund(id)).status).toBe(200)
      else {
        // the gateway made the first refund
        expect((await refund(id)).json()).toMatchObject({ code: 'refund-refused' })
        expect((await refund(id, { atGateway: true })).status).toBe(200)
      }
      expect([await t.state(id), await t.isPaid(team), await kindsOf(team)]).toEqual(['refunded', false, []])
    },
  )

  it('of a duplicate payment leaves the team paid', async () => {
    const { team, id } = await paidTeam()
    await t.query('update teams set paid = false where id = $1', [team])
    await t.query(`update payments set state = 'declined' where id = $1`, [id])
    const second = await t.begin(team)
    await t.query(`update payments set state = 'paid' where id = $1`, [id])
    await t.query('update teams set paid = true where id = $1', [team])
    await t.telr.act(second.ref, 'authorise')
    expect((await t.comeBack(second.id)).json().payment).toMatchObject({ state: 'excess', receipt: null })
    expect(await kindsOf(team)).toEqual(['excess'])
    expect((await refund(second.id)).status).toBe(200)
    expect([await t.state(second.id), await t.isPaid(team), await kindsOf(team)]).toEqual([
      'refunded',
      true,
      [],
    ])
  })

  it('of the payment for last season leaves the team paid for this one', async () => {
    const { team, id } = await paidTeam()
    await t.moveToNewSeason(team)
    const next = await t.begin(team)
    await t.telr.act(next.ref, 'authorise')
    expect((await t.comeBack(next.id)).json().payment.state).toBe('paid')
    expect((await refund(id)).json()).toMatchObject({ payment: { state: 'refunded' } })
    expect([await t.state(next.id), await t.isPaid(team)]).toEqual(['paid', true])
    expect(await kindsOf(team)).toEqual([])
  })

  it('requires a reason, a paid payment and an administrator', async () => {
    const { id } = await paidTeam()
    for (const body of [{}, { reason: '' }, { reason: '  ' }, { reason: 'x'.repeat(501) }])
      expect((await t.asAdmin('POST', `/api/admin/payments/${id}/refund`, body)).json()).toMatchObject({
        code: 'bad-input',
        field: 'reason',
      })
    expect((await refund(nowhere)).status).toBe(404)
    const open = await t.begin(await t.team())
    expect((await refund(open.id)).json()).toMatchObject({ code: 'conflict' })
    expect((await t.ask('POST', `/api/admin/payments/${id}/refund`, { reason: 'mine' })).status).toBe(403)
    expect((await t.ask('POST', `/api/admin/payments/${id}/refund`, { reason: 'mine' }, null)).status).toBe(
      401,
    )
    expect(await t.state(id)).toBe('paid')
  })
})

describe('a manual payment', () => {
  it('has a reason and no receipt, and can be withdrawn', async () => {
    const team = await t.team()
    const receipts = await t.receipts()
    expect((await mark(team, true)).json()).toMatchObject({
      success: true,
      msg: 'Status is Updated Successfully!',
    })
    expect(await t.isPaid(team)).toBe(true)
    const [payment] = await listPaymentsOfTeam(t.database.db, team)
    expect(payment).toMatchObject({
      method: 'manual',
      state: 'paid',
      amount: 15_000,
      currency: 'SAR',
      receipt: null,
    })
    expect((await details(payment?.id ?? '')).payment.reason).toBe('Paid in cash at the office')
    const written = await t.written()
    expect((await mark(team, true)).status).toBe(200)
    expect(await t.written()).toBe(written)
    expect((await t.ask('POST', '/api/payments/', { teamId: team })).json()).toMatchObject({
      code: 'payment-not-needed',
    })
    expect((await mark(team, false, 'A mistake')).status).toBe(200)
    expect([await t.isPaid(team), await t.state(payment?.id ?? ''), await t.receipts()]).toEqual([
      false,
      'withdrawn',
      receipts,
    ])
    const lines = await t.query(
      `select action, after from audit_log where entity = 'payment' and entity_id = $1 order by id`,
      [payment?.id],
    )
    expect(lines).toMatchObject([
      { action: 'create', after: { reason: 'Paid in cash at the office', paid: true } },
      { action: 'update', after: { reason: 'A mistake', paid: false } },
    ])
    expect(await kindsOf(team)).toEqual([])
  })

  it('never replaces a payment at the gateway', async () => {
    const { team, id } = await paidTeam()
    const reply = await mark(team, false)
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'conflict', field: 'paid' }])
    expect(reply.json().fields[0].msg).toContain('refund')
    expect([await t.state(id), await t.isPaid(team)]).toEqual(['paid', true])
  })

  it('during an order makes the later payment at the gateway a duplicate that needs a refund', async () => {
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    await mark(team, true)
    await t.telr.act(ref, 'authorise')
    expect((await t.comeBack(id)).json().payment.state).toBe('excess')
    expect(await kindsOf(team)).toEqual(['excess'])
  })

  it('is written in the transaction that saves a team', async () => {
    const team = await t.team()
    const actor = { userId: null, name: 'system' }
    const { db } = t.database
    await expect(
      inTransaction(db, async (tx) => {
        expect(
          await markTeamPaidOrUnpaidManually(tx, { teamId: team, paid: true, reason: 'form', actor }),
        ).toBe(true)
        throw new Error('the rest of the form')
      }),
    ).rejects.toThrow('the rest of the form')
    expect([await t.isPaid(team), await listPaymentsOfTeam(db, team)]).toEqual([false, []])
    const [before] = await t.query('select version from teams where id = $1', [team])
    await inTransaction(db, (tx) =>
      markTeamPaidOrUnpaidManually(tx, { teamId: team, paid: true, reason: 'form', actor }),
    )
    const [after] = await t.query('select version, paid from teams where id = $1', [team])
    expect(after).toEqual({ ...before, paid: true })
    expect(await markTeamPaidOrUnpaidManually(db, { teamId: team, paid: true, reason: 'form', actor })).toBe(
      false,
    )
    await expect(
      markTeamPaidOrUnpaidManually(db, { teamId: nowhere, paid: true, reason: 'form', actor }),
    ).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('is created once by two simultaneous requests', async () => {
    const team = await t.team()
    const replies = await Promise.all([mark(team, true), mark(team, true), mark(team, true)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await listPaymentsOfTeam(t.database.db, team)).toHaveLength(1)
  })

  it('requires a reason, a team and an administrator', async () => {
    const team = await t.team()
    expect((await mark(team, true, ' ')).json()).toMatchObject({ code: 'bad-input', field: 'reason' })
    expect((await mark(nowhere, true)).status).toBe(404)
    const body = { teamId: team, paid: true, reason: 'mine' }
    expect((await t.ask('POST', '/api/admin/payments/mark', body)).status).toBe(403)
    expect(await t.isPaid(team)).toBe(false)
  })
})

describe('the reconciliation', () => {
  it('finds every difference, changes nothing and is stored', async () => {
    const told = async (change: (found: Awaited<ReturnType<typeof paidTeam>>) => Promise<unknown>) => {
      const found = await paidTeam()
      await change(found)
      return found.team
    }
    const noRecord = await t.team()
    await t.query('update teams set paid = true where id = $1', [noRecord])
    const notMarked = await told(({ team }) => t.query('update teams set paid = false where id = $1', [team]))
    const gone = await told(({ team }) =>
      t.query('update teams set deleted_at = now() where id = $1', [team]),
    )
    const notThere = await told(({ ref }) => t.telr.change(ref, { status: -3 }))
    const differs = await told(({ ref }) => t.telr.change(ref, { amount: '1.00' }))
    const refunded = await told(({ ref }) => t.telr.advise(ref, { type: 'refund', status: 'A' }))
    const unknown = await told(({ id }) =>
      t.query(`update payments set order_ref = 'UNKNOWN' where id = $1`, [id]),
    )
    const there = await t.team()
    const { ref } = await t.begin(there)
    await t.telr.act(ref, 'authorise')
    const fine = await told(async () => {})

    const [written] = [await t.written()]
    const all = await differences()
    expect(await t.written()).toBe(written)
    const of = (team: string) =>
      all
        .filter((one) => one.team.id === team)
        .map(({ kind, fields, message }) => [kind, ...fields, message].filter(Boolean).join(' '))
    expect({
      noRecord: of(noRecord),
      notMarked: of(notMarked),
      gone: of(gone),
      notThere: of(notThere),
      differs: of(differs),
      refunded: of(refunded),
      there: of(there),
      fine: of(fine),
    }).toEqual({
      noRecord: ['no-record'],
      notMarked: ['not-marked'],
      gone: ['team-deleted'],
      notThere: ['gateway-not-paid declined'],
      differs: ['differs amount'],
      refunded: ['refunded-there'],
      there: ['gateway-paid'],
      fine: [],
    })
    expect(of(unknown)).toEqual([expect.stringContaining('unknown-there E01')])
    const last = (await t.asAdmin('GET', '/api/admin/payments/reconcile')).json().reconciliation
    expect(last).toMatchObject({ gateway: true, differences: all, at: expect.any(String) })
    expect(last.checked).toBeGreaterThan(8)
    for (const method of ['GET', 'POST'] as const)
      expect((await t.ask(method, '/api/admin/payments/reconcile')).status).toBe(403)
  })
})

it('payments are listed, searched and filtered, and read with their log', async () => {
  const team = await t.team()
  await t.query(`update teams set name = 'فريق أحمد' where id = $1`, [team])
  await mark(team, true)
  const list = async (query: string) => (await t.asAdmin('GET', `/api/admin/payments/?${query}`)).json()
  const found = await list('s=احمد')
  expect(found).toMatchObject({
    success: true,
    currentPage: 1,
    per_page: 10,
    totalItems: 1,
    payments: [{ method: 'manual', state: 'paid', team: { id: team } }],
  })
  const [{ count }] = await t.query('select count(*)::int from payments')
  expect((await list('per_page=100')).totalItems).toBe(count)
  for (const [query, where] of [
    ['state=refunded', `state = 'refunded'`],
    ['method=manual', `method = 'manual'`],
    ['method=telr&state=paid', `method = 'telr' and state = 'paid'`],
  ] as const) {
    const [expected] = await t.query(`select count(*)::int from payments where ${where}`)
    expect([query, (await list(`${query}&per_page=100`)).payments.length]).toEqual([query, expected.count])
  }
  for (const query of ['state=x', 'method=cash', 'per_page=7', 'page=0'])
    expect((await t.asAdmin('GET', `/api/admin/payments/?${query}`)).status).toBe(400)
  expect((await t.asAdmin('GET', `/api/admin/payments/${nowhere}`)).status).toBe(404)
  expect((await t.ask('GET', `/api/admin/payments/${found.payments[0].id}`)).status).toBe(403)
  // an administrator checks the payment of another user
  const open = await t.begin(await t.team())
  await t.telr.act(open.ref, 'authorise')
  expect((await t.asAdmin('POST', `/api/payments/${open.id}/check`)).json().payment.state).toBe('paid')
  expect((await details(open.id)).steps.at(-1).data).toMatchObject({
    occasion: 'admin',
    from: 'pending',
    to: 'paid',
  })
})
