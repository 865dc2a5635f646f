import { Group, MultiSelect, Paper, Select, Stack, Text } from '@mantine/core'
import {
  headToHeadValues,
  type MatchRules,
  type MatchStandingKey,
  matchLimits,
} from '#contract/event/matches/match-rules.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { rankingOrders } from '#contract/event/scoring/rule-set.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { moveItem } from './edit-rule-set.ts'
import { AddItemButton, MoveAndRemoveButtons } from './rule-set-inputs.tsx'
import styles from './rule-sets.module.css'

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
    <fieldset className={styles.group}>
      <legend>{t('adminMatchRules.standing')}</legend>
      <Stack gap="xs">
        <Text size="sm" className={styles.quiet}>
          {t('adminMatchRules.standingHint')}
        </Text>
        <Stack component="ol" gap="xs" data-items className={styles.list}>
          {[...standing.entries()].map(([at, key]) => {
            const set = (next: MatchStandingKey) => setStanding(standing.with(at, next))
            const error = (name: string) => findError(`standing.${at}${name}`)
            const name = t('adminMatchRules.standingKey', { number: at + 1 })
            return (
              <Paper key={at} component="li" withBorder p="sm">
                <Group justify="space-between" wrap="nowrap">
                  <Text fw={600}>{name}</Text>
                  <MoveAndRemoveButtons
                    name={name}
                    index={at}
                    count={standing.length}
                    onMove={(to) => setStanding(moveItem(standing, at, to))}
                    onRemove={standing.length > 1 ? () => setStanding(standing.toSpliced(at, 1)) : undefined}
                  />
                </Group>
                <div className={styles.rankingValues}>
                  <Select
                    label={t('adminMatchRules.standingValue')}
                    data={options}
                    value={key.of === 'field' ? `field.${key.field}` : key.of}
                    allowDeselect={false}
                    error={error('') ?? error('.of') ?? error('.field')}
                    onChange={(value) => value && set(createStandingKey(value))}
                  />
                  {key.of === 'field' ? (
                    <Select
                      label={t('adminRuleSets.rankingOrder')}
                      data={rankingOrders.map((order) => ({
                        value: order,
                        label: t(`adminRuleSets.orders.${order}`),
                      }))}
                      value={key.order}
                      allowDeselect={false}
                      onChange={(order) => set({ ...key, order: order === 'low' ? 'low' : 'high' })}
                    />
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
                        onChange={(by) => set({ ...key, by: by as typeof key.by })}
                      />
                      <Select
                        label={t('adminMatchRules.apply')}
                        data={(['restart', 'once'] as const).map((value) => ({
                          value,
                          label: t(`adminMatchRules.applies.${value}`),
                        }))}
                        value={key.apply}
                        allowDeselect={false}
                        onChange={(apply) => set({ ...key, apply: apply === 'restart' ? 'restart' : 'once' })}
                      />
                    </>
                  ) : null}
                </div>
              </Paper>
            )
          })}
        </Stack>
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
      </Stack>
    </fieldset>
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
    <fieldset className={styles.group}>
      <legend>{t('adminMatchRules.deciders')}</legend>
      <Stack gap="xs">
        <Text size="sm" className={styles.quiet}>
          {t('adminMatchRules.decidersHint')} {deciders.length === 0 ? t('adminMatchRules.noDeciders') : ''}
        </Text>
        <Stack component="ol" gap="xs" data-items className={styles.list}>
          {[...deciders.entries()].map(([at, decider]) => {
            const name = t('adminMatchRules.decider', { number: at + 1 })
            return (
              <Paper key={at} component="li" withBorder p="sm">
                <Group justify="space-between" wrap="nowrap">
                  <Text fw={600}>{name}</Text>
                  <MoveAndRemoveButtons
                    name={name}
                    index={at}
                    count={deciders.length}
                    onMove={(to) => setDeciders(moveItem(deciders, at, to))}
                    onRemove={() => setDeciders(deciders.toSpliced(at, 1))}
                  />
                </Group>
                <div className={styles.rankingValues}>
                  <Select
                    label={t('adminMatchRules.deciderField')}
                    data={options}
                    value={decider.field}
                    allowDeselect={false}
                    error={findError(`deciders.${at}.field`)}
                    onChange={(field) => field && setDeciders(deciders.with(at, { ...decider, field }))}
                  />
                  <Select
                    label={t('adminRuleSets.rankingOrder')}
                    data={rankingOrders.map((order) => ({
                      value: order,
                      label: t(`adminRuleSets.orders.${order}`),
                    }))}
                    value={decider.order}
                    allowDeselect={false}
                    onChange={(order) =>
                      setDeciders(deciders.with(at, { ...decider, order: order === 'low' ? 'low' : 'high' }))
                    }
                  />
                </div>
              </Paper>
            )
          })}
        </Stack>
        {unused && deciders.length < matchLimits.deciders ? (
          <Group>
            <AddItemButton
              label={t('adminMatchRules.addDecider')}
              onClick={() => setDeciders([...deciders, { field: unused.value, order: 'high' }])}
            />
          </Group>
        ) : null}
      </Stack>
    </fieldset>
  )
}
