import { Button, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { ErrorAlert, useAdminSubmit } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { PaymentReasonField } from './payment-reason-field.tsx'

type Props = {
  title: string
  text: string
  action: string
  onCancel: () => void
  send: (reason: string) => Promise<unknown>
}

/** Shows a form that asks for a reason before a payment is changed. It keeps the reason when the server rejects the change. */
export function PaymentReasonForm({ title, text, action, onCancel, send }: Props) {
  const { t } = useTranslation()
  const submission = useAdminSubmit()
  const heading = useId()
  const [reason, setReason] = useState('')
  const submit = () => {
    if (reason.trim() === '') return submission.reject(t('adminPayments.reasonMissing'), { reason: t('adminPayments.reasonMissing') })
    return void submission.submit(() => send(reason.trim()))
  }
  const faulty = submission.failure?.fields.reason
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
          {title}
        </Text>
        <Text size="sm">{text}</Text>
        <ErrorAlert message={submission.failure && !faulty ? submission.failure.message : undefined} />
        <PaymentReasonField value={reason} hint={t('adminPayments.reasonHint')} error={faulty} onChange={setReason} />
        <AdminDialogActions onCancel={onCancel}>
          <Button type="submit" loading={submission.submitting}>
            {action}
          </Button>
        </AdminDialogActions>
      </Stack>
    </form>
  )
}
