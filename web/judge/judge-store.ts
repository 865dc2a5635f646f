import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { JudgeEventData, JudgeSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { defaultTimeZone } from '#contract/platform/time-zone.ts'
import type { StopwatchStarts } from '#web/shared/event/score-sheet/stopwatch-time.ts'

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
type ValuesTransaction = IDBPTransaction<JudgeDatabase, ['values'], 'readwrite'>
/** Runs `change` in one transaction. Its values are on the disk when the promise resolves. */
const changeValues = async (change: (store: ValuesTransaction['store']) => Promise<unknown>) => {
  const transaction = (await openDatabase()).transaction('values', 'readwrite', { durability: 'strict' })
  await change(transaction.store)
  await transaction.done
}

/** The data of the app on this device. The queue survives reloads, crashes, updates and sign-outs. */
export const judgeStore = {
  readSession: () => readValue<StoredSession>('session'),
  /** Stores the session of a sign-in and the data of its event. */
  writeSessionAndData: (session: StoredSession, data: JudgeEventData) =>
    changeValues(async (store) => {
      await store.put(session, 'session')
      await store.put(data, 'data')
    }),
  /**
   * Updates the session that has this token and, with `data`, replaces the data of its event. Does nothing if
   * the device has another session or none.
   */
  updateSessionAndData: (token: string, changes: Partial<StoredSession>, data?: JudgeEventData) =>
    changeValues(async (store) => {
      const session = (await store.get('session')) as StoredSession | undefined
      if (session?.token !== token) return
      await store.put({ ...session, ...changes }, 'session')
      if (data) await store.put(data, 'data')
    }),
  /** Deletes the session and the data of its event. */
  deleteSessionAndData: () =>
    changeValues(async (store) => {
      await store.delete('session')
      await store.delete('data')
    }),
  /**
   * Reads the data of the event. Those that an earlier version of the app stored have no reviews, time zone,
   * slots of others, kind of the judge, further attempts, requests for a second look, feedback, draw, and
   * judges of attempts.
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
        attempts: data.attempts.map((attempt) => ({ ...attempt, judgeId: attempt.judgeId ?? null })),
        additionalAttempts: data.additionalAttempts ?? [],
        timeZone: data.timeZone ?? defaultTimeZone,
        otherSlots: data.otherSlots ?? [],
        secondLooks: data.secondLooks ?? [],
        feedback: data.feedback ?? [],
        draw: data.draw ?? null,
      }
    )
  },
  /**
   * Updates the recorded attempts in the data of the event. Does nothing if the data are of another judge or
   * there are none.
   */
  updateAttempts: (judgeId: string, change: (attempts: RecordedAttempt[]) => RecordedAttempt[]) =>
    changeValues(async (store) => {
      const data = (await store.get('data')) as JudgeEventData | undefined
      if (data?.session.judge.id !== judgeId) return
      await store.put({ ...data, attempts: change(data.attempts) }, 'data')
    }),
  readDraft: () => readValue<SheetDraft>('draft'),
  writeDraft: (draft: SheetDraft | undefined) =>
    changeValues((store) => (draft ? store.put(draft, 'draft') : store.delete('draft'))),
  listQueue: async (): Promise<QueueEntry[]> => (await openDatabase()).getAll('queue'),
  /** Adds or replaces an entry of the queue; it is on the disk when the promise resolves. */
  putEntry: async (entry: QueueEntry): Promise<number> => {
    const transaction = (await openDatabase()).transaction('queue', 'readwrite', { durability: 'strict' })
    const sequence = await transaction.store.put(entry)
    await transaction.done
    return sequence
  },
}
