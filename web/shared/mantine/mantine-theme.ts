import {
  type ComboboxItem,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type OptionsFilter,
} from '@mantine/core'
import { mixColors, toDarkSchemeAccent } from '#contract/platform/accent-color.ts'
import {
  getSearchMatchTier,
  normalizeAndSplitSearch,
  normalizeSearchText,
} from '#contract/platform/search-form.ts'
import { cleanText } from '#contract/platform/text.ts'

/**
 * Filters the options of a select field by the rules of the search in lists, the best matches first. Groups
 * keep their order.
 */
export const filterAndSortSelectOptions: OptionsFilter = ({ options, search, limit }) => {
  const terms = normalizeAndSplitSearch(search)
  const rate = (label: string) => getSearchMatchTier(normalizeSearchText(cleanText(label, 'name')), terms)
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
  const groups = options.flatMap((option) =>
    'group' in option ? [{ ...option, items: filterItems(option.items) }] : [],
  )
  return [...items, ...groups.filter(({ items: found }) => found.length > 0)].slice(0, limit)
}

/**
 * Long lists of options scroll themselves: a scroll area within them could not be reached with the keyboard.
 */
const optionStyles = { options: { maxHeight: 220, overflowY: 'auto' } } as const

/**
 * Returns the ten shades of an accent colour for Mantine, from light to dark: shade 4 is the accent colour of
 * the dark scheme, shade 7 that of the light one.
 */
const createAccentShades = (accent: string) => {
  const lighter = (share: number) => mixColors(accent, '#ffffff', share)
  const darker = (share: number) => mixColors(accent, '#000000', share)
  return [
    lighter(0.9),
    lighter(0.82),
    lighter(0.72),
    lighter(0.61),
    toDarkSchemeAccent(accent),
    lighter(0.32),
    lighter(0.14),
    accent,
    darker(0.2),
    darker(0.4),
  ] as const
}

/**
 * Creates the Mantine theme with the tokens of `web/shared/ui/tokens.css`. In the dark scheme, buttons are
 * light with dark text. `accentColor` (`#rrggbb`) replaces the standard green.
 */
export const createMantineTheme = (accentColor: string | null) =>
  createTheme({
    primaryColor: 'oasis',
    primaryShade: { light: 7, dark: 4 },
    // the tokens of the public site's buttons follow the colour scheme
    variantColorResolver: (input) => {
      const colors = defaultVariantColorsResolver(input)
      // Mantine's light grey is darker than the page in the dark scheme
      if (input.variant === 'light' && input.color === 'gray')
        return { ...colors, background: 'var(--sand)', color: 'var(--ink)' }
      // Mantine's red is nearly white in the dark scheme
      if (input.variant === 'subtle' && input.color === 'red') return { ...colors, color: 'var(--error)' }
      const primary = input.variant === 'filled' && (input.color === undefined || input.color === 'oasis')
      return primary
        ? {
            ...colors,
            background: 'var(--button)',
            hover: 'color-mix(in srgb, var(--button) 88%, var(--ink))',
            color: 'var(--on-button)',
          }
        : colors
    },
    colors: {
      oasis: accentColor
        ? [...createAccentShades(accentColor)]
        : [
            '#e3faf3',
            '#c6f2e5',
            '#95e6cf',
            '#5fdbb8',
            '#2fe0b4',
            '#17b48f',
            '#0b8f70',
            '#087a5f',
            '#06634d',
            '#044a39',
          ],
      // warm, as the paper and the borders of the site
      gray: [
        '#faf8f3',
        '#f4f0e7',
        '#eae4d7',
        '#ddd6c7',
        '#cbc3b2',
        '#aaa292',
        '#857e70',
        '#575248',
        '#36332c',
        '#211f1a',
      ],
      dark: [
        '#f3f1ea',
        '#cfd4de',
        '#a9b3c4',
        '#76829a',
        '#3a4762',
        '#27334c',
        '#1b263b',
        '#10182a',
        '#0a0f1c',
        '#070b14',
      ],
    },
    fontFamily: 'var(--font-text)',
    headings: { fontFamily: 'var(--font-heading)', fontWeight: '600' },
    defaultRadius: 'var(--radius)',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // spaces between letters would break Arabic words
      Badge: { defaultProps: { tt: 'none' }, styles: { root: { letterSpacing: 0 } } },
      // Mantine's yellow and orange titles are too pale for their background
      Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
      // tabs that do not fit scroll sideways
      Tabs: {
        styles: {
          list: { flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' },
          tab: { flexShrink: 0 },
        },
      },
      // the fields of a row stay aligned when their hints have different lengths
      InputWrapper: {
        defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
        styles: { label: { marginBlockEnd: 3 } },
      },
      Select: {
        defaultProps: { filter: filterAndSortSelectOptions, withScrollArea: false },
        styles: optionStyles,
      },
      Autocomplete: {
        defaultProps: { filter: filterAndSortSelectOptions, withScrollArea: false },
        styles: optionStyles,
      },
      // the site draws an arrow in each select, Mantine a second one beside it
      NativeSelect: { styles: { input: { backgroundImage: 'none' } } },
      MultiSelect: { defaultProps: { withScrollArea: false }, styles: optionStyles },
      // the header of a dialog is not the banner landmark of the page
      Modal: { defaultProps: { attributes: { header: { role: 'none' } } } },
      Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
    },
  })

/** Maps Mantine's colours of texts, backgrounds and borders to the tokens, which follow the colour scheme. */
export const mapMantineColorsToTokens: CSSVariablesResolver = () => {
  const tokens = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--quiet)',
    '--mantine-color-placeholder': 'var(--quiet)',
    '--mantine-color-error': 'var(--error)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-default-border': 'var(--hair)',
  }
  return {
    variables: {},
    light: tokens,
    dark: {
      ...tokens,
      '--mantine-color-default': 'var(--card)',
      '--mantine-color-default-hover': 'var(--sand)',
    },
  }
}
