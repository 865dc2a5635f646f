import { useCallback, useEffect, useState } from 'react'
import { judgeSheetLimits } from '#contract/judge.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { createJudgeApi, signInJudge } from '#web/shared/api/judge.ts'
import { emptyJudgeState, mergeStoredState, type StoredJudgeState } from './judge-state.ts'
import { judgeStore, type QueueEntry, type SheetDraft } from './judge-store.ts'
import { sendQueuedSheets } from './send-queued-sheets.ts'

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
  const unsent = (await judgeStore.listQueue()).filter((entry) => entry.state !== 'sent' && entry.eventId === eventId)
  return Math.min(unsent.length, judgeSheetLimits.unsentSheets)
}

/** Reads the data of the event from the server and stores it. The server learns how many sheets are not sent. Returns false when the server cannot be reached. */
const refreshData = async (): Promise<boolean> => {
  const session = await judgeStore.readSession()
  if (!session || session.isEnded) return true
  try {
    const eventId = (await judgeStore.readData())?.session.event.id
    const data = await createJudgeApi(session.token).getEventData(await countUnsentSheets(eventId))
    await judgeStore.writeData(data)
    await judgeStore.writeSession({ ...session, clockOffset: Date.parse(data.serverTime) - Date.now() })
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) await judgeStore.writeSession({ ...session, isEnded: true })
    return error.status === 401
  }
}

/** Holds the data of the app. It sends the queue and reads the data of the event when the app opens, when the connection is back, after a sheet and every ten seconds. */
export const useJudgeApp = () => {
  const [state, setState] = useState(emptyJudgeState)
  const reload = useCallback(async () => {
    const stored = await readState()
    setState((before) => mergeStoredState(before, stored))
  }, [])
  const synchronize = useCallback(async () => {
    const result = await sendQueuedSheets()
    const isOnline = result !== 'offline' && (await refreshData())
    const stored = await readState()
    setState((before) => ({ ...mergeStoredState(before, stored), isOnline }))
  }, [])
  useEffect(() => {
    void reload().then(synchronize)
    const sync = () => void synchronize()
    const setOffline = () => setState((before) => ({ ...before, isOnline: false }))
    const timer = window.setInterval(sync, syncInterval)
    window.addEventListener('online', sync)
    window.addEventListener('offline', setOffline)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', sync)
      window.removeEventListener('offline', setOffline)
    }
  }, [reload, synchronize])
  const writeDraft = async (draft: SheetDraft | undefined) => {
    setState((before) => ({ ...before, draft }))
    await judgeStore.writeDraft(draft)
  }

  return {
    ...state,
    synchronize,
    /** Signs in with a code. Throws an `ApiError`. The queue stays. */
    signIn: async (code: string) => {
      const { token, session } = await signInJudge(code)
      const data = await createJudgeApi(token).getEventData(await countUnsentSheets(session.event.id))
      await judgeStore.writeData(data)
      await judgeStore.writeSession({ token, clockOffset: Date.parse(data.serverTime) - Date.now(), isEnded: false })
      await synchronize()
    },
    /** Signs out. The queue stays on the device. */
    signOut: async () => {
      const session = await judgeStore.readSession()
      if (session)
        await createJudgeApi(session.token)
          .signOut()
          .catch(() => undefined)
      await judgeStore.writeSession(undefined)
      await judgeStore.writeData(undefined)
      await writeDraft(undefined)
      await reload()
    },
    /** Makes a call of a judge that needs a connection, such as the review of a sheet, and reads the data of the event again. Throws an `ApiError`. */
    callOnline: async (call: (api: ReturnType<typeof createJudgeApi>) => Promise<unknown>) => {
      const session = await judgeStore.readSession()
      if (!session) return
      await call(createJudgeApi(session.token))
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
export type Judge = ReturnType<typeof useJudgeApp>
