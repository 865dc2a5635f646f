import { expect, test } from 'vitest'
import type { JudgeEventData } from '#contract/event/judging/judge-sheet.schema.ts'
import type { QueueEntry } from '#web/judge/judge-store.ts'
import {
  emptyJudgeState,
  listQueueStatusKeys,
  mergeStoredStateExceptOwnDraft,
  splitQueueIntoOwnAndUnsentOfOthers,
} from '#web/judge/use-judge-app.ts'

const draft = (points: number) => ({ teamId: 'team', round: 1, values: { points }, replaces: null })
const stored = { isLoaded: true, session: undefined, data: undefined, draft: draft(1), queue: [] }

test('the stored draft opens with the app', () => {
  expect(mergeStoredStateExceptOwnDraft(emptyJudgeState, stored).draft).toEqual(draft(1))
})

test('the draft on the screen stays when an older one was read from the device', () => {
  const loaded = { ...emptyJudgeState, isLoaded: true, isOnline: false }
  expect(mergeStoredStateExceptOwnDraft({ ...loaded, draft: draft(12) }, stored)).toEqual({
    ...stored,
    draft: draft(12),
    isOnline: false,
    readOnlyMessage: null,
  })
  expect(mergeStoredStateExceptOwnDraft({ ...loaded, draft: undefined }, stored).draft).toBeUndefined()
})

test('the draft on the screen is not shown to another judge who signs in', () => {
  const ofJudge = (id: string) => ({ data: { session: { judge: { id } } } as JudgeEventData })
  const before = { ...emptyJudgeState, ...ofJudge('ann'), isLoaded: true, draft: draft(12) }
  const merge = (id: string) => mergeStoredStateExceptOwnDraft(before, { ...stored, ...ofJudge(id) })
  expect(merge('ann').draft).toEqual(draft(12))
  expect(merge('bob').draft).toEqual(stored.draft)
})

const data = { session: { event: { id: 'finals' }, judge: { id: 'ann' } } } as JudgeEventData
const session = { token: '', clockOffset: 0, isEnded: false }

test('the queue says what happens to the sheets that are not sent', () => {
  const readOnlyMessage = { en: 'Back at ten.', ar: 'نعود في العاشرة.' }
  const list = (
    states: string[],
    { isOnline = true, isReadOnly = false, isEnded = false, judgeId = 'ann' } = {},
  ) =>
    listQueueStatusKeys({
      data,
      session: { ...session, isEnded },
      isOnline,
      readOnlyMessage: isReadOnly ? readOnlyMessage : null,
      queue: states.map((state) => ({ state, judgeId }) as QueueEntry),
    })
  expect(list([])).toEqual(['empty'])
  expect(list(['sent'])).toEqual(['empty'])
  expect(list(['sent', 'waiting'])).toEqual(['sending'])
  expect(list(['waiting'], { isOnline: false })).toEqual(['offline'])
  expect(list(['waiting', 'stopped'])).toEqual(['decide', 'sending'])
  expect(list(['waiting', 'stopped'], { isReadOnly: true })).toEqual(['decide', 'readOnly'])
  expect(list(['waiting'], { isReadOnly: true, isOnline: false })).toEqual(['offline'])
  expect(list(['stopped'], { isOnline: false })).toEqual(['decide'])
  expect(list(['waiting'], { isEnded: true })).toEqual(['signIn'])
  expect(list(['waiting', 'stopped'], { judgeId: 'bob' })).toEqual(['signIn'])
  expect(
    listQueueStatusKeys({
      ...emptyJudgeState,
      queue: [{ state: 'waiting', judgeId: 'ann' } as QueueEntry],
    }),
  ).toEqual(['signIn'])
})

test('a judge sends and sees the own sheets only; the unsent ones of others stay on the device', () => {
  const [own, sent, unsent] = [
    { judgeId: 'ann', state: 'sent' },
    { judgeId: 'bob', state: 'sent' },
    { judgeId: 'bob', state: 'waiting' },
  ] as [QueueEntry, QueueEntry, QueueEntry]
  const queue = [own, sent, unsent]
  expect(splitQueueIntoOwnAndUnsentOfOthers({ queue, session, data })).toEqual({
    own: [own],
    unsentOfOthers: [unsent],
  })
  expect(splitQueueIntoOwnAndUnsentOfOthers({ queue, session: undefined, data: undefined }).own).toEqual([])
})
