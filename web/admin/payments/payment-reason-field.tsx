import { Textarea } from '@mantine/core'
import { paymentLimits } from '#contract/payment.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = { value: string; hint: string; error: string | undefined; onChange: (reason: string) => void }

/** Asks for the reason of a change of a payment. */
export function PaymentReasonField({ value, hint, error, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('adminPayments.reason')}
      description={hint}
      dir="auto"
      autosize
      minRows={2}
      required
      data-autofocus
      maxLength={paymentLimits.reason}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
