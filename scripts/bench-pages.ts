import type { Browser } from '@playwright/test'
import { mb, ms, round, row, seconds, type TableRow } from '../tests/load/benchmark-table.ts'
import { runLighthouse } from '../tests/load/lighthouse.ts'
import { measureMemory } from '../tests/load/memory.ts'
import { launchBrowser, measurePageWeight } from '../tests/load/page-weight.ts'
import { measureRenderedPages } from '../tests/load/rendered-pages.ts'
import { type BuiltServer, startBuiltServer, withServer } from '../tests/load/start-built-server.ts'
import { hasWrk, measureThroughput } from '../tests/load/throughput.ts'
import { findOrInstallBrowser } from './browser.ts'

/** Benchmarks by name. Each returns its rows of docs/benchmarks.md. */
export type Benchmarks = Record<string, () => Promise<TableRow[]>>

const event = 'oasis-rescue'
const sitePages = ['/events', '/challenges/', '/competitions/', '/about', '/support/', '/contact-us/']

/** Starts a browser and the built server for `work`. */
export const runWithBrowserAndServer = async <T>(
  env: Record<string, string>,
  work: (browser: Browser, server: BuiltServer) => Promise<T>,
): Promise<T> => {
  const browser = await launchBrowser(findOrInstallBrowser())
  try {
    return await withServer(env, (server) => work(browser, server))
  } finally {
    await browser.close()
  }
}

/**
 * Creates the benchmarks of the start, the memory and the pages of a server with the demo content, which is
 * in the folder `demoFolder`.
 */
export const createBenchmarksOfServerAndPages = (
  demoFolder: string,
  print: (text: string) => void,
): Benchmarks => ({
  starts: async () => {
    const first = await startBuiltServer(demoFolder)
    await first.server.stop()
    const later: number[] = []
    for (let i = 0; i < 3; i++) {
      const { server, milliseconds } = await startBuiltServer(demoFolder)
      later.push(milliseconds)
      await server.stop()
    }
    return [
      row('first start after installation and build, to the first page', seconds(first.milliseconds)),
      row('later starts, to the first page', later.map(seconds).join(', '), '1 s'),
    ]
  },
  memory: async () => {
    // the first start also needs the memory of the demo content's images
    await withServer({}, async () => {}, demoFolder)
    const { node, postgres } = await withServer(
      {},
      async ({ pid }) => {
        // the memory of the start is freed after ten seconds
        await new Promise((done) => setTimeout(done, 20_000))
        return measureMemory(pid, demoFolder)
      },
      demoFolder,
    )
    return [
      row('idle memory with the demo content: Node (resident)', mb(node), '150 MB'),
      row('– PostgreSQL (shared pages count proportionally)', mb(postgres), '60 MB'),
    ]
  },
  'rendered-pages': async () => {
    const figures = await withServer(
      {},
      ({ address, pid }) =>
        measureRenderedPages(address, pid, [
          '/',
          '/?lang=ar',
          `/events/${event}/`,
          `/events/${event}/?lang=ar`,
        ]),
      demoFolder,
    )
    return figures.map(({ path, milliseconds }, index) =>
      row(
        index === 0 ? 'time on a processor for a page that no cache has: `/`' : `– \`${path}\``,
        ms(milliseconds),
        index === 0 ? '20 ms' : '',
      ),
    )
  },
  'cached-replies': async () => {
    if (!(await hasWrk())) {
      print('not run: wrk is missing')
      return []
    }
    const figures = await withServer({}, ({ address }) => measureThroughput(address, event), demoFolder)
    return [
      row(
        'cached replies, requests per second compared with a plain `node:http` server that sends the same bytes (`wrk -t1 -c20`, medians of five)',
        '',
        'at least 0.8',
      ),
      ...figures.map(({ name, ratio, product }) =>
        row(`– ${name}`, `${ratio.toFixed(2)} (${round(product, 0)} a second)`),
      ),
    ]
  },
  weight: async () => {
    const rows = [
      row(
        'first load on a phone, gzipped: scripts, styles, fonts; layout shift; other hosts',
        '',
        '150 kB scripts, 60 kB fonts',
      ),
    ]
    await runWithBrowserAndServer({}, async (browser, { address }) => {
      for (const path of ['/', '/?lang=ar', `/events/${event}/`, ...sitePages]) {
        const { scripts, styles, fonts, shift, hosts, problems } = await measurePageWeight(
          browser,
          address,
          path,
        )
        const sizes = [scripts, styles, fonts].map((bytes) => `${round(bytes / 1024, 1)} kB`).join(', ')
        rows.push(
          row(`– \`${path}\``, [`${sizes}; ${round(shift, 4)}; ${hosts.length}`, ...problems].join('; ')),
        )
      }
    })
    return rows
  },
  lighthouse: async () => {
    const pages = ['/', `/events/${event}/`, '/events/robo-football-cup/matches/', ...sitePages]
    const otherPages = ['/privacy/', '/terms/', '/verify/', '/login/', '/register/']
    const scores = await withServer(
      {},
      async ({ address }) => {
        const sitemap = await (await fetch(`${address}/sitemap.xml`)).text()
        const seasonPages = [
          /\/competitions\/[^/<]+\/(?=<)/,
          /\/competitions\/[^/<]+\/teams\/[^/<]+\/(?=<)/,
        ].map((page) => {
          const [path] = page.exec(sitemap) ?? []
          if (!path) throw new Error(`The sitemap has no address that matches ${page}`)
          return path
        })
        const paths = [...pages, ...seasonPages, ...otherPages].flatMap((path) => [path, `${path}?lang=ar`])
        return runLighthouse(findOrInstallBrowser(), address, paths, 5)
      },
      demoFolder,
    )
    return [
      row(
        'Lighthouse (mobile), medians of five runs: performance, accessibility, best practices, SEO',
        '',
        '98, 100, 100, 100',
      ),
      ...scores.map(({ path, performance, accessibility, 'best-practices': practices, seo, failed }) =>
        row(
          `– \`${path}\``,
          [`${performance}, ${accessibility}, ${practices}, ${seo}`, ...failed].join('; '),
        ),
      ),
    ]
  },
})
