import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { RemovedScore } from '#contract/event/scores/score.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import {
  ConfirmScoreRemovalOrRestoreDialog,
  canScoreChangeAffectMatches,
} from '#web/admin/event/matches/score-change.tsx'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog, AdminDialog } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type Props = {
  eventId: string
  /** The rules of the event, null for points and time only. */
  ruleSet: RuleSet | null
  /** False while the results are final. Scores cannot be restored then. */
  canChangeScores: boolean
  onClose: () => void
  onSaved: () => void
}

/**
 * Shows a dialog with the scores removed in the last 30 days. Each can be restored or deleted permanently.
 */
export function RestoreOrPurgeScoresDialog({ eventId, ruleSet, canChangeScores, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const loaded = useLoadedValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/scores/removed', { params: { eventId } }),
    eventId,
  )
  const removed = loaded?.removed
  const { saving, save } = useSubmitWithToasts()
  const [toRestore, setToRestore] = useState<RemovedScore>()
  const [toPurge, setToPurge] = useState<RemovedScore>()
  const canPurge = useHasPermission('administration')
  const restore = ({ id }: RemovedScore) =>
    void save(
      () => callApi('POST /api/admin/events/:eventId/scores/restore', { params: { eventId }, json: { id } }),
      onSaved,
    )

  return (
    <AdminDialog onClose={onClose} title={t('adminScores.removed')} size="xl">
      {removed === undefined ? <Text>{t('loading')}</Text> : null}
      {removed?.length === 0 ? <Text>{t('adminScores.nothingRemoved')}</Text> : null}
      {removed && removed.length > 0 ? (
        <StackedTable
          label={t('adminScores.removed')}
          minWidth={560}
          rows={removed}
          getKey={({ id }) => id}
          columns={[
            {
              title: t('scores.playerAndTeam'),
              render: (removed) => <Bdi>{getEntryDisplayNames(removed).both}</Bdi>,
            },
            { title: t('scores.attempts'), render: ({ attemptCount }) => formatNumber(attemptCount, lang) },
            { title: t('scores.when'), render: ({ removedAt }) => formatDateTime(removedAt) },
            { title: t('adminScores.removedBy'), render: ({ removedBy }) => <Bdi>{removedBy}</Bdi> },
            {
              title: t('admin.list.restorableUntil'),
              render: ({ restorableUntil }) => formatDateTime(restorableUntil),
            },
            {
              title: t('adminScores.actions'),
              isActions: true,
              render: (each) => (
                <Group gap="xs" wrap="nowrap">
                  {canChangeScores ? (
                    <Button
                      size="xs"
                      variant="light"
                      disabled={saving}
                      onClick={() =>
                        canScoreChangeAffectMatches(ruleSet) ? setToRestore(each) : restore(each)
                      }
                    >
                      {t('adminScores.restore')}
                    </Button>
                  ) : null}
                  {canPurge ? (
                    <Button
                      size="xs"
                      variant="subtle"
                      c="var(--mantine-color-error)"
                      disabled={saving}
                      onClick={() => setToPurge(each)}
                    >
                      {t('admin.list.purge')}
                    </Button>
                  ) : null}
                </Group>
              ),
            },
          ]}
        />
      ) : null}
      {toRestore ? (
        <ConfirmScoreRemovalOrRestoreDialog
          eventId={eventId}
          change={{ restoredId: toRestore.id }}
          title={t('adminScores.restoreTitle')}
          text={t('adminScores.restoreText', {
            name: getEntryDisplayNames(toRestore).both,
          })}
          action={t('adminScores.restore')}
          color="oasis"
          busy={saving}
          onClose={() => setToRestore(undefined)}
          onConfirm={() => restore(toRestore)}
        />
      ) : null}
      {toPurge ? (
        <AdminConfirmDialog
          title={t('admin.list.purgeQuestion', {
            name: getEntryDisplayNames(toPurge).both,
          })}
          text={t('admin.list.purgeText')}
          action={t('admin.list.purge')}
          busy={saving}
          onClose={() => setToPurge(undefined)}
          onConfirm={() =>
            void save(
              () =>
                callApi('DELETE /api/admin/events/:eventId/scores/removed', {
                  params: { eventId },
                  query: { id: toPurge.id },
                }),
              onSaved,
            )
          }
        />
      ) : null}
    </AdminDialog>
  )
}
