import { Group, MultiSelect, Select } from '@mantine/core'
import {
  headToHeadValues,
  type MatchRules,
  type MatchStandingKey,
  matchLimits,
} from '#contract/event/matches/match-rules.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { AddItemButton, OrderedItemList, RankingOrderSelect, RuleSetFieldset } from './rule-set-inputs.tsx'

type Props = {
  ruleSet: RuleSet
  matches: MatchRules
  findError: (path: string) => string | undefined
  onChange: (matches: MatchRules) => void
}

const standingValues = ['points', 'wins', 'difference', 'scored', 'headToHead', 'lot'] as const

/**
 * Creates a key of the standing from its value: `points`, or `field.cards` for a field of the score sheet.
 */
const createStandingKey = (value: string): MatchStandingKey => {
  if (value.startsWith('field.')) return { of: 'field', field: value.slice('field.'.length), order: 'high' }
  if (value === 'headToHead') return { of: value, apply: 'once', by: [...headToHeadValues] }
  return { of: value as Exclude<MatchStandingKey['of'], 'field' | 'headToHead'> }
}

/** Lists the fields of the score sheet as options, each key once. */
const listFieldOptions = (
  ruleSet: RuleSet,
  format: (name: string, key: string) => { value: string; label: string },
  name: 'en' | 'ar',
) => {
  const fields = ruleSet.groups[0]?.fields ?? []
  return fields
    .filter(({ key }, at) => key !== '' && fields.findIndex((other) => other.key === key) === at)
    .map(({ key, label }) => format(label[name] || key, key))
}

/** Shows the values that decide the standing of a group, in order. */
export function MatchStandingKeysEditor({ ruleSet, matches, findError, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { standing } = matches
  const setStanding = (next: MatchStandingKey[]) => onChange({ ...matches, standing: next })
  const options = [
    ...standingValues.map((value) => ({
      value: value as string,
      label: t(`adminMatchRules.standingValues.${value}`),
    })),
    ...listFieldOptions(
      ruleSet,
      (name, key) => ({
        value: `field.${key}`,
        label: t('adminMatchRules.standingValues.field', { field: name }),
      }),
      lang,
    ),
  ]
  const unused = options.find(
    ({ value }) => !standing.some((key) => (key.of === 'field' ? `field.${key.field}` : key.of) === value),
  )
  return (
    <RuleSetFieldset legend={t('adminMatchRules.standing')} hint={t('adminMatchRules.standingHint')}>
      <OrderedItemList
        items={standing}
        getName={(number) => t('adminMatchRules.standingKey', { number })}
        minCount={1}
        onChange={setStanding}
        renderItem={(key, index, replace) => {
          const error = (name: string) => findError(`standing.${index}${name}`)
          return (
            <>
              <Select
                label={t('adminMatchRules.standingValue')}
                data={options}
                value={key.of === 'field' ? `field.${key.field}` : key.of}
                allowDeselect={false}
                error={error('') ?? error('.of') ?? error('.field')}
                onChange={(value) => value && replace(createStandingKey(value))}
              />
              {key.of === 'field' ? (
                <RankingOrderSelect value={key.order} onChange={(order) => replace({ ...key, order })} />
              ) : null}
              {key.of === 'headToHead' ? (
                <>
                  <MultiSelect
                    label={t('adminMatchRules.headToHeadBy')}
                    data={headToHeadValues.map((value) => ({
                      value,
                      label: t(`adminMatchRules.headToHeadValues.${value}`),
                    }))}
                    value={key.by}
                    error={error('.by')}
                    onChange={(by) => replace({ ...key, by })}
                  />
                  <ChoiceSelect
                    label={t('adminMatchRules.apply')}
                    choices={['restart', 'once']}
                    toLabel={(apply) => t(`adminMatchRules.applies.${apply}`)}
                    value={key.apply}
                    onChange={(apply) => replace({ ...key, apply })}
                  />
                </>
              ) : null}
            </>
          )
        }}
      />
      {unused && standing.length < matchLimits.standing ? (
        <Group>
          <AddItemButton
            label={t('adminMatchRules.addStandingKey')}
            onClick={() => {
              // the lot stays the last one
              const at = standing.at(-1)?.of === 'lot' ? standing.length - 1 : standing.length
              setStanding(standing.toSpliced(at, 0, createStandingKey(unused.value)))
            }}
          />
        </Group>
      ) : null}
    </RuleSetFieldset>
  )
}

/** Shows the fields of the score sheet that decide a drawn match of a knock-out, in order. */
export function DrawnMatchDecidersEditor({ ruleSet, matches, findError, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { deciders } = matches
  const setDeciders = (next: MatchRules['deciders']) => onChange({ ...matches, deciders: next })
  const options = listFieldOptions(ruleSet, (label, value) => ({ value, label }), lang)
  const unused = options.find(({ value }) => !deciders.some(({ field }) => field === value))
  return (
    <RuleSetFieldset
      legend={t('adminMatchRules.deciders')}
      hint={
        <>
          {t('adminMatchRules.decidersHint')} {deciders.length === 0 ? t('adminMatchRules.noDeciders') : ''}
        </>
      }
    >
      <OrderedItemList
        items={deciders}
        getName={(number) => t('adminMatchRules.decider', { number })}
        minCount={0}
        onChange={setDeciders}
        renderItem={(decider, index, replace) => (
          <>
            <Select
              label={t('adminMatchRules.deciderField')}
              data={options}
              value={decider.field}
              allowDeselect={false}
              error={findError(`deciders.${index}.field`)}
              onChange={(field) => field && replace({ ...decider, field })}
            />
            <RankingOrderSelect value={decider.order} onChange={(order) => replace({ ...decider, order })} />
          </>
        )}
      />
      {unused && deciders.length < matchLimits.deciders ? (
        <Group>
          <AddItemButton
            label={t('adminMatchRules.addDecider')}
            onClick={() => setDeciders([...deciders, { field: unused.value, order: 'high' }])}
          />
        </Group>
      ) : null}
    </RuleSetFieldset>
  )
}
