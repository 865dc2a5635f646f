import { ActionIcon, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { type Schedule, type ScheduleImport, scheduleColumns } from '#contract/schedule.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { AddSlotDialog } from './add-slot-dialog.tsx'

const example = '1,A1,2026-12-05 09:30,12,RoboMission\r\n1,A2,2026-12-05 09:30,15,RoboMission\r\n'
type Props = { schedule: Schedule; onChanged: () => Promise<void> }

/** Shows the schedule of an event, with dialogs to add, import and remove slots, and the switch that closes the judging. */
export function SchedulePanel({ schedule: { event, teams, slots, isJudgingClosed }, onChanged }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [dialog, setDialog] = useState<'add' | 'import' | 'clear'>()
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
  const csv = adminApi.schedule.createImport(event.id)
  return (
    <Stack>
      <Group justify="space-between">
        <Text maw={640}>{t('adminJudging.schedule.intro')}</Text>
        <Group>
          <Button variant="default" onClick={() => void run(() => adminApi.schedule.closeJudging(event.id, !isJudgingClosed))}>
            {t(isJudgingClosed ? 'adminJudging.schedule.reopen' : 'adminJudging.schedule.close')}
          </Button>
          <Button variant="default" leftSection={<IconUpload size={18} />} onClick={() => setDialog('import')}>
            {t('adminJudging.schedule.import')}
          </Button>
          <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog('add')}>
            {t('adminJudging.schedule.add')}
          </Button>
        </Group>
      </Group>
      {slots.length === 0 ? (
        <Text ta="center" py="xl">
          {t('adminJudging.schedule.none')}
        </Text>
      ) : (
        <>
          <Group justify="space-between">
            <Text size="sm">{t('adminJudging.schedule.count', { count: slots.length })}</Text>
            <Button size="xs" variant="light" color="red" onClick={() => setDialog('clear')}>
              {t('adminJudging.schedule.clear')}
            </Button>
          </Group>
          <StackedTable
            label={t('adminJudging.tabs.schedule')}
            minWidth={560}
            rows={slots}
            getKey={({ id }) => id}
            columns={[
              { title: t('adminJudging.schedule.columns.time'), render: ({ startsAt }) => formatDateTime(startsAt) },
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
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={t('adminJudging.schedule.remove', { team: `\u2068${teamById.get(slot.teamId)?.name ?? ''}\u2069` })}
                    onClick={() => void run(() => adminApi.schedule.removeSlot(event.id, slot.id))}
                  >
                    <IconTrash size={18} />
                  </ActionIcon>
                ),
              },
            ]}
          />
        </>
      )}
      {dialog === 'add' ? <AddSlotDialog eventId={event.id} teams={teams} onClose={close} onSaved={finish} /> : null}
      {dialog === 'clear' ? (
        <ConfirmDialog
          title={t('adminJudging.schedule.clear')}
          text={t('adminJudging.schedule.clearText')}
          action={t('adminJudging.schedule.clear')}
          busy={submitting}
          onClose={close}
          onConfirm={() => void run(() => adminApi.schedule.removeAllSlots(event.id))}
        />
      ) : null}
      {dialog === 'import' ? (
        <ImportDialog<ScheduleImport>
          title={t('adminJudging.schedule.import')}
          intro={t('adminJudging.schedule.importIntro')}
          columns={scheduleColumns}
          example={example}
          fileName="schedule.csv"
          preview={csv.preview}
          run={csv.run}
          describe={({ count }) => t('adminJudging.schedule.count', { count })}
          rowColumns={[
            { title: t('adminJudging.schedule.columns.time'), render: ({ startsAt }) => formatDateTime(startsAt) },
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
