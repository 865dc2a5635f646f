import { Alert, Button, Group, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { RuleRankingKey, RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import { describeNthBestRoundOrValue } from '#contract/event/scoring/rule-set-description.ts'
import { canDisqualificationBeatPlayedRound } from '#contract/event/scoring/rule-set-problems.ts'
import { hasTimedRounds } from '#contract/event/scoring/rule-set-sheet.ts'
import { getEventScoringTraits } from '#contract/event/scoring/scoring-kinds.ts'
import { formatRuleText } from '#i18n/formats/rule-text.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import type { CallResponse } from '#web/shared/api/call.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlus } from '#web/shared/ui/icons.ts'
import { addEmptyRoundGroup } from './edit-rule-set.ts'
import { MatchSwitchAndRulesSection } from './match-rules-section.tsx'
import { RoundGroupEditor } from './round-group-editor.tsx'
import {
  AddItemButton,
  DecimalInput,
  OptionalDurationInput,
  OrderedItemList,
  RankingOrderSelect,
} from './rule-set-inputs.tsx'
import styles from './rule-sets.module.css'

type RankingKeyListProps = {
  ruleSet: RuleSet
  errors: Record<string, string | undefined>
  onChange: (rankingKeys: RuleRankingKey[]) => void
}

/**
 * Names what a ranking key measures, without round and order: `total.points`, `group.open.time` or
 * `field.open.points`.
 */
const toValueCode = (key: RuleRankingKey): string =>
  key.of === 'total'
    ? `total.${key.value}`
    : key.of === 'group'
      ? `group.${key.group}.${key.value}`
      : `field.${key.group}.${key.field}`

/**
 * Returns the ranking key with another value; times start with the lower first, everything else with the
 * higher.
 */
const withValueCode = (key: RuleRankingKey, code: string): RuleRankingKey => {
  const [of, first = '', second = ''] = code.split('.')
  const nth = key.of === 'total' ? null : key.nth
  const order = (value: string) => (value === 'time' ? 'low' : 'high')
  if (of === 'field') return { of, group: first, field: second, nth, order: 'high' }
  if (of === 'group' && second === 'places')
    return { of, group: first, value: second, nth: null, order: 'low' }
  if (of === 'group')
    return { of, group: first, value: second === 'time' ? 'time' : 'points', nth, order: order(second) }
  return { of: 'total', value: first === 'time' ? 'time' : 'points', order: order(first) }
}

/**
 * Returns the ranking key with another of the values of its rounds: 0 for the result of all, 1 for the best
 * and so on, or `worst`.
 */
const withNthCode = (key: RuleRankingKey, code: string): RuleRankingKey => {
  if (key.of === 'total') return key
  const nth = code === 'worst' ? 1 : Number(code) || null
  if (key.of === 'group') return { ...key, nth }
  const { from: _, ...others } = key
  return code === 'worst' ? { ...others, nth, from: 'worst' } : { ...others, nth }
}

/** Shows the values that decide the ranking, in order. */
function RankingKeyList({ ruleSet, errors, onChange }: RankingKeyListProps) {
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
      return {
        group: name,
        items: [
          { value: `group.${group.key}.points`, label: t('adminRuleSets.groupPoints', { group: name }) },
          ...(hasTimedRounds(group)
            ? [{ value: `group.${group.key}.time`, label: t('adminRuleSets.groupTime', { group: name }) }]
            : []),
          ...(group.panel?.combine === 'sumOfPlaces'
            ? [
                {
                  value: `group.${group.key}.places`,
                  label: t('adminRuleSets.groupPlaces', { group: name }),
                },
              ]
            : []),
          ...group.fields.map((field) => ({
            value: `field.${group.key}.${field.key}`,
            label: t('adminRuleSets.groupField', {
              group: name,
              field: field.label[lang] || field.key,
            }),
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
      <OrderedItemList
        items={rankingKeys}
        getName={(number) => t('adminRuleSets.rankingKey', { number })}
        minCount={1}
        onChange={onChange}
        renderItem={(key, index, replace) => {
          const error = (name: string) => errors[`rankingKeys.${index}.${name}`]
          const isSumOfPlaces = key.of === 'group' && key.value === 'places'
          const roundCount =
            key.of === 'total' ? 1 : (groups.find((group) => group.key === key.group)?.rounds.length ?? 1)
          return (
            <>
              <Select
                label={t('adminRuleSets.rankingValue')}
                data={uniqueOptions}
                value={toValueCode(key)}
                allowDeselect={false}
                error={error('group') ?? error('field') ?? error('value')}
                onChange={(code) => code && replace(withValueCode(key, code))}
              />
              {key.of === 'total' || isSumOfPlaces || (roundCount === 1 && key.nth === null) ? null : (
                <Select
                  label={t('adminRuleSets.rankingRound')}
                  data={[
                    { value: '0', label: t('adminRuleSets.nth.result') },
                    ...Array.from({ length: Math.max(roundCount, key.nth ?? 1) }, (_, nth) => ({
                      value: String(nth + 1),
                      label: formatRuleText(t, lang, describeNthBestRoundOrValue(key.of, nth + 1)),
                    })),
                    ...(key.of === 'field' ? [{ value: 'worst', label: t('adminRuleSets.nth.worst') }] : []),
                  ]}
                  value={key.of === 'field' && key.from === 'worst' ? 'worst' : String(key.nth ?? 0)}
                  allowDeselect={false}
                  error={error('nth')}
                  onChange={(nth) => nth && replace(withNthCode(key, nth))}
                />
              )}
              <RankingOrderSelect
                value={key.order}
                disabled={isSumOfPlaces}
                onChange={(order) => replace({ ...key, order })}
              />
            </>
          )
        }}
      />
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

type Props = {
  ruleSet: RuleSet
  errors: Record<string, string | undefined>
  /** The rule set that is saved, whose keys recorded attempts can have. */
  saved: RuleSet | null
  /** How many teams take part in the event. */
  teamCount: number
  onChange: (ruleSet: RuleSet) => void
  /** The page disables all inputs; the buttons that add something are left out. */
  isReadOnly?: boolean
}

/** Shows what only rules of rounds have: more groups of rounds, disqualification, ranking. */
function FurtherSectionsOfRounds({
  ruleSet,
  errors,
  onChange,
  isReadOnly,
}: Omit<Props, 'saved' | 'teamCount'>) {
  const { t } = useTranslation()
  const { disqualification } = ruleSet
  const setDisqualification = (changed: Partial<RuleSet['disqualification']>) =>
    onChange({ ...ruleSet, disqualification: { ...disqualification, ...changed } })
  return (
    <>
      {!isReadOnly && ruleSet.groups.length < ruleSetLimits.groups ? (
        <Group>
          <Button
            variant="light"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onChange(addEmptyRoundGroup(ruleSet))}
          >
            {t('adminRuleSets.addGroup')}
          </Button>
        </Group>
      ) : null}
      <FormSection title={t('adminRuleSets.disqualification')}>
        <Text size="sm" className={styles.quiet}>
          {t('adminRuleSets.disqualificationHint')}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DecimalInput
            label={t('adminRuleSets.points')}
            value={disqualification.points}
            error={errors['disqualification.points']}
            onChange={(points) => setDisqualification({ points })}
          />
          <OptionalDurationInput
            label={t('adminRuleSets.disqualificationTime')}
            description={t('adminRuleSets.disqualificationTimeHint')}
            value={disqualification.timeMs}
            error={errors['disqualification.timeMs']}
            onChange={(timeMs) => setDisqualification({ timeMs })}
          />
        </SimpleGrid>
        {/* a status, so that a screen reader reads the warning when a value makes it appear */}
        <div role="status">
          {canDisqualificationBeatPlayedRound(ruleSet) ? (
            <Alert color="yellow">{t('adminRuleSets.disqualificationCountsMore')}</Alert>
          ) : null}
        </div>
      </FormSection>
      <FormSection title={t('adminRuleSets.ranking')}>
        <RankingKeyList
          ruleSet={ruleSet}
          errors={errors}
          onChange={(rankingKeys) => onChange({ ...ruleSet, rankingKeys })}
        />
      </FormSection>
    </>
  )
}

/**
 * Shows all sections of the form of a rule set: matches, rounds with their score sheets, disqualification,
 * ranking.
 */
export function RuleSetEditorSections({
  ruleSet,
  errors,
  saved,
  teamCount,
  onChange,
  isReadOnly = false,
}: Props) {
  return (
    <>
      <MatchSwitchAndRulesSection
        ruleSet={ruleSet}
        errors={errors}
        saved={saved}
        teamCount={teamCount}
        onChange={onChange}
        isReadOnly={isReadOnly}
      />
      {[...ruleSet.groups.keys()].map((at) => (
        <RoundGroupEditor
          key={at}
          ruleSet={ruleSet}
          at={at}
          errors={errors}
          saved={saved}
          onChange={onChange}
          isReadOnly={isReadOnly}
        />
      ))}
      {/* in a match a disqualification is a walkover, and the standing ranks */}
      {getEventScoringTraits(ruleSet).hasRankingKeys ? (
        <FurtherSectionsOfRounds
          ruleSet={ruleSet}
          errors={errors}
          onChange={onChange}
          isReadOnly={isReadOnly}
        />
      ) : null}
    </>
  )
}

/** A template with its name. */
export type RuleSetTemplate = CallResponse<'GET /api/admin/rule-set-templates'>['templates'][number]

type TemplateListProps = {
  templates: readonly RuleSetTemplate[]
  onChoose: (template: RuleSetTemplate) => void
  isInDialog?: boolean
}

/** Shows the templates of rule sets, each with a sentence about its ranking. */
export function RuleSetTemplateChoiceList({ templates, onChoose, isInDialog = false }: TemplateListProps) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, sm: 2, ...(isInDialog ? {} : { lg: 3 }) }}
      className={styles.list}
    >
      {templates.map((template) => (
        <Paper key={template.key} component="li" withBorder p="md">
          <Stack h="100%" justify="space-between" align="flex-start">
            <div>
              <Title order={3} size="h4">
                {template.label[lang]}
              </Title>
              <Text size="sm">{t(`adminRuleSets.templates.${template.key}`)}</Text>
            </div>
            <Button
              variant="default"
              aria-label={`${t('adminRuleSets.start')}: ${template.label[lang]}`}
              onClick={() => onChoose(template)}
            >
              {t('adminRuleSets.start')}
            </Button>
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
