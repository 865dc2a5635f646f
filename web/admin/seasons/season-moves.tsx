import { Button, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { SeasonMove } from '#contract/season-year.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { getErrorMessage } from '#web/admin/shared/error-message.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Shows a table of the newest moves of teams between seasons, with a button that undoes a move. */
export function SeasonMoves({ moves, onChanged }: { moves: readonly SeasonMove[]; onChanged: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [undoing, setUndoing] = useState<SeasonMove>()
  const [busy, setBusy] = useState(false)
  const undo = async (move: SeasonMove) => {
    setBusy(true)
    try {
      await adminApi.seasons.undoMove(move.id)
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
            { title: t('adminSeasons.moves.by'), render: ({ createdBy }) => <bdi>{createdBy || '–'}</bdi> },
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
        <ConfirmDialog
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
