import { findOutageFaults, measureOutages } from '../outages.ts'
import type { FaultResult } from './check-scores.ts'
import { fullDisk } from './full-disk.ts'
import { killBoth, killDatabase, killServer } from './kill.ts'
import { rollingRestart } from './rolling-restart.ts'
import { servicesAway } from './services-away.ts'
import { slowConnections } from './slow-connections.ts'
import { loseAndPromote } from './standby.ts'

type Options = { times: number; print: (line: string) => void }
type Fault = {
  /** The argument of `npm run faults`. */
  name: string
  about: string
  /** Does the fault to a new installation. Throws a `NotRunError` when this machine lacks what it takes. */
  act: (options: Options) => Promise<FaultResult>
}

/** Interrupts the database and the event streams of two processes `times` times. */
const interruptDatabase = async ({ times, print }: Options): Promise<FaultResult> => {
  const figures = await measureOutages({ times, say: print })
  const {
    outages,
    pages,
    errorReplies,
    failedWrites,
    slowestRecovery,
    acknowledged,
    lost,
    doubled,
    streamCuts,
    stopTime,
  } = figures
  return {
    seen: `${outages} outages: ${pages} pages, ${errorReplies.length} errors; ${failedWrites} scores were sent again; ${streamCuts} event streams were cut and opened again; SIGTERM in an outage took ${stopTime} ms`,
    backAfter: slowestRecovery,
    acknowledged,
    lost,
    doubled,
    problems: findOutageFaults(figures),
  }
}

/** All faults, in their order. */
export const faults: readonly Fault[] = [
  {
    name: 'outages',
    about: 'the connections to the database and the event streams of two processes are cut 200 times',
    act: interruptDatabase,
  },
  { name: 'kill-server', about: 'kill -9 of the server, five times', act: killServer },
  { name: 'kill-database', about: 'kill -9 of PostgreSQL, five times', act: killDatabase },
  { name: 'kill-both', about: 'kill -9 of the server and of PostgreSQL, five times', act: killBoth },
  {
    name: 'slow-connections',
    about: 'replies of the database and to visitors take 500 ms more, then the connections are cut, too',
    act: slowConnections,
  },
  {
    name: 'full-disk',
    about: 'the disk of the data folder has no space left, and gets some again',
    act: fullDisk,
  },
  {
    name: 'services-away',
    about: 'bucket, mail server and payment gateway are unreachable, then slow',
    act: servicesAway,
  },
  {
    name: 'rolling-restart',
    about: 'two processes behind HAProxy are restarted one after the other',
    act: rollingRestart,
  },
  {
    name: 'standby',
    about: 'the primary of the database is lost and its standby is promoted',
    act: loseAndPromote,
  },
]
