import { Radio, Stack, TextInput } from '@mantine/core'
import type { PaymentRecord } from '#contract/payment.schema.ts'
import { parseMoneyInput } from '#web/admin/shared/money-input.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** The choice of a refund: all that is left, a part of it (`typed`, in the main unit of the currency), or nothing. */
export type RefundChoice = { kind: 'rest' | 'part' | 'none'; typed: string }
type RefundablePayment = Pick<PaymentRecord, 'amount' | 'refundedAmount' | 'currency'>

/** Returns the amount of a choice in the smallest unit; undefined for an amount that cannot be refunded. */
export const toRefundAmount = (
  { kind, typed }: RefundChoice,
  { amount, refundedAmount, currency }: RefundablePayment,
): number | undefined => {
  if (kind === 'none') return 0
  const rest = amount - refundedAmount
  if (kind === 'rest') return rest
  const part = parseMoneyInput(typed, currency)
  return part !== undefined && part > 0 && part <= rest ? part : undefined
}

type Props = {
  payment: RefundablePayment
  choice: RefundChoice
  /** Offers to refund nothing, too. */
  canBeNone?: boolean
  hasError: boolean
  onChange: (choice: RefundChoice) => void
}

/** Asks how much of a payment is refunded. */
export function RefundAmountField({ payment, choice, canBeNone = false, hasError, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { amount, refundedAmount, currency } = payment
  const rest = `\u2068${formatMoney({ amount: amount - refundedAmount, currency }, lang)}\u2069`
  const isTooLarge = (parseMoneyInput(choice.typed, currency) ?? 0) > amount - refundedAmount
  const problem = isTooLarge ? t('adminPayments.refundPartTooLarge', { amount: rest }) : t('adminPayments.refundPartMissing')
  return (
    <Radio.Group
      label={t('adminPayments.refundAmount')}
      value={choice.kind}
      onChange={(kind) => onChange({ ...choice, kind: kind as RefundChoice['kind'] })}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="rest" label={t(refundedAmount > 0 ? 'adminPayments.refundRest' : 'adminPayments.refundWhole', { amount: rest })} />
        <Radio value="part" label={t('adminPayments.refundPart')} />
        {choice.kind === 'part' ? (
          <TextInput
            ps={32}
            label={t('adminPayments.refundPartLabel', { currency })}
            description={t('adminPayments.refundPartHint', { amount: rest })}
            dir="ltr"
            inputMode="decimal"
            required
            value={choice.typed}
            error={hasError ? problem : undefined}
            onChange={(event) => onChange({ kind: 'part', typed: event.currentTarget.value })}
          />
        ) : null}
        {canBeNone ? <Radio value="none" label={t('adminPayments.refundNone')} /> : null}
      </Stack>
    </Radio.Group>
  )
}
