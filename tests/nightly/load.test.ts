import { describe, expect, test } from 'vitest'
import { measureAttempts } from '../load/attempts.ts'
import { measureBackup } from '../load/backup.ts'
import { measureKills } from '../load/kill.ts'
import { measureListeners } from '../load/listeners.ts'
import { measureRegistrations } from '../load/registrations.ts'
import { admin as scoreEventAdmin } from '../load/score-event.ts'
import { admin, withServer } from '../load/start-built-server.ts'

/** What `npm run bench` measures, with fewer people and for a shorter time: no time counts, only what is right. */
describe('under load', { timeout: 600_000 }, () => {
  const scoreEventEnv = {
    ADMIN_EMAIL: scoreEventAdmin.email,
    ADMIN_PASSWORD: scoreEventAdmin.password,
    DEMO: 'off',
  }

  test('kills of the server, and of the server with its database, lose and double no score', async () => {
    const figures = await measureKills({ times: 12 })
    expect(figures).toMatchObject({ lost: 0, doubled: 0, failedStarts: 0, leftOver: 0 })
    expect(figures.acknowledged).toBeGreaterThan(0)
  })

  test('attempts in an event with a rule set give the right ranking and score log', async () => {
    const figures = await withServer(scoreEventEnv, ({ address }) =>
      measureAttempts(address, { perSecond: 30, seconds: 30 }),
    )
    expect(figures).toMatchObject({
      attempts: 900,
      failed: [],
      failedReads: 0,
      log: { problemCount: 0 },
      wrongEntries: 0,
      wrongTotals: 0,
    })
  })

  test('every listener of a live ranking gets every event', async () => {
    const figures = await withServer(scoreEventEnv, (server) =>
      measureListeners(server, { listeners: 1000, perSecond: 20, seconds: 15 }),
    )
    expect(figures).toMatchObject({ listeners: 1000, ended: 0, missed: 0, upToDate: 1000, wrongTotals: 0 })
  })

  test('registrations with images all succeed, and the last place is given once', async () => {
    const { sustained, lastPlace } = await withServer(admin, async ({ address, signIn }) =>
      measureRegistrations(address, await signIn()),
    )
    expect(sustained).toMatchObject({ good: sustained.sent, failedPages: 0 })
    expect(lastPlace).toMatchObject({ won: 1, other: 0 })
  })

  test('a backup while scores are posted has every score that was acknowledged before', async () => {
    const { before, found, failedWrites, otherTables } = await measureBackup({
      entries: 20_000,
      perSecond: 30,
    })
    expect(failedWrites).toBe(0)
    // a score and the backup itself are written to these; every other table is the same
    expect([
      'audit_log',
      'backups',
      'idempotency_keys',
      'score_entries',
      'score_attempts',
      'score_log',
      'score_log_heads',
    ]).toEqual(expect.arrayContaining(otherTables))
    expect(before).toBeGreaterThan(0)
    expect(found).toBeGreaterThanOrEqual(before)
  })
})
