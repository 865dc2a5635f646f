import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Advancement } from '#contract/event/results/advancement.schema.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { formatTeamStage } from '#web/shared/people/teams/format-team-stage.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type Props = { eventId: string; advancements: readonly Advancement[]; onUndone: () => void }

/** Shows which teams advanced from an event and where to, each step with a button that undoes it. */
export function AdvancementListWithUndo({ eventId, advancements, onUndone }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [undoingId, setUndoingId] = useState<string>()
  const { saving, save } = useSubmitWithToasts()
  const undo = (id: string) =>
    save(
      () =>
        callApi('POST /api/admin/events/:eventId/results/advancements/:advancementId/undo', {
          params: { eventId, advancementId: id },
        }),
      () => {
        setUndoingId(undefined)
        onUndone()
      },
    )
  return (
    <Stack gap="xs" mt="md">
      {advancements.map(({ id, count, stage, targetEvent, createdAt, undoneAt }) => {
        const stageName = formatTeamStage(t, stage)
        const teams = t('adminPublishing.advancedTeams', { count, formatted: formatNumber(count, lang) })
        const target = targetEvent ? getEventTitleWithFallback(targetEvent.title, lang) : stageName
        return (
          <Group key={id} justify="space-between">
            <div style={{ flex: '1 1 240px' }}>
              <Text fw={600}>
                {targetEvent ? (
                  <Anchor inherit component={Link} to={`/admin/events/${targetEvent.id}/teams`}>
                    {teams}
                  </Anchor>
                ) : (
                  teams
                )}{' '}
                {lang === 'ar' ? '←' : '→'}{' '}
                {targetEvent ? (
                  <Anchor inherit component={Link} to={`/admin/events/${targetEvent.id}`}>
                    <Bdi>{target}</Bdi>
                  </Anchor>
                ) : (
                  <Bdi>{target}</Bdi>
                )}
              </Text>
              <Text size="sm" c="dimmed">
                {t('adminPublishing.advancedOn', {
                  stage: stageName,
                  time: formatDateTime(createdAt),
                })}
              </Text>
            </div>
            {undoneAt ? (
              <Text size="sm">{t('adminPublishing.undone')}</Text>
            ) : (
              <Button
                size="xs"
                variant="default"
                aria-label={`${t('adminPublishing.undo')}: ${teams}, ${target}`}
                onClick={() => setUndoingId(id)}
              >
                {t('adminPublishing.undo')}
              </Button>
            )}
          </Group>
        )
      })}
      {undoingId ? (
        <AdminConfirmDialog
          title={t('adminPublishing.undoQuestion')}
          text={t('adminPublishing.undoText')}
          action={t('adminPublishing.undo')}
          busy={saving}
          onClose={() => setUndoingId(undefined)}
          onConfirm={() => void undo(undoingId)}
        />
      ) : null}
    </Stack>
  )
}
