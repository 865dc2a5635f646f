import { darkButtonTextColor, mixColors, toDarkSchemeAccent } from '#contract/rules/accent-color.ts'

/**
 * Returns the style sheet that replaces the green tokens of `tokens.css` by an accent colour (`#rrggbb`) in
 * both schemes.
 */
export const buildAccentStyleSheet = (accent: string): string => {
  const dark = toDarkSchemeAccent(accent)
  const always = `--deep-link:${dark};--bright:${dark};--bright-hover:${mixColors(accent, '#ffffff', 0.65)};--on-bright:${darkButtonTextColor};--deep-glow:color-mix(in srgb,${accent} 50%,transparent)`
  return `html:root{--oasis:${accent};--link:${accent};--button:${accent};${always}}html:root[data-mantine-color-scheme="dark"]{--oasis:${dark};--link:${dark};--button:${dark};--on-button:${darkButtonTextColor}}`
}

/**
 * Returns the ten shades of an accent colour for Mantine, from light to dark: shade 4 is the accent colour of
 * the dark scheme, shade 7 that of the light one.
 */
export const createAccentShades = (accent: string) => {
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
