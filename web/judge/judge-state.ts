import type { JudgeEventData } from '#contract/judge-sheet.ts'
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
