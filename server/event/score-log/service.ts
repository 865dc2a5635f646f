import type { ResultsStatus } from '#contract/event/results/results.ts'
import type {
  ScoreLogCheck,
  ScoreLogEntry,
  ScoreLogHead,
  ScoreLogPage,
} from '#contract/event/scores/score-log.schema.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import type { Paging } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createConcurrencyLimiter } from '#server/platform/lib/limiters.ts'
import { getAllSettingsOrThrow } from '#server/platform/settings/service.ts'
import { insertOrLockScoreLogHead, readScoreLogHeadOrEmpty } from '../scores/service.ts'
import { checkScoreLog } from './check.ts'
import {
  findEventIncludingDeleted,
  insertPublishedScoreLogHead,
  listPublishedHeadsOfEvent,
  listScoreLogPageWithNames,
  listScoreLogRowsOfEntry,
  type NamedScoreLogRow,
} from './queries.ts'

/**
 * Records the head of the score log of an event as published, in the transaction that publishes results or
 * takes them back. Returns the head.
 */
export const lockAndRecordPublishedHead = async (tx: Db, eventId: string): Promise<ScoreLogHead> => {
  const { sequence, hash } = await insertOrLockScoreLogHead(tx, eventId)
  await insertPublishedScoreLogHead(tx, eventId, { sequence, hash })
  return { sequence, hash }
}

/**
 * Sends a published head to the email address of the settings. The email names the event in the language
 * `lang`. Throws `not-found`.
 */
export const emailPublishedScoreLogHead = async (
  tx: Db,
  { config, emails }: Core,
  { sequence, hash }: ScoreLogHead,
  { eventId, status, lang }: { eventId: string; status: ResultsStatus | 'revoked'; lang: Lang },
): Promise<void> => {
  const event = await findEventIncludingDeleted(tx, eventId)
  if (!event) throw new AppError('not-found')
  const { scoreLogEmail: to } = await getAllSettingsOrThrow(tx, config.SITE_NAME)
  if (to !== '') {
    const values = { name: '', event: event.title, sequence, head: `${sequence}:${hash}` }
    await emails.send(
      { template: status === 'revoked' ? 'scoreLogHeadRevoked' : 'scoreLogHead', to, language: lang, values },
      tx,
    )
  }
}

/**
 * Returns the value of a JSON text. A text that is no JSON is shown as it is; the check of the log reports
 * it.
 */
const parseValues = (text: string | null): ScoreLogEntry['before'] => {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

const toScoreLogEntry = ({
  eventId: _eventId,
  actorId: _actorId,
  previousHash: _hash,
  ...row
}: NamedScoreLogRow): ScoreLogEntry => ({
  ...row,
  id: String(row.sequence),
  before: parseValues(row.before),
  after: parseValues(row.after),
  time: row.time.toISOString(),
})

/** Lists the changes of an attempt, or without `attemptId` of all attempts of an entry, the newest first. */
export const listResultHistory = async (
  db: Db,
  eventId: string,
  result: { entryId: string; attemptId: string | null },
): Promise<ScoreLogEntry[]> => (await listScoreLogRowsOfEntry(db, eventId, result)).map(toScoreLogEntry)

/**
 * Creates the service with which the back office reads and checks the score log of an event. Its functions
 * throw `not-found`.
 */
export const createScoreLogService = ({ db }: Core['database']) => {
  // a check reads all rows of an event
  const limitChecks = createConcurrencyLimiter({ running: 1, waiting: 20, waitMs: 45_000 })
  const getEvent = async (eventId: string) => {
    const event = await findEventIncludingDeleted(db, eventId)
    if (!event) throw new AppError('not-found')
    return event
  }
  return {
    getPage: async (eventId: string, paging: Paging): Promise<ScoreLogPage> => {
      const { id, slug, title } = await getEvent(eventId)
      const head = await readScoreLogHeadOrEmpty(db, id)
      const rows = await listScoreLogPageWithNames(db, id, head, paging)
      return {
        event: { id, slug, title },
        head,
        published: (await listPublishedHeadsOfEvent(db, id)).map((each) => ({
          ...each,
          publishedAt: each.publishedAt.toISOString(),
        })),
        rows: rows.map(toScoreLogEntry),
        currentPage: paging.page,
        totalItems: head.sequence,
        per_page: paging.perPage,
      }
    },
    check: async (eventId: string): Promise<ScoreLogCheck> => {
      const { id } = await getEvent(eventId)
      return limitChecks(() => checkScoreLog(db, id))
    },
  }
}
