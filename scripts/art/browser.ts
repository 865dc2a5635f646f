/** A headless Chromium that draws pages made here: the repository's files answer under one made-up origin, the network stays shut. */
import { readFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'

const root = new URL('../../', import.meta.url)
const types: Record<string, string> = { css: 'text/css', svg: 'image/svg+xml', woff2: 'font/woff2' }

/** Opens `html` at width x height; its links `/web/…` are read from the repository. The caller closes the browser. */
export async function openPage(browser: Browser, html: string, width: number, height: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html })
    const body = await readFile(new URL(`.${pathname}`, root))
    return route.fulfill({ contentType: types[pathname.split('.').pop() ?? ''] ?? 'application/octet-stream', body })
  })
  await page.goto('http://drawing.invalid/')
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** Chromium from `CHROMIUM` or its usual Debian place. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
