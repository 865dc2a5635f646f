import { Anchor, Button, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type {
  AdminScheduleSlot,
  Schedule,
  ShiftedSchedule,
} from '#contract/event/schedule/schedule.schema.ts'
import { scheduleLimits } from '#contract/event/schedule/schedule.ts'
import { ErrorAlert, useSubmitWithInvalidFieldFocus } from '#web/admin/shared/admin-submit.tsx'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { isInstant } from '#web/admin/shared/date-field-values.ts'
import { AdminConfirmDialog, AdminDialog } from '#web/admin/shared/dialog.tsx'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import type { AnnouncementPageState } from '#web/admin/site/announcements/new-or-edit-announcement-page.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { useScheduleNameFormatters } from './use-schedule.ts'

type ShiftProps = { schedule: Schedule; onClose: () => void; onChanged: () => void }

/**
 * Shows a dialog that moves the slots that have not begun by some minutes. Then it offers to write to the
 * coaches.
 */
export function ShiftRemainingSlotsDialog({
  schedule: { event, slotsHash },
  onClose,
  onChanged,
}: ShiftProps) {
  const { t } = useTranslation()
  const mayAnnounce = useHasPermission('registration')
  const [shifted, setShifted] = useState<ShiftedSchedule>()
  const form = useForm({
    initialValues: { minutes: 10 as number | string, from: null as string | null },
    findProblem: ({ minutes, from }) => {
      if (typeof minutes !== 'number' || minutes === 0)
        return { fields: { minutes: t('fieldErrors.required') } }
      return from !== null && !isInstant(from) ? { fields: { from: t('fieldErrors.bad-date') } } : undefined
    },
    send: async ({ minutes, from }, acceptOtherDays: boolean = false) => {
      setShifted(
        await callApi('POST /api/admin/events/:eventId/schedule/shift', {
          params: { eventId: event.id },
          json: { minutes: Number(minutes), slotsHash, acceptOtherDays, ...(from === null ? {} : { from }) },
        }),
      )
    },
    onSaved: onChanged,
    onFailed: ({ code }) => {
      if (code === 'stale-version') onChanged()
    },
    describeFailure: ({ code, message, fields }) =>
      code === 'outside-event-days' || Object.keys(fields).length > 0 ? undefined : message,
  })
  const { failure } = form
  if (shifted) {
    const state: AnnouncementPageState = { suggestedTexts: shifted.announcement }
    return (
      <AdminDialog onClose={onClose} title={t('adminJudging.schedule.shift.open')}>
        <Stack>
          <Text role="status">{t('adminJudging.schedule.shift.moved', { count: shifted.count })}</Text>
          {mayAnnounce ? (
            <div>
              <Anchor component={Link} to="/admin/announcements/new" state={state}>
                {t('adminJudging.schedule.shift.tell')}
              </Anchor>
              <Text size="sm">{t('adminJudging.schedule.shift.tellHint')}</Text>
            </div>
          ) : null}
          <Button onClick={onClose} data-autofocus style={{ alignSelf: 'flex-end' }}>
            {t('adminJudging.schedule.shift.done')}
          </Button>
        </Stack>
      </AdminDialog>
    )
  }
  return (
    <FormDialog
      form={form}
      title={t('adminJudging.schedule.shift.open')}
      intro={<Text>{t('adminJudging.schedule.shift.intro')}</Text>}
      action={t('adminJudging.schedule.shift.run')}
      onClose={onClose}
      extra={
        failure?.code === 'outside-event-days' ? (
          <AdminConfirmDialog
            title={t('adminJudging.schedule.otherDay')}
            text={failure.message}
            action={t('adminJudging.schedule.shift.run')}
            color="oasis"
            onClose={form.clearFailure}
            onConfirm={() => void form.submit(true)}
          />
        ) : null
      }
    >
      <NumberInput
        label={t('adminJudging.schedule.shift.minutes')}
        description={t('adminJudging.schedule.shift.minutesHint')}
        required
        dir="ltr"
        min={-scheduleLimits.shiftMinutes}
        max={scheduleLimits.shiftMinutes}
        clampBehavior="strict"
        allowDecimal={false}
        {...form.getInputProps('minutes')}
      />
      <DateTimeField label={t('adminJudging.schedule.shift.from')} {...form.getInputProps('from')} />
      <Text size="sm">{t('adminJudging.schedule.shift.fromHint')}</Text>
    </FormDialog>
  )
}

type SwapProps = {
  eventId: string
  slots: readonly [AdminScheduleSlot, AdminScheduleSlot]
  names: Pick<ReturnType<typeof useScheduleNameFormatters>, 'context' | 'nameSlot'>
  onClose: () => void
  onChanged: () => void
}

/** Asks before the times and tables of two slots are swapped. */
export function ConfirmSlotSwapDialog({
  eventId,
  slots,
  names: { context, nameSlot },
  onClose,
  onChanged,
}: SwapProps) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const { submitting, failure, submit } = useSubmitWithInvalidFieldFocus()
  const [first, second] = slots.map(({ id, version }) => ({ id, version })) as [
    { id: string; version: number },
    { id: string; version: number },
  ]
  const swap = async () => {
    const failed = await submit(async () => {
      const { msg } = await callApi('POST /api/admin/events/:eventId/schedule/swap', {
        params: { eventId },
        json: { first, second },
      })
      toast.success(msg)
      onChanged()
      onClose()
    })
    if (failed?.code === 'stale-version') onChanged()
  }
  return (
    <AdminConfirmDialog
      title={t('adminJudging.schedule.swap.title')}
      text={t('adminJudging.schedule.swap.text', context)}
      action={t('adminJudging.schedule.swap.run')}
      color="oasis"
      busy={submitting}
      onClose={onClose}
      onConfirm={() => void swap()}
    >
      {slots.map((slot) => (
        <Text key={slot.id}>
          {t('adminJudging.schedule.swap.slot', {
            ...context,
            team: nameSlot(slot),
            round: slot.round,
            time: formatDateTime(slot.startsAt),
            table: slot.table,
          })}
        </Text>
      ))}
      <ErrorAlert message={failure && (Object.values(failure.fields)[0] ?? failure.message)} />
    </AdminConfirmDialog>
  )
}
