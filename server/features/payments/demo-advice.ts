import { createHash } from 'node:crypto'
import { formatGatewayAmount } from '#contract/rules/money.ts'
import { buildNotificationSignatureText, type GatewayNotification } from '#contract/rules/payment.ts'
import { findDemoTransactionStatus } from './demo-gateway.ts'
import type { DemoOrderRow } from './queries-demo-orders.ts'

/** Builds the signed form with which Telr reports the transaction of an order (transaction advice). */
export const buildDemoTransactionAdvice = (order: DemoOrderRow, secret: string): URLSearchParams => {
  const ref = order.transactionRef ?? ''
  const status = findDemoTransactionStatus(order.state) ?? ''
  const fields: GatewayNotification = {
    tran_store: 'demo',
    tran_type: 'sale',
    tran_class: 'ecom',
    tran_test: '1',
    tran_ref: ref,
    tran_prevref: ref,
    tran_firstref: ref,
    tran_currency: order.currency,
    tran_amount: formatGatewayAmount(order),
    tran_cartid: order.cartId,
    tran_desc: order.description,
    tran_status: status,
    tran_authcode: status === 'A' ? '000000' : '',
    tran_authmessage: status === 'A' ? 'Authorised' : 'Not authorised',
  }
  const tran_check = createHash('sha1').update(buildNotificationSignatureText(secret, fields)).digest('hex')
  return new URLSearchParams({ ...(fields as Record<string, string>), tran_check })
}
