import puppeteer from 'puppeteer-core'
import { type Browser, patience, tabSize } from './tab.ts'

/** Starts an installed Firefox, which Puppeteer drives by WebDriver BiDi. */
export const openFirefox = async (executablePath: string): Promise<Browser> => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: tabSize,
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      // allows persistent storage without the question, whose dialog takes the next click
      'dom.storageManager.prompt.testing': true,
      'dom.storageManager.prompt.testing.allow': true,
    },
  })
  return {
    openTab: async () => {
      const context = await browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } })
      const page = await context.newPage()
      page.setDefaultTimeout(patience)
      const problems: string[] = []
      // also of the content security policy
      page.on('pageerror', (error) => problems.push(`error: ${error}`))
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`)
      })
      const find = (path: string) => page.locator(`::-p-xpath(${path})`)
      return {
        open: async (address) => void (await page.goto(address)),
        reload: async () => void (await page.reload()),
        isVisible: (path) =>
          page.$$eval(`::-p-xpath(${path})`, (elements) =>
            elements.some((element) => element.checkVisibility({ visibilityProperty: true })),
          ),
        click: (path) => find(path).click(),
        fill: (path, text) => find(path).fill(text),
        evaluate: (call, argument) => page.evaluate(call as never, argument),
        close: async () => {
          await context.close()
          return problems
        },
      }
    },
    close: () => browser.close(),
  }
}
