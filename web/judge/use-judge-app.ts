import { useCallback, useEffect, useRef, useState } from 'react'
import { judgeSheetLimits, type RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { JudgeEventData } from '#contract/event/judging/judge-sheet.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { createJudgeApi, signInJudgeByCode } from '#web/shared/api/judge.ts'
import {
  judgeStore,
  type QueueEntry,
  type QueueProblem,
  type SheetDraft,
  type StoredSession,
} from './judge-store.ts'

type JudgeState = {
  isLoaded: boolean
  session: StoredSession | undefined
  data: JudgeEventData | undefined
  draft: SheetDraft | undefined
  queue: QueueEntry[]
  isOnline: boolean
  /** The message of the organizers while the site is read-only and sheets wait for its end; else null. */
  readOnlyMessage: Localized | null
}
/** The state of the app until it has read the stored state. */
export const emptyJudgeState: JudgeState = {
  isLoaded: false,
  session: undefined,
  data: undefined,
  draft: undefined,
  queue: [],
  isOnline: true,
  readOnlyMessage: null,
}
/** What the device stores of the state. */
type StoredJudgeState = Omit<JudgeState, 'isOnline' | 'readOnlyMessage'>

/**
 * Returns the state with what is stored. The draft on the screen stays for the same judge, because a draft
 * that was read before the last key press would delete what was typed.
 */
export const mergeStoredStateExceptOwnDraft = (before: JudgeState, stored: StoredJudgeState): JudgeState => ({
  ...before,
  ...stored,
  draft:
    before.isLoaded && before.data?.session.judge.id === stored.data?.session.judge.id
      ? before.draft
      : stored.draft,
})

/**
 * Splits the sheets on this device into those of the signed-in judge and the unsent ones of others, which
 * wait for a sign-in of their judge.
 */
export const splitQueueIntoOwnAndUnsentOfOthers = ({
  queue,
  session,
  data,
}: Pick<JudgeState, 'queue' | 'session' | 'data'>): { own: QueueEntry[]; unsentOfOthers: QueueEntry[] } => {
  const signedInId = session && !session.isEnded ? data?.session.judge.id : undefined
  return {
    own: queue.filter(({ judgeId }) => judgeId === signedInId),
    unsentOfOthers: queue.filter(({ judgeId, state }) => judgeId !== signedInId && state !== 'sent'),
  }
}

/** What is said of the sheets on this device that are not sent. */
type QueueNote = 'empty' | 'decide' | 'sending' | 'offline' | 'readOnly' | 'signIn'

/**
 * Lists what is said of the sheets that are not sent: those that need a decision first, then those that wait.
 * Sheets of another judge wait for a sign-in of that judge.
 */
export const listQueueStatusKeys = (
  state: Pick<JudgeState, 'queue' | 'session' | 'data' | 'isOnline' | 'readOnlyMessage'>,
): QueueNote[] => {
  const noteOfWaiting = !state.isOnline ? 'offline' : state.readOnlyMessage ? 'readOnly' : 'sending'
  const { own, unsentOfOthers } = splitQueueIntoOwnAndUnsentOfOthers(state)
  const hasOwn = (ofState: QueueEntry['state']) => own.some((entry) => entry.state === ofState)
  const notes: QueueNote[] = [
    ...(hasOwn('stopped') ? (['decide'] as const) : []),
    ...(hasOwn('waiting') ? ([noteOfWaiting] as const) : []),
    ...(unsentOfOthers.length > 0 ? (['signIn'] as const) : []),
  ]
  return notes.length === 0 ? ['empty'] : notes
}

/** `retryAt` is when the queue is sent again, in milliseconds of `performance.now()`: a clock may be set back. */
type ReadOnlyPause = { readOnlyMessage: Localized; retryAt: number }
/**
 * Why sending the queue ended: no entry is left that can be sent (`finished`), the server could not be reached, the
 * session is no longer valid, or the site is read-only.
 */
type QueueRun = 'finished' | 'offline' | 'signed-out' | ReadOnlyPause

const endedCodes = new Set(['no-token', 'bad-token', 'judge-revoked'])
/** Errors after which the same entry is tried again later. */
const isTemporary = ({ status, code }: ApiError) => code === 'offline' || status === 429 || status >= 500

const toReadOnlyPause = ({ details }: ApiError): ReadOnlyPause => ({
  readOnlyMessage: details.message as Localized,
  retryAt: performance.now() + Number(details.retryAfter) * 1000,
})

const toProblem = ({ code, message, details }: ApiError): QueueProblem => ({
  code,
  message,
  attempts: details.attempts as RecordedAttempt[] | undefined,
  ruleSet: details.ruleSet as RuleSet | null | undefined,
  ruleVersion: details.ruleVersion as number | null | undefined,
  isReceived: details.isReceived === true,
  hasOtherSides: details.hasOtherSides === true,
})

/** Tells whether an attempt or a sheet is of the same team and round as a sheet, or of the same match. */
const isSameRound = ({ sheet }: QueueEntry, { teamId, round }: { teamId: string; round: number }) =>
  sheet.round === round && (sheet.opponent != null || sheet.teamId === teamId)
const toExpected = (attempts: readonly RecordedAttempt[]) =>
  attempts.map(({ id, version }) => ({ id, version }))

/**
 * Counts the changes that this page has made on the server. A request that was sent before a change may
 * return the state before the change.
 */
let changeCount = 0

/**
 * Sends one entry and stores the result. Later entries of its judge for the same round expect the attempt
 * that it made.
 */
const sendEntry = async (token: string, entry: QueueEntry): Promise<void> => {
  const { sheet, attempts } = await createJudgeApi(token).sendSheet({
    ...entry.sheet,
    judgeId: entry.judgeId,
  })
  changeCount++
  const { problem: _, ...rest } = entry
  await judgeStore.putEntry({ ...rest, state: 'sent', sentAt: sheet.receivedAt })
  await judgeStore.updateAttempts(entry.judgeId, (before) => [
    ...before.filter((attempt) => !isSameRound(entry, attempt)),
    ...attempts,
  ])
  for (const later of await judgeStore.listQueue())
    if (
      later.state === 'waiting' &&
      later.id !== entry.id &&
      later.judgeId === entry.judgeId &&
      isSameRound(entry, later.sheet)
    )
      await judgeStore.putEntry({ ...later, sheet: { ...later.sheet, expected: toExpected(attempts) } })
}

const run = async (): Promise<QueueRun> => {
  for (;;) {
    const session = await judgeStore.readSession()
    const data = await judgeStore.readData()
    if (!session || session.isEnded || !data) return 'signed-out'
    const { own: entries } = splitQueueIntoOwnAndUnsentOfOthers({
      queue: await judgeStore.listQueue(),
      session,
      data,
    })
    // an entry waits while an earlier one for the same round is stopped
    const next = entries.find(
      (entry, index) =>
        entry.state === 'waiting' &&
        !entries
          .slice(0, index)
          .some((earlier) => earlier.state === 'stopped' && isSameRound(earlier, entry.sheet)),
    )
    if (!next) return 'finished'
    try {
      await sendEntry(session.token, next)
    } catch (error) {
      if (!(error instanceof ApiError)) return 'offline'
      if (error.code === 'read-only') return toReadOnlyPause(error)
      if (isTemporary(error)) return 'offline'
      if (endedCodes.has(error.code)) {
        await judgeStore.updateSessionAndData(session.token, { isEnded: true })
        return 'signed-out'
      }
      await judgeStore.putEntry({ ...next, state: 'stopped', problem: toProblem(error) })
    }
  }
}

/**
 * Sends the waiting entries of the signed-in judge in order, in one tab at a time. An entry that is sent
 * again after a lost reply changes nothing, because it keeps its id.
 */
const sendQueuedSheets = (): Promise<QueueRun> => navigator.locks.request('botola-judge-queue', run)

/** Interval in milliseconds between two attempts to send the queue and to read the data of the event. */
const syncInterval = 10_000

const readState = async (): Promise<StoredJudgeState> => ({
  isLoaded: true,
  session: await judgeStore.readSession(),
  data: await judgeStore.readData(),
  draft: await judgeStore.readDraft(),
  queue: await judgeStore.listQueue(),
})

/** Counts the sheets of an event that this device has not sent, within what a report can have. */
const countUnsentSheets = async (eventId: string | undefined): Promise<number> => {
  const unsent = (await judgeStore.listQueue()).filter(
    (entry) => entry.state !== 'sent' && entry.eventId === eventId,
  )
  return Math.min(unsent.length, judgeSheetLimits.unsentSheets)
}

/**
 * Reads the data of the event from the server and reports how many sheets this device has not sent. Stores
 * the data, unless this page changed something on the server during the request: after each change the data
 * are read again. Returns false when the server cannot be reached.
 */
const refreshData = async (): Promise<boolean> => {
  const session = await judgeStore.readSession()
  if (!session || session.isEnded) return true
  try {
    const eventId = (await judgeStore.readData())?.session.event.id
    const unsentSheets = await countUnsentSheets(eventId)
    const changeCountBefore = changeCount
    const data = await createJudgeApi(session.token).getEventData(unsentSheets)
    const clockOffset = Date.parse(data.serverTime) - Date.now()
    if (changeCount === changeCountBefore)
      await judgeStore.updateSessionAndData(session.token, { clockOffset }, data)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) await judgeStore.updateSessionAndData(session.token, { isEnded: true })
    return error.status === 401
  }
}

/**
 * Holds the data of the app. It sends the queue and reads the data of the event when the app opens, when the
 * connection is back, after a sheet and every ten seconds. While the site is read-only, the data are still read
 * every ten seconds, and the queue is sent as often as the server allows.
 */
export const useJudgeStateAndQueueSending = () => {
  const [state, setState] = useState(emptyJudgeState)
  const reload = useCallback(async () => {
    const stored = await readState()
    setState((before) => mergeStoredStateExceptOwnDraft(before, stored))
  }, [])
  const lastRun = useRef<QueueRun>('finished')
  const refresh = useCallback(async () => {
    const isOnline = lastRun.current !== 'offline' && (await refreshData())
    const readOnlyMessage = typeof lastRun.current === 'object' ? lastRun.current.readOnlyMessage : null
    const stored = await readState()
    setState((before) => ({ ...mergeStoredStateExceptOwnDraft(before, stored), isOnline, readOnlyMessage }))
  }, [])
  const synchronize = useCallback(async () => {
    lastRun.current = await sendQueuedSheets()
    await refresh()
  }, [refresh])
  useEffect(() => {
    void reload().then(synchronize)
    const sync = () => void synchronize()
    const setOffline = () => setState((before) => ({ ...before, isOnline: false }))
    const isPaused = () => typeof lastRun.current === 'object' && performance.now() < lastRun.current.retryAt
    const timer = window.setInterval(() => void (isPaused() ? refresh() : synchronize()), syncInterval)
    window.addEventListener('online', sync)
    window.addEventListener('offline', setOffline)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', sync)
      window.removeEventListener('offline', setOffline)
    }
  }, [reload, refresh, synchronize])
  const writeDraft = async (draft: SheetDraft | undefined) => {
    setState((before) => ({ ...before, draft }))
    await judgeStore.writeDraft(draft)
  }

  /** Reads the sheets of panels, as a head judge; undefined after the session ended. Throws an `ApiError`. */
  const readPanels = useCallback(async () => {
    const session = await judgeStore.readSession()
    return session && (await createJudgeApi(session.token).getPanels()).panels
  }, [])

  return {
    ...state,
    synchronize,
    readPanels,
    /**
     * Signs in with a code. The queue stays, and the sheet that another judge was filling in is deleted, as
     * by a sign-out. Throws an `ApiError`.
     */
    signIn: async (code: string) => {
      const { token, session } = await signInJudgeByCode(code)
      const data = await createJudgeApi(token).getEventData(await countUnsentSheets(session.event.id))
      // a judge whose code was revoked may have left a sheet open
      if ((await judgeStore.readData())?.session.judge.id !== session.judge.id) await writeDraft(undefined)
      const clockOffset = Date.parse(data.serverTime) - Date.now()
      await judgeStore.writeSessionAndData({ token, clockOffset, isEnded: false }, data)
      await synchronize()
    },
    /** Signs out. The queue stays on the device. */
    signOut: async () => {
      const session = await judgeStore.readSession()
      if (session)
        await createJudgeApi(session.token)
          .signOut()
          .catch(() => undefined)
      await judgeStore.deleteSessionAndData()
      await writeDraft(undefined)
      await reload()
    },
    /**
     * Makes a call of a judge that needs a connection, such as the review of a sheet, and reads the data of
     * the event again. Throws an `ApiError`.
     */
    callOnline: async (call: (api: ReturnType<typeof createJudgeApi>) => Promise<unknown>) => {
      const session = await judgeStore.readSession()
      if (!session) return
      await call(createJudgeApi(session.token))
      changeCount++
      await synchronize()
    },
    writeDraft,
    /** Stores an entry of the queue, deletes a draft that continues it, and sends what is waiting. */
    putEntry: async (entry: QueueEntry) => {
      await judgeStore.putEntry(entry)
      if (entry.sequence !== undefined && state.draft?.resume === entry.sequence) await writeDraft(undefined)
      await reload()
      void synchronize()
    },
  }
}
export type Judge = ReturnType<typeof useJudgeStateAndQueueSending>
