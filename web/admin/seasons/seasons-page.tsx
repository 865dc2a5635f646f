import { Button, Stack } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import type { SeasonMove, SeasonYearRecord } from '#contract/season-year.ts'
import { useListState } from '#web/admin/shared/use-list-state.ts'
import { loadTeamFieldChoices } from '#web/admin/teams/team-field-choices.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/seasons-page.ts'
import { MoveTeamsDialog } from './move-teams-dialog.tsx'
import { SeasonList } from './season-list.tsx'
import { SeasonMoves } from './season-moves.tsx'

/** Loads the seasons, and the moves of teams between them. */
export const clientLoader = async () => {
  const { competitions, stages } = await loadTeamFieldChoices(false)
  return { competitions, stages }
}

export default function SeasonsPage({ loaderData: { competitions, stages } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [moving, setMoving] = useState(false)
  const [moves, setMoves] = useState<SeasonMove[]>()
  const list = useListState<SeasonYearRecord>({
    pageSizes: [10, 25, 100],
    load: async ({ page, perPage, search }, signal) => {
      const found = await adminApi.seasons.list({ page, perPage, search }, signal)
      return { rows: found.records, total: found.total }
    },
  })
  const loadMoves = useCallback(async () => setMoves(await adminApi.seasons.moves()), [])
  useEffect(() => {
    // the page works without the moves; a failure leaves them out
    loadMoves().catch(() => {})
  }, [loadMoves])
  const reload = () => {
    void list.reload()
    loadMoves().catch(() => {})
  }
  return (
    <Stack gap="xl">
      <title>{`${t('adminSeasons.title')} · ${t('name')}`}</title>
      <SeasonList
        list={list}
        tools={
          <Button variant="default" leftSection={<IconCalendarRepeat size={18} aria-hidden />} onClick={() => setMoving(true)}>
            {t('adminSeasons.move.open')}
          </Button>
        }
      />
      {moves ? <SeasonMoves moves={moves} onChanged={reload} /> : null}
      {moving ? <MoveTeamsDialog competitions={competitions} stages={stages} onClose={() => setMoving(false)} onMoved={reload} /> : null}
    </Stack>
  )
}
