import { Button, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { paymentLimits } from '#contract/payment.ts'
import { AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { ErrorAlert } from '#web/admin/shared/error-alert.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  title: string
  text: string
  action: string
  /** The label of an additional checkbox. */
  choice?: string
  onCancel: () => void
  send: (reason: string, chosen: boolean) => Promise<unknown>
}

/** Shows a form that asks for a reason before a payment is changed. It keeps the reason when the server rejects the change. */
export function PaymentReasonForm({ title, text, action, choice, onCancel, send }: Props) {
  const { t } = useTranslation()
  const submission = useAdminSubmit()
  const heading = useId()
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState(false)
  const submit = () => {
    if (reason.trim() === '') return submission.reject(t('adminPayments.reasonMissing'), { reason: t('adminPayments.reasonMissing') })
    return void submission.submit(() => send(reason.trim(), chosen))
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
        <Textarea
          label={t('adminPayments.reason')}
          description={t('adminPayments.reasonHint')}
          dir="auto"
          autosize
          minRows={2}
          required
          data-autofocus
          maxLength={paymentLimits.reason}
          value={reason}
          error={faulty}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {choice ? <Checkbox label={choice} checked={chosen} onChange={(event) => setChosen(event.currentTarget.checked)} /> : null}
        <AdminDialogActions onCancel={onCancel}>
          <Button type="submit" loading={submission.submitting}>
            {action}
          </Button>
        </AdminDialogActions>
      </Stack>
    </form>
  )
}
