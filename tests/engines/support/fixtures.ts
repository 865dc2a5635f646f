import { test as base, expect } from '@playwright/test'
import { type Engine, enginePrograms } from '../../../scripts/browser.ts'
import { openTcpProxy } from '../../support/services/tcp-proxy.ts'
import { openFirefox } from './firefox.ts'
import type { Browser, Tab } from './tab.ts'
import { openWebKit } from './webkit.ts'

type Fixtures = {
  /** The site under test at an address of this test, which can become unreachable. */
  site: Awaited<ReturnType<typeof openTcpProxy>>
  tab: Tab
}
export type WorkerOptions = { engine: Engine }

export const test = base.extend<Fixtures, WorkerOptions & { engineBrowser: Browser }>({
  engine: ['webkit', { option: true, scope: 'worker' }],
  engineBrowser: [
    async ({ engine }, use) => {
      const { webkit, firefox } = enginePrograms
      const browser =
        engine === 'webkit'
          ? await openWebKit(webkit.driver, webkit.screen)
          : await openFirefox(firefox.browser)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  site: async ({ engine: _ }, use) => {
    const site = await openTcpProxy(Number(new URL(process.env.BOTOLA_E2E_URL ?? '').port))
    await use(site)
    await site.close()
  },
  tab: async ({ engineBrowser, site: _ }, use) => {
    const tab = await engineBrowser.openTab()
    await use(tab)
    expect(await tab.close()).toEqual([])
  },
})
export { expect }
