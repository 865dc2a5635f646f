import type { ScoreLogHead } from '#contract/score-log.ts'
import type { ScoreLogProblem } from '#contract/score-log-check.ts'
import { openDatabaseForCommand, print } from '#server/command-line.ts'
import { exitWithError } from '#server/exit-with-error.ts'
import { readConfig } from './config.ts'
import { StartError } from './db/errors.ts'
import { checkScoreLog, findCheckableEventId, listCheckableEventIds } from './features/score-log/check.ts'

const usage = `Usage: npm run results:verify                     checks the score logs of all events, and compares what they give with the standing results
       npm run results:verify -- EVENT            checks one event, by id or slug
       npm run results:verify -- EVENT NUMBER:HASH …
                                                  and compares its rows with heads that were published, printed or mailed`

const parseHead = (text: string): ScoreLogHead => {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text)
  if (!match) throw new StartError(usage)
  return { sequence: Number(match[1]), hash: String(match[2]).toLowerCase() }
}

const describeProblem = ({ code, sequence, entryId, attemptId, field }: ScoreLogProblem): string =>
  [
    code,
    sequence === undefined ? '' : `row ${sequence}`,
    entryId ? `entry ${entryId}` : '',
    attemptId ? `attempt ${attemptId}` : '',
    field ? `field ${field}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')

const run = async (command: string | undefined, eventArgument: string | undefined, headArguments: readonly string[]) => {
  if (command !== 'verify') throw new StartError(usage)
  const heads = headArguments.map(parseHead)
  const config = readConfig(process.env)
  const database = await openDatabaseForCommand(config)
  try {
    const { db } = database
    const eventId = eventArgument === undefined ? undefined : await findCheckableEventId(db, eventArgument)
    if (eventArgument !== undefined && eventId === undefined)
      throw new StartError(`There is no event and no score log of ${eventArgument}.`)
    const eventIds = eventId === undefined ? await listCheckableEventIds(db) : [eventId]
    let problemCount = 0
    for (const id of eventIds) {
      const check = await checkScoreLog(db, id, heads)
      const { slug, rowCount, attemptCount, entryCount, publishedCount, head } = check
      problemCount += check.problemCount
      print(
        `${slug ?? id}: ${rowCount} rows, ${attemptCount} attempts, ${entryCount} entries, ${publishedCount} published heads; head ${head.sequence}:${head.hash}`,
      )
      for (const problem of check.problems) print(`  ${describeProblem(problem)}`)
      if (check.problemCount > check.problems.length) print(`  and ${check.problemCount - check.problems.length} more problems`)
    }
    print(
      `${eventIds.length} ${eventIds.length === 1 ? 'event' : 'events'} checked: ${problemCount === 0 ? 'no problems' : `${problemCount} problems`}.`,
    )
    if (problemCount > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}

const [command, eventArgument, ...headArguments] = process.argv.slice(2)
run(command, eventArgument, headArguments).catch(exitWithError)
