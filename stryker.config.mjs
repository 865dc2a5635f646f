/**
 * The mutation score of the rules that decide a rank, money or consent: how many changes of their code the
 * tests of `tests/rules` notice. `scripts/mutations.ts` runs it. Other rules describe, format or explain.
 */
export default {
  mutate: [
    // a rank: the draw, what a sheet or a match counts, how these add up, and the order
    'contract/event/scoring/entry-total.ts',
    'contract/event/scoring/event-results.ts',
    'contract/event/scoring/match-draw.ts',
    'contract/event/scoring/match-list.ts',
    'contract/event/scoring/match-pairings.ts',
    'contract/event/scoring/match-ranking.ts',
    'contract/event/scoring/match-result.ts',
    'contract/event/scoring/match-standing.ts',
    'contract/platform/numbers.ts',
    'contract/event/scoring/ranking.ts',
    'contract/event/scoring/rule-set-result.ts',
    'contract/event/scoring/rule-set-sheet.ts',
    'contract/event/scoring/score-sheet.ts',
    // money: what was paid, how much of it is VAT, and which team loses its place without a payment
    'contract/money/money.ts',
    'contract/money/payment-rules.ts',
    'contract/people/teams/team-places.ts',
    // consent: who is a minor, what a guardian agrees to, and how long data is kept
    'contract/people/teams/age.ts',
    'contract/people/guardians/guardian-confirmation.ts',
    'contract/people/guardians/guardian-consent.ts',
    'contract/people/teams/national-id.ts',
    'contract/accounts/registration.ts',
    'contract/accounts/retention.ts',
    'contract/people/teams/team-rules.ts',
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
