import type { PaymentState } from '#contract/payment.ts'
import { StatusBadge } from '#web/admin/shared/status-badge.tsx'
import { useTranslation } from '#web/shared/texts.ts'

const statuses: Partial<Record<PaymentState, 'done' | 'problem'>> = { paid: 'done', excess: 'problem', mismatch: 'problem' }

/** Shows the state of a payment; states that need an administrator are red. */
export function PaymentStateBadge({ state }: { state: PaymentState }) {
  const { t } = useTranslation()
  return <StatusBadge status={statuses[state] ?? 'open'}>{t(`adminPayments.states.${state}`)}</StatusBadge>
}
