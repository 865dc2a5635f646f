import { defineConfig } from '@playwright/test'
import { listFoundAndMissingNonChromiumEngines } from '../../scripts/browser.ts'
import type { WorkerOptions } from './support/fixtures.ts'

/** The journeys of judges, visitors and users in the engines beside Chromium that are installed. */
export default defineConfig<object, WorkerOptions>({
  testDir: '.',
  outputDir: '../../test-results/engines',
  globalSetup: '../e2e/support/server.ts',
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 300_000,
  reporter: [['line'], ['json']],
  projects: listFoundAndMissingNonChromiumEngines().found.map((engine) => ({
    name: engine,
    use: { engine },
    // each engine starts once, beside the other one
    workers: 1,
  })),
})
