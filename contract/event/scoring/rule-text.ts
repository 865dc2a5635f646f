import type { Localized } from '#contract/platform/localized.ts'

/**
 * A text about a rule set as data, which pages format in their language. `K` are the keys of its texts in the
 * catalogues.
 */
export type RuleText<K extends string> =
  | string
  | { text: K; values: Record<string, number | RuleText<K>> }
  | { texts: readonly RuleText<K>[]; separator: string }
  | { capitalized: RuleText<K> }
  /** A number with separators; null is an empty text. */
  | { number: number | null }
  /** Milliseconds; null is an empty text. */
  | { time: number | null }
  /** A label in the language of the page, the fallback where it is empty. */
  | { label: Localized | undefined; fallback: RuleText<K> }
  | { inBothLanguages: Localized }

/**
 * A part of a rule set: a value, or a named list of parts. Parts of two rule sets with the same `id` are
 * compared. `printed` is what a printed score sheet says about it.
 */
export type RulePart<K extends string> = { id: string; name: RuleText<K> } & (
  | { value: RuleText<K>; printed: RuleText<K> | undefined }
  | { parts: readonly RulePart<K>[] }
)

/** Creates a text of the catalogues with its values. */
export const toCatalogueText = <const K extends string, V extends string = never>(
  text: K,
  values: Record<string, number | RuleText<V>> = {},
): RuleText<K | V> => ({ text, values })

/** Joins texts. */
export const toJoinedText = <K extends string>(
  texts: readonly RuleText<K>[],
  separator: string,
): RuleText<K> => ({
  texts,
  separator,
})

/** Begins a text with a capital letter. */
export const toCapitalizedRuleText = <K extends string>(text: RuleText<K>): RuleText<K> => ({
  capitalized: text,
})

/** Creates a text that names a value: `Time limit: 3:00`. */
export const toNameAndValueText = <K extends string>(name: RuleText<K>, value: RuleText<K>): RuleText<K> =>
  toJoinedText([name, value], ': ')

/** Creates a text for yes or no. */
export const toYesOrNoText = (value: boolean) => toCatalogueText(`scoreSheet.${value ? 'yes' : 'no'}`)

/** Creates a part with a value. The key of its name is its id. */
export const toValuePart = <const K extends string, V extends string = never>(
  name: K,
  value: RuleText<V>,
  printed?: RuleText<V>,
): RulePart<K | V> => ({ id: name, name: toCatalogueText(name), value, printed })

/** Creates a part whose name and value are printed, unless `isPrinted` is false. */
export const toPrintableValuePart = <const K extends string, V extends string = never>(
  name: K,
  value: RuleText<V>,
  isPrinted = true,
): RulePart<K | V> => {
  const part = toValuePart<K, K | V>(name, value)
  return isPrinted ? { ...part, printed: toNameAndValueText(part.name, value) } : part
}

/** Creates a part with a value, whose name has a number. */
export const toNumberedPart = <const K extends string, V extends string = never>(
  name: K,
  number: number,
  value: RuleText<V>,
  printed?: RuleText<V>,
): RulePart<K | V> => ({ id: `${name} ${number}`, name: toCatalogueText(name, { number }), value, printed })

/** Creates a part with parts. The key of its name is its id. */
export const toListPart = <const K extends string, V extends string = never>(
  name: K,
  parts: readonly RulePart<V>[],
): RulePart<K | V> => ({ id: name, name: toCatalogueText(name), parts })

/** Lists what a printed score sheet says about the values of parts. */
export const listPrintedTextsOfParts = <K extends string>(parts: readonly RulePart<K>[]): RuleText<K>[] =>
  parts.flatMap((part) => ('printed' in part && part.printed !== undefined ? [part.printed] : []))
