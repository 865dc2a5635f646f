import type { PublishedResults } from '#contract/event/results/results.schema.ts'
import type { ResultsStatus } from '#contract/event/results/results.ts'
import type { LoggedPublication, ScoreLogHead } from '#contract/event/scores/score-log.schema.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  issueCertificatesToAllHoldersOfEvent,
  revokeCertificatesAndDeletePrints,
} from '../certificates/service.ts'
import { assertNoUnreviewedSheets } from '../judges/service.ts'
import { removeFilesOfDeletedPrints } from '../print-files/service.ts'
import { emailPublishedScoreLogHead, lockAndRecordPublishedHead } from '../score-log/service.ts'
import {
  deletePublishedResultsOfEvent,
  findPublishedResultsOfEvent,
  getRankingEvent,
  lockAndAppendScoreLog,
  runPublicationOrThrowIfFrozen,
  toEventScoreLogChange,
  upsertPublishedResults,
} from '../scores/service.ts'

/**
 * Adds a publication, or with null its withdrawal, to the score log of an event. The head that is published
 * then covers it.
 */
const logPublication = (
  tx: Db,
  eventId: string,
  before: PublishedResults | undefined,
  after: LoggedPublication | null,
  actor: Actor,
): Promise<void> => {
  const { userId: actorId } = actor
  const context = {
    eventId,
    kind: after ? 'publish' : 'take-back',
    actorId,
    source: actorId === null ? 'system' : 'admin',
  } as const
  return lockAndAppendScoreLog(tx, context, [
    toEventScoreLogChange(before ? { status: before.status, publishedAt: before.publishedAt } : null, after),
  ])
}

/**
 * Stores the publication of the results of an event in the caller's transaction, with the head of its score
 * log, and certificates for final results. Returns the head.
 */
export const publishWithScoreLogAndCertificates = async (
  tx: Db,
  eventId: string,
  {
    before,
    status,
    publishedAt,
    actor,
  }: { before?: PublishedResults | undefined; status: ResultsStatus; publishedAt: Date; actor: Actor },
): Promise<ScoreLogHead> => {
  await logPublication(tx, eventId, before, { status, publishedAt: publishedAt.toISOString() }, actor)
  const head = await lockAndRecordPublishedHead(tx, eventId)
  if (status === 'final') await issueCertificatesToAllHoldersOfEvent(tx, eventId, publishedAt)
  const log = { logSequence: head.sequence, logHash: head.hash }
  await upsertPublishedResults(tx, { eventId, status, ...log, publishedAt, publishedBy: actor.userId })
  return head
}

/**
 * Withdraws the published results of an event in the caller's transaction, and revokes their certificates.
 * Returns them; undefined when nothing is published.
 */
export const withdrawWithScoreLogAndCertificates = async (
  tx: Db,
  eventId: string,
  actor: Actor,
): Promise<PublishedResults | undefined> => {
  const before = await findPublishedResultsOfEvent(tx, eventId)
  if (!before) return undefined
  await deletePublishedResultsOfEvent(tx, eventId)
  await revokeCertificatesAndDeletePrints(tx, eventId)
  await logPublication(tx, eventId, before, null, actor)
  return before
}

/**
 * Creates the service that publishes the results of an event as provisional or final, and takes them back.
 * Its functions throw `not-found`.
 */
export const createResultsPublicationService = (core: Core) => {
  const { db } = core.database

  const getPublished = async (eventId: string): Promise<PublishedResults | null> => {
    await getRankingEvent(db, eventId)
    return (await findPublishedResultsOfEvent(db, eventId)) ?? null
  }

  return {
    getPublished,

    /**
     * Publishes the results of an event and the head of its score log. The head is sent to the email address
     * of the settings. Final results also get certificates. Does nothing when the results have this status
     * already. Throws `results-final` when final results would become provisional, `sheets-waiting` for final
     * results while sheets wait for a second judge or a decision, and `results-frozen`.
     */
    publish: async (
      eventId: string,
      status: ResultsStatus,
      lang: Lang,
      actor: Actor,
    ): Promise<PublishedResults | null> => {
      await getRankingEvent(db, eventId)
      await runPublicationOrThrowIfFrozen(core, eventId, async (tx) => {
        const before = await findPublishedResultsOfEvent(tx, eventId)
        if (before?.status === status) return
        if (before?.status === 'final') throw new AppError('results-final')
        if (status === 'final') await assertNoUnreviewedSheets(tx, eventId)
        const head = await publishWithScoreLogAndCertificates(tx, eventId, {
          before,
          status,
          publishedAt: new Date(),
          actor,
        })
        await emailPublishedScoreLogHead(tx, core, head, { eventId, status, lang })
        const after = { logSequence: head.sequence, logHash: head.hash }
        await writeAudit(tx, {
          actor,
          action: `publish-${status}`,
          entity: 'event',
          entityId: eventId,
          after,
        })
      })
      return getPublished(eventId)
    },

    /**
     * Takes the published results back, so that scores can change again, and revokes their certificates. The
     * head of the score log is sent as with a publication. Throws `conflict` when nothing is published, and
     * `results-frozen`.
     */
    takeBack: async (eventId: string, reason: string, lang: Lang, actor: Actor): Promise<null> => {
      await getRankingEvent(db, eventId)
      await runPublicationOrThrowIfFrozen(core, eventId, async (tx) => {
        const before = await withdrawWithScoreLogAndCertificates(tx, eventId, actor)
        if (!before) throw new AppError('conflict')
        await emailPublishedScoreLogHead(tx, core, await lockAndRecordPublishedHead(tx, eventId), {
          eventId,
          status: 'revoked',
          lang,
        })
        const change = { before: { status: before.status }, after: { status: null, reason } }
        await writeAudit(tx, {
          actor,
          action: 'take-back-results',
          entity: 'event',
          entityId: eventId,
          ...change,
        })
      })
      await removeFilesOfDeletedPrints(core)
      return null
    },
  }
}
