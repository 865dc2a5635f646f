import type { Localized } from '#contract/localized.ts'
import type { RoundGroup, RuleSet, ScoreSheetField } from '#contract/rule-set.schema.ts'
import { isolateTextDirection } from '#contract/rules/text.ts'
import { getEventKind } from '#contract/scoring/scoring-kinds.ts'
import type { Language } from '#i18n/languages.ts'
import type { FieldDifference } from '#web/admin/shared/edit-conflict-dialog.tsx'
import { formatAttemptTime } from '#web/shared/format.ts'
import {
  describePointsFactor,
  describeWhenFieldCounts,
} from '#web/shared/score-sheet/describe-sheet-rules.ts'
import type { Texts } from '#web/shared/texts.ts'
import { listMatchRuleParts, type RuleSetPart } from './describe-match-rules.ts'
import { describeRoundCombination, formatRankingKey } from './describe-rule-set.ts'

const formatLabel = ({ en, ar }: Localized) => `${isolateTextDirection(en)} / ${isolateTextDirection(ar)}`
const formatDecimal = (value: number | null) => (value === null ? '' : `\u2066${value}\u2069`)
const formatTime = (ms: number | null) => (ms === null ? '' : `\u2066${formatAttemptTime(ms)}\u2069`)

const describeField = (
  t: Texts['t'],
  lang: Language,
  group: RoundGroup,
  field: ScoreSheetField,
): RuleSetPart => {
  const isYesNo = field.kind === 'yesNo'
  const formatNumber = field.kind === 'time' ? formatTime : formatDecimal
  const formatBoolean = (value: boolean) => t(value ? 'scoreSheet.yes' : 'scoreSheet.no')
  const parts: RuleSetPart[] = [
    { id: 'label', name: t('adminRuleSets.label'), text: formatLabel(field.label) },
    { id: 'kind', name: t('adminRuleSets.kind'), text: t(`adminRuleSets.kinds.${field.kind}`) },
    { id: 'key', name: t('adminRuleSets.key'), text: field.key },
  ]
  if ('min' in field)
    parts.push(
      { id: 'min', name: t('adminRuleSets.min'), text: formatNumber(field.min) },
      { id: 'max', name: t('adminRuleSets.max'), text: formatNumber(field.max) },
    )
  if ('step' in field)
    parts.push({ id: 'step', name: t('adminRuleSets.step'), text: formatDecimal(field.step) })
  if ('pointsPerUnit' in field)
    parts.push(
      {
        id: 'points',
        name: t(isYesNo ? 'adminRuleSets.pointsIfYes' : 'adminRuleSets.pointsPerUnit'),
        text: formatDecimal(field.pointsPerUnit),
      },
      {
        id: 'time',
        name: t(isYesNo ? 'adminRuleSets.timeIfYes' : 'adminRuleSets.timePerUnit'),
        text: formatTime(field.timeMsPerUnit),
      },
    )
  if ('isRequired' in field)
    parts.push({
      id: 'isRequired',
      name: t('adminRuleSets.isRequired'),
      text: formatBoolean(field.isRequired),
    })
  parts.push({ id: 'isPenalty', name: t('adminRuleSets.isPenalty'), text: formatBoolean(field.isPenalty) })
  if (field.onlyIf)
    parts.push({
      id: 'onlyIf',
      name: t('adminRuleSets.onlyIf'),
      text: describeWhenFieldCounts(t, lang, group, field.onlyIf),
      compared: `${field.onlyIf.field} ${field.onlyIf.option}`,
    })
  if ('options' in field)
    for (const { key, label, points } of field.options)
      parts.push({
        id: `option ${key}`,
        name: isolateTextDirection(label[lang] || key),
        parts: [
          { id: 'label', name: t('adminRuleSets.label'), text: formatLabel(label) },
          { id: 'points', name: t('adminRuleSets.points'), text: formatDecimal(points) },
        ],
      })
  return { id: `field ${field.key}`, name: isolateTextDirection(field.label[lang] || field.key), parts }
}

const describeGroup = (t: Texts['t'], lang: Language, ruleSet: RuleSet, group: RoundGroup): RuleSetPart => {
  const findFieldName = (key: string) =>
    isolateTextDirection(group.fields.find((field) => field.key === key)?.label[lang] || key)
  // the only round of a group has the name of the group
  const rounds = group.rounds.length > 1 ? group.rounds : []
  return {
    id: group.key,
    name: isolateTextDirection(group.label[lang] || group.key),
    parts: [
      { id: 'label', name: t('adminRuleSets.groupName'), text: formatLabel(group.label) },
      { id: 'roundCount', name: t('adminRuleSets.roundCount'), text: formatDecimal(group.rounds.length) },
      ...rounds.map(({ label }, at) => ({
        id: `round ${at}`,
        name: t('adminRuleSets.roundName', { number: at + 1 }),
        text: formatLabel(label),
      })),
      { id: 'combine', name: t('adminRuleSets.combine'), text: describeRoundCombination(t, ruleSet, group) },
      {
        id: 'skippedRound',
        name: t('adminRuleSets.skippedRound'),
        text: t(`adminRuleSets.skippedRounds.${group.missingRound?.countsAs ?? 'zero'}`),
      },
      ...(group.missingRound?.countsAs === 'value'
        ? [
            {
              id: 'skippedPoints',
              name: t('adminRuleSets.skippedRoundPoints'),
              text: formatDecimal(group.missingRound.points),
            },
            {
              id: 'skippedTime',
              name: t('adminRuleSets.skippedRoundTime'),
              text: formatTime(group.missingRound.timeMs),
            },
          ]
        : []),
      {
        id: 'panel',
        name: t('adminRuleSets.panel'),
        text: t(`adminRuleSets.panels.${group.panel?.combine ?? 'none'}`),
      },
      ...(group.panel
        ? [
            {
              id: 'panelJudges',
              name: t('adminRuleSets.panelJudges'),
              text: formatDecimal(group.panel.judges),
            },
          ]
        : []),
      { id: 'timeLimit', name: t('adminRuleSets.timeLimit'), text: formatTime(group.timeLimitMs) },
      { id: 'minPoints', name: t('adminRuleSets.minPoints'), text: formatDecimal(group.minPoints) },
      { id: 'maxPoints', name: t('adminRuleSets.maxPoints'), text: formatDecimal(group.maxPoints) },
      ...group.fields.map((field) => describeField(t, lang, group, field)),
      ...(group.factors ?? []).map((factor, at) => ({
        id: `factor ${at}`,
        name: t('adminRuleSets.factor', { number: at + 1 }),
        text: describePointsFactor(t, lang, group, factor),
        compared: `${factor.fields.join()} ${factor.field} ${factor.option} ${factor.factor}`,
      })),
      ...group.caps.map(({ fields, maxPoints }, at) => ({
        id: `cap ${at}`,
        name: t('adminRuleSets.cap', { number: at + 1 }),
        text: `${fields.map(findFieldName).join(' + ')}: ${formatDecimal(maxPoints)}`,
        compared: `${fields.join()} ${maxPoints}`,
      })),
    ],
  }
}

const describeRanking = (t: Texts['t'], lang: Language, ruleSet: RuleSet): RuleSetPart[] => [
  {
    id: '(disqualification)',
    name: t('adminRuleSets.disqualification'),
    parts: [
      { id: 'points', name: t('adminRuleSets.points'), text: formatDecimal(ruleSet.disqualification.points) },
      {
        id: 'time',
        name: t('adminRuleSets.disqualificationTime'),
        text: formatTime(ruleSet.disqualification.timeMs),
      },
    ],
  },
  {
    id: '(ranking)',
    name: t('adminRuleSets.ranking'),
    parts: ruleSet.rankingKeys.map((key, at) => ({
      id: String(at),
      name: t('adminRuleSets.rankingKey', { number: at + 1 }),
      text: formatRankingKey(t, lang, ruleSet, key),
      compared: Object.entries(key).sort().join(' '),
    })),
  },
]

const describeRuleSet = (t: Texts['t'], lang: Language, ruleSet: RuleSet): RuleSetPart[] => [
  ...listMatchRuleParts(t, lang, ruleSet),
  ...ruleSet.groups.map((group) => describeGroup(t, lang, ruleSet, group)),
  // in matches a walkover and the standing replace them
  ...(getEventKind(ruleSet).hasRankingKeys ? describeRanking(t, lang, ruleSet) : []),
]

/** Formats a part that only one rule set has: its values, and the names of its lists. */
const summarizePart = (part: RuleSetPart): string =>
  'text' in part
    ? part.text
    : part.parts
        .flatMap((inner) =>
          'parts' in inner ? [inner.name] : inner.text === '' ? [] : [`${inner.name}: ${inner.text}`],
        )
        .join(' · ')

const listPartDifferences = (
  t: Texts['t'],
  path: readonly string[],
  theirs: readonly RuleSetPart[],
  mine: readonly RuleSetPart[],
): FieldDifference[] => {
  const toLabel = (name: string) => [...path, name].join(' › ')
  const theirCommonParts = theirs.filter(({ id }) => mine.some((part) => part.id === id))
  const myCommonParts = mine.filter(({ id }) => theirs.some((part) => part.id === id))
  const differences = mine.flatMap((part): FieldDifference[] => {
    const stored = theirs.find(({ id }) => id === part.id)
    if (stored && 'parts' in stored && 'parts' in part)
      return listPartDifferences(t, [...path, part.name], stored.parts, part.parts)
    if (!stored) return [{ label: toLabel(part.name), theirs: '', mine: summarizePart(part) }]
    const getCompared = (compared: RuleSetPart) =>
      'text' in compared ? (compared.compared ?? compared.text) : undefined
    return getCompared(stored) === getCompared(part)
      ? []
      : [{ label: toLabel(part.name), theirs: summarizePart(stored), mine: summarizePart(part) }]
  })
  const removed = theirs.filter((part) => !theirCommonParts.includes(part))
  const isMoved = myCommonParts.some(({ id }, at) => theirCommonParts[at]?.id !== id)
  const formatOrder = (parts: readonly RuleSetPart[]) =>
    parts.flatMap((part) => ('parts' in part ? [part.name] : [])).join(' · ')
  return [
    ...differences,
    ...removed.map((part) => ({ label: toLabel(part.name), theirs: summarizePart(part), mine: '' })),
    ...(isMoved
      ? [
          {
            label: toLabel(t('adminRuleSets.itemOrder')),
            theirs: formatOrder(theirCommonParts),
            mine: formatOrder(myCommonParts),
          },
        ]
      : []),
  ]
}

/**
 * Lists every value that differs between two rule sets, labelled with the names of its round and its field.
 */
export const listRuleSetDifferences = (
  t: Texts['t'],
  lang: Language,
  theirs: RuleSet,
  mine: RuleSet,
): FieldDifference[] =>
  listPartDifferences(t, [], describeRuleSet(t, lang, theirs), describeRuleSet(t, lang, mine))
