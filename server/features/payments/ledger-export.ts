import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import { formatGatewayAmount } from '#contract/rules/money.ts'
import { formatReceiptNumber } from '#contract/rules/payment.ts'
import { formatWithOffset } from '#contract/rules/time-zone.ts'
import { splitVat } from '#contract/rules/vat.ts'
import type { LedgerRow } from './queries-ledger.ts'

type Column = readonly [name: string, toCell: (row: LedgerRow, timeZone: string) => string | number]

/** Converts an amount of a row to the main unit of its currency; the amount of a refund is negative. */
const toSignedAmount = ({ kind, currency }: LedgerRow, amount: number): number =>
  Number(formatGatewayAmount({ amount, currency })) * (kind === 'refund' ? -1 : 1)
const splitAmount = ({ amount, receiptIssuer }: LedgerRow) => splitVat(amount, receiptIssuer?.vatPercent ?? 0)

const columns: readonly Column[] = [
  ['date', ({ at }, timeZone) => formatWithOffset(at.toISOString(), timeZone)],
  ['kind', ({ kind }) => kind],
  [
    'receipt',
    ({ receiptYear, receiptNo, demo }) =>
      receiptYear === null || receiptNo === null ? '' : formatReceiptNumber(receiptYear, receiptNo, { demo }),
  ],
  ['competition', ({ competition }) => competition],
  ['team_no', ({ teamNo }) => teamNo],
  ['team_name', ({ teamName }) => teamName],
  ['school', ({ schoolName }) => schoolName],
  ['method', ({ method }) => method],
  ['net_amount', (row) => toSignedAmount(row, splitAmount(row).net)],
  ['vat_percent', ({ receiptIssuer }) => receiptIssuer?.vatPercent ?? ''],
  ['vat_amount', (row) => toSignedAmount(row, splitAmount(row).vat)],
  ['total_amount', (row) => toSignedAmount(row, row.amount)],
  ['currency', ({ currency }) => currency],
  ['transaction', ({ transactionRef }) => transactionRef ?? ''],
  ['order', ({ orderRef }) => orderRef ?? ''],
  ['cart', ({ cartId }) => cartId],
  ['payment_id', ({ id }) => id],
]

/** Formats payments and refunds as the lines of a CSV file for accountants. Times have the offset of `timeZone`; it has no data of payers. */
export const formatLedgerCsv = (rows: readonly LedgerRow[], timeZone: string): string[] => [
  csvByteOrderMark + formatCsvRow(columns.map(([name]) => name)),
  ...rows.map((row) => formatCsvRow(columns.map(([, toCell]) => toCell(row, timeZone)))),
]
