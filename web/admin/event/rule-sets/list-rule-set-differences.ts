import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { listRuleSetParts } from '#contract/event/scoring/rule-set-description.ts'
import type { RulePart, RuleText } from '#contract/event/scoring/rule-text.ts'
import { formatRuleText, type RuleTextKey } from '#i18n/formats/rule-text.ts'
import type { Language } from '#i18n/languages.ts'
import type { FieldDifference } from '#web/admin/shared/edit-conflict-dialog.tsx'
import type { Texts } from '#web/shared/texts.ts'

type Part = RulePart<RuleTextKey>

/** Compares values, whatever the parts that they name are called. */
const isSameValue = (one: Part, other: Part): boolean => {
  const [theirs, mine] = [one, other].map((part) =>
    JSON.stringify('value' in part ? part.value : null, (name, value) => (name === 'label' ? null : value)),
  )
  return theirs === mine
}

/**
 * Lists every value that differs between two rule sets, labelled with the names of its round and its field.
 */
export const listRuleSetDifferences = (
  t: Texts['t'],
  lang: Language,
  theirs: RuleSet,
  mine: RuleSet,
): FieldDifference[] => {
  const format = (text: RuleText<RuleTextKey>) => formatRuleText(t, lang, text)

  /** Formats a part that only one rule set has: its values, and the names of its lists. */
  const summarize = (part: Part): string => {
    if ('value' in part) return format(part.value)
    const texts = part.parts.map((inner) => {
      const value = 'value' in inner ? format(inner.value) : undefined
      if (value === undefined) return format(inner.name)
      return value === '' ? '' : `${format(inner.name)}: ${value}`
    })
    return texts.filter(Boolean).join(' · ')
  }

  const listPartDifferences = (
    path: readonly string[],
    theirParts: readonly Part[],
    myParts: readonly Part[],
  ): FieldDifference[] => {
    const toLabel = (name: string) => [...path, name].join(' › ')
    const theirCommonParts = theirParts.filter(({ id }) => myParts.some((part) => part.id === id))
    const myCommonParts = myParts.filter(({ id }) => theirParts.some((part) => part.id === id))
    const differences = myParts.flatMap((part): FieldDifference[] => {
      const name = format(part.name)
      const stored = theirParts.find(({ id }) => id === part.id)
      if (!stored) return [{ label: toLabel(name), theirs: '', mine: summarize(part) }]
      if ('parts' in stored && 'parts' in part)
        return listPartDifferences([...path, name], stored.parts, part.parts)
      if (isSameValue(stored, part)) return []
      return [{ label: toLabel(name), theirs: summarize(stored), mine: summarize(part) }]
    })
    const removed = theirParts.filter((part) => !theirCommonParts.includes(part))
    const isMoved = myCommonParts.some(({ id }, at) => theirCommonParts[at]?.id !== id)
    const formatOrder = (parts: readonly Part[]) =>
      parts.flatMap((part) => ('parts' in part ? [format(part.name)] : [])).join(' · ')
    return [
      ...differences,
      ...removed.map((part) => ({ label: toLabel(format(part.name)), theirs: summarize(part), mine: '' })),
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
  return listPartDifferences([], listRuleSetParts(theirs), listRuleSetParts(mine))
}
