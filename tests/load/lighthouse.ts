import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

/** The Lighthouse scores of a page on a phone, 0 to 100. */
export type LighthouseScores = {
  path: string
  performance: number
  accessibility: number
  'best-practices': number
  seo: number
  failed: string[]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * Runs Lighthouse (mobile, simulated slow network and processor) on each page. The result is the run with the
 * median performance of `times` runs.
 */
export const runLighthouse = async (
  chromePath: string,
  address: string,
  paths: string[],
  times = 3,
): Promise<LighthouseScores[]> => {
  const chrome = await launch({
    chromePath,
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
    logLevel: 'silent',
  })
  const all: LighthouseScores[] = []
  try {
    for (const path of paths) {
      const runs: LighthouseScores[] = []
      for (let run = 0; run < times; run++) {
        const result = await lighthouse(`${address}${path}`, {
          port: chrome.port,
          logLevel: 'silent',
          onlyCategories: [...categories],
        })
        if (!result) throw new Error(`Lighthouse returned no result for ${path}`)
        const { lhr } = result
        const score = (name: (typeof categories)[number]) =>
          Math.round((lhr.categories[name]?.score ?? 0) * 100)
        const failed = Object.values(lhr.audits)
          .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
          .map(({ id }) => id)
        runs.push({
          path,
          performance: score('performance'),
          accessibility: score('accessibility'),
          'best-practices': score('best-practices'),
          seo: score('seo'),
          failed,
        })
      }
      all.push(
        runs.toSorted((a, b) => a.performance - b.performance)[
          Math.floor(runs.length / 2)
        ] as LighthouseScores,
      )
    }
  } finally {
    chrome.kill()
  }
  return all
}
