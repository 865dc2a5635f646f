import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { parseDurationMs, parseThousandths } from '#contract/rules/numbers.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'

type Props<T> = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: T
  /** NaN is a text that is no number. */
  onChange: (value: T) => void
}

const useNumberText = <T extends number | null>(
  value: T,
  parse: (text: string) => T,
  format: (value: number) => string,
  onChange: (value: T) => void,
) => {
  const [text, setText] = useState('')
  // the value changes from outside when a template is chosen or an item is moved
  const shown = Object.is(parse(text), value) ? text : value === null || Number.isNaN(value) ? '' : format(value)
  return {
    value: shown,
    onChange: (event: { currentTarget: { value: string } }) => {
      setText(event.currentTarget.value)
      onChange(parse(event.currentTarget.value))
    },
  }
}

const toNumber = (text: string): number => (parseThousandths(text) ?? Number.NaN) / 1000
const toMilliseconds = (text: string): number => parseDurationMs(text) ?? Number.NaN
const orNull = (parse: (text: string) => number) => (text: string) => (text.trim() === '' ? null : parse(text))

/** Shows an input of a number with at most three decimals; digits may be Arabic. */
export function DecimalInput({ value, onChange, ...props }: Props<number>) {
  const text = useNumberText(value, toNumber, String, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}

/** Shows an input of a number that can be empty (null). */
export function OptionalDecimalInput({ value, onChange, ...props }: Props<number | null>) {
  const text = useNumberText(value, orNull(toNumber), String, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}

/** Shows an input of milliseconds, as seconds or as minutes and seconds. */
export function DurationInput({ value, onChange, ...props }: Props<number>) {
  const text = useNumberText(value, toMilliseconds, formatAttemptTime, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}

/** Shows an input of milliseconds that can be negative. */
export function SignedDurationInput({ value, onChange, ...props }: Props<number>) {
  const parse = (input: string) => {
    const digits = input.trim().replace(/^[-\u2212\u2013]/, '')
    const milliseconds = toMilliseconds(digits)
    return digits === input.trim() || milliseconds === 0 ? milliseconds : -milliseconds
  }
  const text = useNumberText(value, parse, formatAttemptTime, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}

/** Shows an input of a duration that can be empty (null). */
export function OptionalDurationInput({ value, onChange, ...props }: Props<number | null>) {
  const text = useNumberText(value, orNull(toMilliseconds), formatAttemptTime, onChange)
  return <TextInput {...props} {...text} inputMode="text" dir="ltr" autoComplete="off" />
}
