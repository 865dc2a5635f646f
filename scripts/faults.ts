import { parseCommandLineOrExit, parseCountOrExit, printErrorAndSetExitCode } from '#server/command-line.ts'
import { StartError } from '#server/platform/db/errors.ts'
import { faults } from '../tests/load/faults/faults.ts'
import { formatSeconds } from '../tests/load/faults/load.ts'
import { NotRunError } from '../tests/load/faults/not-run.ts'
import { writeFaultRow } from '../tests/load/faults/results-table.ts'

const usage = `Usage: npm run faults [-- NAME …] [--times=N] [--write]
Does faults to a running installation under load, and checks that it comes back and that nothing acknowledged is lost or doubled. Without a name all faults are done.
Ends with code 1 when something is wrong or a fault could not be done.

${faults.map(({ name, about }) => `  ${name.padEnd(18)} ${about}`).join('\n')}

--times=N  the number of outages (200)
--write    writes the results into the table of docs/operations.md; the row of a fault that could not be done stays`

const print = (text: string) => process.stdout.write(`${text}\n`)

const run = async () => {
  const { values, positionals } = parseCommandLineOrExit({
    usage,
    positionals: [0, faults.length],
    options: { times: { type: 'string', default: '200' }, write: { type: 'boolean', default: false } },
  })
  const times = parseCountOrExit('times', values.times)
  const names = faults.map(({ name }) => name)
  const unknown = positionals.find((name) => !names.includes(name))
  if (unknown) throw new StartError(`There is no fault "${unknown}". The faults are ${names.join(', ')}.`)
  const failed: string[] = []
  for (const { name, act } of faults) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    print(`\n== ${name}`)
    try {
      const { seen, backAfter, acknowledged, lost, doubled, problems } = await act({ times, print })
      const back = formatSeconds(backAfter)
      print(
        `${seen}; back after ${back}; ${acknowledged} scores acknowledged, ${lost} lost, ${doubled} doubled`,
      )
      for (const problem of problems) print(`- ${problem}`)
      if (problems.length > 0) failed.push(name)
      if (values.write)
        writeFaultRow(
          {
            name,
            seen: problems.length > 0 ? `${seen}. **Wrong:** ${problems.join('; ')}` : seen,
            backAfter: back,
            scores: `${acknowledged}, ${lost}, ${doubled}`,
          },
          names,
        )
    } catch (error) {
      failed.push(name)
      const isNotRun = error instanceof NotRunError
      print(isNotRun ? `not run: ${error.message}` : `failed: ${String((error as Error).stack)}`)
    }
  }
  if (failed.length > 0) throw new StartError(`\nWrong or not run: ${failed.join(', ')}.`)
  print('\nNothing is wrong.')
}
run().catch(printErrorAndSetExitCode)
