import pg from 'pg'
import type { RunningServer } from './installation.ts'
import { countErrors, describeReplies, type Load } from './load.ts'

/** What a fault did. `backAfter` is in milliseconds; `problems` are sentences about what must not be. */
export type FaultResult = {
  seen: string
  backAfter: number
  acknowledged: number
  lost: number
  doubled: number
  problems: string[]
}

/** Counts the attempts of each posted score, and reads the total of each participant. */
const readScores = async (connection: pg.ClientConfig, eventId: string) => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const attempts = await client.query<{ score: number; count: number }>(
      `select a.score::float8 as score, count(*)::int as count from score_attempts a join score_entries e on e.id = a.entry_id where e.event_id = $1 group by a.score`,
      [eventId],
    )
    const totals = await client.query<{ name: string; total: number }>(
      `select player_name as name, total_score::float8 as total from score_entries where event_id = $1`,
      [eventId],
    )
    return {
      counts: new Map(attempts.rows.map(({ score, count }) => [score - 1, count])),
      totals: new Map(totals.rows.map(({ name, total }) => [name, total])),
    }
  } finally {
    await client.end()
  }
}

type Expectations = {
  /** The server itself was away, so pages may have failed; otherwise a page that fails is a problem. */
  mayPagesFail?: boolean
  /** Connections of visitors were cut on their way: a page without a reply is no problem. */
  mayConnectionsFail?: boolean
  /** Replies that came from a balancer need no `Retry-After`. */
  isBehindBalancer?: boolean
}

/**
 * Ends the load and compares the database with what was acknowledged: nothing may be lost, stored twice or
 * half written (`results:verify`), and every event stream must have the last totals. `backAfter` is the time
 * in milliseconds until everybody was served again.
 */
export const finishFault = async (
  load: Load,
  {
    server,
    connection,
    backAfter,
  }: { server: RunningServer; connection: pg.ClientConfig; backAfter: number },
  { mayPagesFail = false, mayConnectionsFail = false, isBehindBalancer = false }: Expectations = {},
): Promise<FaultResult> => {
  const replies = load.getReplies()
  const seen = describeReplies(replies)
  await load.stop()
  const { counts, totals } = await readScores(connection, load.event.id)
  const missed = (await Promise.all(load.streams.map((stream) => stream.waitForTotals(totals)))).flat()
  load.close()
  const check = await server.runCommand('results', ['verify', load.event.id])
  const lost = [...load.acknowledged].filter((number) => !counts.has(number)).length
  const doubled = [...counts.values()].filter((count) => count > 1).length
  const { pages, writes } = replies
  const failedPages = countErrors(pages) - (mayConnectionsFail ? (pages.counts.get('no connection') ?? 0) : 0)
  const withoutRetryAfter = pages.withoutRetryAfter + writes.withoutRetryAfter
  const cachedErrors = pages.cachedErrors + writes.cachedErrors
  const problems = [
    load.acknowledged.size === 0 && 'no score was acknowledged',
    lost > 0 && `${lost} acknowledged scores are lost`,
    doubled > 0 && `${doubled} scores are stored twice`,
    load.refused.length > 0 &&
      `${load.refused.length} scores were refused (${load.refused.slice(0, 3).join(', ')})`,
    check.code !== 0 && `results:verify failed: ${check.output.slice(0, 300)}`,
    missed.length > 0 &&
      `${missed.length} totals did not arrive in the event streams (${missed.slice(0, 3).join(', ')})`,
    !mayPagesFail &&
      failedPages > 0 &&
      `${failedPages} public pages failed (${[...pages.failedPaths].slice(0, 3).join(', ')})`,
    !isBehindBalancer && withoutRetryAfter > 0 && `${withoutRetryAfter} errors have no Retry-After`,
    !isBehindBalancer && cachedErrors > 0 && `${cachedErrors} errors may be cached`,
    writes.counts.has('500') && `${writes.counts.get('500')} scores were answered with 500`,
  ].filter((problem) => problem !== false)
  return { seen, backAfter, acknowledged: load.acknowledged.size, lost, doubled, problems }
}
