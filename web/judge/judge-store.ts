import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { RecordedAttempt } from '#contract/judge.ts'
import type { JudgeEventData, JudgeSheet } from '#contract/judge-sheet.schema.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/rule-set.schema.ts'
import { defaultTimeZone } from '#contract/rules/time-zone.ts'
import type { StopwatchStarts } from '#web/shared/score-sheet/stopwatch-time.ts'

/**
 * Why a sheet could not be sent, until a person decides. The details are those of the reply. `isReceived`:
 * the server has another sheet with its id. `hasOtherSides`: by the results other sides play a match.
 */
export type QueueProblem = {
  code: string
  message: string
  attempts?: RecordedAttempt[] | undefined
  ruleSet?: RuleSet | null | undefined
  ruleVersion?: number | null | undefined
  isReceived?: boolean
  hasOtherSides?: boolean
}
/**
 * A sheet on this device: `waiting` to be sent, `sent`, or `stopped` by a problem. `sequence` is the order of
 * sending, `sentAt` the time at which the server received it.
 */
export type QueueEntry = {
  sequence?: number
  id: string
  eventId: string
  judgeId: string
  judgeName: string
  teamName: string
  teamNo: number
  roundLabel: string
  points: number
  /** The other side of a match. */
  opponent?: { teamName: string; teamNo: number; points: number }
  sheet: Omit<JudgeSheet, 'judgeId'>
  state: 'waiting' | 'sent' | 'stopped'
  problem?: QueueProblem
  sentAt?: string
}
/**
 * The sheet that the judge is filling in, so that it survives a crash. `resume` continues an entry of the
 * queue whose rules changed; `stopwatches` has the start of each running stopwatch.
 */
export type SheetDraft = {
  teamId: string
  round: number
  values: ScoreSheetValues
  replaces: string | null
  resume?: number | undefined
  stopwatches?: StopwatchStarts
  /** The other side of a match, whose number is `round`. A team that is not known yet has an empty id. */
  opponent?: { teamId: string; values: ScoreSheetValues; stopwatches?: StopwatchStarts } | undefined
  /** What the judge writes to the team, in a round of a panel. */
  feedback?: string | undefined
}
/**
 * `clockOffset` is the time of the server minus that of the device in milliseconds. `isEnded` is true after a
 * call was rejected because of the code.
 */
export type StoredSession = { token: string; clockOffset: number; isEnded: boolean }

interface JudgeDatabase extends DBSchema {
  values: { key: 'session' | 'data' | 'draft'; value: StoredSession | JudgeEventData | SheetDraft }
  queue: { key: number; value: QueueEntry; indexes: { id: string } }
}

let opened: Promise<IDBPDatabase<JudgeDatabase>> | undefined
/**
 * Opens the database. A later version must add to these stores and never delete them: they have sheets that
 * were not sent.
 */
const openDatabase = () => {
  opened ??= openDB<JudgeDatabase>('botola-judge', 1, {
    upgrade: (database) => {
      database.createObjectStore('values')
      database
        .createObjectStore('queue', { keyPath: 'sequence', autoIncrement: true })
        .createIndex('id', 'id', { unique: true })
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    terminated: () => {
      opened = undefined
    },
  })
  return opened
}

const readValue = async <T>(key: 'session' | 'data' | 'draft'): Promise<T | undefined> =>
  (await (await openDatabase()).get('values', key)) as T | undefined
const writeValue = async (
  key: 'session' | 'data' | 'draft',
  value: StoredSession | JudgeEventData | SheetDraft | undefined,
) => {
  const database = await openDatabase()
  if (value === undefined) await database.delete('values', key)
  // strict durability: the value is on the disk when the promise resolves
  else {
    const transaction = database.transaction('values', 'readwrite', { durability: 'strict' })
    await transaction.store.put(value, key)
    await transaction.done
  }
}

/** The data of the app on this device. The queue survives reloads, crashes, updates and sign-outs. */
export const judgeStore = {
  readSession: () => readValue<StoredSession>('session'),
  writeSession: (session: StoredSession | undefined) => writeValue('session', session),
  /**
   * Reads the data of the event. Those that an earlier version of the app stored have no reviews, time zone,
   * slots of others, kind of the judge, further attempts, requests for a second look, feedback and draw.
   */
  readData: async (): Promise<JudgeEventData | undefined> => {
    const data = await readValue<JudgeEventData>('data')
    return (
      data && {
        ...data,
        session: {
          ...data.session,
          judge: { ...data.session.judge, isHead: data.session.judge.isHead ?? false },
        },
        needsSecondJudge: data.needsSecondJudge ?? false,
        reviews: (data.reviews ?? []).map((review) => ({
          ...review,
          needsDecision: review.needsDecision ?? false,
          opponent: review.opponent ?? null,
          recorded: review.recorded ?? [],
        })),
        additionalAttempts: data.additionalAttempts ?? [],
        timeZone: data.timeZone ?? defaultTimeZone,
        otherSlots: data.otherSlots ?? [],
        secondLooks: data.secondLooks ?? [],
        feedback: data.feedback ?? [],
        draw: data.draw ?? null,
      }
    )
  },
  writeData: (data: JudgeEventData | undefined) => writeValue('data', data),
  readDraft: () => readValue<SheetDraft>('draft'),
  writeDraft: (draft: SheetDraft | undefined) => writeValue('draft', draft),
  listQueue: async (): Promise<QueueEntry[]> => (await openDatabase()).getAll('queue'),
  /** Adds or replaces an entry of the queue; it is on the disk when the promise resolves. */
  putEntry: async (entry: QueueEntry): Promise<number> => {
    const transaction = (await openDatabase()).transaction('queue', 'readwrite', { durability: 'strict' })
    const sequence = await transaction.store.put(entry)
    await transaction.done
    return sequence
  },
}
