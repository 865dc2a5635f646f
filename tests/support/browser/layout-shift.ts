import type { Page } from '@playwright/test'

type Measured = { layoutShift: number }

/** Adds up the layout shifts of each page that is opened afterwards. */
export const recordLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const measured = window as unknown as Measured
    measured.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        measured.layoutShift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Returns the sum for the page that is open. */
export const readLayoutShift = (page: Page) =>
  page.evaluate(() => (window as unknown as Measured).layoutShift)
