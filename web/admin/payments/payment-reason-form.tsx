import { Button, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { paymentLimits } from '#contract/payment.ts'
import { ErrorAlert, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { useTranslation } from '#web/shared/texts.ts'

type PaymentReasonFieldProps = {
  value: string
  hint: string
  error: string | undefined
  onChange: (reason: string) => void
}

/** Asks for the reason of a change of a payment. */
export function PaymentReasonField({ value, hint, error, onChange }: PaymentReasonFieldProps) {
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

type PaymentChangeFormProps = {
  title: string
  text: string
  /** Why the change failed, when no field says it. */
  problem: string | undefined
  action: string
  isSending: boolean
  onCancel: () => void
  onSubmit: () => void
  /** The fields. */
  children: ReactNode
}

/** Shows a form that changes a payment, with a title, an explanation and its buttons. */
export function PaymentChangeFormFrame({
  title,
  text,
  problem,
  action,
  isSending,
  onCancel,
  onSubmit,
  children,
}: PaymentChangeFormProps) {
  const heading = useId()
  return (
    <form
      noValidate
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack gap="sm">
        <Text fw={600} id={heading}>
          {title}
        </Text>
        <Text size="sm">{text}</Text>
        <ErrorAlert message={problem} />
        {children}
        <AdminDialogActions onCancel={onCancel}>
          <Button type="submit" loading={isSending}>
            {action}
          </Button>
        </AdminDialogActions>
      </Stack>
    </form>
  )
}

type PaymentReasonFormProps = Pick<PaymentChangeFormProps, 'title' | 'text' | 'action' | 'onCancel'> & {
  /** An example of a reason. */
  hint: string
  send: (reason: string) => Promise<unknown>
}

/**
 * Shows a form that asks for a reason before a payment is changed. It keeps the reason when the server
 * rejects the change.
 */
export function PaymentReasonForm({ send, hint, ...texts }: PaymentReasonFormProps) {
  const { t } = useTranslation()
  const { failure, submitting, reject, submit } = useSubmitWithErrorFocus()
  const [reason, setReason] = useState('')
  const reasonError = failure?.fields.reason
  const submitReason = () => {
    if (reason.trim() === '')
      return reject(t('adminPayments.reasonMissing'), { reason: t('adminPayments.reasonMissing') })
    return void submit(() => send(reason.trim()))
  }
  return (
    <PaymentChangeFormFrame
      {...texts}
      problem={failure && !reasonError ? failure.message : undefined}
      isSending={submitting}
      onSubmit={submitReason}
    >
      <PaymentReasonField value={reason} hint={hint} error={reasonError} onChange={setReason} />
    </PaymentChangeFormFrame>
  )
}
