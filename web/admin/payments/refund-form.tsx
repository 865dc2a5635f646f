import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PaymentRecord } from '#contract/payment.schema.ts'
import { useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { parseMoneyInput } from '#web/admin/shared/money-input.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { PaymentChangeFormFrame, PaymentReasonField } from './payment-reason-form.tsx'

/**
 * The choice of a refund: all that is left, a part of it (`typed`, in the main unit of the currency), or
 * nothing.
 */
export type RefundChoice = { kind: 'rest' | 'part' | 'none'; typed: string }
type RefundablePayment = Pick<PaymentRecord, 'amount' | 'refundedAmount' | 'currency'>

/** Returns the amount of a choice in the smallest unit; undefined for an amount that cannot be refunded. */
export const parseRefundAmount = (
  { kind, typed }: RefundChoice,
  { amount, refundedAmount, currency }: RefundablePayment,
): number | undefined => {
  if (kind === 'none') return 0
  const rest = amount - refundedAmount
  if (kind === 'rest') return rest
  const part = parseMoneyInput(typed, currency)
  return part !== undefined && part > 0 && part <= rest ? part : undefined
}

type RefundAmountFieldProps = {
  payment: RefundablePayment
  choice: RefundChoice
  /** Offers to refund nothing, too. */
  canBeNone?: boolean
  hasError: boolean
  onChange: (choice: RefundChoice) => void
}

/** Asks how much of a payment is refunded. */
export function RefundAmountField({
  payment,
  choice,
  canBeNone = false,
  hasError,
  onChange,
}: RefundAmountFieldProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { amount, refundedAmount, currency } = payment
  const rest = `\u2068${formatMoney({ amount: amount - refundedAmount, currency }, lang)}\u2069`
  const isTooLarge = (parseMoneyInput(choice.typed, currency) ?? 0) > amount - refundedAmount
  const problem = isTooLarge
    ? t('adminPayments.refundPartTooLarge', { amount: rest })
    : t('adminPayments.refundPartMissing')
  return (
    <Radio.Group
      label={t('adminPayments.refundAmount')}
      value={choice.kind}
      onChange={(kind) => onChange({ ...choice, kind: kind as RefundChoice['kind'] })}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="rest"
          label={t(refundedAmount > 0 ? 'adminPayments.refundRest' : 'adminPayments.refundWhole', {
            amount: rest,
          })}
        />
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

type Props = { payment: PaymentRecord; onCancel: () => void; onDone: (message: string) => Promise<void> }
type Settlement = 'done' | 'discard' | 'again'

/**
 * Shows a form that refunds a payment or a part of it. After a refund without an answer it asks what became
 * of that one.
 */
export function RefundOrSettlementForm({ payment, onCancel, onDone }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const submission = useSubmitWithErrorFocus()
  const [reason, setReason] = useState('')
  const [choice, setChoice] = useState<RefundChoice>({ kind: 'rest', typed: '' })
  const [isAtGateway, setIsAtGateway] = useState(false)
  const [settlement, setSettlement] = useState<Settlement>('done')
  const { id, amount: paid, refundedAmount, currency, refundAskedAt } = payment
  const rest = paid - refundedAmount
  const askedAmount = refundAskedAt ? (payment.refundAskedAmount ?? rest) : undefined
  const amount = askedAmount ?? parseRefundAmount(choice, payment)
  const format = (value: number) => `\u2068${formatMoney({ amount: value, currency }, lang)}\u2069`

  const send = async () => {
    const params = { paymentId: id }
    const json = { reason: reason.trim() }
    if (askedAmount !== undefined && settlement === 'discard')
      return callApi('POST /api/admin/payments/:paymentId/discard-refund', { params, json })
    const atGateway = askedAmount === undefined ? isAtGateway : settlement === 'done'
    return callApi('POST /api/admin/payments/:paymentId/refund', {
      params,
      json: { ...json, amount, refundedAmount, atGateway },
    })
  }
  const submit = () => {
    if (amount === undefined)
      return submission.reject(t('adminPayments.refundPartMissing'), { amount: 'invalid' })
    if (reason.trim() === '')
      return submission.reject(t('adminPayments.reasonMissing'), { reason: t('adminPayments.reasonMissing') })
    return void submission.submit(async () => onDone((await send()).msg))
  }
  const { failure, submitting } = submission
  const fields = failure?.fields ?? {}
  const hasFieldError = fields.reason !== undefined || (fields.amount !== undefined && choice.kind === 'part')
  return (
    <PaymentChangeFormFrame
      title={t('adminPayments.refundTitle', { team: `\u2068${payment.team.name}\u2069` })}
      text={t('adminPayments.refundText')}
      problem={failure && !hasFieldError ? failure.message : undefined}
      action={
        askedAmount === undefined
          ? t('adminPayments.refundOf', { amount: amount === undefined ? '' : format(amount) })
          : t('adminPayments.save')
      }
      isSending={submitting}
      onCancel={onCancel}
      onSubmit={submit}
    >
      {askedAmount === undefined ? (
        <RefundAmountField
          payment={payment}
          choice={choice}
          hasError={fields.amount !== undefined}
          onChange={setChoice}
        />
      ) : (
        <Radio.Group
          label={t('adminPayments.refundOpenQuestion', { amount: format(askedAmount) })}
          value={settlement}
          onChange={(value) => setSettlement(value as Settlement)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="done" label={t('adminPayments.refundOpenDone')} />
            <Radio value="discard" label={t('adminPayments.refundOpenDiscard')} />
            {askedAmount === rest ? <Radio value="again" label={t('adminPayments.refundOpenAgain')} /> : null}
          </Stack>
        </Radio.Group>
      )}
      <PaymentReasonField
        value={reason}
        hint={t('adminPayments.refundReasonHint')}
        error={fields.reason}
        onChange={setReason}
      />
      {askedAmount === undefined ? (
        <Checkbox
          label={t('adminPayments.atGateway')}
          checked={isAtGateway}
          onChange={(event) => setIsAtGateway(event.currentTarget.checked)}
        />
      ) : null}
    </PaymentChangeFormFrame>
  )
}
