import 'dayjs/locale/ar'
import { DateTimePicker } from '@mantine/dates'
import { useId } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './date-field.module.css'
import { isoToPickerValue, pickerValueToIso } from './picker-value.ts'

type Props = {
  label: string
  /** ISO 8601, or null for none. */
  value: string | null
  onChange: (value: string | null) => void
  error?: string | undefined
}

/** Isolates a date from the text direction around it. */
const isolateLtr = (text: string) => `\u2066${text}\u2069`

/** A field for a date and a time in UTC, in the Gregorian calendar with Latin digits. */
export function DateField({ label, value, onChange, error }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const picked = isoToPickerValue(value)
  const shown = picked?.slice(0, 16)
  return (
    <DateTimePicker
      id={id}
      label={label}
      description={t('adminEvents.timeZone')}
      // screen readers announce the value only when it is part of the label
      aria-label={shown ? `${label}: ${shown}` : label}
      valueFormat={(date) => isolateLtr(date.slice(0, 16))}
      clearable
      clearButtonProps={{ 'aria-label': `${t('adminEvents.clearDate')}: ${label}` }}
      classNames={{ day: styles.day as string }}
      // the dialog takes its name from the button and returns the focus to it
      popoverProps={{ id, returnFocus: true }}
      ariaLabels={{
        previousMonth: t('adminEvents.calendar.previousMonth'),
        nextMonth: t('adminEvents.calendar.nextMonth'),
        previousYear: t('adminEvents.calendar.previousYear'),
        nextYear: t('adminEvents.calendar.nextYear'),
        previousDecade: t('adminEvents.calendar.previousDecade'),
        nextDecade: t('adminEvents.calendar.nextDecade'),
      }}
      timePickerProps={{ hoursInputLabel: t('adminEvents.calendar.hours'), minutesInputLabel: t('adminEvents.calendar.minutes') }}
      submitButtonProps={{ 'aria-label': t('adminEvents.calendar.done') }}
      value={picked}
      error={error}
      onChange={(date) => onChange(pickerValueToIso(date))}
    />
  )
}
