import type { ScoreLogCheck, ScoreLogHead, ScoreLogProblem } from '#contract/event/scores/score-log.schema.ts'
import {
  openDatabaseForCommand,
  parseCommandLineOrExit,
  print,
  printErrorAndSetExitCode,
} from '#server/command-line.ts'
import { readConfig } from './config.ts'
import { checkScoreLog, findEventIdIncludingPurged, listCheckableEventIds } from './event/score-log/check.ts'
import { findSqlStateOrSystemCode, StartError } from './platform/db/errors.ts'
import type { Db } from './platform/db/open.ts'

const usage = `Usage: npm run results:verify                     checks the score logs of all events, and compares what they give with the standing results
       npm run results:verify -- EVENT            checks one event, by id or slug
       npm run results:verify -- EVENT NUMBER:HASH …
                                                  and compares its rows with heads that were published, printed or mailed`

const parseHead = (text: string): ScoreLogHead => {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text)
  if (!match) throw new StartError(`The head "${text}" is not understood.\n${usage}`)
  return { sequence: Number(match[1]), hash: String(match[2]).toLowerCase() }
}

const describeProblem = ({
  code,
  sequence,
  entryId,
  attemptId,
  recordId,
  field,
  ranking,
}: ScoreLogProblem): string =>
  [
    code,
    ranking ? `${ranking} ranking` : '',
    sequence === undefined ? '' : `row ${sequence}`,
    entryId ? `entry ${entryId}` : '',
    attemptId ? `attempt ${attemptId}` : '',
    recordId ? `record ${recordId}` : '',
    field ? `field ${field}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')

/**
 * Describes from which row on participants and other records are known, the erasures, corrections, changed
 * awards and advancements.
 */
const describeRecords = (check: ScoreLogCheck): string[] => {
  const { rowCount, participantsFrom, completeFrom, lastPublishedSequence: published } = check
  if (rowCount === 0) return []
  const otherStages = check.teamsWithOtherStage.map(({ teamNo, name }) => `#${teamNo} ${name}`)
  const describe = (text: string, rows: readonly number[]) =>
    rows.length > 0 ? [`${text} in rows ${rows.join(', ')}`] : []
  return [
    participantsFrom === null
      ? 'participants are not in the log'
      : `participants are known from row ${participantsFrom} on`,
    ...describe('erasures', check.erasures),
    ...describe(`erasures after row ${published},`, check.erasuresAfterPublication),
    ...describe('corrections after final results', check.corrections),
    ...describe(`corrections after row ${published},`, check.correctionsAfterPublication),
    completeFrom === null
      ? 'awards, advancement, planned freezes and sheets are not in the log'
      : `awards, advancement, planned freezes and sheets are known from row ${completeFrom} on`,
    ...describe(`awards of final results changed after row ${published},`, check.awardsAfterPublication),
    ...describe('advancement', check.advancements),
    ...(otherStages.length > 0
      ? [`stages set by hand beside the advancement: ${otherStages.join(', ')}`]
      : []),
  ]
}

/** Describes the rows after the last head that was given, about which that head says nothing. */
const describeRowsAfter = (last: number, { head, publications, takeBacks }: ScoreLogCheck): string => {
  const describe = (text: string, rows: readonly number[]) => {
    const later = rows.filter((row) => row > last)
    return later.length > 0 ? `, ${text} in rows ${later.join(', ')}` : ''
  }
  return `${Math.max(head.sequence - last, 0)} rows after row ${last}${describe('results taken back', takeBacks)}${describe('results published', publications)}`
}

/** Lists the events with a log. Throws a `StartError` when the database has no tables yet. */
const listEventIds = (db: Db): Promise<string[]> =>
  listCheckableEventIds(db).catch((error: unknown) => {
    throw findSqlStateOrSystemCode(error) === '42P01'
      ? new StartError('The database has no tables yet: start Botola once.')
      : error
  })

const run = async () => {
  const [command, eventArgument, ...headArguments] = parseCommandLineOrExit({
    usage,
    positionals: [1, Number.POSITIVE_INFINITY],
  }).positionals
  if (command !== 'verify') throw new StartError(usage)
  const heads = headArguments.map(parseHead)
  const config = readConfig(process.env)
  const database = await openDatabaseForCommand(config)
  try {
    const { db } = database
    const loggedIds = await listEventIds(db)
    const eventId =
      eventArgument === undefined ? undefined : await findEventIdIncludingPurged(db, eventArgument)
    if (eventArgument !== undefined && eventId === undefined)
      throw new StartError(`There is no event and no score log of ${eventArgument}.`)
    const eventIds = eventId === undefined ? loggedIds : [eventId]
    if (eventIds.length === 0) return print('There is no score log to check.')
    let problemCount = 0
    for (const id of eventIds) {
      const check = await checkScoreLog(db, id, heads)
      const { slug, rowCount, attemptCount, entryCount, publishedCount, head } = check
      problemCount += check.problemCount
      print(
        `${slug ?? id}: ${rowCount} rows, ${attemptCount} attempts, ${entryCount} entries, ${publishedCount} published heads; head ${head.sequence}:${head.hash}`,
      )
      for (const line of describeRecords(check)) print(`  ${line}`)
      if (heads.length > 0)
        print(`  ${describeRowsAfter(Math.max(...heads.map(({ sequence }) => sequence)), check)}`)
      for (const problem of check.problems) print(`  ${describeProblem(problem)}`)
      if (check.problemCount > check.problems.length)
        print(`  and ${check.problemCount - check.problems.length} more problems`)
    }
    print(
      `${eventIds.length} ${eventIds.length === 1 ? 'event' : 'events'} checked: ${problemCount === 0 ? 'no problems' : `${problemCount} problems`}.`,
    )
    if (problemCount > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}

run().catch(printErrorAndSetExitCode)
