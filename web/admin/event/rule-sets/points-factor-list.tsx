import { Box, Group, MultiSelect, Select } from '@mantine/core'
import type { FieldCondition, RoundGroup, ScoreSheetField } from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import { describeFieldCondition, toFieldLabelText } from '#contract/event/scoring/score-sheet-description.ts'
import { formatRuleText } from '#i18n/formats/rule-text.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { listPointFieldOptions } from './edit-rule-set.ts'
import { AddItemButton, DecimalInput, RemoveItemButton, RuleSetFieldset } from './rule-set-inputs.tsx'

type ConditionSelectProps = {
  group: RoundGroup
  label: string
  /** The fields that can be the condition. */
  fields: readonly ScoreSheetField[]
  condition: FieldCondition | undefined
  /** The text of no condition; without it, a condition must be chosen. */
  noneLabel?: string
  /** The condition is counted: of a count it is each unit. */
  isPerUnit?: boolean
  error: string | undefined
  onChange: (condition: FieldCondition | undefined) => void
}

/** Shows the choice of a condition on a field: that it is yes, more than 0, or has one of its options. */
export function FieldConditionSelect({
  group,
  label,
  fields,
  condition,
  noneLabel,
  isPerUnit = false,
  error,
  onChange,
}: ConditionSelectProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const conditions = fields.flatMap((field): FieldCondition[] => {
    if (field.key === '' || field.kind === 'time') return []
    return field.kind === 'choice'
      ? field.options.map((option) => ({ field: field.key, option: option.key }))
      : [{ field: field.key }]
  })
  const describe = (each: FieldCondition) => {
    const field = fields.find(({ key }) => key === each.field)
    return isPerUnit && field?.kind === 'count'
      ? t('adminRuleSets.eachUnit', { field: formatRuleText(t, lang, toFieldLabelText(group, field.key)) })
      : formatRuleText(t, lang, describeFieldCondition(group, each))
  }
  const toValue = ({ field, option }: FieldCondition) => `${field}.${option ?? ''}`
  // two options with the same key, which the check before a save reports, must not break the list
  const byValue = new Map(conditions.map((each) => [toValue(each), each]))
  if (condition) byValue.set(toValue(condition), condition)
  return (
    <Select
      label={label}
      data={[
        ...(noneLabel === undefined ? [] : [{ value: '', label: noneLabel }]),
        ...[...byValue].map(([value, each]) => ({ value, label: describe(each) })),
      ]}
      value={condition ? toValue(condition) : ''}
      allowDeselect={false}
      error={error}
      onChange={(value) => onChange(byValue.get(value ?? ''))}
    />
  )
}

type Factors = NonNullable<RoundGroup['factors']>
type Props = {
  group: RoundGroup
  /** The place of the factors in the errors. */
  path: string
  errors: Record<string, string | undefined>
  onChange: (factors: Factors) => void
}

/** Shows the factors by which the points of fields are multiplied. */
export function PointsFactorsEditor({ group, path, errors, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { factors = [] } = group
  const countedFields = group.fields.filter(({ kind }) => kind !== 'time' && kind !== 'measure')
  const [firstField] = countedFields
  const findFieldsError = (at: number) =>
    Object.entries(errors).find(([key]) => key.startsWith(`${path}.${at}.fields`))?.[1]
  return (
    <RuleSetFieldset legend={t('adminRuleSets.factors')} hint={t('adminRuleSets.factorsHint')}>
      {[...factors.entries()].map(([at, factor]) => (
        <Group key={at} align="flex-start" wrap="wrap">
          <Box style={{ flex: '1 1 220px' }}>
            <FieldConditionSelect
              group={group}
              label={t('adminRuleSets.factorCondition')}
              fields={countedFields}
              condition={factor}
              isPerUnit
              error={errors[`${path}.${at}.field`] ?? errors[`${path}.${at}.option`]}
              onChange={(condition) =>
                condition &&
                onChange(factors.with(at, { factor: factor.factor, fields: factor.fields, ...condition }))
              }
            />
          </Box>
          <DecimalInput
            w={120}
            label={t('adminRuleSets.factorValue')}
            value={factor.factor}
            error={errors[`${path}.${at}.factor`]}
            onChange={(value) => onChange(factors.with(at, { ...factor, factor: value }))}
          />
          <MultiSelect
            style={{ flex: '1 1 220px' }}
            label={t('adminRuleSets.capFields')}
            data={listPointFieldOptions(group, lang)}
            value={factor.fields}
            error={findFieldsError(at)}
            onChange={(fields) => onChange(factors.with(at, { ...factor, fields }))}
          />
          <RemoveItemButton
            mt={26}
            name={t('adminRuleSets.factor', { number: at + 1 })}
            onClick={() => onChange(factors.toSpliced(at, 1))}
          />
        </Group>
      ))}
      {firstField && factors.length < ruleSetLimits.factors ? (
        <Group>
          <AddItemButton
            label={t('adminRuleSets.addFactor')}
            onClick={() => {
              const option = firstField.kind === 'choice' ? { option: firstField.options[0]?.key ?? '' } : {}
              onChange([...factors, { field: firstField.key, ...option, factor: 1, fields: [] }])
            }}
          />
        </Group>
      ) : null}
    </RuleSetFieldset>
  )
}
