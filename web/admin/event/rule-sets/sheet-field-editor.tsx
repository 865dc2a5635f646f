import { Checkbox, Collapse, Group, Paper, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import type {
  RoundGroup,
  ScoreSheetChoice,
  ScoreSheetField,
} from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetLimits, scoreSheetFieldKinds } from '#contract/event/scoring/rule-set.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconChevronDown } from '#web/shared/ui/icons.ts'
import {
  convertSheetFieldToKind,
  createEmptyChoiceOption,
  getKeyAfterLabelChange,
  moveItem,
  toFieldWithCondition,
} from './edit-rule-set.ts'
import { FieldConditionSelect } from './points-factor-list.tsx'
import {
  AddItemButton,
  DecimalInput,
  DurationInput,
  MoveAndRemoveButtons,
  RuleSetKeyInput,
  SignedDurationInput,
} from './rule-set-inputs.tsx'
import styles from './rule-sets.module.css'

type ChoiceOptionListProps = {
  options: readonly ScoreSheetChoice[]
  /** The place of the options in the errors. */
  path: string
  errors: Record<string, string | undefined>
  /** Recorded attempts can have the keys, so they do not follow the labels. */
  areKeysInUse: boolean
  onChange: (options: ScoreSheetChoice[]) => void
}

/** Shows the options of a field of the kind `choice`, each with its points. */
function ChoiceOptionList({ options, path, errors, areKeysInUse, onChange }: ChoiceOptionListProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.group}>
      <legend>{t('adminRuleSets.options')}</legend>
      <Stack data-items>
        {[...options.entries()].map(([at, option]) => {
          const takenKeys = options.flatMap(({ key }, other) => (other === at ? [] : [key]))
          const set = (changed: Partial<ScoreSheetChoice>) =>
            onChange([...options].with(at, { ...option, ...changed }))
          const error = (key: string) => errors[`${path}.${at}.${key}`]
          return (
            <Stack key={at} gap="xs" className={styles.item}>
              <Group justify="space-between">
                <Text size="sm" fw={600}>
                  {t('adminRuleSets.option', { number: at + 1 })}
                </Text>
                <MoveAndRemoveButtons
                  name={t('adminRuleSets.option', { number: at + 1 })}
                  index={at}
                  count={options.length}
                  onMove={(to) => onChange(moveItem(options, at, to))}
                  onRemove={options.length > 1 ? () => onChange(options.toSpliced(at, 1)) : undefined}
                />
              </Group>
              <LocalizedField
                label={t('adminRuleSets.label')}
                value={option.label}
                limit={ruleSetLimits.label}
                required
                errors={{ en: error('label.en'), ar: error('label.ar') }}
                onChange={(label) =>
                  set({ label, key: getKeyAfterLabelChange(option, label.en, takenKeys, areKeysInUse) })
                }
              />
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <DecimalInput
                  label={t('adminRuleSets.points')}
                  value={option.points}
                  error={error('points')}
                  onChange={(points) => set({ points })}
                />
                <RuleSetKeyInput
                  label={t('adminRuleSets.key')}
                  value={option.key}
                  error={error('key')}
                  onChange={(key) => set({ key })}
                />
              </SimpleGrid>
            </Stack>
          )
        })}
      </Stack>
      {options.length < ruleSetLimits.choices ? (
        <Group mt="sm">
          <AddItemButton
            label={t('adminRuleSets.addOption')}
            onClick={() => onChange([...options, createEmptyChoiceOption()])}
          />
        </Group>
      ) : null}
    </fieldset>
  )
}

type Props = {
  group: RoundGroup
  field: ScoreSheetField
  /** The place of the field in the errors (`groups.0.fields.1`). */
  path: string
  errors: Record<string, string | undefined>
  /** The keys of the other fields. */
  takenKeys: readonly string[]
  /** The saved rule set has this key, so recorded attempts can have it. */
  isKeyInUse: boolean
  /** The field is open; the page disables its inputs. */
  isReadOnly: boolean
  index: number
  count: number
  onChange: (field: ScoreSheetField) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** Shows a field of a score sheet: a row that opens to edit it. */
export function SheetFieldEditor({
  group,
  field,
  path,
  errors,
  takenKeys,
  isKeyInUse,
  isReadOnly,
  index,
  count,
  onChange,
  onMove,
  onRemove,
}: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const [isOpen, setIsOpen] = useState(field.key === '')
  const fieldsAbove = group.fields.slice(0, index)
  const { onlyIf } = field
  const isConditionAbove =
    !onlyIf || fieldsAbove.some(({ key, kind }) => key === onlyIf.field && kind !== 'time')
  const hasErrors =
    !isConditionAbove || Object.keys(errors).some((key) => key === path || key.startsWith(`${path}.`))
  const isShown = isOpen || hasErrors || isReadOnly
  const name = field.label[lang] || t('adminRuleSets.newField')
  const error = (key: string) => errors[`${path}.${key}`]
  const isYesNo = field.kind === 'yesNo'

  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap">
        <UnstyledButton
          className={styles.fieldButton}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setIsOpen(!isShown)}
        >
          <IconChevronDown className={styles.chevron} size={18} aria-hidden />
          <span>
            <Text component="bdi" fw={600}>
              {name}
            </Text>
            <Text size="sm" className={styles.quiet}>
              {t(`adminRuleSets.kinds.${field.kind}`)}
              {field.isPenalty ? ` · ${t('adminRuleSets.isPenalty')}` : ''}
            </Text>
          </span>
        </UnstyledButton>
        <MoveAndRemoveButtons name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </Group>
      <Collapse expanded={isShown} id={id}>
        {isShown ? (
          <Stack pt="sm">
            <LocalizedField
              label={t('adminRuleSets.label')}
              value={field.label}
              limit={ruleSetLimits.label}
              required
              errors={{ en: error('label.en'), ar: error('label.ar') }}
              onChange={(label) =>
                onChange({
                  ...field,
                  label,
                  key: getKeyAfterLabelChange(field, label.en, takenKeys, isKeyInUse),
                })
              }
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <ChoiceSelect
                label={t('adminRuleSets.kind')}
                value={field.kind}
                choices={scoreSheetFieldKinds}
                toLabel={(kind) => t(`adminRuleSets.kinds.${kind}`)}
                onChange={(kind) => onChange(convertSheetFieldToKind(field, kind))}
              />
              <RuleSetKeyInput
                label={t('adminRuleSets.key')}
                description={t(isKeyInUse ? 'adminRuleSets.keyInUse' : 'adminRuleSets.keyHint')}
                value={field.key}
                error={error('key')}
                onChange={(key) => onChange({ ...field, key })}
              />
            </SimpleGrid>
            {field.kind === 'count' || field.kind === 'measure' ? (
              <SimpleGrid cols={{ base: 1, xs: 3 }}>
                {(['min', 'max', 'step'] as const).map((key) => (
                  <DecimalInput
                    key={key}
                    label={t(`adminRuleSets.${key}`)}
                    value={field[key]}
                    error={error(key)}
                    onChange={(value) => onChange({ ...field, [key]: value })}
                  />
                ))}
              </SimpleGrid>
            ) : null}
            {field.kind === 'time' ? (
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                {(['min', 'max'] as const).map((key) => (
                  <DurationInput
                    key={key}
                    label={t(`adminRuleSets.${key}`)}
                    description={t('adminRuleSets.timeHint')}
                    value={field[key]}
                    error={error(key)}
                    onChange={(value) => onChange({ ...field, [key]: value })}
                  />
                ))}
              </SimpleGrid>
            ) : null}
            {'pointsPerUnit' in field ? (
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <DecimalInput
                  label={t(isYesNo ? 'adminRuleSets.pointsIfYes' : 'adminRuleSets.pointsPerUnit')}
                  description={t('adminRuleSets.pointsHint')}
                  value={field.pointsPerUnit}
                  error={error('pointsPerUnit')}
                  onChange={(pointsPerUnit) => onChange({ ...field, pointsPerUnit })}
                />
                <SignedDurationInput
                  label={t(isYesNo ? 'adminRuleSets.timeIfYes' : 'adminRuleSets.timePerUnit')}
                  description={`${t('adminRuleSets.timeHint')} ${t('adminRuleSets.credit')}`}
                  value={field.timeMsPerUnit}
                  error={error('timeMsPerUnit')}
                  onChange={(timeMsPerUnit) => onChange({ ...field, timeMsPerUnit })}
                />
              </SimpleGrid>
            ) : null}
            {field.kind === 'choice' ? (
              <ChoiceOptionList
                options={field.options}
                path={`${path}.options`}
                errors={errors}
                areKeysInUse={isKeyInUse}
                onChange={(options) => onChange({ ...field, options })}
              />
            ) : null}
            {index > 0 || onlyIf ? (
              <FieldConditionSelect
                group={group}
                label={t('adminRuleSets.onlyIf')}
                fields={fieldsAbove}
                condition={onlyIf}
                noneLabel={t('adminRuleSets.always')}
                error={
                  isConditionAbove
                    ? (error('onlyIf.field') ?? error('onlyIf.option'))
                    : t('adminRuleSets.badConditionField')
                }
                onChange={(condition) => onChange(toFieldWithCondition(field, condition))}
              />
            ) : null}
            <Group gap="xl">
              {field.kind === 'yesNo' ? null : (
                <Checkbox
                  label={t('adminRuleSets.isRequired')}
                  checked={field.isRequired}
                  onChange={(event) => onChange({ ...field, isRequired: event.currentTarget.checked })}
                />
              )}
              <Checkbox
                label={t('adminRuleSets.isPenalty')}
                checked={field.isPenalty}
                onChange={(event) => onChange({ ...field, isPenalty: event.currentTarget.checked })}
              />
            </Group>
          </Stack>
        ) : null}
      </Collapse>
    </Paper>
  )
}
