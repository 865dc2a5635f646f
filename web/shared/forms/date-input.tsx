import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatIsoDateDayFirst, parseTypedDate } from '#contract/platform/typed-date.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconCalendarEvent } from '#web/shared/ui/icons.ts'
import styles from './date-input.module.css'

/** How an input reads what is typed, and how it shows a value. */
type Notation = { parse: (text: string) => string | undefined; format: (value: string) => string }

type ValueProps = {
  /**
   * What was read, or the typed text while it is not readable; empty for none. Without it the input belongs to
   * its form, which reads the text.
   */
  value?: string | undefined
  defaultValue?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
  /** Tells whether the text is unreadable when the input loses the focus, and false when it changes. */
  onUnreadableChange?: ((isUnreadable: boolean) => void) | undefined
}

/**
 * Reads the text of an input while it is typed, and shows it in the usual notation when the input loses the
 * focus. A text that is not readable stays.
 */
export const useParsedTextInput = (
  { parse, format }: Notation,
  { value, defaultValue, onValueChange, onUnreadableChange }: ValueProps,
) => {
  const input = useRef<HTMLInputElement>(null)
  const [initialText] = useState(() => format(value ?? defaultValue ?? ''))
  const readInput = () => {
    const text = input.current?.value ?? ''
    return parse(text) ?? text.trim()
  }
  const showValue = (shown: string) => {
    if (input.current) input.current.value = format(shown)
  }
  const showChangedValue = useEffectEvent((changed: string) => {
    if (changed === readInput()) return
    showValue(changed)
    onUnreadableChange?.(false)
  })
  useEffect(() => {
    if (value !== undefined) showChangedValue(value)
  }, [value])
  const reportChange = () => {
    onUnreadableChange?.(false)
    onValueChange?.(readInput())
  }
  return {
    readInput,
    /** Replaces the text as typing does. */
    changeText: (text: string) => {
      if (!input.current) return
      input.current.value = text
      reportChange()
      input.current.dispatchEvent(new Event('input', { bubbles: true }))
    },
    inputProps: {
      ref: input,
      type: 'text',
      dir: 'ltr',
      inputMode: 'numeric',
      defaultValue: initialText,
      onChange: reportChange,
      onBlur: () => {
        // a form may keep the value when the text is deleted
        const typed = readInput() || (value ?? '')
        showValue(typed)
        onUnreadableChange?.(typed !== '' && parse(typed) === undefined)
      },
    } as const,
  }
}

export type TypedInputProps = ValueProps &
  Pick<
    ComponentProps<'input'>,
    | 'id'
    | 'name'
    | 'className'
    | 'required'
    | 'disabled'
    | 'autoComplete'
    | 'placeholder'
    | 'aria-label'
    | 'aria-invalid'
    | 'aria-describedby'
    | 'aria-required'
  >

const dateNotation: Notation = { parse: parseTypedDate, format: formatIsoDateDayFirst }

type DateInputProps = TypedInputProps & {
  /** The label of the field, which the button of the calendar names. */
  fieldLabel: string
  /** The last day that the calendar offers, as `YYYY-MM-DD`. */
  max?: string | undefined
}

/**
 * Shows a text input for a date, without label and messages, and a button that opens the calendar of the
 * browser. The value is `YYYY-MM-DD`.
 */
export function DateInput({
  fieldLabel,
  max,
  value,
  defaultValue,
  onValueChange,
  onUnreadableChange,
  ...input
}: DateInputProps) {
  const { t } = useTranslation()
  const calendar = useRef<HTMLInputElement>(null)
  const typed = useParsedTextInput(dateNotation, { value, defaultValue, onValueChange, onUnreadableChange })
  const openCalendar = () => {
    if (!calendar.current) return
    // the form may have restored the text
    calendar.current.value = parseTypedDate(typed.readInput()) ?? ''
    try {
      calendar.current.showPicker()
    } catch {
      // this browser has no calendar
      typed.inputProps.ref.current?.focus()
    }
  }
  return (
    <span className={styles.box}>
      <input autoComplete="off" {...input} {...typed.inputProps} />
      <button
        type="button"
        className={styles.open}
        disabled={input.disabled}
        aria-label={`${t('dateField.choose')}: ${fieldLabel}`}
        onClick={openCalendar}
      >
        <IconCalendarEvent size={20} aria-hidden />
      </button>
      <input
        ref={calendar}
        type="date"
        className={styles.calendar}
        tabIndex={-1}
        aria-hidden="true"
        max={max}
        onChange={({ currentTarget }) => typed.changeText(formatIsoDateDayFirst(currentTarget.value))}
      />
    </span>
  )
}
