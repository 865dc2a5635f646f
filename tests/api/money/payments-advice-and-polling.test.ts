import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../../support/api/payments.ts'

let t: PaymentsApp
beforeAll(async () => {
  t = await startPaymentsApp()
})
afterAll(() => t.close())

describe('an advice', () => {
  it('triggers a check at the gateway, and repeated ones change nothing', async () => {
    const team = await t.team()
    const { id, ref } = await t.begin(team)
    expect(await t.telr.advise(ref, { status: 'A' })).toBe(200)
    // the notification says authorised, but the gateway says pending
    expect(await t.state(id)).toBe('pending')
    await t.telr.act(ref, 'authorise')
    expect(await t.telr.advise(ref, { withOrder: true })).toBe(200)
    expect(await t.state(id)).toBe('paid')
    const receipts = await t.receipts()
    for (const status of ['A', 'D', 'C']) expect(await t.telr.advise(ref, { status })).toBe(200)
    expect([await t.state(id), await t.isPaid(team), await t.receipts()]).toEqual(['paid', true, receipts])
  })

  it('with a wrong signature is rejected and changes nothing', async () => {
    const { ref } = await t.begin(await t.team())
    await t.telr.act(ref, 'authorise')
    const [before, asked] = [await t.written(), (await t.telr.asked()).length]
    expect(await t.telr.advise(ref, { forged: true })).toBe(403)
    const empty = await t.ask('POST', '/api/payments/advice', {}, null)
    expect([empty.status, empty.json().code]).toEqual([403, 'bad-advice'])
    expect([await t.written(), (await t.telr.asked()).length]).toEqual([before, asked])
  })

  it('that cannot be processed now gets a reply that makes the gateway repeat it', async () => {
    const { id, ref } = await t.begin(await t.team())
    await t.telr.act(ref, 'authorise')
    await t.telr.fail('check', 'drop')
    expect(await t.telr.advise(ref)).toBe(503)
    expect(await t.state(id)).toBe('pending')
    expect(await t.telr.advise(ref)).toBe(200)
    expect(await t.state(id)).toBe('paid')
  })

  it('about an unknown order is accepted and ignored', async () => {
    const { ref } = await t.begin(await t.team())
    await t.telr.change(ref, { cartid: 'of another shop' })
    const before = await t.written()
    expect(await t.telr.advise(ref, { status: 'A' })).toBe(200)
    expect(await t.written()).toBe(before)
  })
})

describe('the polling job', () => {
  it('finds a payment without a return and advice, and does not check it again immediately', async () => {
    const [paid, open, old] = await Promise.all(
      [t.team(), t.team(), t.team()].map(async (team) => t.begin(await team)),
    )
    if (!paid || !open || !old) throw new Error('not begun')
    await t.telr.act(paid.ref, 'authorise')
    await t.telr.act(old.ref, 'authorise')
    await t.query(`update payments set created_at = now() - interval '49 hours' where id = $1`, [old.id])
    await t.query(
      `update payments set checked_at = now() where state in ('pending', 'held', 'mismatch') and not id = any($1)`,
      [[paid.id, open.id, old.id]],
    )
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    expect(await t.service.poll(log)).toBe(2)
    expect([await t.state(paid.id), await t.state(open.id), await t.state(old.id)]).toEqual([
      'paid',
      'pending',
      'pending',
    ])
    expect(await t.service.poll(log)).toBe(0)
    await t.query(`update payments set checked_at = now() - interval '2 minutes' where id = $1`, [open.id])
    await t.telr.fail('check', 'drop')
    expect(await t.service.poll(log)).toBe(1)
    expect(await t.service.poll(log)).toBe(0)
  })

  it('ends attempts without an order', async () => {
    const team = await t.team()
    const { id } = await t.begin(team)
    await t.query(
      `update payments set state = 'created', order_ref = null, created_at = now() - interval '11 minutes' where id = $1`,
      [id],
    )
    await t.service.poll({ info: () => {}, warn: () => {}, error: () => {} })
    expect(await t.state(id)).toBe('failed')
  })

  it('continues with the other attempts and orders when one attempt cannot be ended', async () => {
    const [stuck, other, open] = await Promise.all(
      [t.team(), t.team(), t.team()].map(async (team) => t.begin(await team)),
    )
    if (!stuck || !other || !open) throw new Error('not begun')
    const attempts = [stuck.id, other.id]
    await t.query(
      `update payments set state = 'created', order_ref = null, created_at = now() - interval '11 minutes' where id = any($1)`,
      [attempts],
    )
    await t.ownerPool.query(
      'create function refuse_end() returns trigger language plpgsql as $$ begin raise exception $m$stuck$m$; end $$',
    )
    await t.ownerPool.query(
      `create trigger refuse_end before update on payments for each row when (old.id = '${stuck.id}' and new.state = 'failed') execute function refuse_end()`,
    )
    await t.telr.act(open.ref, 'authorise')
    await t.query('update payments set checked_at = null where id = $1', [open.id])
    const warnings: unknown[] = []
    await t.service.poll({ info: () => {}, warn: (...line) => warnings.push(line), error: () => {} })
    expect([await t.state(stuck.id), await t.state(other.id), await t.state(open.id)]).toEqual([
      'created',
      'failed',
      'paid',
    ])
    expect(warnings).toEqual([
      [{ state: 'P0001' }, `payment ${stuck.id} without an order could not be ended`],
    ])
    await t.ownerPool.query('drop trigger refuse_end on payments')
  })
})
