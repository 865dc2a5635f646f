import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { getAllSettingsOrThrow } from '#server/platform/settings/service.ts'
import { type PaymentRow, reserveNextReceiptNumberOfYear } from './queries.ts'

/** Takes the next receipt number for a payment that pays its team now, and returns what its receipt stores. */
export const reserveNumberAndBuildReceipt = async (
  tx: Db,
  { SITE_NAME }: Core['config'],
  payment: PaymentRow,
): Promise<Pick<PaymentRow, 'receiptYear' | 'receiptNo' | 'receiptIssuer'>> => {
  const receiptYear = new Date().getUTCFullYear()
  return {
    receiptYear,
    receiptNo: await reserveNextReceiptNumberOfYear(tx, receiptYear, payment),
    receiptIssuer: (await getAllSettingsOrThrow(tx, SITE_NAME)).receiptIssuer,
  }
}
