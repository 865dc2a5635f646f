import { parseArgs } from 'node:util'
import { findOutageFaults, measureOutages } from '../tests/load/outages.ts'

/** Interrupts the database and the event streams of two running processes 200 times (`npm run faults -- --times=20` for fewer), and prints what that did to writes, pages and event streams. */
const { values } = parseArgs({ options: { times: { type: 'string' } } })
const print = (text: string) => process.stdout.write(`${text}\n`)
const figures = await measureOutages({ times: Number(values.times ?? 200), say: print })
for (const [name, value] of Object.entries(figures)) print(`${name.padEnd(20)} ${value}`)
const faults = findOutageFaults(figures)
print(faults.length === 0 ? 'No faults.' : `Faults: ${faults.join('; ')}.`)
process.exitCode = faults.length === 0 ? 0 : 1
