import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { readLayoutShift, recordLayoutShift } from '../support/browser/layout-shift.ts'

/**
 * The sizes of the first load of a page in bytes; scripts and styles are gzipped. `shift` is the sum of all
 * layout shifts.
 */
export type PageWeight = {
  path: string
  scripts: number
  styles: number
  fonts: number
  /** The hosts of other sites from which the page loads something. */
  hosts: string[]
  shift: number
  problems: string[]
}

/** Loads a page in the size of a phone, scrolls to its end and measures it. */
export const measurePageWeight = async (
  browser: Browser,
  address: string,
  path: string,
): Promise<PageWeight> => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
  const weight: PageWeight = { path, scripts: 0, styles: 0, fonts: 0, hosts: [], shift: 0, problems: [] }
  const waiting: Promise<void>[] = []
  page.on('console', (message) => message.type() === 'error' && weight.problems.push(message.text()))
  page.on('pageerror', (error) => weight.problems.push(error.message))
  page.on('response', (reply) => {
    const kind = reply.request().resourceType()
    const host = new URL(reply.url()).host
    if (host !== new URL(address).host && !weight.hosts.includes(host)) weight.hosts.push(host)
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return
    waiting.push(
      reply.body().then((body) => {
        if (kind === 'script') weight.scripts += gzipSync(body, { level: 9 }).length
        else if (kind === 'stylesheet') weight.styles += gzipSync(body, { level: 9 }).length
        else weight.fonts += body.length
      }),
    )
  })
  await recordLayoutShift(page)
  await page.goto(`${address}${path}`, { waitUntil: 'networkidle' })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 500) {
    await page.evaluate((to) => window.scrollTo(0, to), y)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  await page.waitForLoadState('networkidle')
  await Promise.all(waiting)
  weight.shift = await readLayoutShift(page)
  await page.close()
  return weight
}

/** Launches the browser for the measurements. */
export const launchBrowser = (executablePath: string) =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
