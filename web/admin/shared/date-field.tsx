import 'dayjs/locale/ar'
import { DatePickerInput, DateTimePicker } from '@mantine/dates'
import { useId } from 'react'
import { formatTimeZone } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './date-field.module.css'
import { isoToPickerValue, pickedDateToIso, pickerValueToIso } from './picker-value.ts'

type Props = {
  label: string
  /** ISO 8601, or null for none. */
  value: string | null
  onChange: (value: string | null) => void
  error?: string | undefined
}

/** Isolates a date from the text direction around it. */
const isolateLtr = (text: string) => `\u2066${text}\u2069`

/** Returns the properties that both pickers share. The shown value is part of the label, because screen readers announce it only there. */
const usePickerProps = (label: string, shown: string | undefined) => {
  const { t } = useTranslation()
  const id = useId()
  return {
    id,
    label,
    'aria-label': shown ? `${label}: ${shown}` : label,
    clearable: true,
    clearButtonProps: { 'aria-label': `${t('adminEvents.clearDate')}: ${label}` },
    classNames: { day: styles.day as string },
    // the dialog takes its name from the button and returns the focus to it
    popoverProps: { id, returnFocus: true },
    ariaLabels: {
      previousMonth: t('adminEvents.calendar.previousMonth'),
      nextMonth: t('adminEvents.calendar.nextMonth'),
      previousYear: t('adminEvents.calendar.previousYear'),
      nextYear: t('adminEvents.calendar.nextYear'),
      previousDecade: t('adminEvents.calendar.previousDecade'),
      nextDecade: t('adminEvents.calendar.nextDecade'),
    },
  }
}

/** A field for a date and a time in the time zone of the site, in the Gregorian calendar with Latin digits. */
export function DateTimeField({ label, value, onChange, error }: Props) {
  const { t } = useTranslation()
  const { timeZone } = useRootData()
  const lang = useLang()
  const picked = isoToPickerValue(value, timeZone)
  const shared = usePickerProps(label, picked?.slice(0, 16))
  return (
    <DateTimePicker
      {...shared}
      description={t('admin.timeZone', { zone: formatTimeZone(timeZone, lang, value ?? undefined) })}
      valueFormat={(date) => isolateLtr(date.slice(0, 16))}
      timePickerProps={{ hoursInputLabel: t('adminEvents.calendar.hours'), minutesInputLabel: t('adminEvents.calendar.minutes') }}
      submitButtonProps={{ 'aria-label': t('adminEvents.calendar.done') }}
      value={picked}
      error={error}
      onChange={(date) => onChange(pickerValueToIso(date, timeZone))}
    />
  )
}

/** A field for a calendar date, which has no time and no time zone. */
export function CalendarDateField({ label, value, onChange, error }: Props) {
  const picked = value?.slice(0, 10) ?? null
  const shared = usePickerProps(label, picked ?? undefined)
  return (
    <DatePickerInput
      {...shared}
      valueFormat="YYYY-MM-DD"
      value={picked}
      error={error}
      onChange={(date) => onChange(pickedDateToIso(date))}
    />
  )
}
