import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { pendingFirstStartSteps } from '#server/db/schema/installation.ts'
import { inTransaction, retryTransactionOnDeadlock } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { completeScoreLog, listIncompleteLogEventIds, startMissingScoreLogs } from '#server/features/scores/service.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { seedBaseData } from './base.ts'
import { seedDemoContent } from './demo/seed.ts'

/** The administrator of a new installation. `password` is set when it was generated and must be shown. Call `markAsShown` after it was shown. */
type InitialAdmin = { email: string; password?: string; markAsShown: () => Promise<void> }

/** Advisory lock of the process that starts or completes the score logs of an existing installation. */
const scoreLogLockId = 7_012_026_010

/** Copies the attempts of before the score log to it, in one process. */
const startScoreLogsOnce = (db: Db) =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${scoreLogLockId})`)
    const removed = await tx.delete(pendingFirstStartSteps).where(eq(pendingFirstStartSteps.step, 'score-log')).returning()
    if (removed.length > 0) await startMissingScoreLogs(tx)
  })

/**
 * Adds rules, participants, publications and freezes to the score logs of before these rows, in one transaction for each event. When the process is killed, the next start
 * continues; processes that start at the same time take turns.
 */
const completeScoreLogsOnce = async (db: Db) => {
  for (const eventId of await listIncompleteLogEventIds(db))
    await retryTransactionOnDeadlock(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${scoreLogLockId})`)
      await completeScoreLog(tx, eventId)
    })
  await db.delete(pendingFirstStartSteps).where(eq(pendingFirstStartSteps.step, 'score-log-participants'))
}

/**
 * Fills a new database with base data and, depending on `DEMO` (by default on the embedded database only), demo content. Also completes the steps that a
 * killed process left: it adds the demo content, and returns the generated password until it was shown once. `demoJudgeCode` is the code of the demo judge, when the demo
 * content was added.
 */
export const runFirstStart = async (
  { config, database, files }: Pick<Core, 'config' | 'database' | 'files'>,
  { log, root }: { log: { info: (text: string) => void }; root: string },
): Promise<{ initialAdmin: InitialAdmin | null; demoJudgeCode: string | null }> => {
  const { db } = database
  const admin = await seedBaseData({ config, database })
  const steps = new Map((await db.select().from(pendingFirstStartSteps)).map(({ step, value }) => [step, value]))
  let demoJudgeCode: string | null = null
  if (steps.has('demo')) {
    if (config.DEMO ?? database.embedded) demoJudgeCode = (await seedDemoContent({ db, files, log, root }))?.judgeCode ?? null
    await db.delete(pendingFirstStartSteps).where(eq(pendingFirstStartSteps.step, 'demo'))
  }
  if (steps.has('score-log')) await startScoreLogsOnce(db)
  if (steps.has('score-log-participants')) await completeScoreLogsOnce(db)
  const markAsShown = async () => {
    await db.delete(pendingFirstStartSteps).where(eq(pendingFirstStartSteps.step, 'show-password'))
  }
  const encryptedAdmin = steps.get('show-password')
  if (encryptedAdmin) {
    const encryption = createFieldEncryption(config)
    const stored = JSON.parse(encryption.decrypt(encryptedAdmin, 'first_start_steps.value', 'show-password')) as {
      email: string
      password: string
    }
    return { initialAdmin: { ...stored, markAsShown }, demoJudgeCode }
  }
  return { initialAdmin: admin ? { email: admin.email, markAsShown } : null, demoJudgeCode }
}
