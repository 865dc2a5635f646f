import { Group, NumberInput, TextInput } from '@mantine/core'
import { westernDigits } from '#contract/rules/identity.ts'
import { millisecondsOf, thousandthsOf } from '#contract/rules/numbers.ts'
import { type Run, scoreLimits } from '#contract/score.ts'
import { formatTime } from '#web/shared/format-time.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** A run as it is typed. */
export type RunDraft = { mission: string; score: string; time: string; note: string }
export type RunErrors = Partial<Record<'mission' | 'score' | 'time', true>>

export const emptyRun: RunDraft = { mission: '1', score: '', time: '', note: '' }
export const draftOf = (run: Run): RunDraft => ({
  mission: String(run.mission),
  score: String(run.score),
  time: formatTime(run.timeMs),
  note: run.note ?? '',
})

/** The run that was typed, or what is wrong with it. Digits may be Arabic, the time seconds or minutes. */
export const readRun = (draft: RunDraft): { run: Run } | { errors: RunErrors } => {
  const mission = Number(westernDigits(draft.mission.trim()))
  const score = thousandthsOf(draft.score)
  const timeMs = millisecondsOf(draft.time)
  const errors: RunErrors = {}
  if (!Number.isInteger(mission) || mission < 1 || mission > scoreLimits.mission) errors.mission = true
  if (score === undefined || Math.abs(score) > scoreLimits.score * 1000) errors.score = true
  if (timeMs === undefined || timeMs > scoreLimits.seconds * 1000) errors.time = true
  if (score === undefined || timeMs === undefined || Object.keys(errors).length > 0) return { errors }
  return { run: { mission, score: score / 1000, timeMs, note: draft.note.trim() } }
}

type Props = { draft: RunDraft; errors: RunErrors; onChange: (draft: RunDraft) => void }

/** Mission, points, time and note of a run. */
export function RunFields({ draft, errors, onChange }: Props) {
  const { t } = useTranslation()
  const set = (part: Partial<RunDraft>) => onChange({ ...draft, ...part })
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label={t('adminScores.form.mission')}
          value={draft.mission}
          min={1}
          max={scoreLimits.mission}
          allowDecimal={false}
          onChange={(value) => set({ mission: String(value) })}
          error={errors.mission && t('adminScores.form.badMission', { limit: scoreLimits.mission })}
          dir="ltr"
        />
        <TextInput
          label={t('adminScores.form.score')}
          value={draft.score}
          inputMode="decimal"
          dir="ltr"
          required
          onChange={(event) => set({ score: event.currentTarget.value })}
          error={errors.score && t('adminScores.form.badScore')}
        />
        <TextInput
          label={t('adminScores.form.time')}
          description={t('adminScores.form.timeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.time}
          inputMode="decimal"
          dir="ltr"
          required
          onChange={(event) => set({ time: event.currentTarget.value })}
          error={errors.time && t('adminScores.form.badTime')}
        />
      </Group>
      <TextInput
        label={t('adminScores.note')}
        value={draft.note}
        maxLength={scoreLimits.note}
        dir="auto"
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </>
  )
}
