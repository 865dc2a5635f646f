import { Radio, Stack, Switch, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type {
  RoundGroup,
  RuleSet,
  ScoreSheetField,
  ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import {
  computeSheetPointsAndTime,
  getFieldMaxValue,
  isFieldConditionMet,
  type SheetProblem,
} from '#contract/event/scoring/rule-set-sheet.ts'
import {
  describeNumberRange,
  describePointsFactor,
  describeWhenFieldCounts,
} from '#contract/event/scoring/score-sheet-description.ts'
import { formatRuleText } from '#i18n/formats/rule-text.ts'
import type { Language } from '#i18n/languages.ts'
import { formatAttemptTime, formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NumericFieldInput } from './numeric-field-input.tsx'
import styles from './score-sheet-form.module.css'
import {
  mapFirstSheetProblemByField,
  type NumericField,
  removeInvalidValues,
  toNumericFieldInputText,
} from './sheet-values.ts'
import type { StopwatchStarts } from './stopwatch-time.ts'

type Props = {
  ruleSet: Pick<RuleSet, 'disqualification'>
  /** The round group whose sheet is filled in. */
  group: RoundGroup
  /**
   * The values by field. They can be incomplete: `listSheetValueProblems` tells whether the sheet can be
   * saved.
   */
  values: ScoreSheetValues
  onChange: (values: ScoreSheetValues) => void
  /**
   * Shows the problems of all fields, as after a failed save; otherwise those of the fields that were left.
   */
  showsAllProblems?: boolean
  disabled?: boolean
  /**
   * The running stopwatches, when times can be taken with one. `onChange` gets them with the values, because
   * a stopwatch that stops sets its field.
   */
  stopwatch?: {
    starts: StopwatchStarts
    onChange: (starts: StopwatchStarts, values: ScoreSheetValues) => void
  }
  /** Whether the sheet has the switch for a disqualification. */
  canDisqualify?: boolean
  /** What the switch for a disqualification is called, when it means more. */
  disqualifiedTexts?: { label: string; description: string }
  /** Whether the running total is shown. */
  showsResult?: boolean
  /** What stands between the fields and the running total. */
  beforeResult?: ReactNode
  /** A button beside the running total. */
  action?: ReactNode
  /** The language of the labels, when it is not that of the page. */
  labelLang?: Language
}

const formatPoints = (points: number, lang: Language) =>
  `${points > 0 ? '+' : ''}${formatNumber(points, lang)}`

/**
 * Shows the form of a score sheet with its running total. Values beyond the limits of a field cannot be
 * entered.
 */
export function ScoreSheetForm({
  ruleSet,
  group,
  values,
  onChange,
  showsAllProblems = false,
  disabled = false,
  stopwatch,
  canDisqualify = true,
  disqualifiedTexts,
  showsResult = true,
  beforeResult,
  action,
  labelLang,
}: Props) {
  const { t } = useTranslation()
  const pageLang = useLang()
  const lang = labelLang ?? pageLang
  const id = useId()
  const [leftFields, setLeftFields] = useState<readonly string[]>([])
  const problems = mapFirstSheetProblemByField(group, values)
  const { points, timeMs } = computeSheetPointsAndTime(ruleSet, group, removeInvalidValues(group, values))
  const isDisqualified = values[disqualifiedKey] === true

  const set = (key: string, value: ScoreSheetValues[string] | undefined) => {
    const { [key]: _, ...others } = values
    onChange(value === undefined ? others : { ...others, [key]: value })
  }
  const buildStopwatch = (key: string) => {
    if (!stopwatch) return undefined
    const { [key]: startedAt, ...others } = stopwatch.starts
    return {
      startedAt,
      onStart: (now: number) => stopwatch.onChange({ ...others, [key]: now }, values),
      onStop: (timeMs: number) => stopwatch.onChange(others, { ...values, [key]: timeMs }),
    }
  }
  const formatProblem = (field: NumericField, { code, values: given }: SheetProblem): string => {
    if (code === 'bad-format')
      return t('scoreSheet.offStep', {
        min: toNumericFieldInputText(field, field.min),
        step: 'step' in field ? field.step : '',
      })
    if (code === 'wrong-type') return t(field.kind === 'time' ? 'scoreSheet.badTime' : 'scoreSheet.badNumber')
    return t(`fieldErrors.${code}`, { limit: given ? toNumericFieldInputText(field, given.limit) : '' })
  }
  const formatHint = (field: NumericField): string => {
    if (field.kind === 'time')
      return t('scoreSheet.timeRange', {
        max: formatAttemptTime(getFieldMaxValue(group, field)),
      })
    const range = describeNumberRange(field)
    return range === undefined ? '' : formatRuleText(t, pageLang, range)
  }

  const renderField = (field: ScoreSheetField) => {
    const name = field.label[lang]
    const problem = problems.get(field.key)
    const isProblemShown =
      problem && (showsAllProblems || (problem.code !== 'required' && leftFields.includes(field.key)))
    const isOptional = field.kind !== 'yesNo' && !field.isRequired
    const isDisabled = disabled || isDisqualified || !isFieldConditionMet(group, field, values)
    const condition = field.onlyIf
      ? formatRuleText(t, lang, describeWhenFieldCounts(group, field.onlyIf))
      : undefined
    const label = (
      <>
        <bdi lang={lang}>{name}</bdi>
        {isOptional ? <span className={styles.optional}> ({t('scoreSheet.optional')})</span> : null}
      </>
    )
    switch (field.kind) {
      case 'yesNo':
        return (
          <Switch
            className={styles.switch}
            size="lg"
            label={
              <>
                {label}{' '}
                {field.pointsPerUnit === 0 ? null : (
                  <bdi dir="ltr">({formatPoints(field.pointsPerUnit, pageLang)})</bdi>
                )}
              </>
            }
            description={condition}
            checked={values[field.key] === true}
            disabled={isDisabled}
            onChange={(event) => set(field.key, event.currentTarget.checked)}
          />
        )
      case 'choice': {
        const value = values[field.key]
        return (
          <Radio.Group
            label={label}
            description={condition}
            size="lg"
            name={`${id}-${field.key}`}
            value={typeof value === 'string' ? value : ''}
            error={isProblemShown ? t(`fieldErrors.${problem.code}`, { limit: '' }) : undefined}
            onChange={(key) => set(field.key, key === '' ? undefined : key)}
          >
            <div className={styles.options}>
              {[...(isOptional ? [null] : []), ...field.options].map((option) => (
                <Radio.Card
                  key={option?.key ?? ''}
                  className={styles.option}
                  value={option?.key ?? ''}
                  disabled={isDisabled}
                  checked={(value ?? '') === (option?.key ?? '')}
                >
                  <Radio.Indicator />
                  {option ? <bdi lang={lang}>{option.label[lang]}</bdi> : t('scoreSheet.notSet')}
                  {option ? <bdi dir="ltr">{formatPoints(option.points, pageLang)}</bdi> : null}
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
        )
      }
      default: {
        const value = values[field.key]
        return (
          <NumericFieldInput
            group={group}
            field={field}
            label={label}
            name={name}
            hint={[formatHint(field), condition].filter(Boolean).join(' · ')}
            error={isProblemShown ? formatProblem(field, problem) : undefined}
            value={typeof value === 'number' ? value : undefined}
            disabled={isDisabled}
            stopwatch={buildStopwatch(field.key)}
            onChange={(number) => set(field.key, number)}
            onBlur={() => setLeftFields((keys) => (keys.includes(field.key) ? keys : [...keys, field.key]))}
          />
        )
      }
    }
  }
  const renderFields = (fields: readonly ScoreSheetField[]) =>
    fields.map((field) => <div key={field.key}>{renderField(field)}</div>)
  const penalties = group.fields.filter(({ isPenalty }) => isPenalty)

  return (
    <Stack gap="lg">
      {renderFields(group.fields.filter(({ isPenalty }) => !isPenalty))}
      {penalties.length > 0 ? (
        <fieldset className={styles.penalties}>
          <legend>{t('scoreSheet.penalties')}</legend>
          <Stack gap="lg">{renderFields(penalties)}</Stack>
        </fieldset>
      ) : null}
      {[...(group.factors ?? []).entries()].map(([at, factor]) => (
        <Text key={at} size="sm">
          {formatRuleText(t, lang, describePointsFactor(group, factor))}
        </Text>
      ))}
      {canDisqualify ? (
        <Switch
          className={styles.switch}
          size="lg"
          color="red.8"
          label={disqualifiedTexts?.label ?? t('scoreSheet.disqualified')}
          description={disqualifiedTexts?.description ?? t('scoreSheet.disqualifiedHint')}
          checked={isDisqualified}
          disabled={disabled}
          onChange={(event) => set(disqualifiedKey, event.currentTarget.checked || undefined)}
        />
      ) : null}
      {beforeResult}
      {showsResult ? (
        <div className={styles.result}>
          <output aria-label={t('scoreSheet.result')}>
            <span>
              <Text span>{t('scoreSheet.total')}</Text> <bdi dir="ltr">{formatNumber(points, pageLang)}</bdi>
            </span>
            {timeMs === null ? null : (
              <span>
                <Text span>{t('scoreSheet.time')}</Text> <bdi dir="ltr">{formatAttemptTime(timeMs)}</bdi>
              </span>
            )}
          </output>
          {action}
        </div>
      ) : null}
    </Stack>
  )
}
