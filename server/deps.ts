import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import type { Guards } from '#server/http/guards.ts'
import type { ResponseCache } from '#server/http/response-cache.ts'
import type { Invalidator } from '#server/lib/cache-invalidation.ts'
import type { FileStore } from '#server/lib/files.ts'
import type { JobQueue } from '#server/lib/job-queue.ts'
import type { Mailer } from '#server/lib/mail.ts'

/** The parts of a process below HTTP: settings, database, files, jobs, mail and cache invalidation. Tests create their own. */
export type Core = {
  config: Config
  database: Database
  files: FileStore
  jobs: JobQueue
  mailer: Mailer
  invalidator: Invalidator
}

/** The dependencies of the routes of a feature. */
export type Deps = Core & { responseCache: ResponseCache; guards: Guards }
