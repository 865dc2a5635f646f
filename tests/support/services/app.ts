import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { onSendAsyncHookHandler, RouteOptions } from 'fastify'
import { hasPermission } from '#contract/accounts/permissions.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { settings } from '#server/platform/db/schema/content.ts'
import { startEmailQueue } from '#server/platform/emails/emails.ts'
import { findAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCacheTagBus } from '#server/platform/lib/cache-invalidation.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import { createFileStore } from '#server/platform/lib/files.ts'
import { createPostgresJobQueue } from '#server/platform/lib/job-queue.ts'
import { defaultSettings } from '#server/platform/settings/default-settings.ts'
import { getEmailSettings } from '#server/platform/settings/service.ts'
import { seedAdminAndBaseDataIfNew } from '#server/seed/base.ts'
import { createAnnouncementDeliveryLog } from '#server/site/announcements/send.ts'
import { createCallRecorder } from '../api/recorded-calls.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/**
 * Adds a hook to a route that fails when it replies `confirmation_required`, or `no-permission` to a user who
 * has the permission of the route, without declaring that check in `config.conditionalChecks`. So
 * docs/security/routes.md, which is written from these declarations, is complete.
 */
const requireDeclaredChecks = (route: RouteOptions) => {
  const check: onSendAsyncHookHandler = async (request, reply, payload) => {
    const { for: audience, permission, conditionalChecks = [] } = request.routeOptions.config
    if (reply.statusCode !== 403 || typeof payload !== 'string') return
    const { code } = JSON.parse(payload) as { code?: string }
    const { permissions = [] } = findAuthenticatedUser(request) ?? {}
    const isUndeclared =
      (code === 'confirmation_required' && !conditionalChecks.some(({ confirmation }) => confirmation)) ||
      (code === 'no-permission' &&
        audience === 'admin' &&
        hasPermission(permissions, permission ?? 'administration') &&
        !conditionalChecks.some(
          (declared) => declared.permission && !hasPermission(permissions, declared.permission),
        ))
    if (isUndeclared)
      throw new Error(
        `${request.method} ${route.url} replied ${code}, which its conditionalChecks do not declare`,
      )
  }
  route.onSend = [check, ...[route.onSend ?? []].flat()]
}

/** The administrator of every test app. */
export const testAdmin = { email: 'admin@botola.test', password: 'correct horse battery staple' }
const silent = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * The real app (calls only, unless `pages` is set) on a fresh migrated database of its own, or on
 * `testDatabase`, with its own folder for files. `env` overrides settings. Call `close` when done, which also
 * drops the database; `app.inject` speaks to it, `listen` gives it a port.
 */
export const startApp = async (
  env: Record<string, string> = {},
  options: Partial<Pick<AppOptions, 'onRoute' | 'logger' | 'pages' | 'highestRateLimit'>> &
    Parameters<typeof createTestDatabase>[0] & { testDatabase?: TestDatabase } = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'botola-app-'))
  const fresh =
    options.testDatabase ??
    (await createTestDatabase({
      ...(options.server ? { server: options.server } : {}),
      ...(options.max ? { max: options.max } : {}),
    }))
  const config = {
    ...readConfig({
      DATA_DIR: folder,
      ADMIN_EMAIL: testAdmin.email,
      ADMIN_PASSWORD: testAdmin.password,
      SITE_URL: 'http://botola.test',
      LOG_LEVEL: 'silent',
      ...env,
    }),
    SECRET_KEY: env.SECRET_KEY ?? 'a key for tests only, thirty-two characters and more',
  }
  const { database } = fresh
  const invalidator = createCacheTagBus()
  const jobs = createPostgresJobQueue(database, silent, { pollingIntervalSeconds: 0.5 })
  const encryption = createFieldEncryption(config)
  const emails = await startEmailQueue(
    { config, encryption, jobs, database, invalidator },
    silent,
    () => getEmailSettings({ config, database }),
    createAnnouncementDeliveryLog(database),
  )
  const core = { config, database, encryption, files: createFileStore(config), jobs, emails, invalidator }
  await seedAdminAndBaseDataIfNew(core)
  // an organizer has opened them
  await database.pool.query('update competitions set active = true')
  const recordings = process.env.BOTOLA_RECORDINGS
  const recorder = recordings ? createCallRecorder(join(recordings, 'calls')) : undefined
  const onRoute = (route: RouteOptions) => {
    requireDeclaredChecks(route)
    recorder?.addRoute(route)
    options.onRoute?.(route)
  }
  // a busy machine must not refuse the calls of a test
  const app = await buildApp({
    ...core,
    logger: options.logger ?? false,
    root: resolve('.'),
    pages: options.pages ?? 'none',
    maxEventLoopDelay: 0,
    ...(options.highestRateLimit === undefined ? {} : { highestRateLimit: options.highestRateLimit }),
    onRoute,
  })
  recorder?.watch(app)
  await app.ready()
  return {
    app,
    ...core,
    folder,
    ownerPool: fresh.ownerPool,
    setDatabaseReachable: fresh.setReachable,
    /** Gives the site the settings of a new installation. */
    resetSettings: async () => {
      await database.db.update(settings).set({ value: defaultSettings })
      await invalidator.invalidate('settings')
    },
    listen: async () => app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      await app.close()
      recorder?.save()
      await jobs.close()
      await invalidator.close()
      await emails.close()
      await fresh.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startApp>>
