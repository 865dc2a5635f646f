import type { APIRequestContext } from '@playwright/test'
import { specificationRoutes } from '../../published/specification-pages.ts'
import { readLayoutShift, recordLayoutShift } from '../../support/browser/layout-shift.ts'
import { expect, test } from '../support/fixtures.ts'

test('search engines find each page once in each language', { tag: '@bilingual' }, async ({
  page,
  at,
  language,
  baseURL,
}) => {
  await page.goto(at('/events/oasis-rescue/'))
  const link = (rel: string, more = '') => page.locator(`link[rel="${rel}"]${more}`)
  const english = `${baseURL}/events/oasis-rescue/`
  await expect(link('canonical')).toHaveAttribute('href', language === 'ar' ? `${english}?lang=ar` : english)
  await expect(link('alternate', '[hreflang="ar"]')).toHaveAttribute('href', `${english}?lang=ar`)
  await expect(link('alternate', '[hreflang="en"]')).toHaveAttribute('href', english)
  await expect(link('alternate', '[hreflang="x-default"]')).toHaveAttribute('href', english)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\S/)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}')
  expect(data).toMatchObject({
    '@type': 'Event',
    inLanguage: language,
    name: await page.locator('h1').innerText(),
  })
})

test('every route of the specification works as it is written there', async ({ request }) => {
  const { events } = (await (await request.get('/api/events/')).json()) as {
    events: { _id: string; slug: string }[]
  }
  // other tests create and delete events meanwhile, but not this one
  const event = events.find(({ slug }) => slug === 'desert-rally')
  for (const route of specificationRoutes) {
    const path = route.replace('{slug}', event?.slug ?? '').replace(/\{\w+\}/g, event?._id ?? '')
    const reply = await request.get(path, { maxRedirects: 0 })
    expect([route, reply.status(), reply.headers()['content-type']]).toEqual([
      route,
      200,
      'text/html; charset=utf-8',
    ])
  }
})

test('an unknown path shows the not-found page with a link to the home page', async ({ page, at, texts }) => {
  const reply = await page.goto(at('/no/such/page'))
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: texts.messages.pageNotFound })).toBeVisible()
  await page.getByRole('link', { name: texts.messages.backHome }).click()
  await expect(page.locator('#simulator')).toBeVisible()
})

test('a page has no layout shift while it loads, and a small one when its fonts arrive last', {
  tag: '@nightly',
}, async ({ page, at }) => {
  await recordLayoutShift(page)
  for (const path of ['/', '/events/oasis-rescue/', '/events/oasis-rescue/display/']) {
    const { promise: fontsAllowed, resolve: allowFonts } = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await fontsAllowed
      await route.continue()
    })
    // fonts delay the load event
    await page.goto(at(path), { waitUntil: 'commit' })
    expect(await readLayoutShift(page)).toBe(0)
    allowFonts()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    expect(await readLayoutShift(page)).toBeLessThan(0.02)
    await page.unroute('**/*.woff2')
  }
})

/** Returns the sources of scripts that the content security policy of a page allows. */
const readScriptSources = async (request: APIRequestContext, path: string): Promise<string> => {
  const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
  return /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
}

test('the content security policy of pages blocks other scripts', async ({ request, at }) => {
  for (const path of ['/', '/account/', '/judges']) {
    const sources = await readScriptSources(request, at(path))
    expect(sources).toContain("'self'")
    expect(sources).toMatch(/'sha256-/)
    expect(sources).not.toMatch(/unsafe|https?:|\*/)
  }
})

test('pages that read QR codes allow WebAssembly and no other scripts', async ({ request, at }) => {
  for (const path of ['/judge/', '/admin', '/admin/events']) {
    const sources = await readScriptSources(request, at(path))
    expect(sources).toContain("'wasm-unsafe-eval'")
    expect(sources.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|https?:|\*/)
  }
})

test('a link switches the language, which is remembered', { tag: '@bilingual' }, async ({
  page,
  at,
  language,
}) => {
  await page.goto(at('/support/'))
  const other = language === 'ar' ? 'en' : 'ar'
  await page.getByRole('banner').locator(`a[hreflang="${other}"]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', other)
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe(other)
  await page.goto('/about')
  await expect(page.locator('html')).toHaveAttribute('lang', other)
})

test('the colour scheme is chosen and remembered', async ({ page, at, texts }) => {
  await page.goto(at('/'))
  const html = page.locator('html')
  const button = page.getByRole('button', { name: new RegExp(`^${texts.theme.label}`) })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await button.click() // auto → light
  await button.click() // light → dark
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  // another tab clears the storage
  const other = await page.context().newPage()
  await other.goto(at('/about'))
  await other.evaluate(() => localStorage.clear())
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await other.close()
})
