import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { ruleSetLimits, type ScoreSheetChoice } from '#contract/rule-set.ts'
import { LocalizedField } from '#web/admin/shared/localized-field.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { AddItemButton } from './add-item-button.tsx'
import { createEmptyChoiceOption, getKeyAfterLabelChange, moveItem } from './edit-rule-set.ts'
import { ItemButtons } from './item-buttons.tsx'
import { DecimalInput } from './number-inputs.tsx'
import { RuleSetKeyInput } from './rule-set-key-input.tsx'
import styles from './rule-sets.module.css'

type Props = {
  options: readonly ScoreSheetChoice[]
  /** The place of the options in the errors. */
  path: string
  errors: Record<string, string | undefined>
  /** Recorded attempts can have the keys, so they do not follow the labels. */
  areKeysInUse: boolean
  onChange: (options: ScoreSheetChoice[]) => void
}

/** Shows the options of a field of the kind `choice`, each with its points. */
export function ChoiceOptionList({ options, path, errors, areKeysInUse, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.group}>
      <legend>{t('adminRuleSets.options')}</legend>
      <Stack data-items>
        {[...options.entries()].map(([at, option]) => {
          const takenKeys = options.flatMap(({ key }, other) => (other === at ? [] : [key]))
          const set = (changed: Partial<ScoreSheetChoice>) => onChange([...options].with(at, { ...option, ...changed }))
          const error = (key: string) => errors[`${path}.${at}.${key}`]
          return (
            <Stack key={at} gap="xs" className={styles.item}>
              <Group justify="space-between">
                <Text size="sm" fw={600}>
                  {t('adminRuleSets.option', { number: at + 1 })}
                </Text>
                <ItemButtons
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
                onChange={(label) => set({ label, key: getKeyAfterLabelChange(option, label.en, takenKeys, areKeysInUse) })}
              />
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <DecimalInput
                  label={t('adminRuleSets.points')}
                  value={option.points}
                  error={error('points')}
                  onChange={(points) => set({ points })}
                />
                <RuleSetKeyInput label={t('adminRuleSets.key')} value={option.key} error={error('key')} onChange={(key) => set({ key })} />
              </SimpleGrid>
            </Stack>
          )
        })}
      </Stack>
      {options.length < ruleSetLimits.choices ? (
        <Group mt="sm">
          <AddItemButton label={t('adminRuleSets.addOption')} onClick={() => onChange([...options, createEmptyChoiceOption()])} />
        </Group>
      ) : null}
    </fieldset>
  )
}
