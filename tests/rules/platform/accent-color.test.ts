import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  accentBackgrounds,
  darkButtonTextColor,
  findLowContrastScheme,
  getContrastRatio,
  isHexColor,
  minContrastRatio,
  mixColors,
  toDarkSchemeAccent,
} from '#contract/platform/accent-color.ts'
import { buildAccentStyleSheet } from '#web/shared/ui/accent-styles.ts'

const color = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
const tokens = readFileSync('web/shared/ui/tokens.css', 'utf8')
const [lightTokens = '', darkTokens = ''] = tokens.split('[data-mantine-color-scheme="dark"] {')
const getToken = (css: string, name: string) =>
  new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(css)?.[1] ?? ''
const expand = (hex: string) =>
  hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex

it('contrast ratios are those of WCAG', () => {
  expect(getContrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(getContrastRatio('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  expect(mixColors('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(['#0b8f70', '#0B8F70', '0b8f70', '#0b8', '#0b8f7g', ''].map(isHexColor)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

it('an accepted colour has the contrast of AA wherever texts and buttons have it, and a refused one lacks it in that scheme', () => {
  const light = ['paper', 'sand', 'card'].map((name) => expand(getToken(lightTokens, name)))
  const dark = [
    ...['paper', 'sand', 'card', 'deep'].map((name) => expand(getToken(darkTokens, name))),
    ...['deep', 'deep-card', 'deep-fill'].map((name) => expand(getToken(lightTokens, name))),
  ]
  expect([...light, ...dark].every(isHexColor)).toBe(true)
  expect(light).toContain(accentBackgrounds.light)
  expect(dark).toContain(accentBackgrounds.dark)
  const hasContrast = (one: string) => (other: string) => getContrastRatio(one, other) >= minContrastRatio
  fc.assert(
    fc.property(color, (accent) => {
      const darkAccent = toDarkSchemeAccent(accent)
      const isReadable = {
        light: [...light, '#ffffff'].every(hasContrast(accent)),
        dark: [...dark, darkButtonTextColor].every(hasContrast(darkAccent)),
      }
      const scheme = findLowContrastScheme(accent)
      if (scheme === null) expect(isReadable).toEqual({ light: true, dark: true })
      else expect(isReadable[scheme]).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

it('refuses light and very dark colours, and accepts colours of brands', () => {
  expect(['#ffffff', '#f5a524', '#2fe0b4'].map(findLowContrastScheme)).toEqual(['light', 'light', 'light'])
  expect(['#000000', '#0a0a0a'].map(findLowContrastScheme)).toEqual(['dark', 'dark'])
  expect(['#1d4ed8', '#7c1fa0', '#a3154a', '#0a3a8c', '#067056'].map(findLowContrastScheme)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

it('the accent colour replaces all green tokens in both schemes', () => {
  const greens = (css: string) =>
    [
      ...css.matchAll(
        /--([\w-]+): (?:#0b8f70|#067056|#087a5f|#2fe0b4|#63eac8|#04241b|rgb\(11 143 112[^)]*\));/g,
      ),
    ]
      .map(([, name]) => name)
      .sort()
  const [always = '', dark = ''] = buildAccentStyleSheet('#1d4ed8').split(
    'html:root[data-mantine-color-scheme="dark"]',
  )
  const names = (css: string) => [...css.matchAll(/--([\w-]+):/g)].map(([, name]) => name).sort()
  expect(names(always)).toEqual(greens(lightTokens))
  expect(names(dark)).toEqual(greens(darkTokens))
})
