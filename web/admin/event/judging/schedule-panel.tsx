import { ActionIcon, Alert, Badge, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminScheduleSlot, Schedule } from '#contract/event/schedule/schedule.schema.ts'
import { toDateTimeInTimeZone } from '#contract/platform/time-zone.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import {
  IconArrowsExchange,
  IconCalendarCog,
  IconClockShare,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconTrash,
  IconUpload,
} from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { GenerateScheduleDialog } from './generate-schedule-dialog.tsx'
import { ImportScheduleDialog } from './import-schedule-dialog.tsx'
import { ConfirmSlotSwapDialog, ShiftRemainingSlotsDialog } from './move-slots-dialogs.tsx'
import { PagedScheduleTable } from './schedule-table.tsx'
import { AddOrEditSlotDialog } from './slot-dialog.tsx'
import { useScheduleNameFormatters } from './use-schedule.ts'

type Props = { schedule: Schedule; onChanged: () => Promise<void> }

type OpenDialog =
  | { kind: 'add' | 'import' | 'clear' | 'close' | 'generate' | 'shift' }
  | { kind: 'edit' | 'remove'; slot: AdminScheduleSlot }
  | { kind: 'swap'; slots: [AdminScheduleSlot, AdminScheduleSlot] }

/**
 * Shows the schedule of an event, with dialogs to generate, import, add, change, move, swap and remove slots,
 * and the switch that closes the judging.
 */
export function EditScheduleAndCloseJudgingPanel({ schedule, onChanged }: Props) {
  const { event, teams, slots, pairings, isPublished, isJudgingClosed } = schedule
  const { t, tAttribute } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const { timeZone } = useRootData()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [swappedId, setSwappedId] = useState<string>()
  const { saving, save } = useSubmitWithToasts()
  const close = () => setDialog(undefined)
  const finish = () => {
    close()
    void onChanged()
  }
  const run = (send: () => Promise<{ msg: string }>) => save(send, finish)
  const teamById = new Map(teams.map((team) => [team.id, team]))
  const { context, nameSlot, nameSides, isUnplayed } = useScheduleNameFormatters(schedule)
  const isDrawMissing = pairings?.length === 0
  const swapped = slots.find(({ id }) => id === swappedId)
  const chooseSwapped = (slot: AdminScheduleSlot) => {
    if (swapped && swapped.id !== slot.id) setDialog({ kind: 'swap', slots: [swapped, slot] })
    setSwappedId(swapped ? undefined : slot.id)
  }
  const params = { eventId: event.id }
  const setClosed = (isClosed: boolean) =>
    void run(() => callApi('POST /api/admin/events/:eventId/judging/closed', { params, json: { isClosed } }))
  return (
    <Stack>
      <Group justify="space-between">
        <Text maw={640}>{t('adminJudging.schedule.intro', context)}</Text>
        <Group>
          <Button
            variant="default"
            onClick={() => (isJudgingClosed ? setClosed(false) : setDialog({ kind: 'close' }))}
          >
            {t(isJudgingClosed ? 'adminJudging.schedule.reopen' : 'adminJudging.schedule.close')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={18} />}
            disabled={isDrawMissing}
            onClick={() => setDialog({ kind: 'import' })}
          >
            {t('adminJudging.schedule.import')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarCog size={18} />}
            disabled={isDrawMissing}
            onClick={() => setDialog({ kind: 'generate' })}
          >
            {t('adminJudging.schedule.generate.open')}
          </Button>
          <Button
            leftSection={<IconPlus size={18} />}
            disabled={isDrawMissing}
            onClick={() => setDialog({ kind: 'add' })}
          >
            {t('adminJudging.schedule.add')}
          </Button>
        </Group>
      </Group>
      {isDrawMissing ? <Alert color="yellow">{t('adminJudging.schedule.drawFirst')}</Alert> : null}
      <Switch
        label={t('adminJudging.schedule.published')}
        description={t(
          isPublished ? 'adminJudging.schedule.publishedHint' : 'adminJudging.schedule.unpublishedHint',
        )}
        checked={isPublished}
        disabled={saving}
        onChange={({ currentTarget: { checked } }) =>
          void run(() =>
            callApi('POST /api/admin/events/:eventId/schedule/published', {
              params,
              json: { isPublished: checked },
            }),
          )
        }
      />
      {slots.length === 0 ? (
        <Text ta="center" py="xl">
          {t('adminJudging.schedule.none')}
        </Text>
      ) : (
        <>
          <Group justify="space-between">
            <Text size="sm">{t('adminJudging.schedule.count', { count: slots.length })}</Text>
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                leftSection={<IconClockShare size={16} />}
                onClick={() => setDialog({ kind: 'shift' })}
              >
                {t('adminJudging.schedule.shift.open')}
              </Button>
              <Button
                component={Link}
                to={`/admin/events/${event.id}/schedule/print`}
                size="xs"
                variant="default"
                leftSection={<IconPrinter size={16} />}
              >
                {t('adminJudging.schedule.print.open')}
              </Button>
              <Button size="xs" variant="light" color="red" onClick={() => setDialog({ kind: 'clear' })}>
                {t('adminJudging.schedule.clear')}
              </Button>
            </Group>
          </Group>
          {swapped ? (
            <Alert role="status" style={{ position: 'sticky', insetBlockStart: 8, zIndex: 2 }}>
              <Group justify="space-between">
                <Text>
                  {t('adminJudging.schedule.swap.choose', {
                    ...context,
                    team: nameSlot(swapped),
                    round: swapped.round,
                  })}
                </Text>
                <Button size="xs" variant="default" onClick={() => setSwappedId(undefined)}>
                  {t('adminJudging.schedule.swap.cancel')}
                </Button>
              </Group>
            </Alert>
          ) : null}
          <PagedScheduleTable
            schedule={schedule}
            columns={[
              {
                title: t('adminJudging.schedule.columns.time'),
                render: ({ startsAt }) => (
                  <bdi dir="ltr">{toDateTimeInTimeZone(new Date(startsAt), timeZone).slice(11, 16)}</bdi>
                ),
              },
              {
                title: t('adminJudging.schedule.columns.minutes'),
                render: ({ durationMinutes }) => durationMinutes,
              },
              { title: t('adminJudging.schedule.columns.round', context), render: ({ round }) => round },
              {
                title: t('adminJudging.schedule.columns.table'),
                render: ({ table }) => <Bdi>{table}</Bdi>,
              },
              {
                title: t('adminJudging.schedule.team', context),
                render: (slot) => {
                  const { teamId, round } = slot
                  if (teamId === null)
                    return isUnplayed(slot) ? (
                      <>
                        {nameSides(round)}{' '}
                        <Badge size="sm" variant="light" color="gray" tt="none">
                          {t('adminJudging.schedule.notPlayed')}
                        </Badge>
                      </>
                    ) : (
                      nameSides(round)
                    )
                  const team = teamById.get(teamId)
                  return team ? (
                    <>
                      {team.teamNo} · <Bdi>{team.name}</Bdi>{' '}
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
                      aria-label={tAttribute('adminJudging.schedule.editOf', { team: nameSlot(slot) })}
                      onClick={() => setDialog({ kind: 'edit', slot })}
                    >
                      <IconPencil size={18} />
                    </ActionIcon>
                    <ActionIcon
                      variant={slot.id === swappedId ? 'filled' : 'subtle'}
                      aria-pressed={slot.id === swappedId}
                      aria-label={tAttribute('adminJudging.schedule.swap.start', {
                        team: nameSlot(slot),
                      })}
                      onClick={() => chooseSwapped(slot)}
                    >
                      <IconArrowsExchange size={18} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      aria-label={tAttribute('adminJudging.schedule.remove', { team: nameSlot(slot) })}
                      onClick={() => setDialog({ kind: 'remove', slot })}
                    >
                      <IconTrash size={18} />
                    </ActionIcon>
                  </Group>
                ),
              },
            ]}
          />
        </>
      )}
      {dialog?.kind === 'generate' ? (
        <GenerateScheduleDialog
          schedule={schedule}
          onClose={close}
          onSaved={finish}
          onOutdated={() => void onChanged()}
        />
      ) : null}
      {dialog?.kind === 'shift' ? (
        <ShiftRemainingSlotsDialog schedule={schedule} onClose={close} onChanged={() => void onChanged()} />
      ) : null}
      {dialog?.kind === 'swap' ? (
        <ConfirmSlotSwapDialog
          eventId={event.id}
          slots={dialog.slots}
          names={{ context, nameSlot }}
          onClose={close}
          onChanged={() => void onChanged()}
        />
      ) : null}
      {dialog?.kind === 'add' ? (
        <AddOrEditSlotDialog schedule={schedule} onClose={close} onSaved={finish} />
      ) : null}
      {dialog?.kind === 'edit' ? (
        <AddOrEditSlotDialog schedule={schedule} slot={dialog.slot} onClose={close} onSaved={finish} />
      ) : null}
      {dialog?.kind === 'remove' ? (
        <AdminConfirmDialog
          title={t('messages.confirmDelete')}
          text={t('adminJudging.schedule.removeText', {
            ...context,
            team: nameSlot(dialog.slot),
            round: dialog.slot.round,
            table: dialog.slot.table,
            time: formatDateTime(dialog.slot.startsAt),
          })}
          action={t('adminScores.remove')}
          busy={saving}
          onClose={close}
          onConfirm={() =>
            void run(() =>
              callApi('DELETE /api/admin/events/:eventId/schedule/slots/:slotId', {
                params: { ...params, slotId: dialog.slot.id },
              }),
            )
          }
        />
      ) : null}
      {dialog?.kind === 'close' ? (
        <AdminConfirmDialog
          title={t('adminJudging.schedule.close')}
          text={t('adminJudging.schedule.closeText')}
          action={t('adminJudging.schedule.close')}
          busy={saving}
          onClose={close}
          onConfirm={() => setClosed(true)}
        />
      ) : null}
      {dialog?.kind === 'clear' ? (
        <AdminConfirmDialog
          title={t('adminJudging.schedule.clear')}
          text={t('adminJudging.schedule.clearText')}
          action={t('adminJudging.schedule.clear')}
          busy={saving}
          onClose={close}
          onConfirm={() => void run(() => callApi('DELETE /api/admin/events/:eventId/schedule', { params }))}
        />
      ) : null}
      {dialog?.kind === 'import' ? (
        <ImportScheduleDialog schedule={schedule} onClose={close} onSaved={finish} />
      ) : null}
    </Stack>
  )
}
