import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core'

/** The tokens of the public site (web/shared/ui/tokens.css) as Mantine knows them. The dark scheme's buttons are light and carry dark text. */
export const mantineTheme = createTheme({
  primaryColor: 'oasis',
  primaryShade: { light: 7, dark: 4 },
  // the token pair of the public site's buttons: it follows the scheme by itself
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    const primary = input.variant === 'filled' && (input.color === undefined || input.color === 'oasis')
    return primary
      ? { ...colors, background: 'var(--button)', hover: 'color-mix(in srgb, var(--button) 88%, var(--ink))', color: 'var(--on-button)' }
      : colors
  },
  colors: {
    oasis: ['#e3faf3', '#c6f2e5', '#95e6cf', '#5fdbb8', '#2fe0b4', '#17b48f', '#0b8f70', '#087a5f', '#06634d', '#044a39'],
    dark: ['#f3f1ea', '#cfd4de', '#a9b3c4', '#76829a', '#3a4762', '#27334c', '#1b263b', '#10182a', '#0a0f1c', '#070b14'],
  },
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-heading)', fontWeight: '600' },
  defaultRadius: 'var(--radius)',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { tt: 'none' } },
    // the head of a dialog is no banner of the page
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
  },
})

/** Mantine's colours of text, grounds and borders are the tokens, which follow the scheme by themselves. */
export const resolveCssVariables: CSSVariablesResolver = () => {
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
    dark: { ...tokens, '--mantine-color-default': 'var(--card)', '--mantine-color-default-hover': 'var(--sand)' },
  }
}
