import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type TeamPerson, teamLimits } from '#contract/team.ts'
import { Dialog } from '#web/admin/shared/dialog.tsx'
import { DialogActions } from '#web/admin/shared/dialog-actions.tsx'
import { ErrorAlert } from '#web/admin/shared/error-alert.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { minReasonLength } from './form-values.ts'

type Props = { teamId: string; person: TeamPerson; onClose: () => void; onShown: (nationalId: string) => void }

/** Shows the dialog that asks for a reason before it shows a national ID. The server writes the reason to the audit log. */
export function RevealNationalIdDialog({ teamId, person, onClose, onShown }: Props) {
  const { t } = useTranslation()
  const submission = useAdminSubmit()
  const [reason, setReason] = useState('')
  const submit = () => {
    if (reason.trim().length < minReasonLength)
      return submission.reject(t('adminTeams.reveal.short', { min: minReasonLength }), { reason: 'short' })
    void submission.submit(async () => onShown(await adminApi.teams.reveal(teamId, person.kind, person.id, reason.trim())))
  }
  const short = submission.failure?.fields.reason ? submission.failure.message : undefined
  return (
    <Dialog onClose={onClose} title={t('adminTeams.reveal.title')} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <Text>{t('adminTeams.reveal.text', { name: `\u2068${person.name}\u2069` })}</Text>
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
          <DialogActions onCancel={onClose}>
            <Button type="submit" loading={submission.submitting}>
              {t('adminTeams.reveal.run')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
