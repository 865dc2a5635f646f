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

/** Isolates a date and time from the direction of the text around it: it reads the same in both languages. */
const ltr = (text: string) => `\u2066${text}\u2069`

/** A day and a time in UTC, in the Gregorian calendar with Latin digits, and never only by mouse. */
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
      // a button that a label names would keep its value to itself
      aria-label={shown ? `${label}: ${shown}` : label}
      valueFormat={(date) => ltr(date.slice(0, 16))}
      clearable
      clearButtonProps={{ 'aria-label': `${t('adminEvents.clearDate')}: ${label}` }}
      classNames={{ day: styles.day as string }}
      // the button names the dialog and gets the focus back
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
