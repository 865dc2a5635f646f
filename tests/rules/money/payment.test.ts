import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatGatewayAmount, getCurrencyDecimals, parseGatewayAmount } from '#contract/money/money.ts'
import {
  buildNotificationSignatureText,
  buildOrderDescription,
  compareAndClassifyTelrOrder,
  formatReceiptNumber,
  type GatewayCheck,
  type GatewayNotification,
  getShortPaymentReference,
  listOrderDifferencesIfTeamMoved,
  type PaymentOrder,
} from '#contract/money/payment-rules.ts'
import { isValidAdviceSignature } from '#server/money/payments/telr.ts'

const order: PaymentOrder = { orderRef: 'REF', cartId: 'T17-a1', amount: 15_000, currency: 'SAR', test: true }
const says = (more: Partial<GatewayCheck> = {}): GatewayCheck => ({
  ref: 'REF',
  cartId: 'T17-a1',
  amount: 15_000,
  currency: 'SAR',
  test: true,
  status: 3,
  transaction: { ref: 'tran', status: 'A' },
  ...more,
})

const demo = { canAcceptTestPayments: true }
describe('the result of a check', () => {
  it.each([
    [3, 'A', 'paid'],
    [3, 'H', 'held'],
    [2, 'H', 'held'],
    [2, 'A', 'held'],
    [1, 'H', 'held'],
    [2, 'D', 'pending'],
    [2, undefined, 'pending'],
    [3, 'P', 'pending'],
    [3, 'D', 'pending'],
    [3, undefined, 'pending'],
    [1, undefined, 'pending'],
    [1, 'D', 'pending'],
    [4, undefined, 'pending'],
    [-1, undefined, 'expired'],
    [-2, 'C', 'cancelled'],
    [-3, 'D', 'declined'],
    [-4, undefined, 'cancelled'],
    [7, 'A', 'pending'],
    [Number.NaN, 'A', 'pending'],
  ])('status %s with transaction %s: %s', (status, tran, kind) => {
    expect(
      compareAndClassifyTelrOrder(
        order,
        says({ status, transaction: tran === undefined ? null : { ref: 'tran', status: tran } }),
        demo,
      ).kind,
    ).toBe(kind)
  })

  it.each([
    [{ ref: 'OTHER' }, 'ref'],
    [{ cartId: 'T17-a2' }, 'cartid'],
    [{ amount: 14_999 }, 'amount'],
    [{ amount: 1_500_000 }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ currency: 'USD' }, 'currency'],
    [{ test: false }, 'test'],
  ] as const)('%o never counts as paid', (other, field) => {
    expect(compareAndClassifyTelrOrder(order, says(other), demo)).toEqual({
      kind: 'mismatch',
      fields: [field],
    })
  })

  it('a test order is never paid where test payments do not count', () => {
    const paid = says({ status: 3, transaction: { ref: 'tran', status: 'A' } })
    expect(compareAndClassifyTelrOrder(order, paid, { canAcceptTestPayments: false })).toEqual({
      kind: 'mismatch',
      fields: ['test'],
    })
    const real = { canAcceptTestPayments: false }
    expect(compareAndClassifyTelrOrder({ ...order, test: false }, { ...paid, test: false }, real).kind).toBe(
      'paid',
    )
  })

  it('a test order on hold stays on hold there', () => {
    const held = says({ transaction: { ref: 'tran', status: 'H' } })
    expect(compareAndClassifyTelrOrder(order, held, { canAcceptTestPayments: false })).toEqual({
      kind: 'held',
      transactionRef: 'tran',
    })
  })

  it('counts as paid only if it matches the order', () => {
    const any = fc.record({
      ref: fc.constantFrom('REF', 'x'),
      cartId: fc.constantFrom('T17-a1', ''),
      amount: fc.constantFrom(15_000, 0, 150, null),
      currency: fc.constantFrom('SAR', 'sar', 'EGP', ''),
      test: fc.boolean(),
      status: fc.integer({ min: -5, max: 5 }),
      transaction: fc.option(
        fc.record({
          ref: fc.constant('tran'),
          status: fc.constantFrom('A', 'H', 'P', 'D', 'E', 'C', 'X', ''),
        }),
      ),
    })
    fc.assert(
      fc.property(any, (checked) => {
        const whole =
          checked.ref === 'REF' &&
          checked.cartId === 'T17-a1' &&
          checked.amount === 15_000 &&
          /^sar$/i.test(checked.currency) &&
          checked.test
        const paid = whole && checked.status === 3 && checked.transaction?.status === 'A'
        expect(compareAndClassifyTelrOrder(order, checked, demo).kind === 'paid').toBe(paid)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the order of a team', () => {
  const order = { amount: 15_000, currency: 'SAR', competitionId: 'robo', seasonYearId: '2026' }
  const owed = { fee: 15_000, currency: 'SAR', competitionId: 'robo', seasonYearId: '2026' }

  it('fits while the team stays, also when the fee changes', () => {
    expect(listOrderDifferencesIfTeamMoved(order, owed)).toEqual([])
    expect(listOrderDifferencesIfTeamMoved(order, { ...owed, fee: 20_000, currency: 'EGP' })).toEqual([])
  })

  it.each([
    [{ competitionId: 'other' }, ['competition']],
    [{ competitionId: 'other', fee: 20_000 }, ['competition', 'amount']],
    [{ competitionId: 'other', currency: 'EGP' }, ['competition', 'currency']],
    [{ seasonYearId: '2027' }, ['season']],
    [{ seasonYearId: '2027', fee: 10_000, currency: 'EGP' }, ['season', 'amount', 'currency']],
    [{ seasonYearId: '2027', competitionId: 'other' }, ['competition', 'season']],
  ])('differs after a move to %o', (change, differences) => {
    expect(listOrderDifferencesIfTeamMoved(order, { ...owed, ...change })).toEqual(differences)
  })

  it('without a competition is compared by its season only', () => {
    const old = { ...order, competitionId: null }
    expect(listOrderDifferencesIfTeamMoved(old, { ...owed, competitionId: 'other', fee: 20_000 })).toEqual([])
    expect(listOrderDifferencesIfTeamMoved(old, { ...owed, seasonYearId: '2027' })).toEqual(['season'])
  })
})

describe('money', () => {
  it('is formatted with the decimals of its currency', () => {
    for (const [amount, currency, text] of [
      [15_000, 'SAR', '150.00'],
      [5, 'SAR', '0.05'],
      [0, 'EGP', '0.00'],
      [15_000, 'KWD', '15.000'],
      [7, 'JOD', '0.007'],
      [150, 'JPY', '150'],
    ] as const) {
      expect(formatGatewayAmount({ amount, currency })).toBe(text)
      expect(parseGatewayAmount(text, currency)).toBe(amount)
    }
  })
  it('is parsed in every equivalent form, and in no other', () => {
    for (const text of ['150', '150.0', '150.00', '150.000', ' 150.00 '])
      expect(parseGatewayAmount(text, 'SAR')).toBe(15_000)
    for (const text of [
      '',
      '-150',
      '+150',
      '150.005',
      '1,500',
      '150.',
      '.5',
      '1e3',
      '0x10',
      'NaN',
      '١٥٠',
      '1'.repeat(13),
    ])
      expect([text, parseGatewayAmount(text, 'SAR')]).toEqual([text, null])
    expect(parseGatewayAmount('150.5', 'JPY')).toBeNull()
  })
  it('is the same after formatting and parsing', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2_147_483_647 }),
        fc.constantFrom('SAR', 'EGP', 'USD', 'KWD', 'BHD', 'JPY'),
        (amount, currency) => {
          const text = formatGatewayAmount({ amount, currency })
          expect(text.split('.')[1]?.length ?? 0).toBe(getCurrencyDecimals(currency))
          expect(parseGatewayAmount(text, currency)).toBe(amount)
        },
      ),
    )
  })
})

describe('the signature of an advice', () => {
  const advised: GatewayNotification = {
    tran_store: '1234',
    tran_type: 'sale',
    tran_class: 'ecom',
    tran_test: '1',
    tran_ref: 'txn-ref',
    tran_prevref: 'txn-ref',
    tran_firstref: 'txn-ref',
    tran_currency: 'SAR',
    tran_amount: '10.50',
    tran_cartid: 'T17-a1',
    tran_desc: 'Team 17',
    tran_status: 'A',
    tran_authcode: 'AUTH',
    tran_authmessage: 'Authorised',
  }
  const sign = '6e564c296d1b05efa7a71541b4b161b8d1a374cb'

  it('matches the published example', () => {
    expect(buildNotificationSignatureText('webhook-secret', advised)).toBe(
      'webhook-secret:1234:sale:ecom:1:txn-ref:txn-ref:txn-ref:SAR:10.50:T17-a1:Team 17:A:AUTH:Authorised',
    )
    expect(isValidAdviceSignature('webhook-secret', advised, sign)).toBe(true)
    expect(
      isValidAdviceSignature(
        'webhook-secret',
        { ...advised, tran_desc: ' Team 17 ' },
        ` ${sign.toUpperCase()} `,
      ),
    ).toBe(true)
  })
  it('covers tran_order if it is sent', () => {
    const text =
      'webhook-secret:1234:sale:ecom:1:txn-ref:txn-ref:txn-ref:ORDER:SAR:10.50:T17-a1:Team 17:A:AUTH:Authorised'
    const signed = createHash('sha1').update(text).digest('hex')
    expect(isValidAdviceSignature('webhook-secret', { ...advised, tran_order: 'ORDER' }, signed)).toBe(true)
    expect(isValidAdviceSignature('webhook-secret', { ...advised, tran_order: 'ORDER' }, sign)).toBe(false)
  })
  it('has an empty value for every other field that is not sent', () => {
    expect(buildNotificationSignatureText('secret', { tran_store: '1234' })).toBe(
      `secret:1234${':'.repeat(13)}`,
    )
  })
  it('matches no other values', () => {
    for (const field of Object.keys(advised))
      expect(isValidAdviceSignature('webhook-secret', { ...advised, [field]: 'other' }, sign), field).toBe(
        false,
      )
    for (const wrong of [
      '',
      sign.slice(1),
      `${sign}0`,
      'é'.repeat(40),
      'é'.repeat(20),
      sign.replace('6', '7'),
    ])
      expect(isValidAdviceSignature('webhook-secret', advised, wrong), wrong).toBe(false)
    expect(isValidAdviceSignature('another', advised, sign)).toBe(false)
  })
})

it('the names of receipts and orders are readable for people and the gateway', () => {
  expect(formatReceiptNumber(2026, 17)).toBe('2026-000017')
  expect(formatReceiptNumber(2026, 1_234_567, { demo: true })).toBe('DEMO-2026-1234567')
  expect(getShortPaymentReference('0198c0de-0000-7000-8000-00000abcdef9')).toBe('0ABCDEF9')
  expect(buildOrderDescription('RoboMission', 17)).toBe('Team 17 RoboMission')
  expect(buildOrderDescription('x'.repeat(200), 17)).toHaveLength(63)
  expect(buildOrderDescription('فئة', 17)).toBe('Team 17')
})
