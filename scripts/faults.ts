import { parseCommandLine, parseCount } from '#server/command-line.ts'
import { exitWithError } from '#server/exit-with-error.ts'
import { findOutageFaults, measureOutages } from '../tests/load/outages.ts'

const usage = `Usage: npm run faults [-- --times=N]     interrupts the database and the event streams of two running processes N times (200), and prints
                                         what that did to writes, pages and event streams`

const print = (text: string) => process.stdout.write(`${text}\n`)
const run = async () => {
  const { values } = parseCommandLine({ usage, positionals: [0, 0], options: { times: { type: 'string', default: '200' } } })
  const figures = await measureOutages({ times: parseCount('times', values.times), say: print })
  for (const [name, value] of Object.entries(figures)) print(`${name.padEnd(20)} ${Array.isArray(value) ? value.length : value}`)
  const faults = findOutageFaults(figures)
  print(faults.length === 0 ? 'No faults.' : `Faults:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
run().catch(exitWithError)
