import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './score-sheet-form.module.css'

type Props = {
  /** Milliseconds, as those that `onStop` gets. */
  min: number
  max: number
  disabled: boolean
  onStop: (timeMs: number) => void
}

/** Shows a button that starts and stops a stopwatch and shows its time. The stopwatch stops at the maximum. */
export function StopwatchButton({ min, max, disabled, onStop }: Props) {
  const { t } = useTranslation()
  const [startedAt, setStartedAt] = useState<number>()
  const [elapsed, setElapsed] = useState(0)
  const stop = (timeMs: number) => {
    setStartedAt(undefined)
    onStop(Math.min(max, Math.max(min, Math.round(timeMs))))
  }
  useEffect(() => {
    if (startedAt === undefined) return
    const timer = window.setInterval(() => {
      const timeMs = performance.now() - startedAt
      setElapsed(timeMs)
      if (timeMs < max) return
      setStartedAt(undefined)
      onStop(max)
    }, 50)
    return () => window.clearInterval(timer)
  }, [startedAt, max, onStop])
  if (startedAt === undefined)
    return (
      <Button
        className={styles.step}
        size="lg"
        disabled={disabled}
        leftSection={<IconPlayerPlay />}
        onClick={() => {
          setElapsed(0)
          setStartedAt(performance.now())
        }}
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
      onClick={() => stop(performance.now() - startedAt)}
    >
      {t('scoreSheet.stop')}
      <span className={styles.elapsed}>
        <bdi dir="ltr">{formatAttemptTime(Math.round(elapsed / 10) * 10, 2)}</bdi>
      </span>
    </Button>
  )
}
