import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core'

/** The tokens of the public site (web/shared/ui/tokens.css) as Mantine knows them. The dark scheme's buttons are light and carry dark text. */
export const theme = createTheme({
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
  defaultRadius: 12,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { tt: 'none' } },
    // the head of a dialog is no banner of the page
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
  },
})

/** Text colours that reach AA on their grounds; Mantine's own greys and reds do not. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbfaf6',
    '--mantine-color-text': '#0b1220',
    '--mantine-color-dimmed': '#556072',
    '--mantine-color-placeholder': '#667085',
    '--mantine-color-error': '#b3262b',
    '--mantine-color-anchor': '#087a5f',
    '--mantine-color-default-border': '#d9d3c5',
  },
  dark: {
    '--mantine-color-body': '#0a0f1c',
    '--mantine-color-text': '#f3f1ea',
    '--mantine-color-dimmed': '#a9b3c4',
    '--mantine-color-placeholder': '#8d99ae',
    '--mantine-color-error': '#ff8b8e',
    '--mantine-color-anchor': '#2fe0b4',
    '--mantine-color-default': '#141c2e',
    '--mantine-color-default-hover': '#1b263b',
    '--mantine-color-default-border': '#2a3650',
  },
})
