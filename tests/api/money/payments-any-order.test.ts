import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'
import type { GatewayAction } from '../../support/services/start-telr-stub.ts'

/**
 * Any order and repetition of what can happen around the payments of a team, alone and at once, with a
 * gateway whose connections break and a database whose connections are cut in the middle of a write: in the
 * end, after one sweep that is not disturbed, everything is as the gateway holds it.
 */
let t: PaymentsApp
beforeAll(async () => {
  t = await startPaymentsApp()
  // the n-th write (or the commit after it) cuts its own connection, as the end of the process would
  await t.ownerPool.query('create table crash_plan (at bigint not null)')
  await t.query('insert into crash_plan values (0)')
  await t.ownerPool.query('create sequence crash_count')
  await t.ownerPool.query(`create function crash() returns trigger language plpgsql as $$ begin
    if (select at from crash_plan) > 0 and nextval('crash_count') = (select at from crash_plan) then
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(10);
    end if;
    return new;
  end $$`)
  for (const table of ['payments', 'payment_steps', 'teams', 'receipt_numbers'])
    await t.ownerPool.query(
      `create trigger crash_${table} before insert or update on ${table} for each row execute function crash()`,
    )
  await t.ownerPool.query(
    'create constraint trigger crash_commit after insert or update on payments deferrable initially deferred for each row execute function crash()',
  )
})
afterAll(() => t.close())

const crashAt = async (write: number) => {
  await t.ownerPool.query(`select setval('crash_count', 1, false)`)
  await t.query('update crash_plan set at = $1', [write])
}

/** Expects the error of a cut connection: the writes of the test may be cut, too. */
const expectCutConnection = (error: unknown) => expect(String(error)).toMatch(/terminat/)

type Order = { id: string; ref: string }
/** A step of a history: what happens to a team. `orders` are those that a browser was sent to. */
type Step = { description: string; run: (team: string, orders: Order[]) => Promise<unknown> }
const createStep = (description: string, run: Step['run']): Step => ({ description, run })

const begin = createStep('begins', async (team, orders) => {
  const reply = await t.ask('POST', '/api/payments/', { teamId: team })
  if (reply.status !== 200)
    return expect(['payment-not-needed', 'payment-under-way', 'gateway-away', 'database-away']).toContain(
      reply.json().code,
    )
  const { payment, url } = reply.json()
  const order = { id: payment.id, ref: new URL(url).searchParams.get('o') ?? '' }
  if (!orders.some(({ ref }) => ref === order.ref)) orders.push(order)
  return undefined
})
/**
 * Changes the payments of a team. It locks the team first, as the server does: two such statements at once
 * would deadlock otherwise.
 */
const updatePayments = (team: string, change: string) =>
  t
    .query(
      `update payments set ${change} from (select id from teams where id = $1 for update) as locked where team_id = locked.id`,
      [team],
    )
    .catch(expectCutConnection)
const passes = createStep('half an hour passes', (team) =>
  updatePayments(
    team,
    `created_at = case when created_at > now() - interval '2 hours' then created_at - interval '31 minutes' else created_at end`,
  ),
)
const sweep = createStep('sweep', async (team) => {
  await updatePayments(team, 'checked_at = null')
  await t.service.poll({ info: () => {}, warn: () => {}, error: () => {} }).catch(() => {})
})
const which = fc.nat({ max: 2 })
const of = (orders: Order[], at: number) => orders[at % Math.max(1, orders.length)]
const onOrder = (description: string, run: (order: Order) => Promise<unknown>) =>
  which.map((at) =>
    createStep(`${description} ${at}`, async (_, orders) => {
      const order = of(orders, at)
      if (order) await run(order)
    }),
  )
const act = fc
  .constantFrom<GatewayAction>('authorise', 'authorise', 'hold', 'release', 'decline', 'cancel', 'expire')
  .chain((action) => onOrder(action, ({ ref }) => t.telr.act(ref, action)))
const comesBack = onOrder('returns', async ({ id }) => {
  const reply = await t.comeBack(id)
  if (reply.status !== 200) expect(['gateway-away', 'database-away']).toContain(reply.json().code)
})
const advice = fc
  .record({ status: fc.constantFrom('A', 'D', 'H', 'C'), forged: fc.boolean(), withOrder: fc.boolean() })
  .chain((how) =>
    onOrder(`advice ${how.forged ? 'forged' : how.status}`, async ({ ref }) => {
      expect(how.forged ? [403, 503] : [200, 503]).toContain(await t.telr.advise(ref, how))
    }),
  )
const breaks = fc
  .tuple(
    fc.constantFrom('check' as const, 'check' as const, 'create' as const),
    fc.constantFrom('drop' as const, 'drop-after' as const, '500' as const),
  )
  .map(([what, how]) => createStep(`${what} ${how}`, () => t.telr.fail(what, how)))
const crash = fc
  .integer({ min: 1, max: 9 })
  .map((write) => createStep(`crash at write ${write}`, () => crashAt(write)))

/** Creates another order while the first payment page stays open. */
const another = createStep('another order', async (team, orders) => {
  await passes.run(team, orders)
  await begin.run(team, orders)
})

const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.constant(another) },
  { weight: 3, arbitrary: fc.constant(begin) },
  { weight: 2, arbitrary: fc.constant(passes) },
  { weight: 1, arbitrary: fc.constant(sweep) },
  { weight: 4, arbitrary: act },
  { weight: 4, arbitrary: comesBack },
  { weight: 4, arbitrary: advice },
  { weight: 1, arbitrary: breaks },
  { weight: 2, arbitrary: crash },
)
/** A history: groups of steps, one group after the other. The steps of a group run at once. */
const history = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 })

const held: Record<string, string[]> = {
  '1': ['pending'],
  '2': ['held'],
  '3': ['paid', 'excess'],
  '-1': ['expired'],
  '-2': ['cancelled'],
  '-3': ['declined'],
}

/** Asserts that a payment explains each paid team, and that each receipt number exists once, without gaps. */
const expectConsistentPayments = async (team: string) => {
  const paying = await t.query(`select id, receipt_no from payments where team_id = $1 and state = 'paid'`, [
    team,
  ])
  expect(await t.isPaid(team)).toBe(paying.length === 1)
  const receipts = await t.receipts()
  expect(receipts).toEqual(receipts.map((_, at) => at + 1))
  const [kept] = await t.query('select coalesce(max(last), 0) as last from receipt_numbers')
  expect(kept.last).toBe(receipts.length)
}

const seed = Number(process.env.BOTOLA_SEED ?? 20_260_101)
const tries = Number(process.env.BOTOLA_TRIES ?? 60)

it('any order of events ends in the state of the gateway, with one receipt', {
  timeout: 300_000,
}, async () => {
  let receipts = 0
  let doublePayments = 0
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const team = await t.team()
      const orders: Order[] = []
      await begin.run(team, orders)
      for (const round of rounds) {
        await Promise.all(round.map(({ run }) => run(team, orders)))
        await expectConsistentPayments(team)
      }
      await crashAt(0)
      await t.telr.mend()
      await sweep.run(team, orders)

      const there = new Map((await t.telr.orders()).map((order) => [order.ref, order.status]))
      let paid = 0
      for (const { id, ref } of orders) {
        const status = there.get(ref) ?? 0
        expect(held[status], `${ref} ${status}`).toContain(await t.state(id))
        if (status === 3) paid += 1
      }
      await expectConsistentPayments(team)
      const here = await t.query('select state, receipt_no from payments where team_id = $1', [team])
      expect(here.filter(({ state }) => state === 'paid')).toHaveLength(Math.min(1, paid))
      expect(here.filter(({ state }) => state === 'excess')).toHaveLength(Math.max(0, paid - 1))
      expect(here.filter(({ receipt_no }) => receipt_no !== null)).toHaveLength(Math.min(1, paid))
      const steps = await t.query(
        `select count(*)::int as count from payment_steps join payments on payments.id = payment_id where team_id = $1 and kind = 'state' and data ->> 'to' = 'paid'`,
        [team],
      )
      expect(steps[0].count).toBe(Math.min(1, paid))
      // the next history must not be affected by this one
      await t.query(`update payments set created_at = now() - interval '60 days' where team_id = $1`, [team])
      receipts += Math.min(1, paid)
      if (paid > 1) doublePayments += 1
    }),
    {
      seed,
      numRuns: tries,
      endOnFailure: true,
      reporter: ({ failed, counterexample, errorInstance, seed: used }) => {
        if (!failed) return
        const steps = counterexample?.[0]
          .map((round) => round.map((each) => each.description).join(' + '))
          .join('\n')
        throw new Error(`seed ${used}\n${steps}\n${String(errorInstance)}`, { cause: errorInstance })
      },
    },
  )
  expect(await t.receipts()).toHaveLength(receipts)
  // enough histories ended with a receipt, and some with two payments
  expect(receipts).toBeGreaterThan(tries / 4)
  expect(doublePayments).toBeGreaterThan(0)
})
