import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { cleanNumberOrDateToWesternDigits } from '#contract/accounts/identity.ts'
import type { AdminAttempt, AttemptInput } from '#contract/event/scores/score.schema.ts'
import { scoreFields } from '#contract/event/scores/score.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import {
  findRound,
  listRoundsOrPossibleMatches,
  listSheetValueProblems,
} from '#contract/event/scoring/rule-set-sheet.ts'
import { parseDecimalToThousandths, parseDurationMs } from '#contract/platform/numbers.ts'
import type { Language } from '#i18n/languages.ts'
import { type FieldDifference, listTextDifferencesByLabel } from '#web/admin/shared/edit-conflict-dialog.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { ScoreSheetForm } from '#web/shared/event/score-sheet/score-sheet-form.tsx'
import { formatSheetValues } from '#web/shared/event/score-sheet/sheet-values.ts'
import { formatAttemptTime } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { type Texts, useTranslation } from '#web/shared/texts.ts'

/** The texts of the fields of an attempt. */
type AttemptValues = { mission: string; score: string; time: string; note: string }
type AttemptErrors = Partial<Record<'mission' | 'score' | 'time', true>>

const emptyAttemptValues: AttemptValues = { mission: '1', score: '', time: '', note: '' }
const toAttemptValues = (attempt: Omit<AttemptInput, 'values'>): AttemptValues => ({
  mission: String(attempt.mission),
  score: String(attempt.score),
  time: formatAttemptTime(attempt.timeMs),
  note: attempt.note ?? '',
})

const { mission: missionLimits, score: scoreLimits, timeMs: timeLimits, note: noteLimits } = scoreFields

/**
 * Parses the texts of an attempt, or returns errors by field. Digits may be Arabic; a time is seconds, or
 * minutes and seconds.
 */
const parseAttemptValues = (values: AttemptValues): { attempt: AttemptInput } | { errors: AttemptErrors } => {
  const mission = Number(cleanNumberOrDateToWesternDigits(values.mission))
  const thousandths = parseDecimalToThousandths(values.score)
  const timeMs = parseDurationMs(values.time)
  const errors: AttemptErrors = {}
  if (!Number.isInteger(mission) || mission < missionLimits.min || mission > missionLimits.max)
    errors.mission = true
  if (thousandths === undefined || Math.abs(thousandths) > scoreLimits.max * 1000) errors.score = true
  if (timeMs === undefined || timeMs > timeLimits.max) errors.time = true
  if (thousandths === undefined || timeMs === undefined || Object.keys(errors).length > 0) return { errors }
  return { attempt: { mission, score: thousandths / 1000, timeMs, note: values.note.trim() } }
}

type AttemptValuesProps = {
  values: AttemptValues
  errors: AttemptErrors
  onChange: (values: AttemptValues) => void
}

/** Shows round, points, time and note of an attempt. */
function AttemptFields({ values, errors, onChange }: AttemptValuesProps) {
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

/** The round, the score sheet and the note of an attempt. */
type SheetAttempt = { mission: number; values: ScoreSheetValues; note: string }

const emptySheetAttempt: SheetAttempt = { mission: 1, values: {}, note: '' }
const toSheetAttempt = ({
  mission,
  values,
  note,
}: Pick<AttemptInput, 'mission' | 'note'> & { values?: ScoreSheetValues | null }): SheetAttempt => ({
  mission,
  values: values ?? {},
  note: note ?? '',
})

/**
 * Returns the attempt to save, undefined when its sheet has problems. Points and time follow from the values.
 */
const parseSheetAttempt = (
  ruleSet: RuleSet,
  { mission, values, note }: SheetAttempt,
): AttemptInput | undefined => {
  const group = findRound(ruleSet, mission)?.group
  if (!group || listSheetValueProblems(group, values).length > 0) return undefined
  return { mission, score: 0, timeMs: 0, values, note: note.trim() }
}

type EventJudge = { id: string; name: string }

/** Chooses the judge of a sheet of a panel. A judge who is not listed stays as the sheet has it. */
function JudgeSelect({ judges, value, error, onChange }: JudgeSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('adminScores.fields.judge')}
      data={judges.map(({ id, name }) => ({ value: id, label: name }))}
      value={typeof value === 'string' ? value : null}
      allowDeselect={false}
      searchable
      limit={50}
      nothingFoundMessage={t('admin.list.nothingFound')}
      required
      error={error}
      onChange={(id) => id && onChange(id)}
    />
  )
}
type JudgeSelectProps = {
  judges: readonly EventJudge[]
  value: ScoreSheetValues[string] | undefined
  error: string | undefined
  onChange: (judgeId: string) => void
}

type Props = {
  judges: readonly EventJudge[]
  ruleSet: RuleSet
  attempt: SheetAttempt
  showsAllProblems: boolean
  onChange: (attempt: SheetAttempt) => void
}

/** Shows the round, the score sheet and the note of an attempt in an event with a rule set. */
function SheetAttemptFields({ judges, ruleSet, attempt, showsAllProblems, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const group = findRound(ruleSet, attempt.mission)?.group
  const setRound = (mission: number) => {
    // another sheet has other fields
    const isSameSheet = findRound(ruleSet, mission)?.group === group
    onChange({ ...attempt, mission, values: isSameSheet ? attempt.values : {} })
  }
  return (
    <>
      <Select
        label={t('adminRuleSets.round')}
        data={listRoundsOrPossibleMatches(ruleSet).map(({ number, round }) => ({
          value: String(number),
          label: round.label[lang],
        }))}
        value={group ? String(attempt.mission) : null}
        allowDeselect={false}
        error={group ? undefined : t('fieldErrors.required')}
        onChange={(number) => number && setRound(Number(number))}
      />
      {group?.panel ? (
        <JudgeSelect
          judges={judges}
          value={attempt.values[judgeKey]}
          error={
            showsAllProblems && attempt.values[judgeKey] === undefined ? t('fieldErrors.required') : undefined
          }
          onChange={(id) => onChange({ ...attempt, values: { ...attempt.values, [judgeKey]: id } })}
        />
      ) : null}
      {group ? (
        <ScoreSheetForm
          key={group.key}
          ruleSet={ruleSet}
          group={group}
          values={attempt.values}
          showsAllProblems={showsAllProblems}
          onChange={(values) => onChange({ ...attempt, values })}
        />
      ) : null}
      <TextInput
        label={t('adminScores.fields.note')}
        value={attempt.note}
        maxLength={scoreFields.note.maxLength}
        dir="auto"
        onChange={(event) => onChange({ ...attempt, note: event.currentTarget.value })}
      />
    </>
  )
}

/** What the form shows of a stored attempt. */
export type EditedAttempt = Pick<AdminAttempt, 'mission' | 'score' | 'timeMs' | 'note' | 'values'>

/** Returns the texts of an attempt in an event without a rule set, by label. */
const describeAttempt = (t: Texts['t'], { mission, score, time, note }: AttemptValues) => ({
  [t('adminScores.fields.mission')]: mission.trim(),
  [t('adminScores.fields.score')]: score.trim(),
  [t('adminScores.fields.timeMs')]: time.trim(),
  [t('adminScores.fields.note')]: note.trim(),
})
type SheetTexts = { t: Texts['t']; lang: Language; ruleSet: RuleSet; judges: readonly EventJudge[] }
/** Returns the texts of the score sheet of an attempt, by label; that of a panel with its judge. */
export const formatAttemptSheetByLabel = (
  { t, lang, ruleSet, judges }: SheetTexts,
  { mission, values, note }: SheetAttempt,
): Record<string, string> => {
  const found = findRound(ruleSet, mission)
  const judgeId = String(values[judgeKey] ?? '')
  const judge = judges.find(({ id }) => id === judgeId)?.name ?? judgeId
  return {
    [t('adminRuleSets.round')]: found?.round.label[lang] ?? '',
    ...(found?.group.panel ? { [t('adminScores.fields.judge')]: judge } : {}),
    [t('adminScores.sheet.values')]: found ? formatSheetValues(t, lang, found.group, values) : '',
    [t('adminScores.fields.note')]: note.trim(),
  }
}

type AttemptForm = {
  fields: ReactNode
  /** Returns the attempt, or shows the errors of the fields and returns undefined. */
  readAttempt: () => AttemptInput | undefined
  /** Empties the form for the next attempt. */
  clear: () => void
  /** Replaces what was typed by a stored attempt. */
  replace: (stored: EditedAttempt) => void
  /** Lists how a stored attempt differs from the form. */
  listDifferences: (stored: EditedAttempt) => FieldDifference[]
}

/**
 * Holds the fields of an attempt: its score sheet in an event with a rule set, otherwise round, points and
 * time. A new attempt begins with `round`.
 */
export const useAttemptFormFields = (
  eventId: string,
  ruleSet: RuleSet | null,
  attempt?: AdminAttempt,
  round = 1,
): AttemptForm => {
  const [values, setValues] = useState(() =>
    attempt ? toAttemptValues(attempt) : { ...emptyAttemptValues, mission: String(round) },
  )
  const [errors, setErrors] = useState<AttemptErrors>({})
  const [sheet, setSheet] = useState(() =>
    attempt ? toSheetAttempt(attempt) : { ...emptySheetAttempt, mission: round },
  )
  const [showsAllProblems, setShowsAllProblems] = useState(false)
  const hasPanel = ruleSet !== null && findRound(ruleSet, sheet.mission)?.group.panel !== undefined
  const judges =
    useLoadedValueWithErrorToast<readonly EventJudge[]>(
      async () =>
        hasPanel
          ? (await callApi('GET /api/admin/events/:eventId/judges/names', { params: { eventId } })).judges
          : [],
      `${eventId} ${hasPanel}`,
    ) ?? []
  const { t } = useTranslation()
  const lang = useLang()

  const readAttempt = () => {
    if (ruleSet) {
      const read = parseSheetAttempt(ruleSet, sheet)
      setShowsAllProblems(read === undefined)
      return read
    }
    const parsed = parseAttemptValues(values)
    setErrors('errors' in parsed ? parsed.errors : {})
    return 'errors' in parsed ? undefined : parsed.attempt
  }
  const clear = () => {
    setValues(emptyAttemptValues)
    setSheet((before) => ({ ...emptySheetAttempt, mission: before.mission }))
    setShowsAllProblems(false)
  }
  const replace = (stored: EditedAttempt) => {
    setValues(toAttemptValues(stored))
    setSheet(toSheetAttempt(stored))
    setErrors({})
    setShowsAllProblems(false)
  }
  const listDifferences = (stored: EditedAttempt) =>
    ruleSet
      ? listTextDifferencesByLabel(
          formatAttemptSheetByLabel({ t, lang, ruleSet, judges }, toSheetAttempt(stored)),
          formatAttemptSheetByLabel({ t, lang, ruleSet, judges }, sheet),
        )
      : listTextDifferencesByLabel(describeAttempt(t, toAttemptValues(stored)), describeAttempt(t, values))
  const fields = ruleSet ? (
    <SheetAttemptFields
      judges={judges}
      ruleSet={ruleSet}
      attempt={sheet}
      showsAllProblems={showsAllProblems}
      onChange={setSheet}
    />
  ) : (
    <AttemptFields values={values} errors={errors} onChange={setValues} />
  )
  return { fields, readAttempt, clear, replace, listDifferences }
}
