import { NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { toWesternDigits } from '#contract/rules/identity.ts'
import { parseDurationMs, parseThousandths } from '#contract/rules/numbers.ts'
import { type AttemptInput, scoreFields } from '#contract/score.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** The texts of the fields of an attempt. */
export type AttemptValues = { mission: string; score: string; time: string; note: string }
export type AttemptErrors = Partial<Record<'mission' | 'score' | 'time', true>>

export const emptyAttemptValues: AttemptValues = { mission: '1', score: '', time: '', note: '' }
export const toAttemptValues = (attempt: Omit<AttemptInput, 'values'>): AttemptValues => ({
  mission: String(attempt.mission),
  score: String(attempt.score),
  time: formatAttemptTime(attempt.timeMs),
  note: attempt.note ?? '',
})

const { mission: missionLimits, score: scoreLimits, timeMs: timeLimits, note: noteLimits } = scoreFields

/** Parses the texts of an attempt, or returns errors by field. Digits may be Arabic; a time is seconds, or minutes and seconds. */
export const parseAttemptValues = (values: AttemptValues): { attempt: AttemptInput } | { errors: AttemptErrors } => {
  const mission = Number(toWesternDigits(values.mission.trim()))
  const thousandths = parseThousandths(values.score)
  const timeMs = parseDurationMs(values.time)
  const errors: AttemptErrors = {}
  if (!Number.isInteger(mission) || mission < missionLimits.min || mission > missionLimits.max) errors.mission = true
  if (thousandths === undefined || Math.abs(thousandths) > scoreLimits.max * 1000) errors.score = true
  if (timeMs === undefined || timeMs > timeLimits.max) errors.time = true
  if (thousandths === undefined || timeMs === undefined || Object.keys(errors).length > 0) return { errors }
  return { attempt: { mission, score: thousandths / 1000, timeMs, note: values.note.trim() } }
}

type Props = { values: AttemptValues; errors: AttemptErrors; onChange: (values: AttemptValues) => void }

/** Shows mission, points, time and note of an attempt. */
export function AttemptFields({ values, errors, onChange }: Props) {
  const { t } = useTranslation()
  const set = (changed: Partial<AttemptValues>) => onChange({ ...values, ...changed })
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <NumberInput
          label={t('adminScores.fields.mission')}
          value={values.mission}
          min={missionLimits.min}
          max={missionLimits.max}
          allowDecimal={false}
          onChange={(value) => set({ mission: String(value) })}
          error={errors.mission && t('adminScores.form.badMission', { limit: missionLimits.max })}
          dir="ltr"
        />
        <TextInput
          label={t('adminScores.fields.score')}
          value={values.score}
          inputMode="decimal"
          dir="ltr"
          required
          onChange={(event) => set({ score: event.currentTarget.value })}
          error={errors.score && t('adminScores.form.badScore')}
        />
        <TextInput
          label={t('adminScores.fields.timeMs')}
          description={t('adminScores.form.timeHint')}
          value={values.time}
          inputMode="decimal"
          dir="ltr"
          required
          onChange={(event) => set({ time: event.currentTarget.value })}
          error={errors.time && t('adminScores.form.badTime')}
        />
      </SimpleGrid>
      <TextInput
        label={t('adminScores.fields.note')}
        value={values.note}
        maxLength={noteLimits.maxLength}
        dir="auto"
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </>
  )
}
