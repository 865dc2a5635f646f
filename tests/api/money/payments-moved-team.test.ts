import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PaymentDifference } from '#contract/money/payment.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'
import { silentLog } from '../../support/services/cluster.ts'
import { startMailServer } from '../../support/services/mail-server.ts'

let t: PaymentsApp
let mails: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mails = await startMailServer()
  t = await startPaymentsApp({ SMTP_URL: mails.url })
  await t.query(`update competitions set fee = 20000 where slug = 'future_engineers'`)
})
afterAll(async () => {
  await t.close()
  await mails.close()
})

/** Moves a team as an organizer does. */
const move = async (team: string, slug: string) => {
  const [competition] = await t.query('select id from competitions where slug = $1', [slug])
  const [{ name }] = await t.query('select name from teams where id = $1', [team])
  const reply = await t.app.inject({
    method: 'PUT',
    url: '/api/admin/teams/',
    payload: { id: team, name, competion: competition.id },
    headers: { authorization: t.authorization },
  })
  expect(reply.statusCode, reply.body).toBe(200)
}
/** Starts a payment for a team that is then moved to a dearer competition, and pays it. */
const payMovedTeam = async () => {
  const team = await t.team()
  const order = await t.begin(team)
  await move(team, 'future_engineers')
  await t.telr.act(order.ref, 'authorise')
  expect((await t.comeBack(order.id)).json().payment).toMatchObject({ state: 'undecided', receipt: null })
  return { team, ...order }
}
const listDifferences = async (team: string): Promise<PaymentDifference[]> =>
  (await t.asAdmin('POST', '/api/admin/payments/reconcile'))
    .json()
    .reconciliation.differences.filter((each: PaymentDifference) => each.team.id === team)
const readDetails = async (id: string) => (await t.asAdmin('GET', `/api/admin/payments/${id}`)).json()
const accept = (id: string, body: object = { reason: 'The difference was paid in cash' }) =>
  t.asAdmin('POST', `/api/admin/payments/${id}/accept`, body)
const refund = (id: string) =>
  t.asAdmin('POST', `/api/admin/payments/${id}/refund`, { reason: 'The team has moved' })
const startPayment = (team: string) => t.ask('POST', '/api/payments/', { teamId: team })
const readOwnTeam = async (team: string) => (await t.ask('GET', `/api/teams?id=${team}`)).json().team
const listHistoryKinds = async (team: string): Promise<string[]> =>
  (await t.ask('GET', `/api/teams/${team}/history`)).json().history.map(({ kind }: { kind: string }) => kind)
const withdraw = async (team: string) =>
  t.app.inject({
    method: 'DELETE',
    url: `/api/teams?id=${team}`,
    headers: { authorization: await t.enter(t.owner.email) },
  })
const runJob = (job: string) =>
  createRecurringJobs(t, silentLog)
    .find(({ name }) => name === job)
    ?.run()

it('money for a team that moved to a dearer competition is recorded, does not pay for it and is a difference', async () => {
  const before = await t.receipts()
  const { team, id, ref } = await payMovedTeam()
  expect([await t.isPaid(team), await t.receipts()]).toEqual([false, before])
  expect(await listDifferences(team)).toEqual([
    expect.objectContaining({ kind: 'undecided', paymentId: id, fields: ['competition', 'amount'] }),
  ])
  const [{ year }] = await t.query('select year from season_years where active')
  const decision = {
    fields: ['competition', 'amount'],
    orderedCompetition: expect.objectContaining({ en: 'RoboMission' }),
    orderedSeason: year,
    fee: { amount: 20_000, currency: 'SAR' },
    season: year,
    isTeamDeleted: false,
  }
  expect((await readDetails(id)).decision).toEqual(decision)
  // the money counts as received
  const [day] = await t.query(
    `select to_char(paid_at at time zone 'Asia/Riyadh', 'YYYY-MM-DD') as day from payments where id = $1`,
    [id],
  )
  const { totals } = (
    await t.asAdmin('GET', `/api/admin/payments/totals?from=2020-01-01&to=${day.day}&test=true`)
  ).json()
  expect(totals.overall[0].onlineAmount).toBeGreaterThanOrEqual(15_000)
  // later answers change nothing, also after the team has moved back
  await move(team, 'robo_mission')
  expect(await t.telr.advise(ref)).toBe(200)
  expect([(await t.comeBack(id)).json().payment.state, await t.isPaid(team)]).toEqual(['undecided', false])
  expect((await listDifferences(team)).map(({ kind }) => kind)).toEqual(['undecided'])
  expect((await readDetails(id)).decision).toEqual({
    ...decision,
    fields: [],
    fee: { amount: 15_000, currency: 'SAR' },
  })
  // an administrator cannot accept it for a team that is deleted
  await t.query('update payments set competition_id = null where id = $1', [id])
  await t.query('update teams set deleted_at = now() where id = $1', [team])
  expect((await readDetails(id)).decision).toMatchObject({ orderedCompetition: null, isTeamDeleted: true })
  expect((await accept(id)).status).toBe(404)
})

it('accepted money pays for the team where it is now, with a receipt', async () => {
  const { team, id } = await payMovedTeam()
  expect((await accept(id, {})).json()).toMatchObject({ code: 'bad-input', field: 'reason' })
  expect((await t.ask('POST', `/api/admin/payments/${id}/accept`, { reason: 'mine' })).status).toBe(403)
  expect((await accept(id)).json()).toMatchObject({
    success: true,
    payment: {
      state: 'paid',
      receipt: expect.any(String),
      reason: 'The difference was paid in cash',
      amount: 15_000,
    },
  })
  expect([await t.isPaid(team), await listDifferences(team)]).toEqual([true, []])
  expect(await listHistoryKinds(team)).toContain('paid')
  const { decision, steps } = await readDetails(id)
  expect([decision, steps.at(-1)]).toMatchObject([
    null,
    { kind: 'accepted', actor: { name: expect.any(String) } },
  ])
  const [entry] = await t.query(
    `select action, after from audit_log where entity = 'payment' and entity_id = $1`,
    [id],
  )
  expect(entry).toMatchObject({ action: 'update', after: { state: 'paid', amount: 15_000 } })
  expect((await accept(id)).json().code).toBe('conflict')
  expect((await refund(id)).json()).toMatchObject({ payment: { state: 'refunded' } })
  expect(await t.isPaid(team)).toBe(false)
})

it('refunded money leaves the team unpaid, and the days for its payment start again', async () => {
  const { team, id } = await payMovedTeam()
  await t.query(`update teams set status_at = now() - interval '100 days' where id = $1`, [team])
  expect((await refund(id)).json()).toMatchObject({ payment: { state: 'refunded' } })
  expect([await t.isPaid(team), await listDifferences(team)]).toEqual([false, []])
  const [{ days }] = await t.query(
    'select extract(day from now() - status_at)::int as days from teams where id = $1',
    [team],
  )
  expect(days).toBe(0)
  // the money never paid for the team
  expect(await listHistoryKinds(team)).not.toContain('paid')
  expect((await startPayment(team)).json().payment).toMatchObject({ amount: 20_000 })
})

it('money in decision is not accepted for a team that was paid meanwhile, whose mark stays after its refund', async () => {
  const { team, id } = await payMovedTeam()
  await t.asAdmin('POST', '/api/admin/payments/mark', { teamId: team, paid: true, reason: 'Bank transfer' })
  expect((await accept(id)).json().code).toBe('payment-not-needed')
  expect((await listDifferences(team)).map(({ kind }) => kind)).toEqual(['undecided'])
  expect((await refund(id)).status).toBe(200)
  expect([await t.isPaid(team), await listDifferences(team)]).toEqual([true, []])
})

it('nobody pays again, or is asked to, while money is in decision, and the place is kept', async () => {
  await t.query(`update competitions set max_teams = 5, payment_days = 14 where slug = 'future_engineers'`)
  const { team, id } = await payMovedTeam()
  expect((await startPayment(team)).json().code).toBe('payment-undecided')
  const unpaid = { paid: false, payBy: null, isPaymentInDecision: true }
  expect(await readOwnTeam(team)).toMatchObject(unpaid)
  expect((await t.comeBack(id)).json().payment).toMatchObject({ teamPaid: false, payBy: null })
  expect(await listHistoryKinds(team)).not.toContain('paid')
  const runPlaces = () => runJob('update-team-places')
  const readPlace = async () =>
    (await t.query('select status, place_notice_at is not null as told from teams where id = $1', [team]))[0]
  await t.query(`update teams set status_at = now() - interval '12 days' where id = $1`, [team])
  await runPlaces()
  expect(await readPlace()).toEqual({ status: 'registered', told: false })
  await t.query(
    `update teams set status_at = now() - interval '40 days', place_notice_at = now() - interval '20 days' where id = $1`,
    [team],
  )
  await runPlaces()
  expect(await readPlace()).toEqual({ status: 'registered', told: true })
  const reminders = () =>
    t.query(
      `select kind from team_notices where team_id = $1 and kind in ('payment-due', 'registration-closes') order by kind`,
      [team],
    )
  await t.query(
    `update teams set place_notice_at = null, status_at = now() - interval '13 days 12 hours' where id = $1`,
    [team],
  )
  const remind = () => runJob('send-reminders')
  await remind()
  expect(await reminders()).toEqual([])
  // the team is incomplete: the reminder about that asks for no payment
  await t.query(
    `update competitions set closes_at = now() + interval '5 days' where slug = 'future_engineers'`,
  )
  await remind()
  expect(await reminders()).toEqual([{ kind: 'registration-closes' }])
  await t.query(`update competitions set closes_at = null where slug = 'future_engineers'`)
  await t.query('delete from team_notices where team_id = $1', [team])
  // the same team is reminded where nothing is in decision
  await t.query(`update payments set state = 'refunded' where id = $1`, [id])
  await remind()
  expect(await reminders()).toEqual([{ kind: 'payment-due' }])
  await t.query(`update competitions set max_teams = null where slug = 'future_engineers'`)
})

it('a waiting team gets a place without a day of payment while its money is in decision', async () => {
  await t.query(`update competitions set max_teams = 100, payment_days = 14 where slug = 'future_engineers'`)
  const { team } = await payMovedTeam()
  await t.query(`update teams set name = 'Waiting Owls', status = 'waiting' where id = $1`, [team])
  await runJob('update-team-places')
  expect(await readOwnTeam(team)).toMatchObject({ status: 'registered', isPaymentInDecision: true })
  const mail = await mails.next(t.owner.email, 'Your team has a place')
  expect(mail.text).toContain('Waiting Owls')
  expect(mail.text).not.toContain('Pay the fee')
  await t.query(`update competitions set max_teams = null where slug = 'future_engineers'`)
})

it('an owner requests the withdrawal of a team whose money is in decision, as of a paid one', async () => {
  const { team, id } = await payMovedTeam()
  expect((await readOwnTeam(team)).canWithdraw).toBe(false)
  expect((await withdraw(team)).json().code).toBe('team-paid')
  for (const state of ['held', 'undecided']) {
    await t.query('update payments set state = $2 where id = $1', [id, state])
    expect((await withdraw(team)).json().code).toBe('team-paid')
  }
  expect((await t.ask('POST', getPath('POST /api/teams/:teamId/leave', { teamId: team }), {})).status).toBe(
    200,
  )
  const { requests } = (await t.asAdmin('GET', getPath('GET /api/admin/teams/leave-requests'))).json()
  expect(requests).toMatchObject([{ team: { id: team }, payment: { id, amount: 15_000 } }])
  const approved = { teamId: team, approved: true, refund: { reason: 'The team leaves' } }
  expect(
    (await t.asAdmin('POST', getPath('POST /api/admin/teams/leave-requests'), approved)).json(),
  ).toMatchObject({
    refund: 'done',
  })
  expect(await t.state(id)).toBe('refunded')
  expect((await t.ask('GET', `/api/teams?id=${team}`)).status).toBe(404)
  // a team without such money is withdrawn without a request
  const other = await t.team()
  expect((await readOwnTeam(other)).canWithdraw).toBe(true)
  expect(
    (await t.ask('POST', getPath('POST /api/teams/:teamId/leave', { teamId: other }), {})).json().code,
  ).toBe('conflict')
  expect((await withdraw(other)).statusCode).toBe(200)
})

it('who pays gets an email when money is accepted that arrived long before', async () => {
  const { team, id } = await payMovedTeam()
  await t.query(`update payments set paid_at = now() - interval '5 days' where id = $1`, [id])
  const readNotices = () =>
    t.query(`select key from team_notices where team_id = $1 and kind = 'paid'`, [team])
  await runJob('send-team-mails')
  expect(await readNotices()).toEqual([])
  expect((await accept(id)).status).toBe(200)
  await runJob('send-team-mails')
  expect(await readNotices()).toEqual([{ key: id }])
})

it('an order from before competitions were stored with orders is offered again while its fee is the same', async () => {
  const team = await t.team()
  const first = await t.begin(team)
  await t.query('update payments set competition_id = null where id = $1', [first.id])
  expect((await t.begin(team)).id).toBe(first.id)
  await move(team, 'future_engineers')
  expect((await t.begin(team)).id).not.toBe(first.id)
})

it('the order of a team that moved is not offered again, but is still checked at the gateway', async () => {
  const team = await t.team()
  const first = await t.begin(team)
  await t.query(`update competitions set fee = 15000 where slug = 'future_engineers'`)
  await move(team, 'future_engineers')
  const second = await t.begin(team)
  expect(second.id).not.toBe(first.id)
  await t.telr.act(first.ref, 'authorise')
  await t.query(`update payments set checked_at = null where id = $1`, [first.id])
  await t.service.poll(silentLog)
  expect(await t.state(first.id)).toBe('undecided')
  // an equal fee of another competition is for a person to decide, too
  expect((await listDifferences(team))[0]).toMatchObject({ kind: 'undecided', fields: ['competition'] })
  // the new order pays for the team, and the money of the first one is still to be decided
  await t.telr.act(second.ref, 'authorise')
  expect((await t.comeBack(second.id)).json().payment.state).toBe('paid')
  expect((await listDifferences(team)).map(({ kind }) => kind)).toEqual(['undecided'])
  await t.query(`update competitions set fee = 20000 where slug = 'future_engineers'`)
})

it('a fee that changes after the order does not matter while the team stays', async () => {
  const team = await t.team()
  const { id, ref } = await t.begin(team)
  await t.query(`update competitions set fee = 17000 where slug = 'robo_mission'`)
  await t.telr.act(ref, 'authorise')
  expect((await t.comeBack(id)).json().payment.state).toBe('paid')
  expect(await listDifferences(team)).toEqual([])
  await t.query(`update competitions set fee = 15000 where slug = 'robo_mission'`)
})

it('a payment from before competitions were stored with orders is not compared', async () => {
  const team = await t.team()
  const { id, ref } = await t.begin(team)
  await t.query('update payments set competition_id = null where id = $1', [id])
  await move(team, 'future_engineers')
  await t.telr.act(ref, 'authorise')
  expect((await t.comeBack(id)).json().payment.state).toBe('paid')
  expect([await t.isPaid(team), await listDifferences(team)]).toEqual([true, []])
})
