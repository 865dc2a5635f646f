import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'
import subsetFont from 'subset-font'
import { findOrInstallBrowser } from './browser.ts'

/** Compares the text width of a font with that of its system fallback fonts, in a real browser. */

const samples = {
  basic:
    'The quick robot crosses the board in 42 seconds, lifts three cubes and drives home: 195 points, first place. Teams from 24 countries.',
  arabic:
    'يعبر الروبوت السريع اللوحة في ثوانٍ معدودة، ويرفع ثلاثة مكعبات، ثم يعود إلى نقطة البداية محققًا المركز الأول بين الفرق المشاركة من الدول',
} as const

/**
 * Fallback fonts by their names on different systems. The fonts of one entry have the same widths as `probe`.
 */
const fallbackFonts = {
  basic: [{ local: ['Arial', 'Liberation Sans', 'Roboto', 'Helvetica Neue'], probe: 'Liberation Sans' }],
  arabic: [
    { local: ['Noto Sans Arabic', 'Noto Sans Arabic UI', 'SF Arabic', 'Arial'], probe: 'Noto Sans Arabic' },
  ],
} as const

/**
 * Measures the `size-adjust` ratio of each fallback font: the width of the sample in `woff2` at `weight`
 * divided by its width in the fallback font. Throws when a probe font is not installed.
 */
export async function measureFallbackRatiosInBrowser(
  woff2: Uint8Array,
  script: keyof typeof samples,
  weight: number,
) {
  const browser = await chromium.launch({
    executablePath: findOrInstallBrowser(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    const results: { local: readonly string[]; ratio: number }[] = []
    for (const { local, probe } of fallbackFonts[script]) {
      const ratio = await page.evaluate(
        async ({ data, text, weight, probe }) => {
          const face = new FontFace('Measured', `url(data:font/woff2;base64,${data})`, { weight: '100 900' })
          document.fonts.add(await face.load())
          const context = document.createElement('canvas').getContext('2d')
          if (!context) throw new Error('no canvas')
          const width = (family: string) => {
            context.font = `${weight} 100px ${family}`
            return context.measureText(text).width
          }
          if (width(`"${probe}", monospace`) === width('monospace'))
            throw new Error(`${probe} is not installed`)
          return width('Measured') / width(`"${probe}"`)
        },
        { data: Buffer.from(woff2).toString('base64'), text: samples[script], weight, probe },
      )
      results.push({ local, ratio })
    }
    return results
  } finally {
    await browser.close()
  }
}

/**
 * Creates the subsets of the self-hosted fonts: web/assets/generated/fonts/*.woff2 and web/assets/fonts.css.
 * Alexandria (headings) and Readex Pro (text) have three files each: ASCII with common characters, accented
 * Latin, Arabic. A page loads only those that its text needs. The fallback faces have the metrics of the real
 * ones, so that nothing moves when a font is loaded. Run: node scripts/fonts.ts
 */

const require = createRequire(import.meta.url)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const codes = (text: string) => [...text].map((c) => c.codePointAt(0) ?? 0)

/** Characters of each file; the same lists become the unicode-range. */
const scripts = {
  basic: [...range(0x20, 0x7e), ...codes('\u00a0©«·»×–—‘’“”•…−')],
  accents: [
    ...range(0xa1, 0xff).filter((c) => !codes('©«·»×').includes(c)),
    ...codes('ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĪīİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŹźŻżŽžȘșȚț‚„‹›€™'),
  ],
  arabic: [
    ...range(0x621, 0x63a),
    ...range(0x640, 0x652),
    ...codes('،؛؟٠١٢٣٤٥٦٧٨٩٪٫٬\u0670ٱپچژڤکگی'),
    0x200c,
    0x200d,
  ],
} as const
type Script = keyof typeof scripts

const families = [
  { name: 'Alexandria', folder: 'alexandria', weights: [500, 800] },
  { name: 'Readex Pro', folder: 'readex-pro', weights: [400, 700] },
] as const

const suffix: Record<Script, string> = { basic: '', accents: ' Accents', arabic: ' Arabic' }
const source: Record<Script, string> = { basic: 'latin', accents: 'latin', arabic: 'arabic' }

/** Formats code points as `U+20-7E, U+A0, …`. */
function unicodeRange(list: readonly number[]): string {
  const sorted = [...new Set(list)].sort((a, b) => a - b)
  const spans: [number, number][] = []
  for (const code of sorted) {
    const last = spans.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else spans.push([code, code])
  }
  const hex = (n: number) => n.toString(16).toUpperCase()
  return spans.map(([a, b]) => `U+${hex(a)}${a === b ? '' : `-${hex(b)}`}`).join(', ')
}

/**
 * Reads the line metrics of a font file as fractions of the em (from `hhea`, or from `OS/2` if bit 7 of
 * fsSelection is set, like browsers).
 */
function lineMetrics(sfnt: Buffer): { ascent: number; descent: number; gap: number } {
  const table = (tag: string): number => {
    for (let i = 0; i < sfnt.readUInt16BE(4); i++) {
      const at = 12 + 16 * i
      if (sfnt.toString('latin1', at, at + 4) === tag) return sfnt.readUInt32BE(at + 8)
    }
    throw new Error(`no ${tag} table`)
  }
  const em = sfnt.readUInt16BE(table('head') + 18)
  const os2 = table('OS/2')
  const typo = (sfnt.readUInt16BE(os2 + 62) & 128) !== 0
  const at = typo ? os2 + 68 : table('hhea') + 4
  return {
    ascent: sfnt.readInt16BE(at) / em,
    descent: -sfnt.readInt16BE(at + 2) / em,
    gap: sfnt.readInt16BE(at + 4) / em,
  }
}

const folder = new URL('../web/assets/generated/fonts/', import.meta.url)
await mkdir(folder, { recursive: true })
const sizes: Record<string, number> = {}
const faces: string[] = []
const fallbacks: string[] = []
const licences: string[] = []

for (const { name, folder: pkg, weights } of families) {
  const path = (file: string) => require.resolve(`@fontsource-variable/${pkg}/${file}`)
  licences.push(`${name}\n\n${await readFile(path('LICENSE'), 'utf8')}`)
  for (const script of Object.keys(scripts) as Script[]) {
    const original = await readFile(path(`files/${pkg}-${source[script]}-wght-normal.woff2`))
    const file = `${pkg}-${script}.woff2`
    const cut = await subsetFont(original, String.fromCodePoint(...scripts[script]), {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: weights[0], max: weights[1], default: weights[0] } },
    })
    await writeFile(new URL(file, folder), cut)
    sizes[file] = cut.length
    faces.push(`@font-face {
  font-family: "${name}${suffix[script]}";
  font-style: normal;
  font-weight: ${weights[0]} ${weights[1]};
  font-display: swap;
  src: url("./generated/fonts/${file}") format("woff2");
  unicode-range: ${unicodeRange(scripts[script])};
}`)
    if (script === 'accents') continue
    const metrics = lineMetrics(
      await subsetFont(original, 'aا', { targetFormat: 'sfnt', variationAxes: { wght: weights[0] } }),
    )
    for (const stand of await measureFallbackRatiosInBrowser(
      cut,
      script,
      name === 'Alexandria' ? 700 : 400,
    )) {
      const percent = (n: number) => `${Math.round(n * 10000) / 100}%`
      fallbacks.push(`@font-face {
  font-family: "${name}${suffix[script]} Stand-in";
  font-weight: ${name === 'Alexandria' ? '500 800' : '400 700'};
  src: ${stand.local.map((l) => `local("${l}${name === 'Alexandria' ? ' Bold' : ''}")`).join(', ')};
  size-adjust: ${percent(stand.ratio)};
  ascent-override: ${percent(metrics.ascent / stand.ratio)};
  descent-override: ${percent(metrics.descent / stand.ratio)};
  line-gap-override: ${percent(metrics.gap / stand.ratio)};
  unicode-range: ${unicodeRange(script === 'arabic' ? range(0x600, 0x6ff) : range(0x20, 0x24f).concat(range(0x2000, 0x206f)))};
}`)
    }
  }
}

const sum = (...files: string[]) => files.reduce((total, file) => total + (sizes[file] ?? 0), 0)
const english = sum('alexandria-basic.woff2', 'readex-pro-basic.woff2')
const arabic = english + sum('alexandria-arabic.woff2', 'readex-pro-arabic.woff2')
const budget = 60_000
const widest = Math.max(arabic, english + sum('readex-pro-arabic.woff2', 'readex-pro-accents.woff2'))
if (widest > budget) throw new Error(`a page would load ${widest} bytes of fonts, more than ${budget}`)

const css = `/*
 * Written by scripts/fonts.ts. Bytes on the wire (woff2 is not compressed again):
${Object.entries(sizes)
  .map(([file, size]) => ` *   ${file.padEnd(26)} ${size}`)
  .join('\n')}
 * An English page loads ${english}, with Arabic names and accented Latin on it ${english + sum('readex-pro-arabic.woff2', 'readex-pro-accents.woff2')}; an Arabic page ${arabic}. Budget: ${budget} a language.
 * English headings write Arabic words in Readex Pro, and an Arabic page writes rare accents in the system's font: that keeps the budget.
 */
${faces.join('\n\n')}

/* System fonts with the metrics of the real ones: the text stands where it will stand before the font has arrived. */
${fallbacks.join('\n\n')}

:root {
  --font-text: "Readex Pro", "Readex Pro Accents", "Readex Pro Arabic", "Readex Pro Stand-in", "Readex Pro Arabic Stand-in", sans-serif;
  --font-heading: "Alexandria", "Alexandria Accents", "Readex Pro Arabic", "Alexandria Stand-in", "Readex Pro Arabic Stand-in", sans-serif;
  /* Scores and times: Readex Pro has no tabular figures, Alexandria has. Write them with font-variant-numeric: tabular-nums. */
  --font-figures: "Alexandria", "Alexandria Stand-in", sans-serif;
}

:root:lang(ar) {
  --font-text: "Readex Pro Arabic", "Readex Pro", "Readex Pro Arabic Stand-in", "Readex Pro Stand-in", sans-serif;
  --font-heading: "Alexandria Arabic", "Alexandria", "Alexandria Arabic Stand-in", "Alexandria Stand-in", sans-serif;
}
`
await writeFile(new URL('../web/assets/fonts.css', import.meta.url), css)
await writeFile(
  new URL('LICENSE', folder),
  `The files in this folder are subsets of two typefaces, made from the packages @fontsource-variable/alexandria and
@fontsource-variable/readex-pro. Both stand under the SIL Open Font License 1.1, which follows for each.

${licences.join('\n\n----------------------------------------\n\n')}`,
)
console.log(sizes, { english, arabic, widest })
