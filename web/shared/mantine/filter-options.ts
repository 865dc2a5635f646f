import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { normalizeSearchText, rateSearchMatch, splitSearchTerms } from '#contract/rules/search-form.ts'

/** Filters the options of a select field by the rules of the search in lists, the best matches first. Groups keep their order. */
export const filterOptions: OptionsFilter = ({ options, search, limit }) => {
  const terms = splitSearchTerms(search)
  const rate = (label: string) => rateSearchMatch(normalizeSearchText(label), terms)
  const filterItems = (items: readonly ComboboxItem[]) =>
    items
      .flatMap((item) => {
        const rating = rate(item.label)
        return rating === undefined ? [] : [{ item, rating }]
      })
      .toSorted((one, other) => one.rating - other.rating)
      .map(({ item }) => item)
  if (terms.length === 0) return options.slice(0, limit)
  const items = filterItems(options.filter((option): option is ComboboxItem => !('group' in option)))
  const groups = options.flatMap((option) => ('group' in option ? [{ ...option, items: filterItems(option.items) }] : []))
  return [...items, ...groups.filter(({ items: found }) => found.length > 0)].slice(0, limit)
}
