import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  autosaveDelays,
  createServerDraftAutosave,
  type DraftState,
} from '#web/account/people/teams/form/team-draft.ts'
import { ApiError } from '#web/shared/api/call.ts'

const offline = () => new ApiError(0, 'offline', '')

describe('the autosave of a draft', () => {
  const states: DraftState[] = []
  const sent: { data: string; leaving: boolean }[] = []
  let answer: () => Promise<void>
  const open = () =>
    createServerDraftAutosave({
      send: (data, leaving) => {
        sent.push({ data, leaving })
        return answer()
      },
      onState: (state) => states.push(state),
      now: () => 42,
    })
  const last = () => states.at(-1)
  beforeEach(() => {
    vi.useFakeTimers()
    states.length = 0
    sent.length = 0
    answer = () => Promise.resolve()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('waits for a pause in typing and sends the last text', async () => {
    const draft = open()
    draft.change('a')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change - 1)
    draft.change('ab')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change - 1)
    expect(sent).toEqual([])
    expect(last()).toEqual({ kind: 'pending' })
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual([{ data: 'ab', leaving: false }])
    expect(last()).toEqual({ kind: 'saved', at: 42 })
    draft.change('ab')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change * 2)
    expect(sent).toHaveLength(1)
  })

  it('sends one request at a time, then what was typed meanwhile', async () => {
    const waiting: (() => void)[] = []
    answer = () => new Promise((done) => waiting.push(done))
    const draft = open()
    draft.change('one')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change)
    draft.change('two')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change)
    expect(sent.map(({ data }) => data)).toEqual(['one'])
    waiting[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toEqual({ kind: 'pending' })
    await vi.advanceTimersByTimeAsync(autosaveDelays.change)
    expect(sent.map(({ data }) => data)).toEqual(['one', 'two'])
    waiting[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toEqual({ kind: 'saved', at: 42 })
  })

  it('retries without a connection, and immediately when it returns', async () => {
    answer = () => Promise.reject(offline())
    const draft = open()
    draft.change('a')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change)
    expect(last()).toEqual({ kind: 'offline' })
    await vi.advanceTimersByTimeAsync(autosaveDelays.retry)
    expect(sent).toHaveLength(2)
    answer = () => Promise.resolve()
    await draft.flush()
    expect(last()).toEqual({ kind: 'saved', at: 42 })
    await vi.advanceTimersByTimeAsync(autosaveDelays.retry * 2)
    expect(sent).toHaveLength(3)
  })

  it.each([429, 500, 503])('retries after status %i', async (status) => {
    answer = () => Promise.reject(new ApiError(status, 'overloaded', 'words'))
    const draft = open()
    draft.change('a')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change)
    expect(last()).toEqual({ kind: 'offline' })
    answer = () => Promise.resolve()
    await vi.advanceTimersByTimeAsync(autosaveDelays.retry)
    expect(last()).toEqual({ kind: 'saved', at: 42 })
  })

  it('shows the message of a rejection and does not retry until something changes', async () => {
    answer = () => Promise.reject(new ApiError(422, 'bad-input', 'too many drafts'))
    const draft = open()
    draft.change('a')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change + autosaveDelays.retry * 3)
    expect(sent).toHaveLength(1)
    expect(last()).toEqual({ kind: 'failed', text: 'too many drafts' })
    answer = () => Promise.resolve()
    draft.change('b')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change)
    expect(last()).toEqual({ kind: 'saved', at: 42 })
  })

  it('waits for the next sign-in when the session has ended, then sends the newest text', async () => {
    answer = () => Promise.reject(new ApiError(401, 'bad-token', 'signed out'))
    const draft = open()
    draft.change('a')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change)
    expect(last()).toEqual({ kind: 'session-ended' })
    draft.change('b')
    await vi.advanceTimersByTimeAsync(autosaveDelays.retry * 3)
    expect(sent).toHaveLength(1)
    expect(last()).toEqual({ kind: 'session-ended' })
    answer = () => Promise.resolve()
    await draft.resume()
    expect(sent.at(-1)?.data).toBe('b')
    expect(last()).toEqual({ kind: 'saved', at: 42 })
  })

  it('sends unsaved text when the page is left', async () => {
    const draft = open()
    draft.leave()
    draft.change('a')
    draft.leave()
    expect(sent).toEqual([{ data: 'a', leaving: true }])
    await vi.advanceTimersByTimeAsync(autosaveDelays.change)
    draft.leave()
    expect(sent).toHaveLength(2)
  })

  it('waits for a running request when it stops, and sends nothing after it', async () => {
    let done = () => {}
    answer = () => new Promise((resolve) => (done = resolve))
    const draft = open()
    draft.change('a')
    await vi.advanceTimersByTimeAsync(autosaveDelays.change)
    draft.change('b')
    let stopped = false
    const stopping = draft.stop().then(() => {
      stopped = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(stopped).toBe(false)
    done()
    await stopping
    draft.change('c')
    draft.leave()
    await vi.advanceTimersByTimeAsync(autosaveDelays.retry * 3)
    expect(sent).toHaveLength(1)
  })
})
