import { Button, Group, NumberInput, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { AdminAward, EventAwards } from '#contract/event/results/results.schema.ts'
import { awardLimits } from '#contract/event/results/results.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconPlus } from '#web/shared/ui/icons.ts'

type DialogProps = {
  eventId: string
  teams: EventAwards['teams']
  award: AdminAward | undefined
  onClose: () => void
  onSaved: () => void
}

/** Shows a dialog that gives a team an award, or changes `award`. */
function AwardDialog({ eventId, teams, award, onClose, onSaved }: DialogProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const form = useForm({
    initialValues: {
      name: award?.name ?? { en: '', ar: '' },
      teamId: award?.teamId ?? null,
      position: award?.position ?? ('' as number | string),
    },
    send: ({ name, teamId, position }) => {
      const json = { name, teamId: teamId ?? '', ...(position === '' ? {} : { position: Number(position) }) }
      return award
        ? callApi('PUT /api/admin/events/:eventId/results/awards/:awardId', {
            params: { eventId, awardId: award.id },
            json,
          })
        : callApi('POST /api/admin/events/:eventId/results/awards', { params: { eventId }, json })
    },
    onSaved,
  })
  return (
    <FormDialog
      form={form}
      title={t(award ? 'adminResults.awards.edit' : 'adminResults.awards.add')}
      size="lg"
      action={t('adminScores.save')}
      isBlocked={form.values.teamId === null}
      onClose={onClose}
    >
      <LocalizedField
        label={t('adminResults.awards.name')}
        required
        limit={awardLimits.name}
        {...form.getLocalizedProps('name')}
      />
      <Select
        label={t('adminResults.awards.team')}
        required
        searchable
        limit={50}
        nothingFoundMessage={t('adminResults.awards.noTeam')}
        data={teams.map((team) => ({
          value: team.id,
          label: joinTexts([team.teamNo, team.name], lang),
        }))}
        {...form.getInputProps('teamId')}
      />
      <NumberInput
        label={t('adminResults.awards.position')}
        description={t('adminResults.awards.positionHint')}
        min={0}
        max={9999}
        clampBehavior="strict"
        allowDecimal={false}
        {...form.getInputProps('position')}
      />
    </FormDialog>
  )
}

/** Shows the awards of an event, with dialogs to add, change and delete them. */
export function EventAwardsEditor({
  eventId,
  loaded: { awards, teams },
  onChange,
}: {
  eventId: string
  loaded: EventAwards
  onChange: (loaded: EventAwards) => void
}) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const [dialog, setDialog] = useState<
    { kind: 'save'; award?: AdminAward } | { kind: 'remove'; award: AdminAward }
  >()
  const { saving, save } = useSubmitWithToasts()
  const finish = async () => {
    setDialog(undefined)
    onChange(await callApi('GET /api/admin/events/:eventId/results/awards', { params: { eventId } }))
  }
  const remove = (award: AdminAward) =>
    save(
      () =>
        callApi('DELETE /api/admin/events/:eventId/results/awards/:awardId', {
          params: { eventId, awardId: award.id },
        }),
      finish,
    )
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="event-awards">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Stack gap={4} style={{ flex: '1 1 320px' }}>
            <Title order={3} size="h4" id="event-awards">
              {t('adminResults.awards.title')}
            </Title>
            <Text size="sm">{t('adminResults.awards.intro')}</Text>
          </Stack>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} />}
            onClick={() => setDialog({ kind: 'save' })}
          >
            {t('adminResults.awards.add')}
          </Button>
        </Group>
        {awards.length === 0 ? (
          <Text c="dimmed">{t('adminResults.awards.none')}</Text>
        ) : (
          <StackedTable
            label={t('adminResults.awards.title')}
            minWidth={640}
            rows={awards}
            getKey={({ id }) => id}
            columns={[
              { title: t('adminResults.awards.name'), render: ({ name }) => <Bdi>{name[lang]}</Bdi> },
              {
                title: t('adminResults.awards.team'),
                render: ({ team }) => <Bdi>{joinTexts([team.teamNo, team.name], lang)}</Bdi>,
              },
              { title: t('adminResults.awards.school'), render: ({ team }) => <Bdi>{team.schoolName}</Bdi> },
              {
                title: t('admin.list.actions'),
                isActions: true,
                render: (award) => (
                  <Group gap="xs" wrap="nowrap">
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={tAttribute('adminResults.awards.editOf', {
                        name: award.name[lang],
                      })}
                      onClick={() => setDialog({ kind: 'save', award })}
                    >
                      {t('admin.list.edit')}
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      c="var(--mantine-color-error)"
                      aria-label={tAttribute('adminResults.awards.removeOf', {
                        name: award.name[lang],
                      })}
                      onClick={() => setDialog({ kind: 'remove', award })}
                    >
                      {t('admin.list.remove')}
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
        )}
      </Stack>
      {dialog?.kind === 'save' ? (
        <AwardDialog
          eventId={eventId}
          teams={teams}
          award={dialog.award}
          onClose={() => setDialog(undefined)}
          onSaved={() => void finish()}
        />
      ) : null}
      {dialog?.kind === 'remove' ? (
        <AdminConfirmDialog
          title={t('adminResults.awards.removeQuestion')}
          text={t('adminResults.awards.removeText', { name: dialog.award.name[lang] })}
          action={t('admin.list.remove')}
          busy={saving}
          onClose={() => setDialog(undefined)}
          onConfirm={() => void remove(dialog.award)}
        />
      ) : null}
    </Paper>
  )
}
