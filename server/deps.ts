import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import type { Emails } from '#server/emails/emails.ts'
import type { Guards } from '#server/http/guards.ts'
import type { ResponseCache } from '#server/http/response-cache.ts'
import type { Invalidator } from '#server/lib/cache-invalidation.ts'
import type { FieldEncryption } from '#server/lib/encryption.ts'
import type { FileStore } from '#server/lib/files.ts'
import type { JobQueue } from '#server/lib/job-queue.ts'

/**
 * The parts of a process below HTTP: settings, database, encryption, files, jobs, emails and cache
 * invalidation. Tests create their own.
 */
export type Core = {
  config: Config
  database: Database
  encryption: FieldEncryption
  files: FileStore
  jobs: JobQueue
  emails: Emails
  invalidator: Invalidator
}

/** The dependencies of the routes of a feature. */
export type Deps = Core & { responseCache: ResponseCache; guards: Guards }
