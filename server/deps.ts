import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/open.ts'
import type { Emails } from '#server/platform/emails/emails.ts'
import type { Guards } from '#server/platform/http/guards.ts'
import type { ResponseCache } from '#server/platform/http/response-cache.ts'
import type { Invalidator } from '#server/platform/lib/cache-invalidation.ts'
import type { FieldEncryption } from '#server/platform/lib/encryption.ts'
import type { FileStore } from '#server/platform/lib/files.ts'
import type { JobQueue } from '#server/platform/lib/job-queue.ts'

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
