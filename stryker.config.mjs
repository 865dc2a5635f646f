/**
 * The mutation score of the rules that decide a rank, money or consent: how many changes of their code the
 * tests of `tests/rules` notice. `scripts/mutations.ts` runs it. Other rules describe, format or explain.
 */
export default {
  mutate: [
    // a rank: the draw, what a sheet or a match counts, how these add up, and the order
    'contract/scoring/entry-total.ts',
    'contract/scoring/event-results.ts',
    'contract/scoring/match-draw.ts',
    'contract/scoring/match-list.ts',
    'contract/scoring/match-pairings.ts',
    'contract/scoring/match-ranking.ts',
    'contract/scoring/match-result.ts',
    'contract/scoring/match-standing.ts',
    'contract/rules/numbers.ts',
    'contract/scoring/ranking.ts',
    'contract/scoring/rule-set-result.ts',
    'contract/scoring/rule-set-sheet.ts',
    'contract/rules/score-sheet.ts',
    // money: what was paid, how much of it is VAT, and which team loses its place without a payment
    'contract/rules/money.ts',
    'contract/rules/payment.ts',
    'contract/rules/team-places.ts',
    // consent: who is a minor, what a guardian agrees to, and how long data is kept
    'contract/rules/age.ts',
    'contract/rules/guardian-confirmation.ts',
    'contract/rules/guardian-consent.ts',
    'contract/rules/national-id.ts',
    'contract/rules/registration.ts',
    'contract/rules/retention.ts',
    'contract/rules/team.ts',
  ],
  thresholds: { high: 80, low: 80, break: 80 },
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.rules.config.ts' },
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'test-results/mutations.json' },
  tempDirName: 'test-results/mutations',
  // what the copy of the project does not need, and tsconfig.json, which Stryker 10 cannot read with TypeScript 7
  ignorePatterns: [
    '/build',
    '/data',
    '/docs',
    '/bench-results',
    '/screenshots',
    '/test-results',
    '/tsconfig.json',
  ],
  // tables and texts, which are read once when a file is loaded, need a run of all tests for each change
  ignoreStatic: true,
  disableTypeChecks: false,
  // a busy machine is slow, and an endless loop is found by counting
  timeoutMS: 30_000,
}
