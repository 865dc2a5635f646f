import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AdminMatches, MatchPreview } from '#contract/event/matches/match.schema.ts'
import type { EventTeam } from '#contract/event/schedule/schedule.schema.ts'
import { WithdrawOrReinstateTeamDialog } from '#web/admin/event/matches/withdrawal-dialog.tsx'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { ApiError } from '#web/shared/api/call.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type Props = {
  eventId: string
  areMatchesDrawn: boolean
  team: EventTeam
  onChanged: () => Promise<void>
}
type MatchChanges = { matches: AdminMatches; preview: MatchPreview }

/** Reads what a withdrawal changes in the matches of a draw; undefined for an undrawn team. */
const readMatchChanges = async (eventId: string, team: EventTeam): Promise<MatchChanges | undefined> => {
  const isWithdrawn = team.withdrawal === undefined
  const changed = await callApi('POST /api/admin/events/:eventId/matches/withdrawals/preview', {
    params: { eventId },
    json: { teamId: team.id, isWithdrawn, reason: '' },
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 400) return undefined
    throw error
  })
  if (!changed) return undefined
  const { matches } = await callApi('GET /api/admin/events/:eventId/matches', {
    params: { eventId },
  })
  return { matches, preview: changed.preview }
}

/** Shows the button that withdraws a team from the event, or takes it back, with its dialog. */
export function WithdrawOrReinstateTeamButton({ eventId, areMatchesDrawn, team, onChanged }: Props) {
  const { t, tAttribute } = useTranslation()
  const [opened, setOpened] = useState<{ changes: MatchChanges | undefined }>()
  const isWithdrawn = team.withdrawal !== undefined
  const open = async () => {
    try {
      setOpened({ changes: areMatchesDrawn ? await readMatchChanges(eventId, team) : undefined })
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
  }
  const save = async (reason: string) => {
    const { msg, slotCount, lostSlotCount } = await callApi(
      'PUT /api/admin/events/:eventId/teams/:teamId/withdrawal',
      {
        params: { eventId, teamId: team.id },
        json: { isWithdrawn: !isWithdrawn, reason },
      },
    )
    const slots = t(isWithdrawn ? 'adminJudging.checkIn.slotsBack' : 'adminJudging.checkIn.slotsLeft', {
      count: slotCount,
    })
    toast.success(slotCount > 0 ? slots : msg)
    if (lostSlotCount > 0) toast.error(t('adminJudging.checkIn.slotsLost', { count: lostSlotCount }))
    await onChanged()
  }
  return (
    <>
      <Button
        flex="none"
        variant="default"
        aria-label={tAttribute(
          isWithdrawn ? 'adminMatches.withdrawal.takeBackTeam' : 'adminMatches.withdrawal.withdrawTeam',
          { team: team.name },
        )}
        onClick={() => void open()}
      >
        {t(isWithdrawn ? 'adminMatches.withdrawal.takeBack' : 'adminMatches.withdrawal.withdraw')}
      </Button>
      {opened ? (
        <WithdrawOrReinstateTeamDialog
          team={{ ...team, isWithdrawn }}
          text={t(isWithdrawn ? 'adminJudging.checkIn.takeBackText' : 'adminJudging.checkIn.withdrawText')}
          changes={opened.changes}
          save={save}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  )
}
