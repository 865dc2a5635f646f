import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that replace modules, timers or globals: each file has a process of its own. */
const isolated = [
  'tests/api/*/{list-statements,live-events,results-freeze,score-statements,session-clock,session-same-work}.test.ts',
  'tests/http/{pages,unread-bodies}.test.ts',
  'tests/rules/platform/time-zone.test.ts',
  'tests/web/*/{account-team-drafts,session,team-draft-autosave}.test.ts',
]
const tests = 'tests/**/*.test.{ts,tsx}'
const exclude = [...configDefaults.exclude, 'tests/e2e/**', 'tests/nightly/**']

/** Starts the files that start servers first, because they take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/faults/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/support/services/global-setup.ts'],
    // a test often waits for the database or an email, so more workers than processors keep them busy
    maxWorkers: availableParallelism() + 4,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // a condition may take long on a busy machine
    expect: { poll: { timeout: 20_000 } },
    projects: [
      // these files share processes, so that the server is loaded once in each
      {
        extends: true,
        test: { name: 'shared', include: [tests], exclude: [...exclude, ...isolated], isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: isolated, exclude } },
      // `npm run test:nightly`
      { extends: true, test: { name: 'nightly', include: ['tests/nightly/**/*.test.ts'] } },
    ],
  },
})
