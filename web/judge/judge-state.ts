import type { JudgeEventData } from '#contract/judge-sheet.schema.ts'
import type { QueueEntry, SheetDraft, StoredSession } from './judge-store.ts'

type JudgeState = {
  isLoaded: boolean
  session: StoredSession | undefined
  data: JudgeEventData | undefined
  draft: SheetDraft | undefined
  queue: QueueEntry[]
  isOnline: boolean
}
/** The state of the app until it has read the stored state. */
export const emptyJudgeState: JudgeState = {
  isLoaded: false,
  session: undefined,
  data: undefined,
  draft: undefined,
  queue: [],
  isOnline: true,
}
/** What the device stores of the state. */
export type StoredJudgeState = Omit<JudgeState, 'isOnline'>

/** Returns the state with what is stored. The draft on the screen stays, because a draft that was read before the last key press would delete what was typed. */
export const mergeStoredState = (before: JudgeState, stored: StoredJudgeState): JudgeState => ({
  ...before,
  ...stored,
  draft: before.isLoaded ? before.draft : stored.draft,
})

/** What is said of the sheets on this device that are not sent. */
type QueueNote = 'empty' | 'decide' | 'sending' | 'offline' | 'signIn'

/** Lists what is said of the sheets that are not sent: those that need a decision first, then those that wait. Sheets of another event wait for a sign-in for it. */
export const listQueueNotes = ({
  queue,
  session,
  data,
  isOnline,
}: Pick<JudgeState, 'queue' | 'session' | 'data' | 'isOnline'>): QueueNote[] => {
  const eventId = session && !session.isEnded ? data?.session.event.id : undefined
  const toNote = (entry: QueueEntry): QueueNote => {
    if (entry.state === 'stopped') return 'decide'
    if (entry.eventId !== eventId) return 'signIn'
    return isOnline ? 'sending' : 'offline'
  }
  const notes = new Set(queue.filter(({ state }) => state !== 'sent').map(toNote))
  return notes.size === 0 ? ['empty'] : (['decide', 'sending', 'offline', 'signIn'] as const).filter((note) => notes.has(note))
}
