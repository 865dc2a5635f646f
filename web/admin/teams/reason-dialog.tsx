import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { teamLimits } from '#contract/team.ts'
import { ErrorAlert, useAdminSubmit } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { minReasonLength } from './form-values.ts'

type Props = { title: string; text: string; action: string; onClose: () => void; onSubmit: (reason: string) => Promise<void> }

/** Shows a dialog that asks for a reason before it shows or exports national IDs. The server writes the reason to the audit log. */
export function NationalIdReasonDialog({ title, text, action, onClose, onSubmit }: Props) {
  const { t } = useTranslation()
  const submission = useAdminSubmit()
  const [reason, setReason] = useState('')
  const submit = () => {
    if (reason.trim().length < minReasonLength)
      return submission.reject(t('adminTeams.reveal.short', { min: minReasonLength }), { reason: 'short' })
    void submission.submit(() => onSubmit(reason.trim()))
  }
  const short = submission.failure?.fields.reason ? submission.failure.message : undefined
  return (
    <AdminDialog onClose={onClose} title={title} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <Text>{text}</Text>
          <ErrorAlert message={submission.failure && !short ? submission.failure.message : undefined} />
          <TextInput
            label={t('adminTeams.reveal.reason')}
            dir="auto"
            data-autofocus
            withAsterisk
            aria-required
            maxLength={teamLimits.reason}
            value={reason}
            error={short}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <AdminDialogActions onCancel={onClose}>
            <Button type="submit" loading={submission.submitting}>
              {action}
            </Button>
          </AdminDialogActions>
        </Stack>
      </form>
    </AdminDialog>
  )
}
