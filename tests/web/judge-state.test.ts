import { expect, test } from 'vitest'
import type { JudgeEventData } from '#contract/judge-sheet.schema.ts'
import type { QueueEntry } from '#web/judge/judge-store.ts'
import {
  emptyJudgeState,
  listQueueStatusNotes,
  mergeStoredStateExceptDraft,
} from '#web/judge/use-judge-app.ts'

const draft = (points: number) => ({ teamId: 'team', round: 1, values: { points }, replaces: null })
const stored = { isLoaded: true, session: undefined, data: undefined, draft: draft(1), queue: [] }

test('the stored draft opens with the app', () => {
  expect(mergeStoredStateExceptDraft(emptyJudgeState, stored).draft).toEqual(draft(1))
})

test('the draft on the screen stays when an older one was read from the device', () => {
  const loaded = { ...emptyJudgeState, isLoaded: true, isOnline: false }
  expect(mergeStoredStateExceptDraft({ ...loaded, draft: draft(12) }, stored)).toEqual({
    ...stored,
    draft: draft(12),
    isOnline: false,
  })
  expect(mergeStoredStateExceptDraft({ ...loaded, draft: undefined }, stored).draft).toBeUndefined()
})

test('the queue says what happens to the sheets that are not sent', () => {
  const data = { session: { event: { id: 'finals' } } } as JudgeEventData
  const session = { token: '', clockOffset: 0, isEnded: false }
  const list = (states: string[], { isOnline = true, isEnded = false, eventId = 'finals' } = {}) =>
    listQueueStatusNotes({
      data,
      session: { ...session, isEnded },
      isOnline,
      queue: states.map((state) => ({ state, eventId }) as QueueEntry),
    })
  expect(list([])).toEqual(['empty'])
  expect(list(['sent'])).toEqual(['empty'])
  expect(list(['sent', 'waiting'])).toEqual(['sending'])
  expect(list(['waiting'], { isOnline: false })).toEqual(['offline'])
  expect(list(['waiting', 'stopped'])).toEqual(['decide', 'sending'])
  expect(list(['stopped'], { isOnline: false })).toEqual(['decide'])
  expect(list(['waiting'], { isEnded: true })).toEqual(['signIn'])
  expect(list(['waiting'], { eventId: 'regional' })).toEqual(['signIn'])
  expect(
    listQueueStatusNotes({
      ...emptyJudgeState,
      queue: [{ state: 'waiting', eventId: 'finals' } as QueueEntry],
    }),
  ).toEqual(['signIn'])
})
