import { Badge } from '@mantine/core'
import type { PaymentState } from '#contract/payment.ts'
import { useTranslation } from '#web/shared/texts.ts'

const colours: Partial<Record<PaymentState, string>> = {
  paid: 'teal.9',
  excess: 'red.9',
  mismatch: 'red.9',
  held: 'indigo.9',
  pending: 'blue.9',
  created: 'blue.9',
}

/** Badge with the state of a payment; states that need an administrator are red. */
export function PaymentStateBadge({ state }: { state: PaymentState }) {
  const { t } = useTranslation()
  return (
    <Badge color={colours[state] ?? 'gray.7'} variant="filled" radius="sm" tt="none" style={{ letterSpacing: 0 }}>
      {t(`adminPayments.states.${state}`)}
    </Badge>
  )
}
