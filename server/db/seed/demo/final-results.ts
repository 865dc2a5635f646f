import type { ResultsStatus } from '#contract/results.ts'
import { issueCertificates } from '#server/db/issue-certificates.ts'
import type { Db } from '#server/db/open.ts'
import { publishedResults } from '#server/db/schema/results.ts'
import { publishedScoreLogHeads } from '#server/db/schema/score-log.ts'
import { rankingFreezes } from '#server/db/schema/scores.ts'
import { appendScoreLog, toEventChange } from '#server/db/score-log/append.ts'
import { readScoreLogHead } from '#server/db/score-log/rows.ts'

/** The past demo event whose results are final, with certificates. */
export const finalDemoEventSlug = 'warehouse-sprint'

/** The current demo event with which an administrator can try a final: judging, freeze, reveal, publication and certificates. */
export const currentFinalDemoEventSlug = 'desert-rally'

/** Publishes the results of a demo event, final ones with certificates. */
export const publishDemoResults = async (tx: Db, eventId: string, status: ResultsStatus, now: Date): Promise<void> => {
  const context = { eventId, kind: 'publish', actorId: null, source: 'system' } as const
  await appendScoreLog(tx, context, [toEventChange(null, { status, publishedAt: now.toISOString() })])
  const { sequence, hash } = await readScoreLogHead(tx, eventId)
  await tx.insert(publishedScoreLogHeads).values({ eventId, sequence, hash })
  await tx.insert(publishedResults).values({ eventId, status, logSequence: sequence, logHash: hash, publishedAt: now })
  if (status === 'final') await issueCertificates(tx, eventId, now)
}

/** Publishes provisional results of a demo event whose public ranking freezes at a time. */
export const publishProvisionalDemoResults = async (
  tx: Db,
  eventId: string,
  { now, freezeAt }: { now: Date; freezeAt: Date },
): Promise<void> => {
  await publishDemoResults(tx, eventId, 'provisional', now)
  await tx.insert(rankingFreezes).values({ eventId, freezeAt })
}
