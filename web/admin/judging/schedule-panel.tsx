import { ActionIcon, Badge, Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { toLocalDateTime } from '#contract/rules/time-zone.ts'
import type { AdminScheduleSlot, Schedule, ScheduleImport } from '#contract/schedule.ts'
import { AdminConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { buildScheduleImportExample } from '#web/admin/shared/import-examples.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatTimeZone } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { SlotDialog } from './slot-dialog.tsx'

type Props = { schedule: Schedule; onChanged: () => Promise<void> }

type OpenDialog = { kind: 'add' | 'import' | 'clear' | 'close' } | { kind: 'edit' | 'remove'; slot: AdminScheduleSlot }

/** Shows the schedule of an event, with dialogs to add, change, import and remove slots, and the switch that closes the judging. */
export function SchedulePanel({ schedule: { event, teams, slots, isPublished, isJudgingClosed }, onChanged }: Props) {
  const { t } = useTranslation()
  const { formatDate, formatDateTime } = useDateFormat()
  const { timeZone } = useRootData()
  const lang = useLang()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { submitting, submit } = useAdminSubmit()
  const close = () => setDialog(undefined)
  const finish = () => {
    close()
    void onChanged()
  }
  const run = async (send: () => Promise<{ msg: string }>) => {
    const failure = await submit(async () => {
      toast.success((await send()).msg)
      finish()
    })
    if (failure) toast.error(failure.message)
  }
  const teamById = new Map(teams.map((team) => [team.id, team]))
  const getTeamName = ({ teamId }: AdminScheduleSlot) => `\u2068${teamById.get(teamId)?.name ?? ''}\u2069`
  const days = Map.groupBy(slots, ({ startsAt }) => toLocalDateTime(new Date(startsAt), timeZone).slice(0, 10))
  const csv = adminApi.schedule.createImport(event.id)
  return (
    <Stack>
      <Group justify="space-between">
        <Text maw={640}>
          {t('adminJudging.schedule.intro', { zone: `\u2068${formatTimeZone(timeZone, lang, slots[0]?.startsAt)}\u2069` })}
        </Text>
        <Group>
          <Button
            variant="default"
            onClick={() =>
              isJudgingClosed ? void run(() => adminApi.schedule.closeJudging(event.id, false)) : setDialog({ kind: 'close' })
            }
          >
            {t(isJudgingClosed ? 'adminJudging.schedule.reopen' : 'adminJudging.schedule.close')}
          </Button>
          <Button variant="default" leftSection={<IconUpload size={18} />} onClick={() => setDialog({ kind: 'import' })}>
            {t('adminJudging.schedule.import')}
          </Button>
          <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'add' })}>
            {t('adminJudging.schedule.add')}
          </Button>
        </Group>
      </Group>
      <Switch
        label={t('adminJudging.schedule.published')}
        description={t(isPublished ? 'adminJudging.schedule.publishedHint' : 'adminJudging.schedule.unpublishedHint')}
        checked={isPublished}
        disabled={submitting}
        onChange={({ currentTarget: { checked } }) => void run(() => adminApi.schedule.publish(event.id, checked))}
      />
      {slots.length === 0 ? (
        <Text ta="center" py="xl">
          {t('adminJudging.schedule.none')}
        </Text>
      ) : (
        <>
          <Group justify="space-between">
            <Text size="sm">{t('adminJudging.schedule.count', { count: slots.length })}</Text>
            <Button size="xs" variant="light" color="red" onClick={() => setDialog({ kind: 'clear' })}>
              {t('adminJudging.schedule.clear')}
            </Button>
          </Group>
          {[...days].map(([day, slotsOfDay]) => (
            <section key={day}>
              <Title order={2} size="h5">
                {formatDate(slotsOfDay[0]?.startsAt ?? null)}
              </Title>
              <StackedTable
                label={`${t('adminJudging.tabs.schedule')}: ${formatDate(slotsOfDay[0]?.startsAt ?? null)}`}
                minWidth={560}
                rows={slotsOfDay}
                getKey={({ id }) => id}
                columns={[
                  {
                    title: t('adminJudging.schedule.columns.time'),
                    render: ({ startsAt }) => <bdi dir="ltr">{toLocalDateTime(new Date(startsAt), timeZone).slice(11, 16)}</bdi>,
                  },
                  { title: t('adminJudging.schedule.columns.minutes'), render: ({ durationMinutes }) => durationMinutes },
                  { title: t('adminJudging.schedule.columns.round'), render: ({ round }) => round },
                  { title: t('adminJudging.schedule.columns.table'), render: ({ table }) => <bdi>{table}</bdi> },
                  {
                    title: t('adminJudging.schedule.team'),
                    render: ({ teamId }) => {
                      const team = teamById.get(teamId)
                      return team ? (
                        <>
                          {team.teamNo} · <bdi>{team.name}</bdi>{' '}
                          {team.checkedInAt ? (
                            <Badge size="sm" variant="light" tt="none">
                              {t('adminJudging.checkIn.at')}
                            </Badge>
                          ) : null}
                        </>
                      ) : null
                    },
                  },
                  {
                    title: t('adminScores.actions'),
                    isActions: true,
                    render: (slot) => (
                      <Group gap={4} wrap="nowrap">
                        <ActionIcon
                          variant="subtle"
                          aria-label={t('adminJudging.schedule.editOf', { team: getTeamName(slot) })}
                          onClick={() => setDialog({ kind: 'edit', slot })}
                        >
                          <IconPencil size={18} />
                        </ActionIcon>
                        <ActionIcon
                          variant="subtle"
                          color="red"
                          aria-label={t('adminJudging.schedule.remove', { team: getTeamName(slot) })}
                          onClick={() => setDialog({ kind: 'remove', slot })}
                        >
                          <IconTrash size={18} />
                        </ActionIcon>
                      </Group>
                    ),
                  },
                ]}
              />
            </section>
          ))}
        </>
      )}
      {dialog?.kind === 'add' ? <SlotDialog eventId={event.id} teams={teams} onClose={close} onSaved={finish} /> : null}
      {dialog?.kind === 'edit' ? <SlotDialog eventId={event.id} teams={teams} slot={dialog.slot} onClose={close} onSaved={finish} /> : null}
      {dialog?.kind === 'remove' ? (
        <AdminConfirmDialog
          title={t('messages.confirmDelete')}
          text={t('adminJudging.schedule.removeText', {
            team: getTeamName(dialog.slot),
            round: dialog.slot.round,
            table: `\u2068${dialog.slot.table}\u2069`,
            time: `\u2068${formatDateTime(dialog.slot.startsAt)}\u2069`,
          })}
          action={t('adminScores.remove')}
          busy={submitting}
          onClose={close}
          onConfirm={() => void run(() => adminApi.schedule.removeSlot(event.id, dialog.slot.id))}
        />
      ) : null}
      {dialog?.kind === 'close' ? (
        <AdminConfirmDialog
          title={t('adminJudging.schedule.close')}
          text={t('adminJudging.schedule.closeText')}
          action={t('adminJudging.schedule.close')}
          busy={submitting}
          onClose={close}
          onConfirm={() => void run(() => adminApi.schedule.closeJudging(event.id, true))}
        />
      ) : null}
      {dialog?.kind === 'clear' ? (
        <AdminConfirmDialog
          title={t('adminJudging.schedule.clear')}
          text={t('adminJudging.schedule.clearText')}
          action={t('adminJudging.schedule.clear')}
          busy={submitting}
          onClose={close}
          onConfirm={() => void run(() => adminApi.schedule.removeAllSlots(event.id))}
        />
      ) : null}
      {dialog?.kind === 'import' ? (
        <ImportDialog<ScheduleImport>
          title={t('adminJudging.schedule.import')}
          intro={t('adminJudging.schedule.importIntro')}
          example={buildScheduleImportExample(t, lang)}
          hasTimes
          fileName="schedule.csv"
          preview={csv.preview}
          run={csv.run}
          describe={({ count }) => t('adminJudging.schedule.count', { count })}
          rowColumns={[
            { title: t('adminJudging.schedule.columns.time'), render: ({ startsAt }) => formatDateTime(startsAt) },
            { title: t('adminJudging.schedule.columns.minutes'), render: ({ durationMinutes }) => durationMinutes },
            { title: t('adminJudging.schedule.columns.round'), render: ({ round }) => round },
            { title: t('adminJudging.schedule.columns.table'), render: ({ table }) => <bdi>{table}</bdi> },
            { title: t('adminJudging.schedule.team'), render: ({ teamName }) => <bdi>{teamName}</bdi> },
          ]}
          onClose={close}
          onSaved={finish}
        />
      ) : null}
    </Stack>
  )
}
