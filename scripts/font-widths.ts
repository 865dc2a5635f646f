/** Compares the text width of a font with that of its system fallback fonts, in a real browser. */
import { chromium } from '@playwright/test'
import { findBrowser } from './browser.ts'

const samples = {
  basic:
    'The quick robot crosses the board in 42 seconds, lifts three cubes and drives home: 195 points, first place. Teams from 24 countries.',
  arabic:
    'يعبر الروبوت السريع اللوحة في ثوانٍ معدودة، ويرفع ثلاثة مكعبات، ثم يعود إلى نقطة البداية محققًا المركز الأول بين الفرق المشاركة من الدول',
} as const

/** Fallback fonts by their names on different systems. The fonts of one entry have the same widths as `probe`. */
const fallbackFonts = {
  basic: [{ local: ['Arial', 'Liberation Sans', 'Roboto', 'Helvetica Neue'], probe: 'Liberation Sans' }],
  arabic: [{ local: ['Noto Sans Arabic', 'Noto Sans Arabic UI', 'SF Arabic', 'Arial'], probe: 'Noto Sans Arabic' }],
} as const

/**
 * Measures the `size-adjust` ratio of each fallback font: the width of the sample in `woff2` at `weight` divided by its width in the fallback font.
 * Throws when a probe font is not installed.
 */
export async function measureSizeAdjust(woff2: Uint8Array, script: keyof typeof samples, weight: number) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-background-networking'] })
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
          if (width(`"${probe}", monospace`) === width('monospace')) throw new Error(`${probe} is not installed`)
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
