import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import type { Guards } from '#server/http/auth.ts'
import type { Finished } from '#server/http/finished.ts'
import type { Changes } from '#server/lib/changes.ts'
import type { FileStore } from '#server/lib/files.ts'
import type { JobQueue } from '#server/lib/job-queue.ts'
import type { Mailer } from '#server/lib/mail.ts'

/** What a process is made of, before any URL. Tests make their own. */
export type Core = {
  config: Config
  database: Database
  files: FileStore
  jobs: JobQueue
  mailer: Mailer
  changes: Changes
}

/** What the calls of a feature get. */
export type Deps = Core & { finished: Finished; guards: Guards }
