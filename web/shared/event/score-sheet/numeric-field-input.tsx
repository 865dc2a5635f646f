import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { RoundGroup } from '#contract/event/scoring/rule-set.schema.ts'
import { getFieldMaxValue } from '#contract/event/scoring/rule-set-sheet.ts'
import { formatAttemptTime } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconMinus, IconPlayerPlay, IconPlayerStop, IconPlus } from '#web/shared/ui/icons.ts'
import styles from './score-sheet-form.module.css'
import {
  canEnterNumericFieldText,
  type NumericField,
  parseNumericFieldText,
  stepFieldValue,
  toNumericFieldInputText,
} from './sheet-values.ts'
import { createStopwatchReader } from './stopwatch-time.ts'

type StopwatchProps = {
  /**
   * When the running stopwatch was started, in milliseconds of the clock of the device; undefined when it
   * does not run.
   */
  startedAt: number | undefined
  /** Milliseconds, as those that `onStop` gets. */
  min: number
  max: number
  disabled: boolean
  onStart: (startedAt: number) => void
  onStop: (timeMs: number) => void
}

/**
 * Shows a button that starts and stops a stopwatch and shows its time. The stopwatch stops at the maximum.
 */
function StopwatchButton({ startedAt, min, max, disabled, onStart, onStop }: StopwatchProps) {
  const { t } = useTranslation()
  const readTime = useMemo(
    () => (startedAt === undefined ? undefined : createStopwatchReader(startedAt)),
    [startedAt],
  )
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!readTime) return
    const timer = window.setInterval(() => {
      if (readTime() < max) setTick((tick) => tick + 1)
      else onStop(max)
    }, 50)
    return () => window.clearInterval(timer)
  }, [readTime, max, onStop])
  if (!readTime)
    return (
      <Button
        className={styles.step}
        size="lg"
        disabled={disabled}
        leftSection={<IconPlayerPlay />}
        onClick={() => onStart(Date.now())}
      >
        {t('scoreSheet.start')}
      </Button>
    )
  return (
    <Button
      className={styles.step}
      size="lg"
      color="red.9"
      leftSection={<IconPlayerStop />}
      onClick={() => onStop(Math.min(max, Math.max(min, Math.round(readTime()))))}
    >
      {t('scoreSheet.stop')}
      <span className={styles.elapsed}>
        <bdi dir="ltr">{formatAttemptTime(Math.round(Math.min(max, readTime()) / 10) * 10, 2)}</bdi>
      </span>
    </Button>
  )
}

type Props = {
  group: RoundGroup
  field: NumericField
  label: ReactNode
  name: string
  hint: string
  error: string | undefined
  value: number | undefined
  /**
   * Called with the new value: undefined for an empty text, NaN for a text that is neither a number nor a
   * time.
   */
  onChange: (value: number | undefined) => void
  onBlur: () => void
  disabled: boolean
  /** The stopwatch of a time. */
  stopwatch: Pick<StopwatchProps, 'startedAt' | 'onStart' | 'onStop'> | undefined
}

/**
 * Shows the input of a number or a time of a score sheet. It refuses texts beyond the limits of the field; a
 * number of things has buttons for one more and one less, a time may have a stopwatch.
 */
export function NumericFieldInput({
  group,
  field,
  label,
  name,
  hint,
  error,
  value,
  onChange,
  onBlur,
  disabled,
  stopwatch,
}: Props) {
  const { tAttribute } = useTranslation()
  const [text, setText] = useState('')
  // the value changes from outside when a stopwatch sets it or the form is emptied
  const shown = Object.is(parseNumericFieldText(field, text), value)
    ? text
    : value === undefined || Number.isNaN(value)
      ? ''
      : toNumericFieldInputText(field, value)
  const change = (next: string) => {
    if (!canEnterNumericFieldText(group, field, next)) return
    setText(next)
    onChange(parseNumericFieldText(field, next))
  }
  const step = (direction: 1 | -1) => {
    if (field.kind === 'time') return
    onChange(stepFieldValue(group, field, value, direction))
    onBlur()
  }
  const input = (
    <TextInput
      className={styles.input}
      size="lg"
      label={label}
      description={hint}
      error={error}
      value={shown}
      inputMode={
        field.min < 0 || field.kind === 'time' ? 'text' : field.kind === 'count' ? 'numeric' : 'decimal'
      }
      autoComplete="off"
      dir="ltr"
      disabled={disabled}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
  if (field.kind === 'time' && stopwatch)
    return (
      <div className={styles.counter}>
        {input}
        <StopwatchButton
          {...stopwatch}
          min={field.min}
          max={getFieldMaxValue(group, field)}
          disabled={disabled}
        />
      </div>
    )
  if (field.kind !== 'count') return input
  return (
    <div className={styles.counter}>
      {input}
      <ActionIcon
        className={styles.step}
        variant="default"
        aria-label={tAttribute('scoreSheet.less', { field: name })}
        disabled={disabled || (value !== undefined && value <= field.min)}
        onClick={() => step(-1)}
      >
        <IconMinus aria-hidden />
      </ActionIcon>
      <ActionIcon
        className={styles.step}
        variant="default"
        aria-label={tAttribute('scoreSheet.more', { field: name })}
        disabled={disabled || (value ?? field.min) >= field.max}
        onClick={() => step(1)}
      >
        <IconPlus aria-hidden />
      </ActionIcon>
    </div>
  )
}
