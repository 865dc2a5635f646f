import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { findLastBackupDate } from '#server/platform/backups/service.ts'
import { readLowestDiskSpace } from '#server/platform/lib/data-folder.ts'
import { getReadOnlyMode } from '#server/platform/settings/read-only-mode.ts'
import {
  countJobsByQueueAndState,
  countPaymentsByState,
  listLastFailureAndOldestJobTimes,
} from './queries.ts'

/** Seconds. */
const durationBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Creates the metrics of a process in the format of Prometheus: those of Node (memory, event loop delay,
 * garbage collection) and those of the product, named `botola_*`. Jobs, emails, payments and the last backup
 * are read from the database for each scrape, so every process reports the same numbers.
 */
export const createMetrics = ({
  config,
  database,
  responseCache,
  countStreams,
}: Pick<Deps, 'config' | 'database' | 'responseCache'> & { countStreams: () => number }) => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // their names are those of counters, which they are not; `nodejs_active_handles` and the like have the same
  // numbers
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)

  const requests = new Counter({
    name: 'botola_http_requests_total',
    help: 'Requests by route pattern and status, without those that the response cache answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'botola_http_request_duration_seconds',
    help: 'Duration of requests by route pattern, without those that the response cache answered.',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers,
  })
  new Counter({
    name: 'botola_response_cache_replies_total',
    help: 'Replies of the response cache: sent from memory (hit) or rendered (render).',
    labelNames: ['result'],
    registers,
    collect() {
      const { hits, renders } = responseCache.getStats()
      this.reset()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'render' }, renders)
    },
  })
  new Gauge({
    name: 'botola_response_cache_entries',
    help: 'Replies in the response cache.',
    registers,
    collect() {
      this.set(responseCache.getStats().entries)
    },
  })
  new Gauge({
    name: 'botola_database_connections',
    help: 'Connections of the database pool, and calls that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool
      this.set({ state: 'used' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
  new Counter({
    name: 'botola_slow_queries_total',
    help: 'Statements of the database that took at least SLOW_QUERY_MS.',
    registers,
    collect() {
      this.reset()
      this.inc(database.getSlowQueryCount())
    },
  })
  new Gauge({
    name: 'botola_event_stream_connections',
    help: 'Open event streams.',
    registers,
    collect() {
      this.set(countStreams())
    },
  })
  new Gauge({
    name: 'botola_disk_free_bytes',
    help: 'Free space on the file system of DATA_DIR.',
    registers,
    async collect() {
      this.set((await readLowestDiskSpace(config.DATA_DIR)).free)
    },
  })
  new Gauge({
    name: 'botola_disk_size_bytes',
    help: 'Size of the file system of DATA_DIR.',
    registers,
    async collect() {
      this.set((await readLowestDiskSpace(config.DATA_DIR)).total)
    },
  })
  new Gauge({
    name: 'botola_last_backup_timestamp_seconds',
    help: 'When the last backup was written, 0 when there was none.',
    registers,
    async collect() {
      this.set(((await findLastBackupDate(database.db))?.getTime() ?? 0) / 1000)
    },
  })
  new Gauge({
    name: 'botola_jobs',
    help: 'Stored jobs by queue and state. The queue mail holds the e-mails.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      this.reset()
      for (const { queue, state, count } of await countJobsByQueueAndState(database.db))
        this.set({ queue, state }, count)
    },
  })
  const jobTimes = [
    ['lastFailure', 'botola_job_last_failure_timestamp_seconds', 'When the last job of a queue failed.'],
    [
      'oldestWaiting',
      'botola_job_oldest_waiting_timestamp_seconds',
      'Since when the oldest job of a queue that is due waits.',
    ],
  ] as const
  for (const [key, name, help] of jobTimes)
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers,
      async collect() {
        this.reset()
        for (const { queue, [key]: time } of await listLastFailureAndOldestJobTimes(database.db))
          if (time !== null) this.set({ queue }, time)
      },
    })
  new Gauge({
    name: 'botola_read_only',
    help: '1 while the site is read-only.',
    registers,
    async collect() {
      this.set((await getReadOnlyMode({ config, database })).isOn ? 1 : 0)
    },
  })
  new Gauge({
    name: 'botola_payments',
    help: 'Payments by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      for (const { state, count } of await countPaymentsByState(database.db)) this.set({ state }, count)
    },
  })

  return {
    contentType: registry.contentType,
    /** Counts a request. `route` is the pattern of its route, `seconds` its duration. */
    countRequest: ({
      method,
      route,
      status,
      seconds,
    }: {
      method: string
      route: string
      status: number
      seconds: number
    }) => {
      requests.inc({ method, route, status })
      durations.observe({ method, route }, seconds)
    },
    /** Returns all metrics as text. Throws when the database is away. */
    read: () => registry.metrics(),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
