import type { Payment } from '#contract/money/payment.schema.ts'
import type { PaymentState } from '#contract/money/payment.ts'
import { orderDifferenceFields } from '#contract/money/payment-rules.ts'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { useTranslation } from '#web/shared/texts.ts'

/**
 * Returns the name of the method of a payment. A payment through the stand-in gateway of the demo content is
 * no payment with Telr.
 */
export const formatPaymentMethod = (
  t: ReturnType<typeof useTranslation>['t'],
  { method, demo }: Pick<Payment, 'method' | 'demo'>,
): string =>
  demo && method === 'telr' ? t('adminPayments.demoMethod') : t(`adminPayments.methods.${method}`)

/** The values in which an order differs from its team or, with the names of the gateway, at the gateway. */
const differenceFields = [...orderDifferenceFields, 'ref', 'cartid', 'test'] as const

/** Returns the names of the values in which an order differs. */
export const formatDifferingOrderFields = (
  t: ReturnType<typeof useTranslation>['t'],
  fields: readonly string[],
): string =>
  differenceFields
    .filter((field) => fields.includes(field))
    .map((field) => t(`adminPayments.decision.fields.${field}`))
    .join(t('adminPayments.decision.separator'))

const statuses: Partial<Record<PaymentState, 'done' | 'problem'>> = {
  paid: 'done',
  excess: 'problem',
  undecided: 'problem',
  mismatch: 'problem',
}

/** Shows the state of a payment; states that need an administrator are red. */
export function PaymentStateBadge({ state }: { state: PaymentState }) {
  const { t } = useTranslation()
  return <StatusBadge status={statuses[state] ?? 'open'}>{t(`adminPayments.states.${state}`)}</StatusBadge>
}
