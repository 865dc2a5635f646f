import { Group, InputBase } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isIsoDate } from '#contract/people/teams/age.ts'
import { parseTypedTimeOfDay } from '#contract/platform/typed-time.ts'
import inputStyles from '#web/shared/forms/date-input.module.css'
import { DateInput, type TypedInputProps, useParsedTextInput } from '#web/shared/forms/date-input.tsx'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import listStyles from './data-list.module.css'
import styles from './date-field.module.css'
import { isoToLocalDateTime, localDateTimeToIso } from './date-field-values.ts'

type FieldProps = {
  label: string
  /** Empty for none, and the typed text while it cannot be read. */
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  description?: ReactNode
}

type DateProps = FieldProps & {
  isRequired?: boolean
  /** The last day that the calendar offers. */
  max?: string
  /** Shows the label inside of the empty field, for the toolbar of a list. */
  isCompact?: boolean
}

/** Shows a date input of the back office (`YYYY-MM-DD`) with its label, its format and its error. */
export function AdminDateField({
  label,
  value,
  onChange,
  error,
  description,
  isRequired = false,
  max,
  isCompact = false,
}: DateProps) {
  const { t } = useTranslation()
  const [isUnreadable, setIsUnreadable] = useState(false)
  const format = t('dateField.format')
  return (
    <InputBase
      component={DateInput}
      {...(isCompact
        ? {
            'aria-label': label,
            placeholder: label,
            className: listStyles.dateFilter as string,
            descriptionProps: { className: hidden.visuallyHidden as string },
          }
        : { label })}
      description={description ?? format}
      error={isUnreadable ? t('fieldErrors.bad-date') : error}
      {...(isRequired ? { withAsterisk: true, 'aria-required': true } : {})}
      fieldLabel={label}
      max={max}
      value={value}
      onValueChange={onChange}
      onUnreadableChange={setIsUnreadable}
    />
  )
}

const timeNotation = { parse: parseTypedTimeOfDay, format: (time: string) => time }

/** Shows a text input for a time of day with 24 hours, without label and messages. The value is `HH:mm`. */
function TimeInput({ value, defaultValue, onValueChange, onUnreadableChange, ...input }: TypedInputProps) {
  const { inputProps } = useParsedTextInput(timeNotation, {
    value,
    defaultValue,
    onValueChange,
    onUnreadableChange,
  })
  return (
    <span className={inputStyles.box}>
      <input autoComplete="off" placeholder="--:--" {...input} {...inputProps} />
    </span>
  )
}

/** Shows a field for a time of day (`HH:mm`). */
export function TimeField({
  label,
  value,
  onChange,
  error,
  description,
  disabled = false,
}: FieldProps & { disabled?: boolean }) {
  const { t } = useTranslation()
  const [isUnreadable, setIsUnreadable] = useState(false)
  return (
    <InputBase
      component={TimeInput}
      classNames={{ wrapper: styles.time as string }}
      label={label}
      description={description}
      error={isUnreadable ? t('dateField.badTime') : error}
      disabled={disabled}
      value={value}
      onValueChange={onChange}
      onUnreadableChange={setIsUnreadable}
    />
  )
}

type DateTimeProps = {
  label: string
  /** ISO 8601, or a text without `T` while date or time cannot be read, or null for none. */
  value: string | null
  onChange: (value: string | null) => void
  error?: string | undefined
  /** The time (`HH:mm`) of a new date. */
  defaultTime?: string
}

/** The date and the text of a time that cannot be read, as the field joins them. */
const dateWithUnreadableTime = /^(\d{4}-\d{2}-\d{2}) (.*)$/

/** Shows a field for a date and a time in the time zone of the site. */
export function DateTimeField({ label, value, onChange, error, defaultTime = '00:00' }: DateTimeProps) {
  const { t } = useTranslation()
  const { timeZone } = useRootData()
  const picked = isoToLocalDateTime(value, timeZone)
  const [, readDate, unreadableTime] = dateWithUnreadableTime.exec(value ?? '') ?? []
  const date = picked?.slice(0, 10) ?? readDate ?? value ?? ''
  // the time stays while another date is typed
  const [lastTime, setLastTime] = useState('')
  const time = picked?.slice(11, 16) ?? unreadableTime ?? (date === '' ? '' : lastTime)
  const change = (newDate: string, newTime: string) => {
    const text = isIsoDate(newDate) ? `${newDate} ${newTime}` : newDate
    setLastTime(newTime)
    onChange(newDate === '' ? null : (localDateTimeToIso(text, timeZone) ?? text))
  }
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" role="group" aria-label={label}>
      <div className={styles.date}>
        <AdminDateField
          label={label}
          value={date}
          error={error}
          onChange={(newDate) => change(newDate, time || defaultTime)}
        />
      </div>
      <TimeField
        label={t('dateField.time')}
        disabled={picked === null && readDate === undefined}
        value={time}
        onChange={(newTime) => newTime && change(date, newTime)}
      />
    </Group>
  )
}
