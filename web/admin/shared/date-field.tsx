import 'dayjs/locale/ar'
import { ActionIcon, Group, Popover, TextInput } from '@mantine/core'

import {
  DatePicker,
  DatePickerInput,
  type DatePickerInputProps,
  type DatePickerType,
  TimePicker,
} from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ReactNode, useId, useState } from 'react'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './date-field.module.css'
import { calendarDateToIso, isoToPickerValue, parseTypedDate, pickerValueToIso } from './picker-value.ts'

/** Returns the labels of the buttons that move a calendar to another month, year or decade. */
const getCalendarLabels = (t: TFunction) => ({
  previousMonth: t('adminEvents.calendar.previousMonth'),
  nextMonth: t('adminEvents.calendar.nextMonth'),
  previousYear: t('adminEvents.calendar.previousYear'),
  nextYear: t('adminEvents.calendar.nextYear'),
  previousDecade: t('adminEvents.calendar.previousDecade'),
  nextDecade: t('adminEvents.calendar.nextDecade'),
})

type CalendarInputProps<Type extends DatePickerType> = Omit<DatePickerInputProps<Type>, 'ref'>

/** Shows a button with a date or several, which opens a calendar. */
export function DatePickerButton<Type extends DatePickerType = 'default'>(props: CalendarInputProps<Type>) {
  const { t } = useTranslation()
  // the button names the dialog of the calendar
  const id = useId()
  const named = {
    ...props,
    id,
    popoverProps: { id },
    ariaLabels: getCalendarLabels(t),
  } as CalendarInputProps<Type>
  return <DatePickerInput<Type> {...named} />
}

type DateTextProps = {
  label: string
  /** `YYYY-MM-DD`, or a text that is not a date while the user types, or null for none. */
  value: string | null
  /** Receives `YYYY-MM-DD`, a text that is not a date, or null. */
  onChange: (value: string | null) => void
  error?: ReactNode
}

/** Shows a text field for a calendar date, with a button that opens a calendar. */
function DateTextField({ label, value, onChange, error }: DateTextProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const text = draft ?? value ?? ''
  const date = parseTypedDate(text)
  const isInvalid = text.trim() !== '' && date === null && !isTyping
  const type = (typed: string) => {
    setDraft(typed)
    setIsTyping(true)
    onChange(typed.trim() === '' ? null : (parseTypedDate(typed) ?? typed))
  }
  const calendar = (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus returnFocus position="bottom-end" shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={`${t('adminEvents.calendar.open')}: ${label}${date ? `: ${date}` : ''}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconCalendar size={20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          value={date}
          {...(date ? { defaultDate: date } : {})}
          classNames={{ day: styles.day as string }}
          ariaLabels={getCalendarLabels(t)}
          onChange={(picked) => {
            setDraft(undefined)
            onChange(picked)
            setIsOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <TextInput
      label={label}
      dir="ltr"
      placeholder="YYYY-MM-DD"
      autoComplete="off"
      value={text}
      error={isInvalid ? t('fieldErrors.bad-date') : error}
      rightSection={calendar}
      rightSectionWidth={44}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        setIsTyping(false)
        if (date) setDraft(undefined)
      }}
    />
  )
}

type Props = {
  label: string
  /** ISO 8601, or a text that is not a date while the user types, or null for none. */
  value: string | null
  onChange: (value: string | null) => void
  error?: string | undefined
}

/** Shows a field for a calendar date, which has no time and no time zone. */
export function CalendarDateField({ label, value, onChange, error }: Props) {
  return (
    <DateTextField
      label={label}
      value={value && (/^\d{4}-\d{2}-\d{2}T/.exec(value) ? value.slice(0, 10) : value)}
      error={error}
      onChange={(date) => onChange(date && (calendarDateToIso(date) ?? date))}
    />
  )
}

/**
 * Shows a field for a date and a time in the time zone of the site, in the Gregorian calendar with Latin
 * digits. `defaultTime` (`HH:mm`) is used while no time is typed.
 */
export function DateTimeField({
  label,
  value,
  onChange,
  error,
  defaultTime = '00:00',
}: Props & { defaultTime?: string }) {
  const { t } = useTranslation()
  const { timeZone } = useRootData()
  const picked = isoToPickerValue(value, timeZone)
  const date = picked?.slice(0, 10) ?? value
  const time = picked?.slice(11, 16) ?? ''
  const change = (newDate: string | null, newTime: string) =>
    onChange(
      newDate && (pickerValueToIso(`${newDate} ${newTime.slice(0, 5) || defaultTime}`, timeZone) ?? newDate),
    )
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" role="group" aria-label={label}>
      <div className={styles.date}>
        <DateTextField
          label={label}
          value={date}
          error={error}
          onChange={(newDate) => change(newDate, time)}
        />
      </div>
      <TimePicker
        label={t('adminEvents.calendar.time')}
        dir="ltr"
        hoursInputLabel={`${label}: ${t('adminEvents.calendar.hours')}`}
        minutesInputLabel={`${label}: ${t('adminEvents.calendar.minutes')}`}
        disabled={picked === null}
        value={time}
        onChange={(newTime) => newTime && change(date, newTime)}
      />
    </Group>
  )
}
