import { issueCertificates } from '#server/db/issue-certificates.ts'
import type { Db } from '#server/db/open.ts'
import { publishedResults } from '#server/db/schema/results.ts'
import { publishedScoreLogHeads } from '#server/db/schema/score-log.ts'
import { findScoreLogHead } from '#server/db/score-log/rows.ts'

/** The past demo event whose results are final, with certificates. */
export const finalDemoEventSlug = 'warehouse-sprint'

/** Publishes the final results of a demo event. */
export const publishDemoResults = async (tx: Db, eventId: string, now: Date): Promise<void> => {
  const { sequence, hash } = await findScoreLogHead(tx, eventId)
  await tx.insert(publishedScoreLogHeads).values({ eventId, sequence, hash })
  await tx.insert(publishedResults).values({ eventId, status: 'final', logSequence: sequence, logHash: hash, publishedAt: now })
  await issueCertificates(tx, eventId, now)
}
