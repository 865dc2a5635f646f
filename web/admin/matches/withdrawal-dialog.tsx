import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AdminMatches, MatchPreview } from '#contract/match.schema.ts'
import { matchDrawLimits } from '#contract/match.ts'
import { isolateTextDirection } from '#contract/rules/text.ts'
import { ErrorAlert, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { MatchChangesWithConfirmation, shouldConfirmMatchChanges } from './match-preview.tsx'
import { formatTeamNameOrNumber } from './match-texts.ts'

type Props = {
  team: { teamNo: number; name: string; isWithdrawn: boolean }
  /** What the withdrawal, or taking it back, does. */
  text: string
  /** What it changes in the matches of a draw. */
  changes?: { matches: AdminMatches; preview: MatchPreview } | undefined
  /** Saves with the reason, which is empty when a withdrawal is taken back. Throws an `ApiError`. */
  save: (reason: string) => Promise<void>
  onClose: () => void
}

/** Withdraws a team from an event with a reason, or takes it back; shows first what that changes. */
export function WithdrawalDialog({ team, text, changes, save, onClose }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [isAccepted, setIsAccepted] = useState(false)
  const { submitting, failure, submit } = useSubmitWithErrorFocus()
  const name = isolateTextDirection(formatTeamNameOrNumber(t, team))
  const isWithdrawn = !team.isWithdrawn
  return (
    <AdminDialog
      onClose={onClose}
      title={t(
        isWithdrawn ? 'adminMatches.withdrawal.withdrawTitle' : 'adminMatches.withdrawal.takeBackTitle',
        { team: name },
      )}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(async () => {
            await save(reason)
            onClose()
          })
        }}
      >
        <Stack>
          <Text>{text}</Text>
          <ErrorAlert message={failure?.fields.reason ? undefined : failure?.message} />
          {isWithdrawn ? (
            <Textarea
              label={t('adminMatches.withdrawal.reason')}
              description={t('adminMatches.withdrawal.reasonHint')}
              required
              autosize
              minRows={2}
              dir="auto"
              maxLength={matchDrawLimits.reason}
              value={reason}
              error={failure?.fields.reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          ) : null}
          {changes ? (
            <MatchChangesWithConfirmation {...changes} isAccepted={isAccepted} onAccept={setIsAccepted} />
          ) : null}
          <AdminDialogActions onCancel={onClose}>
            <Button
              type="submit"
              {...(isWithdrawn ? { color: 'red.9' } : {})}
              loading={submitting}
              disabled={changes !== undefined && shouldConfirmMatchChanges(changes.preview) && !isAccepted}
            >
              {t(isWithdrawn ? 'adminMatches.withdrawal.withdraw' : 'adminMatches.withdrawal.takeBack')}
            </Button>
          </AdminDialogActions>
        </Stack>
      </form>
    </AdminDialog>
  )
}
