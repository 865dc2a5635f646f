import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'

let t: PaymentsApp
beforeAll(async () => {
  t = await startPaymentsApp()
})
afterAll(() => t.close())

const nowhere = '01890000-0000-7000-8000-000000000000'

describe('the payment of a team', () => {
  it('is offered with its fee, ordered, paid at the gateway, and settled by the return of the browser', async () => {
    const team = await t.team()
    const before = (await t.ask('GET', `/api/payments/?teamId=${team}`)).json()
    expect(before).toMatchObject({
      success: true,
      offer: {
        team: { id: team, schoolName: 'School' },
        paid: false,
        amount: 15_000,
        currency: 'SAR',
        online: true,
        test: true,
        payments: [],
      },
    })
    const reply = (await t.ask('POST', '/api/payments/', { teamId: team })).json()
    expect(reply).toMatchObject({
      success: true,
      payment: { state: 'pending', amount: 15_000, receipt: null },
    })
    const ref = new URL(reply.url).searchParams.get('o') ?? ''
    const [order] = (await t.telr.orders()).filter((one) => one.ref === ref)
    expect(order).toMatchObject({
      amount: '150.00',
      currency: 'SAR',
      test: '1',
      description: expect.stringMatching(/^Team \d+ RoboMission$/),
    })
    const { id } = reply.payment
    expect(order).toMatchObject({ returns: { authorised: `${t.config.SITE_URL}/payment/return/${id}/` } })

    expect((await t.comeBack(id)).json().payment.state).toBe('pending')
    await t.telr.act(ref, 'authorise')
    // the gateway has not sent a notification yet
    expect((await t.ask('GET', `/api/payments/${id}`)).json().payment.state).toBe('pending')
    const paid = (await t.comeBack(id)).json().payment
    expect(paid).toMatchObject({
      state: 'paid',
      receipt: expect.stringMatching(/^\d{4}-\d{6}$/),
      paidAt: expect.any(String),
    })
    expect(await t.isPaid(team)).toBe(true)
    const written = await t.written()
    for (const _ of [1, 2, 3]) expect((await t.comeBack(id)).json().payment).toEqual(paid)
    expect(await t.written()).toBe(written)
    expect((await t.ask('GET', `/api/payments/?teamId=${team}`)).json().offer).toMatchObject({
      paid: true,
      payments: [paid],
    })
  })

  it('names until when the team can be paid: the end of its place, else the end of the registration', async () => {
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    await t.telr.act(ref, 'cancel')
    const read = async () => (await t.comeBack(id)).json().payment
    const set = (columns: string) => t.database.pool.query(`update competitions set ${columns}`)
    const closesAt = '2031-12-31T20:59:59.000Z'
    await set(`closes_at = '${closesAt}'`)
    expect(await read()).toMatchObject({ state: 'cancelled', teamStatus: 'registered', payBy: closesAt })
    await set('max_teams = 100, payment_days = 14')
    const { rows } = await t.database.pool.query(
      `select status_at + interval '14 days' as "payBy" from teams where id = $1`,
      [team],
    )
    expect((await read()).payBy).toBe(rows[0].payBy.toISOString())
    await t.database.pool.query(`update teams set status_at = now() - interval '15 days' where id = $1`, [
      team,
    ])
    expect((await read()).payBy).toBe(null)
    await set('max_teams = null, closes_at = null')
    expect((await read()).payBy).toBe(null)
    await set(`closes_at = now() - interval '1 minute'`)
    expect(await read()).toMatchObject({ payBy: null, teamPaid: false })
    await set('closes_at = null')
    const next = await t.begin(team)
    await t.telr.act(next.ref, 'authorise')
    expect((await t.comeBack(next.id)).json().payment).toMatchObject({ state: 'paid', teamPaid: true })
    expect(await read()).toMatchObject({ state: 'cancelled', payBy: null, teamPaid: true })
  })

  it.each([
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
    ['expire', 'expired'],
    ['hold', 'held'],
  ] as const)('is not paid after %s, and the payment is %s', async (action, state) => {
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    await t.telr.act(ref, action)
    expect((await t.comeBack(id)).json().payment).toMatchObject({ state, receipt: null, paidAt: null })
    expect(await t.isPaid(team)).toBe(false)
    if (state === 'held') {
      expect((await t.ask('POST', '/api/payments/', { teamId: team })).json()).toMatchObject({
        success: false,
        code: 'payment-under-way',
      })
      await t.telr.act(ref, 'release')
      expect((await t.comeBack(id)).json().payment.state).toBe('paid')
    } else {
      const next = await t.begin(team)
      expect(next.id).not.toBe(id)
      await t.telr.act(next.ref, 'authorise')
      expect((await t.comeBack(next.id)).json().payment.state).toBe('paid')
    }
    expect(await t.isPaid(team)).toBe(true)
  })

  it('gets a receipt number without gaps, also among simultaneous payments', async () => {
    const teams = await Promise.all(Array.from({ length: 20 }, () => t.team()))
    const begun = await Promise.all(teams.map(t.begin))
    await Promise.all(begun.map(({ ref }, at) => t.telr.act(ref, at % 3 === 0 ? 'decline' : 'authorise')))
    await Promise.all(begun.flatMap(({ id, ref }) => [t.comeBack(id), t.telr.advise(ref), t.comeBack(id)]))
    const receipts = await t.receipts()
    expect(receipts).toEqual(receipts.map((_, at) => at + 1))
    const [{ paid }] = await t.query(
      `select count(*)::int as paid from payments where state = 'paid' and method = 'telr'`,
    )
    expect(receipts).toHaveLength(paid)
  })
})

describe('an order', () => {
  it('that is still open is offered again for a limited time', async () => {
    const team = await t.team()
    const first = await t.begin(team)
    expect(await t.begin(team)).toEqual(first)
    await t.query(`update payments set created_at = now() - interval '31 minutes' where id = $1`, [first.id])
    const second = await t.begin(team)
    expect(second.id).not.toBe(first.id)
    expect(second.ref).not.toBe(first.ref)
    await t.query('update competitions set fee = 17500')
    const third = await t.begin(team)
    await t.query('update competitions set fee = 15000')
    expect((await t.telr.orders()).find(({ ref }) => ref === third.ref)?.amount).toBe('175.00')
  })

  it('is created once by simultaneous requests', async () => {
    const team = await t.team()
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => t.ask('POST', '/api/payments/', { teamId: team })),
    )
    const [{ count }] = await t.query('select count(*)::int from payments where team_id = $1', [team])
    expect(count).toBe(1)
    for (const reply of replies) if (reply.status !== 200) expect(reply.json().code).toBe('payment-under-way')
    expect(replies.some(({ status }) => status === 200)).toBe(true)
  })

  it('is used by a request that saw it being created, and got the lock of the team after its creation', async () => {
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    const [{ url }] = await t.query(
      `with old as (select id, order_url from payments where id = $1)
       update payments p set state = 'created', order_ref = null, order_url = null from old where p.id = old.id returning old.order_url as url`,
      [id],
    )
    const client = await t.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from teams where id = $1 for update', [team])
      const reply = t.ask('POST', '/api/payments/', { teamId: team })
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await vi.waitFor(async () => expect(await t.query(waiting)).toHaveLength(1), { timeout: 10_000 })
      await client.query(
        `update payments set state = 'pending', order_ref = $2, order_url = $3 where id = $1`,
        [id, ref, url],
      )
      await client.query('commit')
      expect((await reply).json()).toMatchObject({ success: true, url, payment: { id } })
    } finally {
      client.release()
    }
    expect(await t.query('select id from payments where team_id = $1', [team])).toEqual([{ id }])
  })

  it('that was already paid is found by the next attempt to pay', async () => {
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    await t.telr.act(ref, 'authorise')
    expect((await t.ask('POST', '/api/payments/', { teamId: team })).json()).toMatchObject({
      code: 'payment-not-needed',
    })
    expect(await t.state(id)).toBe('paid')
  })

  it('gets another cart id when the gateway already knows its first one', async () => {
    await t.telr.fail('create', 'E56:Duplicate transaction')
    const { id } = await t.begin(await t.team())
    expect(await t.state(id)).toBe('pending')
  })

  it.each([
    ['drop', 503, 'gateway-away'],
    ['drop-after', 503, 'gateway-away'],
    ['500', 503, 'gateway-away'],
    ['garbage', 503, 'gateway-away'],
    ['E05:Invalid amount or currency', 502, 'gateway-refused'],
  ] as const)(
    'that the gateway does not create (%s) is reported and can be repeated',
    async (how, status, code) => {
      const team = await t.team()
      await t.telr.fail('create', how)
      const reply = await t.ask('POST', '/api/payments/', { teamId: team })
      expect([reply.status, reply.json().code]).toEqual([status, code])
      expect(reply.headers['retry-after']).toBe(status === 503 ? '5' : undefined)
      expect(reply.body).not.toMatch(/undefined|\{\{/)
      expect(await t.query('select state, order_ref from payments where team_id = $1', [team])).toEqual([
        { state: 'failed', order_ref: null },
      ])
      const { id, ref } = await t.begin(team)
      await t.telr.act(ref, 'authorise')
      expect((await t.comeBack(id)).json().payment.state).toBe('paid')
    },
  )

  it.each([
    [{ amount: '1.00' }, 'amount'],
    [{ currency: 'EGP' }, 'currency'],
    [{ cartid: 'another' }, 'cartid'],
    [{ test: '0' }, 'test'],
  ] as const)('with other values at the gateway (%o) never pays for a team', async (change, field) => {
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    await t.telr.change(ref, change)
    await t.telr.act(ref, 'authorise')
    expect((await t.comeBack(id)).json().payment).toMatchObject({ state: 'mismatch', receipt: null })
    expect(await t.isPaid(team)).toBe(false)
    const { steps } = (await t.asAdmin('GET', `/api/admin/payments/${id}`)).json()
    expect(steps.at(-1)).toMatchObject({
      kind: 'state',
      data: { from: 'pending', to: 'mismatch', fields: [field] },
    })
  })

  it('of two that are both paid for one team, one pays for it and the other needs a refund', async () => {
    const team = await t.team()
    const first = await t.begin(team)
    await t.query(`update payments set created_at = now() - interval '31 minutes' where id = $1`, [first.id])
    const second = await t.begin(team)
    const before = await t.receipts()
    await Promise.all([t.telr.act(first.ref, 'authorise'), t.telr.act(second.ref, 'authorise')])
    await Promise.all(
      [first, second, first, second].flatMap(({ id, ref }) => [t.comeBack(id), t.telr.advise(ref)]),
    )
    expect([await t.state(first.id), await t.state(second.id)].sort()).toEqual(['excess', 'paid'])
    expect(await t.receipts()).toHaveLength(before.length + 1)
    expect(
      (await t.asAdmin('POST', '/api/admin/payments/reconcile')).json().reconciliation.differences,
    ).toContainEqual(expect.objectContaining({ kind: 'excess', team: expect.objectContaining({ id: team }) }))
  })

  it('of last season does not pay for this one, is not offered again and needs a decision', async () => {
    const team = await t.team()
    const last = await t.begin(team)
    await t.moveToNewSeason(team)
    const next = await t.begin(team)
    expect(next.id).not.toBe(last.id)
    const before = await t.receipts()
    await t.telr.act(last.ref, 'authorise')
    expect((await t.comeBack(last.id)).json().payment).toMatchObject({ state: 'undecided', receipt: null })
    expect([await t.isPaid(team), await t.receipts()]).toEqual([false, before])
    expect(
      (await t.asAdmin('POST', '/api/admin/payments/reconcile')).json().reconciliation.differences,
    ).toContainEqual(expect.objectContaining({ kind: 'undecided', paymentId: last.id, fields: ['season'] }))
    await t.telr.act(next.ref, 'authorise')
    expect((await t.comeBack(next.id)).json().payment.state).toBe('paid')
    expect(await t.isPaid(team)).toBe(true)
  })

  it('sends the data of a coach or an adult to the gateway, never of a child', async () => {
    const customerOf = async (team: string, token?: string) => {
      const reply = (await t.ask('POST', '/api/payments/', { teamId: team }, token)).json()
      const ref = new URL(reply.url).searchParams.get('o')
      return JSON.stringify((await t.telr.orders()).find((order) => order.ref === ref)?.customer)
    }
    const withCoach = await customerOf(await t.team())
    expect(JSON.parse(withCoach)).toMatchObject({
      email: 'coach@school.test',
      name: { forenames: 'Omar Adel', surname: 'Hassan' },
      address: { city: 'Riyadh', country: 'SA' },
    })
    const alone = await customerOf(await t.team({ coach: false }))
    const coach = await t.person({
      role: 'coach',
      email: 'owner@school.test',
      firstName: 'Huda',
      lastName: 'Ali',
    })
    const ofCoach = await customerOf(await t.team({ userId: coach.id }), await t.enter(coach.email))
    expect(JSON.parse(ofCoach)).toMatchObject({
      email: 'owner@school.test',
      name: { forenames: 'Huda', surname: 'Ali' },
    })
    const grown = await t.person({ role: 'student', email: 'grown@school.test', birthDate: '2000-01-01' })
    expect(await customerOf(await t.team({ userId: grown.id }), await t.enter(grown.email))).toContain(
      'grown@school.test',
    )
    for (const customer of [withCoach, alone, ofCoach])
      expect(customer).not.toMatch(new RegExp(`${t.owner.email}|child|Child|Mona|201001234567`))
  })
})

describe('permissions', () => {
  it('only the owner and administrators may pay for a team, which others do not find', async () => {
    const team = await t.team()
    const { id } = await t.begin(team)
    const other = await t.enter((await t.person({ role: 'student', email: 'other@school.test' })).email)
    const calls = [
      ['GET', `/api/payments/?teamId=${team}`, undefined],
      ['POST', '/api/payments/', { teamId: team }],
      ['GET', `/api/payments/${id}`, undefined],
      ['POST', `/api/payments/${id}/check`, undefined],
    ] as const
    for (const [method, url, payload] of calls) {
      expect((await t.ask(method, url, payload, null)).status, url).toBe(401)
      const refused = await t.ask(method, url, payload, other)
      expect([refused.status, refused.json().code], url).toEqual([404, 'not-found'])
      expect(refused.body).not.toContain('Team')
      expect((await t.ask(method, url, payload)).status, url).toBe(200)
      expect((await t.asAdmin(method, url, payload)).status, url).toBe(200)
    }
    const mine = (await t.ask('GET', '/api/payments')).json().payments
    expect(mine.map(({ id }: { id: string }) => id)).toContain(id)
    expect((await t.ask('GET', '/api/payments', undefined, other)).json().payments).toEqual([])
    await t.query('update teams set deleted_at = now() where id = $1', [team])
    expect((await t.ask('POST', '/api/payments/', { teamId: team })).status).toBe(404)
    for (const payload of [{}, { teamId: '5' }, { teamId: nowhere }])
      expect([400, 404]).toContain((await t.ask('POST', '/api/payments/', payload)).status)
  })

  it('nobody may pay for a paid or free team', async () => {
    const free = await t.team()
    await t.query('update competitions set fee = 0')
    expect((await t.ask('POST', '/api/payments/', { teamId: free })).json()).toMatchObject({
      code: 'payment-not-needed',
    })
    await t.query('update competitions set fee = 15000')
    await t.query('update teams set paid = true where id = $1', [free])
    expect((await t.ask('POST', '/api/payments/', { teamId: free })).status).toBe(409)
    await t.query('update teams set paid = false where id = $1', [free])
  })
})

it('online payment without credentials or disabled in the settings reports that it is not available', async () => {
  const off = async (running: PaymentsApp) => {
    const team = await running.team()
    const offer = (await running.ask('GET', `/api/payments/?teamId=${team}`)).json().offer
    expect(offer).toMatchObject({ amount: 15_000, online: false })
    const reply = await running.ask('POST', '/api/payments/?lang=ar', { teamId: team })
    expect([reply.status, reply.json().code]).toEqual([422, 'payment-not-set-up'])
    expect(reply.json().msg).toMatch(/الدفع/)
  }
  await t.query(`update settings set value = jsonb_set(value, '{features,payment}', 'false')`)
  await off(t)
  await t.query(`update settings set value = jsonb_set(value, '{features,payment}', 'true')`)
  const bare = await startPaymentsApp({ TELR_STORE: '' })
  try {
    await off(bare)
    expect((await bare.asAdmin('POST', '/api/admin/payments/reconcile')).json().reconciliation).toMatchObject(
      {
        gateway: false,
        checked: 0,
      },
    )
  } finally {
    await bare.close()
  }
})
