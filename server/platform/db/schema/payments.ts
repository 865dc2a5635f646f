import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DemoOrderState, PaymentReconciliation } from '#contract/money/payment.schema.ts'
import type { PaymentMethod, PaymentState } from '#contract/money/payment.ts'
import type { ReceiptIssuer } from '#contract/platform/settings.ts'
import { idColumn, nullableReferenceIndex, timestampColumns, timestamptz } from './columns.ts'
import { competitions } from './competitions.ts'
import { asErased, asKeptOnErasure, asNonPersonal, describeColumns } from './describe-columns.ts'
import { seasonYearColumn } from './season-years.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/**
 * Attempts to pay for a team in a season. `amount` is in the smallest unit of the currency. `cartId` is
 * unique per attempt; `orderRef` and `orderUrl` (the payment page) come from the gateway. `version` is
 * increased with every change by a reply of the gateway: a reply to a request from before the last change is
 * ignored. `refundAskedAt` is set while a refund of `refundAskedAmount` waits for the reply of the gateway;
 * `refundAskedId` becomes its id in `payment_refunds`. `refundedAmount` is the sum of these rows.
 */
export const payments = pgTable(
  'payments',
  {
    id: idColumn(),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The competition whose fee was ordered; null for orders from before it was stored. */
    competitionId: uuid('competition_id').references(() => competitions.id, { onDelete: 'set null' }),
    seasonYearId: seasonYearColumn(),
    method: text('method').$type<PaymentMethod>().notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    cartId: text('cart_id').notNull().unique('payments_cart_key'),
    orderRef: text('order_ref').unique('payments_order_key'),
    orderUrl: text('order_url'),
    transactionRef: text('transaction_ref'),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    test: boolean('test').notNull().default(false),
    /**
     * The stand-in gateway of the demo content made the order. `npm run demo:remove` deletes the payment, and
     * the team is unpaid again.
     */
    demo: boolean('demo').notNull().default(false),
    reason: text('reason').notNull().default(''),
    receiptYear: integer('receipt_year'),
    receiptNo: integer('receipt_no'),
    /** Who issued the receipt, as the settings were when it was issued. */
    receiptIssuer: jsonb('receipt_issuer').$type<ReceiptIssuer>(),
    version: integer('version').notNull().default(1),
    checkedAt: timestamptz('checked_at'),
    paidAt: timestamptz('paid_at'),
    refundAskedAt: timestamptz('refund_asked_at'),
    refundAskedId: uuid('refund_asked_id'),
    refundAskedAmount: integer('refund_asked_amount'),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    refundedAt: timestamptz('refunded_at'),
    ...timestampColumns(),
  },
  (t) => [
    index('payments_team').on(t.teamId, t.createdAt),
    index('payments_list').on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast()),
    index('payments_open')
      .on(t.createdAt)
      .where(sql`state not in ('paid','excess','failed','refunded','withdrawn')`),
    unique('payments_receipt_key').on(t.receiptYear, t.receiptNo, t.demo),
    uniqueIndex('payments_one_paid').on(t.teamId, t.seasonYearId).where(sql`state = 'paid'`),
    nullableReferenceIndex('payments_user', t.userId),
    check('payments_amount', sql`amount >= 0`),
    check('payments_refunded_amount', sql`refunded_amount between 0 and amount`),
    check('payments_receipt_whole', sql`(receipt_year is null) = (receipt_no is null)`),
    check(
      'payments_state_known',
      sql`state in ('created','pending','held','paid','excess','undecided','mismatch','declined','cancelled','expired','failed','refunded','withdrawn')`,
    ),
  ],
)
export const paymentColumns = describeColumns(payments, {
  ...asNonPersonal('id', 'teamId', 'userId', 'competitionId', 'seasonYearId', 'method', 'state', 'cartId'),
  ...asNonPersonal(
    'orderRef',
    'transactionRef',
    'amount',
    'currency',
    'test',
    'demo',
    'receiptYear',
    'receiptNo',
  ),
  ...asNonPersonal('receiptIssuer', 'version', 'checkedAt', 'paidAt', 'refundAskedAt', 'refundAskedId'),
  ...asNonPersonal('refundAskedAmount', 'refundedAmount', 'refundedAt', 'createdAt', 'updatedAt'),
  ...asErased('orderUrl', 'reason'),
})

/**
 * Money that the gateway returned to the payer of a payment: all of it at once, or parts. `amount` is in the
 * smallest unit of the payment's currency.
 */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: idColumn(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    amount: integer('amount').notNull(),
    refundedAt: timestamptz('refunded_at').notNull().defaultNow(),
  },
  (t) => [
    index('payment_refunds_payment').on(t.paymentId),
    index('payment_refunds_at').on(t.refundedAt),
    check('payment_refunds_amount', sql`amount > 0`),
  ],
)
export const paymentRefundColumns = describeColumns(
  paymentRefunds,
  asNonPersonal('id', 'paymentId', 'amount', 'refundedAt'),
)

/** The log of a payment: replies of the gateway and actions of administrators (`actorId`), in order. */
export const paymentSteps = pgTable(
  'payment_steps',
  {
    id: idColumn(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    data: jsonb('data').$type<unknown>().notNull(),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (t) => [
    index('payment_steps_payment').on(t.paymentId, t.at),
    nullableReferenceIndex('payment_steps_actor', t.actorId),
  ],
)
export const paymentStepColumns = describeColumns(paymentSteps, {
  ...asNonPersonal('id', 'paymentId', 'kind', 'actorId', 'at'),
  ...asErased('data'),
})

/**
 * The adult who paid, as the gateway got the data; a child has no row. It is apart from users and teams,
 * because accounting law keeps it after an erasure (`payerDetailsYears` in contract/accounts/retention.ts).
 */
export const payers = pgTable('payers', {
  paymentId: uuid('payment_id')
    .primaryKey()
    .references(() => payments.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  email: text('email').notNull().default(''),
  phone: text('phone').notNull().default(''),
  city: text('city').notNull().default(''),
  country: text('country').notNull().default(''),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
export const payerColumns = describeColumns(payers, {
  ...asNonPersonal('paymentId', 'createdAt'),
  ...asKeptOnErasure(
    'accounting law, where money moved; those of other orders are deleted with the account',
    'name',
    'email',
    'phone',
    'city',
    'country',
  ),
})

/**
 * The last receipt number of a year. The transaction that marks a payment as paid locks the row, so receipt
 * numbers have no gaps. Demo payments do not use it.
 */
export const receiptNumbers = pgTable('receipt_numbers', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull().default(0),
})
export const receiptNumberColumns = describeColumns(receiptNumbers, asNonPersonal('year', 'last'))

/** The orders of the stand-in gateway of the demo content. They have no data of the customer. */
export const demoOrders = pgTable(
  'demo_orders',
  {
    ref: text('ref').primaryKey(),
    cartId: text('cart_id').notNull().unique('demo_orders_cart_key'),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    description: text('description').notNull(),
    /** The address to which the payment page sends the browser. */
    returnUrl: text('return_url').notNull(),
    state: text('state').$type<DemoOrderState>().notNull().default('pending'),
    transactionRef: text('transaction_ref').unique('demo_orders_transaction_key'),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  () => [check('demo_orders_state_known', sql`state in ('pending','paid','declined','cancelled')`)],
)
export const demoOrderColumns = describeColumns(demoOrders, {
  ...asNonPersonal(
    'ref',
    'cartId',
    'amount',
    'currency',
    'description',
    'returnUrl',
    'state',
    'transactionRef',
  ),
  ...asNonPersonal('refundedAmount', 'createdAt'),
})

/** Reports of the reconciliations with the gateway. */
export const reconciliations = pgTable(
  'payment_reconciliations',
  {
    id: idColumn(),
    at: timestamptz('at').notNull().defaultNow(),
    report: jsonb('report').$type<Omit<PaymentReconciliation, 'at'>>().notNull(),
  },
  (t) => [index('payment_reconciliations_at').on(t.at)],
)
export const reconciliationColumns = describeColumns(reconciliations, {
  ...asNonPersonal('id', 'at'),
  ...asErased('report'),
})
