import { Button, Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { PaymentRecord } from '#contract/payment.schema.ts'
import { ErrorAlert, useAdminSubmit } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { PaymentReasonField } from './payment-reason-field.tsx'
import { RefundAmountField, type RefundChoice, toRefundAmount } from './refund-amount-field.tsx'

type Props = { payment: PaymentRecord; onCancel: () => void; onDone: (message: string) => Promise<void> }
type Settlement = 'done' | 'discard' | 'again'

/** Shows a form that refunds a payment or a part of it. After a refund without an answer it asks what became of that one. */
export function RefundForm({ payment, onCancel, onDone }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const submission = useAdminSubmit()
  const heading = useId()
  const [reason, setReason] = useState('')
  const [choice, setChoice] = useState<RefundChoice>({ kind: 'rest', typed: '' })
  const [isAtGateway, setIsAtGateway] = useState(false)
  const [settlement, setSettlement] = useState<Settlement>('done')
  const { id, amount: paid, refundedAmount, currency, refundAskedAt } = payment
  const rest = paid - refundedAmount
  const askedAmount = refundAskedAt ? (payment.refundAskedAmount ?? rest) : undefined
  const amount = askedAmount ?? toRefundAmount(choice, payment)
  const format = (value: number) => `\u2068${formatMoney({ amount: value, currency }, lang)}\u2069`

  const send = async () => {
    const refund = { reason: reason.trim(), amount, refundedAmount }
    if (askedAmount !== undefined && settlement === 'discard') return adminApi.payments.discardRefund(id, refund.reason)
    return adminApi.payments.refund(id, { ...refund, atGateway: askedAmount === undefined ? isAtGateway : settlement === 'done' })
  }
  const submit = () => {
    if (amount === undefined) return submission.reject(t('adminPayments.refundPartMissing'), { amount: 'invalid' })
    if (reason.trim() === '') return submission.reject(t('adminPayments.reasonMissing'), { reason: t('adminPayments.reasonMissing') })
    return void submission.submit(async () => onDone((await send()).message))
  }
  const { failure, submitting } = submission
  const fields = failure?.fields ?? {}
  const hasFieldError = fields.reason !== undefined || (fields.amount !== undefined && choice.kind === 'part')
  return (
    <form
      noValidate
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <Text fw={600} id={heading}>
          {t('adminPayments.refundTitle', { team: `\u2068${payment.team.name}\u2069` })}
        </Text>
        <Text size="sm">{t('adminPayments.refundText')}</Text>
        <ErrorAlert message={failure && !hasFieldError ? failure.message : undefined} />
        {askedAmount === undefined ? (
          <RefundAmountField payment={payment} choice={choice} hasError={fields.amount !== undefined} onChange={setChoice} />
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
        <PaymentReasonField value={reason} hint={t('adminPayments.refundReasonHint')} error={fields.reason} onChange={setReason} />
        {askedAmount === undefined ? (
          <Checkbox
            label={t('adminPayments.atGateway')}
            checked={isAtGateway}
            onChange={(event) => setIsAtGateway(event.currentTarget.checked)}
          />
        ) : null}
        <AdminDialogActions onCancel={onCancel}>
          <Button type="submit" loading={submitting}>
            {askedAmount === undefined
              ? t('adminPayments.refundOf', { amount: amount === undefined ? '' : format(amount) })
              : t('adminPayments.save')}
          </Button>
        </AdminDialogActions>
      </Stack>
    </form>
  )
}
