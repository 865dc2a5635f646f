import { Button, Paper, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import type { AdminMatches, MatchPreview } from '#contract/event/matches/match.schema.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { getTeamNameOrNumber } from '#web/shared/event/matches/tournament-model.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { WithdrawOrReinstateTeamDialog } from './withdrawal-dialog.tsx'

type Props = {
  eventId: string
  rules: MatchRules
  matches: AdminMatches
  onSaved: (matches: AdminMatches) => void
}
type DrawnTeam = AdminMatches['tournament']['sides'][number]['teams'][number]

/** Lists the drawn teams, with buttons that withdraw a team or take it back. */
export function WithdrawOrReinstateDrawnTeamsSection({ eventId, rules, matches, onSaved }: Props) {
  const { t, tAttribute } = useTranslation()
  const [opened, setOpened] = useState<{ team: DrawnTeam; preview: MatchPreview }>()
  const { save } = useSubmitWithToasts()
  const teams = matches.tournament.sides
    .flatMap(({ teams: drawn }) => drawn)
    .toSorted((a, b) => a.teamNo - b.teamNo)
  const open = (team: DrawnTeam) =>
    save(async () => {
      const { preview } = await callApi('POST /api/admin/events/:eventId/matches/withdrawals/preview', {
        params: { eventId },
        json: { teamId: team.id, isWithdrawn: !team.isWithdrawn, reason: '' },
      })
      setOpened({ team, preview })
      return undefined
    })
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
                  {team.teamNo} · <Bdi>{getTeamNameOrNumber(team)}</Bdi>
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
                team.id ? (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={tAttribute(
                      team.isWithdrawn
                        ? 'adminMatches.withdrawal.takeBackTeam'
                        : 'adminMatches.withdrawal.withdrawTeam',
                      {
                        team: getTeamNameOrNumber(team),
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
        <WithdrawOrReinstateTeamDialog
          team={opened.team}
          text={
            opened.team.isWithdrawn
              ? t('adminMatches.withdrawal.takeBackText')
              : t(`adminMatches.withdrawal.withdrawText.${rules.withdrawal}`)
          }
          changes={{ matches, preview: opened.preview }}
          save={async (reason) => {
            const { msg, matches: saved } = await callApi(
              'PUT /api/admin/events/:eventId/matches/withdrawals',
              {
                params: { eventId },
                json: { teamId: opened.team.id, isWithdrawn: !opened.team.isWithdrawn, reason },
              },
            )
            toast.success(msg)
            onSaved(saved)
          }}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </Paper>
  )
}
