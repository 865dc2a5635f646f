import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AdminMatches, MatchPreview } from '#contract/event/matches/match.schema.ts'
import { matchDrawLimits } from '#contract/event/matches/match.ts'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { getTeamNameOrNumber } from '#web/shared/event/matches/tournament-model.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { MatchChangesWithConfirmation, shouldConfirmMatchChanges } from './match-preview.tsx'

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
export function WithdrawOrReinstateTeamDialog({ team, text, changes, save, onClose }: Props) {
  const { t } = useTranslation()
  const [isAccepted, setIsAccepted] = useState(false)
  const form = useForm({
    initialValues: { reason: '' },
    send: ({ reason }) => save(reason),
    onSaved: onClose,
    describeFailure: ({ fields, message }) => (fields.reason ? undefined : message),
  })
  const name = getTeamNameOrNumber(team)
  const isWithdrawn = !team.isWithdrawn
  return (
    <FormDialog
      form={form}
      title={t(
        isWithdrawn ? 'adminMatches.withdrawal.withdrawTitle' : 'adminMatches.withdrawal.takeBackTitle',
        { team: name },
      )}
      intro={<Text>{text}</Text>}
      action={t(isWithdrawn ? 'adminMatches.withdrawal.withdraw' : 'adminMatches.withdrawal.takeBack')}
      color={isWithdrawn ? 'red.9' : undefined}
      isBlocked={changes !== undefined && shouldConfirmMatchChanges(changes.preview) && !isAccepted}
      onClose={onClose}
    >
      {isWithdrawn ? (
        <Textarea
          label={t('adminMatches.withdrawal.reason')}
          description={t('adminMatches.withdrawal.reasonHint')}
          required
          autosize
          minRows={2}
          dir="auto"
          maxLength={matchDrawLimits.reason}
          {...form.getInputProps('reason')}
        />
      ) : null}
      {changes ? (
        <MatchChangesWithConfirmation {...changes} isAccepted={isAccepted} onAccept={setIsAccepted} />
      ) : null}
    </FormDialog>
  )
}
