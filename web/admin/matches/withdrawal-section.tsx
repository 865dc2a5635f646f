import { Button, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import type { AdminMatches, MatchPreview } from '#contract/match.schema.ts'
import { matchDrawLimits } from '#contract/match.ts'
import type { MatchRules } from '#contract/match-rules.schema.ts'
import { isolateTextDirection } from '#contract/rules/text.ts'
import { ErrorAlert, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { MatchChangesWithConfirmation, shouldConfirmMatchChanges } from './match-preview.tsx'
import { formatTeamNameOrNumber } from './match-texts.ts'

type Props = {
  eventId: string
  rules: MatchRules
  matches: AdminMatches
  canEdit: boolean
  onSaved: (matches: AdminMatches) => void
}
type DrawnTeam = AdminMatches['tournament']['sides'][number]['teams'][number]
type DialogProps = Omit<Props, 'canEdit'> & { team: DrawnTeam; preview: MatchPreview; onClose: () => void }

/** Withdraws a team with a reason, or takes it back; shows first what it changes. */
function WithdrawalDialog({ eventId, rules, matches, team, preview, onSaved, onClose }: DialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [isAccepted, setIsAccepted] = useState(false)
  const { submitting, failure, submit } = useSubmitWithErrorFocus()
  const name = isolateTextDirection(formatTeamNameOrNumber(t, team))
  const isWithdrawn = !team.isWithdrawn
  const save = () =>
    submit(async () => {
      const { msg, matches: saved } = await adminApi.matches.setWithdrawal(eventId, {
        teamId: team.id,
        isWithdrawn,
        reason,
      })
      toast.success(msg)
      onSaved(saved)
      onClose()
    })
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
          void save()
        }}
      >
        <Stack>
          <Text>
            {isWithdrawn
              ? t(`adminMatches.withdrawal.withdrawText.${rules.withdrawal}`)
              : t('adminMatches.withdrawal.takeBackText')}
          </Text>
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
          <MatchChangesWithConfirmation
            matches={matches}
            preview={preview}
            isAccepted={isAccepted}
            onAccept={setIsAccepted}
          />
          <AdminDialogActions onCancel={onClose}>
            <Button
              type="submit"
              {...(isWithdrawn ? { color: 'red.9' } : {})}
              loading={submitting}
              disabled={shouldConfirmMatchChanges(preview) && !isAccepted}
            >
              {t(isWithdrawn ? 'adminMatches.withdrawal.withdraw' : 'adminMatches.withdrawal.takeBack')}
            </Button>
          </AdminDialogActions>
        </Stack>
      </form>
    </AdminDialog>
  )
}

/** Lists the drawn teams, with buttons that withdraw a team or take it back. */
export function WithdrawalSection({ eventId, rules, matches, canEdit, onSaved }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<{ team: DrawnTeam; preview: MatchPreview }>()
  const { submit } = useSubmitWithErrorFocus()
  const teams = matches.tournament.sides
    .flatMap(({ teams: drawn }) => drawn)
    .toSorted((a, b) => a.teamNo - b.teamNo)
  const open = async (team: DrawnTeam) => {
    const failed = await submit(async () => {
      const preview = await adminApi.matches.previewWithdrawal(eventId, {
        teamId: team.id,
        isWithdrawn: !team.isWithdrawn,
        reason: '',
      })
      setOpened({ team, preview })
    })
    if (failed) toast.error(failed.message)
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="drawn-teams">
      <Stack>
        <Title order={3} size="h4" id="drawn-teams">
          {t('adminMatches.withdrawal.title')}
        </Title>
        <StackedTable
          label={t('adminMatches.withdrawal.label')}
          minWidth={480}
          columns={[
            {
              title: t('adminMatches.withdrawal.team'),
              render: (team) => (
                <>
                  {team.teamNo} · <Bdi>{formatTeamNameOrNumber(t, team)}</Bdi>
                </>
              ),
            },
            {
              title: t('adminMatches.withdrawal.status'),
              render: ({ isWithdrawn }) =>
                t(isWithdrawn ? 'adminMatches.withdrawn' : 'adminMatches.withdrawal.playing'),
            },
            {
              title: t('adminMatches.table.actions'),
              isActions: true,
              render: (team) =>
                canEdit && team.id ? (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t(
                      team.isWithdrawn
                        ? 'adminMatches.withdrawal.takeBackTeam'
                        : 'adminMatches.withdrawal.withdrawTeam',
                      {
                        team: isolateTextDirection(formatTeamNameOrNumber(t, team)),
                      },
                    )}
                    onClick={() => void open(team)}
                  >
                    {t(
                      team.isWithdrawn
                        ? 'adminMatches.withdrawal.takeBack'
                        : 'adminMatches.withdrawal.withdraw',
                    )}
                  </Button>
                ) : null,
            },
          ]}
          rows={teams}
          getKey={({ teamNo }) => teamNo}
        />
      </Stack>
      {opened ? (
        <WithdrawalDialog
          {...{ eventId, rules, matches, onSaved }}
          team={opened.team}
          preview={opened.preview}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </Paper>
  )
}
