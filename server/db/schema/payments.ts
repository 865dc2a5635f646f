import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, stamps } from './columns.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/** One attempt to pay for a team. Amounts count the currency's smallest unit. `cartId` is unique per attempt, `orderRef` is the gateway's. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    method: text('method').$type<'telr' | 'manual'>().notNull(),
    state: text('state').$type<'created' | 'pending' | 'held' | 'paid' | 'declined' | 'cancelled' | 'expired' | 'refunded'>().notNull(),
    cartId: text('cart_id').notNull().unique('payments_cart_key'),
    orderRef: text('order_ref').unique('payments_order_key'),
    transactionRef: text('transaction_ref'),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    test: boolean('test').notNull().default(false),
    reason: text('reason').notNull().default(''),
    receiptNo: integer('receipt_no').unique('payments_receipt_key'),
    paidAt: instant('paid_at'),
    ...stamps(),
  },
  (t) => [
    index('payments_team').on(t.teamId, t.createdAt),
    index('payments_open').on(t.createdAt).where(sql`state in ('created','pending','held')`),
    uniqueIndex('payments_one_paid').on(t.teamId).where(sql`state = 'paid'`),
    check('payments_amount', sql`amount >= 0`),
  ],
)

/** What happened to a payment, in order, as the gateway or a person said it. */
export const paymentSteps = pgTable(
  'payment_steps',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    data: jsonb('data').$type<unknown>().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('payment_steps_payment').on(t.paymentId, t.at)],
)

/** The last receipt number given: taken under a row lock in the paying transaction, so that numbers have no gaps. */
export const receiptNumbers = pgTable('receipt_numbers', { year: integer('year').primaryKey(), last: integer('last').notNull().default(0) })
