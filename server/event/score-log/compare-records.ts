import { isDeepStrictEqual } from 'node:util'
import type {
  LoggedAdvancement,
  LoggedSheet,
  ScoreLogProblem,
} from '#contract/event/scores/score-log.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  findPublishedResultsOfEvent,
  toLoggedAdvancement,
  toLoggedAward,
  toLoggedSheet,
} from '../scores/service.ts'
import {
  listAdvancementsOfEventToCheck,
  listAwardsOfEventToCheck,
  listNextSheetsToCheck,
  listValidCertificatesOfEventToCheck,
  readExistingIdSet,
} from './queries-checked-results.ts'
import type { ScoreLogReplay } from './replay.ts'

export type Report = (problem: ScoreLogProblem) => void

/** Calls `each` for every row of a list that is read in parts. Returns how many there are. */
export const forEachRowInPartsAndCount = async <T extends { id: string }>(
  readNext: (afterId: string | null) => Promise<T[]>,
  each: (row: T) => void,
) => {
  let count = 0
  for (let afterId: string | null = null; ; ) {
    const rows = await readNext(afterId)
    rows.forEach(each)
    count += rows.length
    const last = rows.at(-1)
    if (!last) return count
    afterId = last.id
  }
}

/** Compares the valid certificates of an event with the ranks and the publication that its log gives. */
export const reportCertificateDifferences = async (
  db: Db,
  eventId: string,
  { ranks, publication }: { ranks: ReadonlyMap<string, number>; publication: ScoreLogReplay['publication'] },
  report: Report,
): Promise<void> => {
  const publishedAt = publication?.status === 'final' ? publication.publishedAt : null
  const differing = (await listValidCertificatesOfEventToCheck(db, eventId)).filter(
    (certificate) =>
      certificate.eventId !== eventId ||
      certificate.rank !== ranks.get(certificate.entryId) ||
      publishedAt === null ||
      certificate.issuedAt.toISOString() < publishedAt ||
      (certificate.personId !== null &&
        (certificate.personKind !== certificate.kind ||
          certificate.personTeamId !== certificate.entryTeamId)),
  )
  for (const entryId of new Set(differing.map((certificate) => certificate.entryId)))
    report({ code: 'certificate-differs', entryId })
}

/** Compares the published results of an event with those that its log gives. */
export const reportPublicationDifferences = async (
  db: Db,
  eventId: string,
  { publication }: Pick<ScoreLogReplay, 'publication'>,
  report: Report,
): Promise<void> => {
  const results = await findPublishedResultsOfEvent(db, eventId)
  const stored = results && {
    status: results.status,
    publishedAt: results.publishedAt,
    sequence: results.logSequence,
  }
  const logged = publication && {
    status: publication.status,
    publishedAt: publication.publishedAt,
    sequence: publication.head?.sequence ?? publication.sequence,
  }
  if (!isDeepStrictEqual(stored ?? null, logged))
    report({ code: 'publication-differs', ...(publication ? { sequence: publication.sequence } : {}) })
}

/**
 * Compares records with those of the log, by their ids. Where a record refers to nothing, `resolve` returns the
 * logged one as a deletion of what it referred to leaves it.
 */
const reportDifferences = <T extends object>(
  stored: ReadonlyMap<string, T>,
  logged: ReadonlyMap<string, T>,
  report: (recordId: string) => void,
  resolve: (record: T, logged: T) => T = (_, record) => record,
): void => {
  for (const id of new Set([...stored.keys(), ...logged.keys()])) {
    const [record, ofLog] = [stored.get(id), logged.get(id)]
    if (!record || !ofLog || !isDeepStrictEqual(record, resolve(record, ofLog))) report(id)
  }
}

const compareAdvancements = async (
  db: Db,
  eventId: string,
  logged: ReadonlyMap<string, LoggedAdvancement>,
  report: Report,
): Promise<void> => {
  const stored = (await listAdvancementsOfEventToCheck(db, eventId)).map(toLoggedAdvancement)
  const targets = await readExistingIdSet(
    db,
    'events',
    [...logged.values()].flatMap(({ targetEventId }) => targetEventId ?? []),
  )
  reportDifferences(
    new Map(stored.map((each) => [each.advancementId, each])),
    logged,
    (recordId) => report({ code: 'advancement-differs', recordId }),
    (_, each) => ({
      ...each,
      targetEventId: targets.has(each.targetEventId ?? '') ? each.targetEventId : null,
    }),
  )
}

/**
 * Compares the sheets of judges with those of the log. A sheet whose attempt was removed has none; one whose
 * team or judge was deleted has no reference to it.
 */
const compareSheets = async (
  db: Db,
  eventId: string,
  { sheets, attempts }: Pick<ScoreLogReplay, 'sheets' | 'attempts'>,
  report: Report,
): Promise<void> => {
  const stored = new Map<string, LoggedSheet>()
  await forEachRowInPartsAndCount(
    (afterId) => listNextSheetsToCheck(db, eventId, afterId),
    ({ salt, ...sheet }) => stored.set(sheet.id, toLoggedSheet({ ...sheet, salt: salt ?? '' })),
  )
  const withoutReference = [...sheets.values()].filter(({ sheetId, teamId, judgeId }) => {
    const sheet = stored.get(sheetId)
    return sheet?.teamId !== teamId || sheet.judgeId !== judgeId
  })
  const existing = {
    teamId: await readExistingIdSet(
      db,
      'teams',
      withoutReference.flatMap(({ teamId }) => teamId ?? []),
    ),
    judgeId: await readExistingIdSet(
      db,
      'judges',
      withoutReference.flatMap(({ judgeId }) => judgeId ?? []),
    ),
  }
  const resolve = (stored: LoggedSheet, logged: LoggedSheet, field: 'teamId' | 'judgeId') =>
    stored[field] === null && !existing[field].has(logged[field] ?? '') ? null : logged[field]
  reportDifferences(
    stored,
    sheets,
    (recordId) => report({ code: 'sheet-differs', recordId }),
    (sheet, logged) => ({
      ...logged,
      teamId: resolve(sheet, logged, 'teamId'),
      judgeId: resolve(sheet, logged, 'judgeId'),
      attemptId: attempts.has(logged.attemptId ?? '') ? logged.attemptId : null,
    }),
  )
}

/** Compares the awards, the advancement and the sheets of an event with those that its log gives. */
export const reportAwardAdvancementAndSheetDifferences = async (
  db: Db,
  eventId: string,
  replay: ScoreLogReplay,
  report: Report,
): Promise<void> => {
  const awards = (await listAwardsOfEventToCheck(db, eventId)).map(toLoggedAward)
  reportDifferences(new Map(awards.map((award) => [award.awardId, award])), replay.awards, (recordId) =>
    report({ code: 'award-differs', recordId }),
  )
  await compareAdvancements(db, eventId, replay.advancements, report)
  await compareSheets(db, eventId, replay, report)
}
