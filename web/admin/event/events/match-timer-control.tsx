import { Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { MatchTimer } from '#contract/event/display.schema.ts'
import { computeTimerRemainingMs, displayLimits } from '#contract/event/display.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlayerPause, IconPlayerPlay, IconRotate } from '#web/shared/ui/icons.ts'

/** Returns how many seconds the match timer has left, by the clock of the server. */
const useRemainingSeconds = (timer: MatchTimer, clockOffset: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const interval = window.setInterval(() => setNow(Date.now()), 250)
    return () => window.clearInterval(interval)
  }, [])
  return Math.ceil(computeTimerRemainingMs(timer, now + clockOffset) / 1000)
}

type Props = { eventId: string; timer: MatchTimer; clockOffset: number; onChange: () => void }

/** Starts, pauses and resets the match timer of an event. */
export function MatchTimerControl({ eventId, timer, clockOffset, onChange }: Props) {
  const { t } = useTranslation()
  const { saving, errors, save } = useSubmitWithToasts()
  const [minutes, setMinutes] = useState(timer.durationMs / 60_000)
  const seconds = useRemainingSeconds(timer, clockOffset)
  const isRunning = timer.endsAt !== null && seconds > 0
  const send = (action: 'start' | 'pause' | 'reset') =>
    void save(async () => {
      await callApi('PUT /api/admin/events/:eventId/match-timer', {
        params: { eventId },
        json: action === 'reset' ? { action, seconds: Math.round(minutes * 60) } : { action },
      })
      return undefined
    }, onChange)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="match-timer">
      <Stack>
        <Title order={3} size="h4" id="match-timer">
          {t('adminEvents.display.timer.title')}
        </Title>
        <Text size="sm">{t('adminEvents.display.timer.intro')}</Text>
        <Group align="flex-end">
          <Text role="timer" dir="ltr" fz={40} lh={1} fw={700} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
          </Text>
          <Button
            loading={saving}
            leftSection={
              isRunning ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />
            }
            onClick={() => send(isRunning ? 'pause' : 'start')}
          >
            {t(isRunning ? 'adminEvents.display.timer.pause' : 'adminEvents.display.timer.start')}
          </Button>
          <NumberInput
            label={t('adminEvents.display.timer.minutes')}
            w={110}
            min={0.5}
            max={displayLimits.timerSeconds / 60}
            step={0.5}
            value={minutes}
            error={errors.seconds}
            onChange={(value) => setMinutes(Number(value))}
          />
          <Button
            variant="default"
            loading={saving}
            leftSection={<IconRotate size={18} aria-hidden />}
            onClick={() => send('reset')}
          >
            {t('adminEvents.display.timer.reset')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
