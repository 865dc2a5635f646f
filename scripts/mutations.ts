import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Changes the code of the rules in `stryker.config.mjs` in one place after the other, and runs the tests of
 * `tests/rules` on each change. It lists the changes that no test notices, and fails when they are more than the
 * threshold allows in any file. Other arguments are those of `stryker run`, such as `--mutate contract/people/teams/age.ts`.
 */
type Report = {
  thresholds: { high: number }
  files: Record<string, { mutants: { status: string }[] }>
}

const { status } = spawnSync(
  process.execPath,
  ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', ...process.argv.slice(2)],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
const { thresholds, files } = JSON.parse(readFileSync('test-results/mutations.json', 'utf8')) as Report
const low = Object.entries(files).flatMap(([file, { mutants }]) => {
  const count = (...statuses: string[]) => mutants.filter((mutant) => statuses.includes(mutant.status)).length
  const noticed = count('Killed', 'Timeout')
  const score = (100 * noticed) / (noticed + count('Survived', 'NoCoverage'))
  return score < thresholds.high ? `${file}: ${score.toFixed(1)} %` : []
})
for (const line of low) process.stdout.write(`Below ${thresholds.high} %: ${line}\n`)
process.exitCode = status !== 0 || low.length > 0 ? 1 : 0
