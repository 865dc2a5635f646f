type Rgb = readonly [number, number, number]

/** The ratio of WCAG 2.2 level AA for normal text. */
export const minContrastRatio = 4.5

/**
 * The backgrounds of texts with the least contrast to an accent colour: the darkest light one and the
 * lightest dark one of `web/shared/ui/tokens.css`.
 */
export const accentBackgrounds = { light: '#f1ebdd', dark: '#182641' } as const

/** The text on a button with the dark scheme's accent colour. */
export const darkButtonTextColor = '#0b1220'

/** Tells whether a text is a colour in the form `#rrggbb`. */
export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

const toRgb = (hex: string): Rgb => {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

/** Mixes a colour with another one in sRGB. `share` is the share of the other one, from 0 to 1. */
export const mixColors = (hex: string, other: string, share: number): string => {
  const [first, second] = [toRgb(hex), toRgb(other)]
  return `#${first
    .map((value, i) => Math.round(value + ((second[i] as number) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

const getLuminance = (hex: string): number => {
  const [red, green, blue] = toRgb(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colours (WCAG 2.2), from 1 to 21. */
export const getContrastRatio = (one: string, other: string): number => {
  const [first, second] = [getLuminance(one), getLuminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Returns the accent colour of the dark scheme: half of it is white. */
export const toDarkSchemeAccent = (accent: string): string => mixColors(accent, '#ffffff', 0.5)

/**
 * Returns the first colour scheme in which texts and buttons in this accent colour have too little contrast,
 * or null.
 */
export const findLowContrastScheme = (accent: string): 'light' | 'dark' | null => {
  // white text on a button has more contrast than the accent colour on the light background, which is darker
  // than white
  if (getContrastRatio(accent, accentBackgrounds.light) < minContrastRatio) return 'light'
  const dark = toDarkSchemeAccent(accent)
  const ratio = Math.min(
    getContrastRatio(dark, accentBackgrounds.dark),
    getContrastRatio(dark, darkButtonTextColor),
  )
  return ratio < minContrastRatio ? 'dark' : null
}
