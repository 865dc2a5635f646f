import { expect, test } from 'vitest'
import {
  getSearchMatchTier,
  normalizeAndSplitSearch,
  normalizeSearchText,
} from '#contract/platform/search-form.ts'
import cases from '../../fixtures/search-forms.json' with { type: 'json' }

test.each(cases.forms)('the search form of %j is %j', (text, form) => {
  expect(normalizeSearchText(text as string)).toBe(form)
})

test('an empty search rates all texts equally', () => {
  expect(['Final', 'Final\n\nCairo', ''].map((text) => getSearchMatchTier(text, []))).toEqual([3, 3, 3])
})

test.each(cases.matches)('a search for $search rates $text as $rating', ({ search, text, rating }) => {
  expect(getSearchMatchTier(normalizeSearchText(text), normalizeAndSplitSearch(search)) ?? null).toBe(rating)
})

test('a search is cleaned', () => {
  expect(normalizeAndSplitSearch('\u200f Fi\u00adnal\u2060s\u3164cairo \u2069')).toEqual(['finals', 'cairo'])
})
