import { defineConfig, devices } from '@playwright/test'
import type { Languages } from './tests/e2e/support/fixtures.ts'
import { isNightly } from './tests/support/nightly.ts'

const launchOptions = {
  // without a locale in UTF-8 Chromium names files with Arabic names 'download'
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  ...(process.env.BOTOLA_BROWSER ? { executablePath: process.env.BOTOLA_BROWSER } : {}),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    // a page lives for seconds, so compiling its scripts further costs more than it saves
    '--js-flags=--no-opt --max-lazy',
  ],
}

/**
 * The browser tests run in a wide window or, in files named `phone`, in a small one. A test runs in English;
 * with the tag `@arabic` in Arabic, with `@bilingual` in both languages, and with `@translated` in Arabic, too, at night.
 * Only the nightly run has the tests with the tag `@nightly`.
 */
export default defineConfig<Languages>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/support/server.ts',
  fullyParallel: true,
  // a test often waits for its page, so three workers keep two processors busy
  workers: 3,
  forbidOnly: true,
  retries: 0,
  // a busy machine takes longer
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [['line'], ['json']],
  use: { launchOptions, screenshot: 'only-on-failure', reducedMotion: 'reduce' },
  projects: (['en', 'ar'] as const).flatMap((language) => {
    const otherTags = [...(language === 'ar' ? [] : [/@arabic/]), ...(isNightly ? [] : [/@nightly/])]
    const grep = isNightly ? /@arabic|@bilingual|@translated/ : /@arabic|@bilingual/
    const tags = { grepInvert: otherTags, ...(language === 'ar' ? { grep } : {}) }
    return [
      {
        name: `wide ${language}`,
        testIgnore: /phone/,
        ...tags,
        use: { language, viewport: { width: 1280, height: 800 } },
      },
      {
        name: `phone ${language}`,
        testMatch: /phone/,
        ...tags,
        // more pixels for the same layout only take longer to draw
        use: { ...devices['Pixel 7'], deviceScaleFactor: 1, language, viewport: { width: 360, height: 740 } },
      },
    ]
  }),
})
