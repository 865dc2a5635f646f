import { expect, test } from 'vitest'
import { emptyJudgeState, mergeStoredState } from '#web/judge/judge-state.ts'

const draft = (points: number) => ({ teamId: 'team', round: 1, values: { points }, replaces: null })
const stored = { isLoaded: true, session: undefined, data: undefined, draft: draft(1), queue: [] }

test('the stored draft opens with the app', () => {
  expect(mergeStoredState(emptyJudgeState, stored).draft).toEqual(draft(1))
})

test('the draft on the screen stays when an older one was read from the device', () => {
  const loaded = { ...emptyJudgeState, isLoaded: true, isOnline: false }
  expect(mergeStoredState({ ...loaded, draft: draft(12) }, stored)).toEqual({ ...stored, draft: draft(12), isOnline: false })
  expect(mergeStoredState({ ...loaded, draft: undefined }, stored).draft).toBeUndefined()
})
