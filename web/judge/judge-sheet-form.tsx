import { ActionIcon, Group, NumberInput, Radio, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  disqualifiedKey,
  type RoundGroup,
  type ScoreSheetField,
  type ScoreSheetFieldOf,
  type ScoreSheetValues,
} from '#contract/rule-set.ts'
import { getFieldMax } from '#contract/rules/rule-set-sheet.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { StopwatchField } from './stopwatch-field.tsx'

type Value = ScoreSheetValues[string] | undefined
type FieldProps<F> = { group: RoundGroup; field: F; value: Value; onChange: (value: Value) => void }

/** A number between the limits of its field, with large buttons for one step less or more. */
function NumberField({ group, field, value, onChange }: FieldProps<ScoreSheetFieldOf<'count' | 'measure'>>) {
  const { t } = useTranslation()
  const label = field.label[useLang()]
  const max = getFieldMax(group, field)
  const number = typeof value === 'number' ? value : undefined
  const decimals = field.kind === 'count' ? 0 : 3
  const change = (by: number) => {
    const next = number === undefined ? (by > 0 ? Math.max(field.min, Math.min(max, field.step)) : field.min) : number + by
    onChange(Math.round(Math.min(max, Math.max(field.min, next)) * 1000) / 1000)
  }
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <ActionIcon
        size={56}
        variant="default"
        aria-label={t('judge.sheet.less', { field: label })}
        disabled={number === undefined || number <= field.min}
        onClick={() => change(-field.step)}
      >
        <IconMinus size={28} />
      </ActionIcon>
      <NumberInput
        style={{ flex: 1 }}
        size="xl"
        label={label}
        dir="ltr"
        hideControls
        inputMode={field.kind === 'count' ? 'numeric' : 'decimal'}
        min={field.min}
        max={max}
        step={field.step}
        decimalScale={decimals}
        allowDecimal={decimals > 0}
        allowNegative={field.min < 0}
        clampBehavior="strict"
        styles={{ input: { textAlign: 'center' } }}
        value={number ?? ''}
        onChange={(typed) => onChange(typed === '' || typeof typed !== 'number' ? undefined : typed)}
      />
      <ActionIcon
        size={56}
        variant="default"
        aria-label={t('judge.sheet.more', { field: label })}
        disabled={number !== undefined && number >= max}
        onClick={() => change(field.step)}
      >
        <IconPlus size={28} />
      </ActionIcon>
    </Group>
  )
}

function YesNoField({ field, value, onChange }: FieldProps<ScoreSheetFieldOf<'yesNo'>>) {
  const { t } = useTranslation()
  const label = field.label[useLang()]
  return (
    <div>
      <Text fw={500} mb={4}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        size="xl"
        aria-label={label}
        data={[
          { value: 'no', label: t('judge.sheet.no') },
          { value: 'yes', label: t('judge.sheet.yes') },
        ]}
        value={value === true ? 'yes' : 'no'}
        onChange={(chosen) => onChange(chosen === 'yes')}
      />
    </div>
  )
}

function ChoiceField({ field, value, onChange }: FieldProps<ScoreSheetFieldOf<'choice'>>) {
  const lang = useLang()
  return (
    <Radio.Group label={field.label[lang]} size="lg" value={typeof value === 'string' ? value : null} onChange={onChange}>
      <Stack gap="sm" mt="xs">
        {field.options.map((option) => (
          <Radio key={option.key} size="lg" value={option.key} label={`${option.label[lang]} (${option.points})`} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function SheetField({ field, ...props }: FieldProps<ScoreSheetField>): ReactNode {
  const lang = useLang()
  if (field.kind === 'yesNo') return <YesNoField field={field} {...props} />
  if (field.kind === 'choice') return <ChoiceField field={field} {...props} />
  if (field.kind === 'time')
    return (
      <StopwatchField
        label={field.label[lang]}
        min={field.min}
        max={getFieldMax(props.group, field)}
        value={typeof props.value === 'number' ? props.value : undefined}
        onChange={props.onChange}
      />
    )
  return <NumberField field={field} {...props} />
}

type Props = {
  group: RoundGroup
  values: ScoreSheetValues
  onChange: (values: ScoreSheetValues) => void
  /** Whether the sheet has the switch for a disqualification. */
  canDisqualify: boolean
}

/** The score sheet of a round group for a tablet: large controls that accept possible values only, and a stopwatch for times. */
export function JudgeSheetForm({ group, values, onChange, canDisqualify }: Props) {
  const { t } = useTranslation()
  const setValue = (key: string, value: Value) => {
    const { [key]: _, ...others } = values
    onChange(value === undefined ? others : { ...others, [key]: value })
  }
  const isDisqualified = values[disqualifiedKey] === true
  const isPenalty = ({ isPenalty: is }: ScoreSheetField) => is
  const fields = [...group.fields.filter((field) => !isPenalty(field)), ...group.fields.filter(isPenalty)]
  const firstPenalty = fields.find(isPenalty)
  return (
    <Stack gap="lg">
      {isDisqualified
        ? null
        : fields.map((field) => (
            <div key={field.key}>
              {field === firstPenalty ? (
                <Text fw={700} mb="xs">
                  {t('judge.sheet.penalties')}
                </Text>
              ) : null}
              <SheetField group={group} field={field} value={values[field.key]} onChange={(value) => setValue(field.key, value)} />
            </div>
          ))}
      {canDisqualify ? (
        <Switch
          size="lg"
          label={t('judge.sheet.disqualified')}
          checked={isDisqualified}
          onChange={(event) => setValue(disqualifiedKey, event.currentTarget.checked || undefined)}
        />
      ) : null}
    </Stack>
  )
}
