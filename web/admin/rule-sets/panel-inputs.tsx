import { NumberInput, Select } from '@mantine/core'
import type { RoundGroup } from '#contract/rule-set.schema.ts'
import { type PanelCombination, panelCombinations, ruleSetLimits } from '#contract/rule-set.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { setPanelCombination } from './edit-rule-set.ts'

type Props = { group: RoundGroup; error: (key: 'judges' | 'combine') => string | undefined; onChange: (group: RoundGroup) => void }

/** Chooses whether each round of a group is a run or is judged by a panel, how many judges the panel has, and how their sheets give one result. */
export function PanelInputs({ group, error, onChange }: Props) {
  const { t } = useTranslation()
  const { panel } = group
  return (
    <>
      <Select
        label={t('adminRuleSets.panel')}
        value={panel?.combine ?? 'none'}
        allowDeselect={false}
        data={['none', ...panelCombinations].map((value) => ({
          value,
          label: t(`adminRuleSets.panels.${value as PanelCombination | 'none'}`),
        }))}
        error={error('combine')}
        onChange={(value) => onChange(setPanelCombination(group, value as PanelCombination | 'none'))}
      />
      {panel ? (
        <NumberInput
          label={t('adminRuleSets.panelJudges')}
          description={t('adminRuleSets.panelJudgesHint')}
          value={panel.judges}
          min={2}
          max={ruleSetLimits.judges}
          allowDecimal={false}
          dir="ltr"
          error={error('judges')}
          onChange={(judges) => onChange({ ...group, panel: { ...panel, judges: Number(judges) } })}
        />
      ) : null}
    </>
  )
}
