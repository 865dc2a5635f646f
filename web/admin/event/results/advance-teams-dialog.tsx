import { Alert, Autocomplete, Button, Checkbox, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdvancedTeam, AdvancePreview } from '#contract/event/results/advancement.schema.ts'
import { advanceLimits } from '#contract/event/results/results.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { useForm } from '#web/admin/shared/form-dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import {
  formatTeamStage,
  listTeamStageNames,
  parseTeamStageOrKeepText,
} from '#web/shared/people/teams/format-team-stage.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'

/** Shows a table of the teams that would advance. */
function AdvancedTeamTable({ teams }: { teams: readonly AdvancedTeam[] }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  return (
    <StackedTable
      label={t('adminPublishing.preview')}
      minWidth={420}
      maxHeight={320}
      rows={teams}
      getKey={({ id }) => id}
      columns={[
        {
          title: t('adminPublishing.team'),
          render: ({ name, teamNo }) => (
            <b>
              {teamNo} · <Bdi>{name}</Bdi>
            </b>
          ),
        },
        {
          title: t('adminPublishing.rank'),
          render: ({ rank, isTiedAtLimit }) =>
            [formatNumber(rank, lang), ...(isTiedAtLimit ? [t('adminPublishing.tied')] : [])].join(' · '),
        },
        { title: t('adminPublishing.region'), render: ({ region }) => region?.[lang] ?? '–' },
        {
          title: t('adminPublishing.stageNow'),
          render: ({ stage }) => <Bdi>{formatTeamStage(t, stage) || '–'}</Bdi>,
        },
      ]}
    />
  )
}

type Props = { eventId: string; onClose: () => void; onAdvanced: () => void }

/**
 * Shows a dialog that advances the first teams of an event to another stage and event, after a preview.
 */
export function AdvanceTeamsToStageAndEventDialog({ eventId, onClose, onAdvanced }: Props) {
  const { t, i18n } = useTranslation()
  const [previewed, setPreviewed] = useState<AdvancePreview>()
  const events = useLoadedValueWithErrorToast(() => adminApi.events.list({ perPage: 100 }), eventId)
  const teams = previewed?.teams
  const form = useForm({
    initialValues: { lastRank: 3, perRegion: false, stage: '', targetEventId: null as string | null },
    onChange: () => setPreviewed(undefined),
    send: async ({ stage, ...others }, action?: 'preview' | 'advance') => {
      const selection = { ...others, stage: parseTeamStageOrKeepText(stage) }
      const params = { eventId }
      if (action === 'advance')
        return callApi('POST /api/admin/events/:eventId/results/advancements', {
          params,
          json: { ...selection, count: teams?.length ?? 0 },
        })
      setPreviewed(
        await callApi('POST /api/admin/events/:eventId/results/advancements/preview', {
          params,
          json: selection,
        }),
      )
      return undefined
    },
    onSaved: (advanced) => advanced && onAdvanced(),
    showsFailureAsToast: true,
  })
  const { values, submitting } = form
  return (
    <AdminDialog onClose={onClose} title={t('adminPublishing.advance')} size="lg">
      <Stack>
        <Text size="sm">{t('adminPublishing.advanceText')}</Text>
        <Group align="flex-end">
          <NumberInput
            label={t('adminPublishing.lastRank')}
            w={120}
            min={1}
            max={advanceLimits.lastRank}
            allowDecimal={false}
            {...form.getInputProps('lastRank')}
            onChange={(value) => form.set({ lastRank: Number(value) || 1 })}
          />
          <Autocomplete
            label={t('adminPublishing.stage')}
            required
            dir="auto"
            data={listTeamStageNames(t)}
            maxLength={60}
            style={{ flex: '1 1 180px' }}
            {...form.getInputProps('stage')}
          />
        </Group>
        <Checkbox label={t('adminPublishing.perRegion')} {...form.getCheckboxProps('perRegion')} />
        <Select
          label={t('adminPublishing.targetEvent')}
          placeholder={t('adminPublishing.noEvent')}
          clearable
          searchable
          data={(events?.events ?? [])
            .filter(({ id }) => id !== eventId)
            .map(({ id, title }) => ({ value: id, label: getEventTitleWithFallback(title, i18n.language) }))}
          {...form.getInputProps('targetEventId')}
        />
        {teams ? (
          <>
            <Text role="status">
              {teams.length === 0
                ? t('adminPublishing.noTeams')
                : t('adminPublishing.teams', { count: teams.length, formatted: teams.length })}
            </Text>
            {teams.some(({ isTiedAtLimit }) => isTiedAtLimit) ? (
              <Alert color="yellow">{t('adminPublishing.tiedText')}</Alert>
            ) : null}
            {previewed?.targetEvent?.hasEnded ? (
              <Alert color="yellow">{t('adminPublishing.targetEnded')}</Alert>
            ) : null}
            {previewed?.targetEvent?.isJudgingClosed ? (
              <Alert color="yellow">{t('adminPublishing.targetJudgingClosed')}</Alert>
            ) : null}
            {previewed?.targetEvent && previewed.targetEvent.guestCount > 0 ? (
              <Alert color="yellow">
                {t('adminPublishing.targetGuests', { number: previewed.targetEvent.guestCount })}
              </Alert>
            ) : null}
            {teams.length > 0 ? <AdvancedTeamTable teams={teams} /> : null}
          </>
        ) : null}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={submitting}
            disabled={values.stage.trim() === ''}
            onClick={() => void form.submit('preview')}
          >
            {t('adminPublishing.preview')}
          </Button>
          <Button
            loading={submitting}
            disabled={!teams || teams.length === 0}
            onClick={() => void form.submit('advance')}
          >
            {t('adminPublishing.advanceAction')}
          </Button>
        </Group>
      </Stack>
    </AdminDialog>
  )
}
