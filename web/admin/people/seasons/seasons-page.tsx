import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { SeasonMove, SeasonYearRecord } from '#contract/people/seasons/season-year.schema.ts'
import { loadTeamFieldChoices } from '#web/admin/people/teams/team-field-choices.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { InstantSaveSwitchCell } from '#web/admin/shared/table-cells.tsx'
import { type ListState, useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconCalendarRepeat } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/seasons-page.ts'
import { MoveTeamsBetweenSeasonsDialog } from './move-teams-dialog.tsx'

/** Shows a table of the newest moves of teams between seasons, with a button that undoes a move. */
function SeasonMoves({ moves, onChanged }: { moves: readonly SeasonMove[]; onChanged: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [undoing, setUndoing] = useState<SeasonMove>()
  const [busy, setBusy] = useState(false)
  const undo = async (move: SeasonMove) => {
    setBusy(true)
    try {
      await callApi('POST /api/admin/season-moves/undo', { json: { id: move.id } })
      toast.success(t('adminSeasons.moves.undoDone'))
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setBusy(false)
    setUndoing(undefined)
    onChanged()
  }
  const title = t('adminSeasons.moves.title')
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      {moves.length === 0 ? (
        <Text c="dimmed">{t('adminSeasons.moves.none')}</Text>
      ) : (
        <StackedTable
          label={title}
          minWidth={620}
          rows={moves}
          getKey={({ id }) => id}
          columns={[
            { title: t('adminSeasons.moves.at'), render: ({ createdAt }) => formatDateTime(createdAt) },
            { title: t('adminSeasons.moves.by'), render: ({ createdBy }) => <Bdi>{createdBy || '–'}</Bdi> },
            {
              title: t('adminSeasons.moves.fromTo'),
              render: ({ from, to }) => (
                <>
                  <bdi>{from.year}</bdi> {lang === 'ar' ? '←' : '→'} <bdi>{to.year}</bdi>
                </>
              ),
            },
            { title: t('adminSeasons.moves.teams'), render: ({ count }) => formatNumber(count, lang) },
            {
              title: t('admin.list.actions'),
              render: (move) =>
                move.canUndo ? (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${t('adminSeasons.moves.undo')}: ${move.from.year}, ${move.to.year}`}
                    onClick={() => setUndoing(move)}
                  >
                    {t('adminSeasons.moves.undo')}
                  </Button>
                ) : (
                  t(move.undoneAt ? 'adminSeasons.moves.undone' : 'adminSeasons.moves.changed')
                ),
            },
          ]}
        />
      )}
      {undoing ? (
        <AdminConfirmDialog
          title={t('adminSeasons.moves.undoTitle')}
          text={t('adminSeasons.moves.undoText', { year: undoing.from.year })}
          action={t('adminSeasons.moves.undo')}
          busy={busy}
          onClose={() => setUndoing(undefined)}
          onConfirm={() => void undo(undoing)}
        />
      ) : null}
    </Paper>
  )
}

const getEditPath = ({ id }: SeasonYearRecord) => `/admin/seasons/${id}/edit`

/** Shows the list of seasons. The switch of a season makes it the active one. */
function SeasonList({ list, tools }: { list: ListState<SeasonYearRecord>; tools: ReactNode }) {
  const { t } = useTranslation()
  const lang = useLang()
  const activate = async (id: string, active: boolean) => {
    await adminApi.seasons.toggle(id, active)
    // the former active season is not active any more
    list.updateRows((rows) => rows.map((row) => ({ ...row, active: row.id === id })))
    void list.reload()
  }
  const [question, setQuestion] = useState<{
    year: number
    liveEventCount: number
    answer: (isConfirmed: boolean) => void
  }>()
  /** Asks before a season is activated while events are live. */
  const confirmActivation = async ({ year }: SeasonYearRecord, active: boolean): Promise<boolean> => {
    if (!active) return true
    const { records } = await adminApi.seasons.list({ perPage: 100 })
    const liveEventCount = records.reduce((sum, season) => sum + season.liveEventCount, 0)
    if (liveEventCount === 0) return true
    return new Promise((answer) => setQuestion({ year, liveEventCount, answer }))
  }
  const answer = (isConfirmed: boolean) => {
    question?.answer(isConfirmed)
    setQuestion(undefined)
  }
  const columns: Column<SeasonYearRecord>[] = [
    {
      key: 'year',
      title: t('adminSeasons.year'),
      text: ({ year }) => year,
      render: (row) => (
        <Anchor component={Link} to={getEditPath(row)} fw={600}>
          <bdi dir="ltr">{row.year}</bdi>
        </Anchor>
      ),
    },
    {
      key: 'name',
      title: t('adminSeasons.name'),
      text: ({ name }) => name[lang],
      render: ({ name }) => <Bdi>{name[lang]}</Bdi>,
    },
    {
      key: 'teams',
      title: t('adminSeasons.teams'),
      number: true,
      text: ({ teamCount }) => teamCount,
      render: ({ teamCount }) => formatNumber(teamCount, lang),
    },
    {
      key: 'active',
      title: t('adminSeasons.active'),
      text: ({ active }) => active,
      render: (row) => (
        <InstantSaveSwitchCell
          label={`${t('adminSeasons.active')}: ${row.year}`}
          value={row.active}
          confirm={(value) => confirmActivation(row, value)}
          onChange={(value) => activate(row.id, value)}
        />
      ),
    },
  ]
  return (
    <>
      <RecordListWithToolbarAndActions
        name="seasons"
        entity="season-year"
        list={list}
        columns={columns}
        getName={({ name }) => name[lang]}
        addPath="/admin/seasons/new"
        getEditPath={getEditPath}
        remove={adminApi.seasons.remove}
        restore={adminApi.seasons.restore}
        deletedRecords={adminApi.seasons.deleted}
        tools={tools}
      />
      {question ? (
        <AdminConfirmDialog
          title={t('adminSeasons.activate.question', { year: question.year })}
          text={t('adminSeasons.activate.text', {
            count: question.liveEventCount,
            formatted: formatNumber(question.liveEventCount, lang),
            year: question.year,
          })}
          action={t('adminSeasons.activate.run')}
          color="oasis"
          onClose={() => answer(false)}
          onConfirm={() => answer(true)}
        />
      ) : null}
    </>
  )
}

/** Loads the competitions and stages by which teams are moved; the page loads seasons and moves itself. */
export const clientLoader = async () => {
  const { competitions, stages } = await loadTeamFieldChoices()
  return { competitions, stages }
}

export default function SeasonsAndTeamMovesPage({
  loaderData: { competitions, stages },
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const [moving, setMoving] = useState(false)
  const [moves, setMoves] = useState<SeasonMove[]>()
  const list = useLoadedListWithUrlQuery<SeasonYearRecord>({
    pageSizes: [10, 25, 100],
    load: async ({ page, perPage, search }, signal) => {
      const found = await adminApi.seasons.list({ page, perPage, search }, signal)
      return { rows: found.records, total: found.total }
    },
  })
  const loadMoves = useCallback(async () => {
    const newest = await callApi('GET /api/admin/season-moves', { query: { per_page: 25 } })
    setMoves(newest.moves)
  }, [])
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
      <title>{`${t('adminEntities.season-year.many')} · ${t('name')}`}</title>
      <SeasonList
        list={list}
        tools={
          <Button
            variant="default"
            leftSection={<IconCalendarRepeat size={18} aria-hidden />}
            onClick={() => setMoving(true)}
          >
            {t('adminSeasons.move.open')}
          </Button>
        }
      />
      {moves ? <SeasonMoves moves={moves} onChanged={reload} /> : null}
      {moving ? (
        <MoveTeamsBetweenSeasonsDialog
          competitions={competitions}
          stages={stages}
          onClose={() => setMoving(false)}
          onMoved={reload}
        />
      ) : null}
    </Stack>
  )
}
