import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './score-sheet-form.module.css'
import { createStopwatchReader } from './stopwatch-time.ts'

export type StopwatchProps = {
  /** When the running stopwatch was started, in milliseconds of the clock of the device; undefined when it does not run. */
  startedAt: number | undefined
  /** Milliseconds, as those that `onStop` gets. */
  min: number
  max: number
  disabled: boolean
  onStart: (startedAt: number) => void
  onStop: (timeMs: number) => void
}

/** Shows a button that starts and stops a stopwatch and shows its time. The stopwatch stops at the maximum. */
export function StopwatchButton({ startedAt, min, max, disabled, onStart, onStop }: StopwatchProps) {
  const { t } = useTranslation()
  const readTime = useMemo(() => (startedAt === undefined ? undefined : createStopwatchReader(startedAt)), [startedAt])
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
      <Button className={styles.step} size="lg" disabled={disabled} leftSection={<IconPlayerPlay />} onClick={() => onStart(Date.now())}>
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
