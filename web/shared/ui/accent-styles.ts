import { darkButtonTextColor, mixColors, toDarkSchemeAccent } from '#contract/platform/accent-color.ts'

/**
 * Returns the style sheet that replaces the green tokens of `tokens.css` by an accent colour (`#rrggbb`) in
 * both schemes.
 */
export const buildAccentStyleSheet = (accent: string): string => {
  const dark = toDarkSchemeAccent(accent)
  const always = `--deep-link:${dark};--bright:${dark};--bright-hover:${mixColors(accent, '#ffffff', 0.65)};--on-bright:${darkButtonTextColor};--deep-glow:color-mix(in srgb,${accent} 50%,transparent)`
  return `html:root{--oasis:${accent};--link:${accent};--button:${accent};${always}}html:root[data-mantine-color-scheme="dark"]{--oasis:${dark};--link:${dark};--button:${dark};--on-button:${darkButtonTextColor}}`
}
