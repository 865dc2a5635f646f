import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import type { PaymentRecord } from '#contract/money/payment.schema.ts'
import { useForm } from '#web/admin/shared/form-dialog.tsx'
import { parseMoneyInputToMinorUnits } from '#web/admin/shared/money-input.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatMoney } from '#web/shared/format.ts'
import type { SubmitFailure } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import {
  findMissingReasonProblem,
  PaymentChangeFormFrame,
  PaymentReasonField,
} from './payment-reason-form.tsx'

/**
 * The choice of a refund: all that is left, a part of it (`typed`, in the main unit of the currency), or
 * nothing.
 */
export type RefundChoice = { kind: 'rest' | 'part' | 'none'; typed: string }
type RefundablePayment = Pick<PaymentRecord, 'amount' | 'refundedAmount' | 'currency'>

/** Returns the amount of a choice in the smallest unit; undefined for an amount that cannot be refunded. */
export const computeChosenRefundAmount = (
  { kind, typed }: RefundChoice,
  { amount, refundedAmount, currency }: RefundablePayment,
): number | undefined => {
  if (kind === 'none') return 0
  const rest = amount - refundedAmount
  if (kind === 'rest') return rest
  const part = parseMoneyInputToMinorUnits(typed, currency)
  return part !== undefined && part > 0 && part <= rest ? part : undefined
}

/** Returns the message of a failure that neither the reason nor the field of the amount has. */
export const describeRefundFailureOutsideFields = (
  { fields, message }: SubmitFailure,
  { kind }: RefundChoice,
): string | undefined =>
  fields.reason !== undefined || (fields.amount !== undefined && kind === 'part') ? undefined : message

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
  const rest = formatMoney({ amount: amount - refundedAmount, currency }, lang)
  const isTooLarge = (parseMoneyInputToMinorUnits(choice.typed, currency) ?? 0) > amount - refundedAmount
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
export function RefundOrResolvePendingRefundForm({ payment, onCancel, onDone }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { id, amount: paid, refundedAmount, currency, refundAskedAt } = payment
  const rest = paid - refundedAmount
  const askedAmount = refundAskedAt ? (payment.refundAskedAmount ?? rest) : undefined
  const getAmount = ({ choice }: { choice: RefundChoice }) =>
    askedAmount ?? computeChosenRefundAmount(choice, payment)
  const format = (value: number) => formatMoney({ amount: value, currency }, lang)

  const form = useForm({
    initialValues: {
      reason: '',
      choice: { kind: 'rest', typed: '' } as RefundChoice,
      isAtGateway: false,
      settlement: 'done' as Settlement,
    },
    findProblem: (values) =>
      getAmount(values) === undefined
        ? { fields: { amount: t('adminPayments.refundPartMissing') } }
        : findMissingReasonProblem(t, values.reason),
    send: async ({ reason, isAtGateway, settlement, ...values }) => {
      const params = { paymentId: id }
      const json = { reason: reason.trim() }
      const atGateway = askedAmount === undefined ? isAtGateway : settlement === 'done'
      const { msg } = await (askedAmount !== undefined && settlement === 'discard'
        ? callApi('POST /api/admin/payments/:paymentId/discard-refund', { params, json })
        : callApi('POST /api/admin/payments/:paymentId/refund', {
            params,
            json: { ...json, amount: getAmount(values), refundedAmount, atGateway },
          }))
      await onDone(msg)
    },
    describeFailure: (failure, values) => describeRefundFailureOutsideFields(failure, values.choice),
  })
  const { choice, settlement } = form.values
  const amount = getAmount(form.values)
  return (
    <PaymentChangeFormFrame
      title={t('adminPayments.refundTitle', { team: payment.team.name })}
      text={t('adminPayments.refundText')}
      action={
        askedAmount === undefined
          ? t('adminPayments.refundOf', { amount: amount === undefined ? '' : format(amount) })
          : t('adminPayments.save')
      }
      form={form}
      onCancel={onCancel}
    >
      {askedAmount === undefined ? (
        <RefundAmountField
          payment={payment}
          choice={choice}
          hasError={form.errors.amount !== undefined}
          onChange={(changed) => form.set({ choice: changed })}
        />
      ) : (
        <Radio.Group
          label={t('adminPayments.refundOpenQuestion', { amount: format(askedAmount) })}
          value={settlement}
          onChange={(value) => form.set({ settlement: value as Settlement })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="done" label={t('adminPayments.refundOpenDone')} />
            <Radio value="discard" label={t('adminPayments.refundOpenDiscard')} />
            {askedAmount === rest ? <Radio value="again" label={t('adminPayments.refundOpenAgain')} /> : null}
          </Stack>
        </Radio.Group>
      )}
      <PaymentReasonField hint={t('adminPayments.refundReasonHint')} {...form.getInputProps('reason')} />
      {askedAmount === undefined ? (
        <Checkbox label={t('adminPayments.atGateway')} {...form.getCheckboxProps('isAtGateway')} />
      ) : null}
    </PaymentChangeFormFrame>
  )
}
