import { defineConfig } from 'vitest/config'

/** The tests of the rules alone, for mutated code: without a database, and with the same random values in every run. */
export default defineConfig({
  test: {
    include: ['tests/rules/**/*.test.ts'],
    // slow, and about rules that only explain or plan
    exclude: ['tests/rules/*/{generate-match-schedule,needed-values}.test.ts'],
    setupFiles: ['tests/support/rules/fix-random-values.ts'],
    testTimeout: 60_000,
  },
})
