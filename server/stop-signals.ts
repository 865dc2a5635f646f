import { setTimeout as wait } from 'node:timers/promises'
import { msPerMinute } from '#contract/rules/time.ts'
import type { Log } from './db/log.ts'

/** Milliseconds. Docker kills a container ten seconds after SIGTERM: `close` and `final` together are less. The delay of `STOP_DELAY_SECONDS` is added. */
const limits = {
  /** A running start is not interrupted: the embedded database would keep running. */
  start: msPerMinute,
  /** Time for open requests, running jobs and the database to end. */
  close: 7000,
  /** Time for the rest to end after the connections are closed by force. */
  final: 2000,
  /** A second signal within this time counts as the first one: a terminal and `npm start` both forward Ctrl-C. */
  repeat: 1000,
}

/** The functions that stop a started process. */
type Stoppable = {
  /** Milliseconds between `announce` and `close`, in which load balancers notice that this process will stop. */
  delayMs: number
  announce: () => void
  /** Closes requests, jobs and the database, in this order. */
  close: () => Promise<void>
  /** Closes by force the connections that `close` waits for. */
  disconnect: () => void
}

/**
 * Stops the process on SIGINT, SIGTERM and SIGHUP, and when `npm start` ends. A regular stop has the exit code 0. After a deadline, or on a second
 * signal, connections are broken and the process ends with code 1, whatever is left.
 */
export const stopOnSignals = (log: Log) => {
  let requestedAt: number | undefined
  let stoppable: Stoppable | undefined
  let isForced = false
  let deadline: NodeJS.Timeout | undefined

  const force = (reason: string) => {
    if (isForced) return
    isForced = true
    log.warn(reason)
    setTimeout(() => process.exit(1), stoppable ? limits.final : 0)
    stoppable?.disconnect()
  }
  const close = async (started: Stoppable) => {
    clearTimeout(deadline)
    deadline = setTimeout(() => force('the stop took too long: open connections are broken'), started.delayMs + limits.close)
    try {
      started.announce()
      await wait(started.delayMs)
      await started.close()
      process.exit(isForced ? 1 : 0)
    } catch (error) {
      log.error({ err: error }, 'the stop failed')
      process.exit(1)
    }
  }
  const stop = () => {
    const now = performance.now()
    if (requestedAt !== undefined) {
      if (now - requestedAt > limits.repeat) force('a second signal came during the stop: open connections are broken')
      return
    }
    requestedAt = now
    if (stoppable) close(stoppable)
    else deadline = setTimeout(() => force('the start took too long to be stopped'), limits.start)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // `npm start` closes the channel to this process when it is killed itself.
  process.on('disconnect', stop)

  return {
    /** Call after the start, with the functions that stop it. Returns true when a signal arrived during the start: the process is then stopping. */
    started: (started: Stoppable): boolean => {
      stoppable = started
      if (requestedAt === undefined) return false
      close(started)
      return true
    },
  }
}
