import { Group, Paper, Select, Stack, Text } from '@mantine/core'
import type { RuleRankingKey, RuleSet } from '#contract/rule-set.schema.ts'
import { rankingOrders, ruleSetLimits } from '#contract/rule-set.ts'
import { hasRoundTime } from '#contract/rules/rule-set-sheet.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { moveItem } from './edit-rule-set.ts'
import { formatNthBest } from './format-ranking-key.ts'
import { ItemButtons } from './item-buttons.tsx'
import { AddItemButton } from './rule-set-inputs.tsx'
import styles from './rule-sets.module.css'

type Props = {
  ruleSet: RuleSet
  errors: Record<string, string | undefined>
  onChange: (rankingKeys: RuleRankingKey[]) => void
}

/** Names what a ranking key measures, without round and order: `total.points`, `group.open.time` or `field.open.points`. */
const toValueCode = (key: RuleRankingKey): string =>
  key.of === 'total' ? `total.${key.value}` : key.of === 'group' ? `group.${key.group}.${key.value}` : `field.${key.group}.${key.field}`

/** Returns the ranking key with another value; times start with the lower first, everything else with the higher. */
const withValueCode = (key: RuleRankingKey, code: string): RuleRankingKey => {
  const [of, first = '', second = ''] = code.split('.')
  const nth = key.of === 'total' ? null : key.nth
  const order = (value: string) => (value === 'time' ? 'low' : 'high')
  if (of === 'field') return { of, group: first, field: second, nth, order: 'high' }
  if (of === 'group' && second === 'places') return { of, group: first, value: second, nth: null, order: 'low' }
  if (of === 'group') return { of, group: first, value: second === 'time' ? 'time' : 'points', nth, order: order(second) }
  return { of: 'total', value: first === 'time' ? 'time' : 'points', order: order(first) }
}

/** Returns the ranking key with another of the values of its rounds: 0 for the result of all, 1 for the best and so on, or `worst`. */
const withNthCode = (key: RuleRankingKey, code: string): RuleRankingKey => {
  if (key.of === 'total') return key
  const nth = code === 'worst' ? 1 : Number(code) || null
  if (key.of === 'group') return { ...key, nth }
  const { from: _, ...others } = key
  return code === 'worst' ? { ...others, nth, from: 'worst' } : { ...others, nth }
}

/** Shows the values that decide the ranking, in order. */
export function RankingKeyList({ ruleSet, errors, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { groups, rankingKeys } = ruleSet
  const options = [
    {
      group: t('adminRuleSets.totals'),
      items: [
        { value: 'total.points', label: t('adminRuleSets.totalPoints') },
        { value: 'total.time', label: t('adminRuleSets.totalTime') },
      ],
    },
    ...groups.map((group, at) => {
      const name = group.label[lang] || String(at + 1)
      const isolated = `\u2068${name}\u2069`
      return {
        group: name,
        items: [
          { value: `group.${group.key}.points`, label: t('adminRuleSets.groupPoints', { group: isolated }) },
          ...(hasRoundTime(group) ? [{ value: `group.${group.key}.time`, label: t('adminRuleSets.groupTime', { group: isolated }) }] : []),
          ...(group.panel?.combine === 'sumOfPlaces'
            ? [{ value: `group.${group.key}.places`, label: t('adminRuleSets.groupPlaces', { group: isolated }) }]
            : []),
          ...group.fields.map((field) => ({
            value: `field.${group.key}.${field.key}`,
            label: t('adminRuleSets.groupField', { group: isolated, field: `\u2068${field.label[lang] || field.key}\u2069` }),
          })),
        ],
      }
    }),
  ]
  // two groups or fields with the same key, which the check before a save reports, must not break the list
  const seen = new Set<string>()
  const uniqueOptions = options.map(({ group, items }) => ({
    group,
    items: items.filter(({ value }) => !seen.has(value) && seen.add(value)),
  }))

  return (
    <Stack gap="xs">
      <Text size="sm" className={styles.quiet}>
        {t('adminRuleSets.rankingHint')}
      </Text>
      <Stack component="ol" gap="xs" data-items className={styles.list}>
        {[...rankingKeys.entries()].map(([at, key]) => {
          const set = (next: RuleRankingKey) => onChange(rankingKeys.with(at, next))
          const error = (name: string) => errors[`rankingKeys.${at}.${name}`]
          const isSumOfPlaces = key.of === 'group' && key.value === 'places'
          const roundCount = key.of === 'total' ? 1 : (groups.find((group) => group.key === key.group)?.rounds.length ?? 1)
          const name = t('adminRuleSets.rankingKey', { number: at + 1 })
          return (
            <Paper key={at} component="li" withBorder p="sm">
              <Group justify="space-between" wrap="nowrap">
                <Text fw={600}>{name}</Text>
                <ItemButtons
                  name={name}
                  index={at}
                  count={rankingKeys.length}
                  onMove={(to) => onChange(moveItem(rankingKeys, at, to))}
                  onRemove={rankingKeys.length > 1 ? () => onChange(rankingKeys.toSpliced(at, 1)) : undefined}
                />
              </Group>
              <div className={styles.rankingValues}>
                <Select
                  label={t('adminRuleSets.rankingValue')}
                  data={uniqueOptions}
                  value={toValueCode(key)}
                  allowDeselect={false}
                  error={error('group') ?? error('field') ?? error('value')}
                  onChange={(code) => code && set(withValueCode(key, code))}
                />
                {key.of === 'total' || isSumOfPlaces || (roundCount === 1 && key.nth === null) ? null : (
                  <Select
                    label={t('adminRuleSets.rankingRound')}
                    data={[
                      { value: '0', label: t('adminRuleSets.nth.result') },
                      ...Array.from({ length: Math.max(roundCount, key.nth ?? 1) }, (_, nth) => ({
                        value: String(nth + 1),
                        label: formatNthBest(t, key.of, nth + 1),
                      })),
                      ...(key.of === 'field' ? [{ value: 'worst', label: t('adminRuleSets.nth.worst') }] : []),
                    ]}
                    value={key.of === 'field' && key.from === 'worst' ? 'worst' : String(key.nth ?? 0)}
                    allowDeselect={false}
                    error={error('nth')}
                    onChange={(nth) => nth && set(withNthCode(key, nth))}
                  />
                )}
                <Select
                  label={t('adminRuleSets.rankingOrder')}
                  data={rankingOrders.map((order) => ({ value: order, label: t(`adminRuleSets.orders.${order}`) }))}
                  value={key.order}
                  disabled={isSumOfPlaces}
                  allowDeselect={false}
                  onChange={(order) => set({ ...key, order: order === 'low' ? 'low' : 'high' })}
                />
              </div>
            </Paper>
          )
        })}
      </Stack>
      {rankingKeys.length < ruleSetLimits.rankingKeys ? (
        <Group>
          <AddItemButton
            label={t('adminRuleSets.addRankingKey')}
            onClick={() => onChange([...rankingKeys, { of: 'total', value: 'time', order: 'low' }])}
          />
        </Group>
      ) : null}
    </Stack>
  )
}
