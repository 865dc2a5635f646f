import { expect, expectAccessible, test } from '../support/fixtures.ts'

test.describe('a visitor with an Arabic browser', () => {
  test.use({ locale: 'ar-SA' })

  test('gets an English page with a hint in Arabic that leads to the Arabic page', async ({
    page,
    texts,
  }) => {
    await page.goto('/events')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const hint = page.getByRole('complementary', { name: texts.language.arabicHint })
    await expect(hint).toBeVisible()
    const shift = await page.evaluate(
      () =>
        new Promise<number>((found) => {
          let sum = 0
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
          })
          observer.observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => found(sum)))
        }),
    )
    // the hint would move the whole page; a font that loads late moves words by some pixels
    expect(shift).toBeLessThan(0.005)
    await expectAccessible(page)
    await hint.getByRole('link').click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(hint).toBeHidden()
  })

  test('does not see the hint again after closing it', { tag: '@nightly' }, async ({ page, texts }) => {
    await page.goto('/about')
    const hint = page.getByRole('complementary', { name: texts.language.arabicHint })
    await hint.getByRole('button').click()
    await expect(hint).toBeHidden()
    await page.goto('/support')
    await expect(page.locator('h1')).toBeVisible()
    await expect(hint).toBeHidden()
  })
})

test('other visitors see no hint in Arabic', { tag: '@nightly' }, async ({ page, texts }) => {
  await page.goto('/about')
  await expect(page.getByRole('complementary', { name: texts.language.arabicHint })).toBeHidden()
})
