import { Button, Group, TextInput } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { parseDurationMs } from '#contract/rules/numbers.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  label: string
  /** Milliseconds, as `value`. */
  min: number
  max: number
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/** A time to type, or to take with a stopwatch, which stops at the maximum. A time outside the limits is no value. */
export function StopwatchField({ label, min, max, value, onChange }: Props) {
  const { t } = useTranslation()
  const [startedAt, setStartedAt] = useState<number>()
  const [elapsed, setElapsed] = useState(0)
  const [typed, setTyped] = useState<string>()
  const isRunning = startedAt !== undefined
  const stop = (time: number) => {
    setStartedAt(undefined)
    setTyped(undefined)
    onChange(Math.min(max, Math.max(min, Math.round(time))))
  }
  useEffect(() => {
    if (startedAt === undefined) return
    const timer = window.setInterval(() => {
      const time = performance.now() - startedAt
      setElapsed(time)
      if (time >= max) {
        setStartedAt(undefined)
        setTyped(undefined)
        onChange(max)
      }
    }, 50)
    return () => window.clearInterval(timer)
  }, [startedAt, max, onChange])
  const parse = (text: string): number | undefined => {
    const time = text.trim() === '' ? undefined : parseDurationMs(text)
    return time === undefined || time < min || time > max ? undefined : time
  }
  const limit = formatAttemptTime(max)
  const isWrong = typed !== undefined && typed.trim() !== '' && parse(typed) === undefined
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        style={{ flex: '1 1 180px' }}
        size="xl"
        label={label}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        readOnly={isRunning}
        placeholder="0:00.000"
        description={t('judge.sheet.timeHint', { limit })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isWrong ? t('judge.sheet.badTime', { limit }) : undefined}
        styles={{ input: { fontVariantNumeric: 'tabular-nums', textAlign: 'center' } }}
        value={
          isRunning ? formatAttemptTime(Math.round(elapsed / 10) * 10, 2) : (typed ?? (value === undefined ? '' : formatAttemptTime(value)))
        }
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(parse(event.currentTarget.value))
        }}
        onBlur={() => isWrong || setTyped(undefined)}
      />
      <Button
        size="xl"
        {...(isRunning ? { color: 'red.9' } : {})}
        leftSection={isRunning ? <IconPlayerStop /> : <IconPlayerPlay />}
        onClick={() => {
          if (startedAt !== undefined) return stop(performance.now() - startedAt)
          setElapsed(0)
          setStartedAt(performance.now())
        }}
      >
        {t(isRunning ? 'judge.sheet.stop' : 'judge.sheet.start')}
      </Button>
    </Group>
  )
}
