import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftKeeper, type Keeping, pauses } from '#web/account/teams/draft-autosave.ts'
import { ApiError } from '#web/shared/api/call.ts'

const offline = () => new ApiError(0, 'offline', '')

describe('a draft that is kept on the server', () => {
  const told: Keeping[] = []
  const sent: { data: string; leaving: boolean }[] = []
  let answer: () => Promise<void>
  const open = () =>
    createDraftKeeper({
      send: (data, leaving) => {
        sent.push({ data, leaving })
        return answer()
      },
      tell: (state) => told.push(state),
      now: () => 42,
    })
  const last = () => told.at(-1)
  beforeEach(() => {
    vi.useFakeTimers()
    told.length = 0
    sent.length = 0
    answer = () => Promise.resolve()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('waits for a pause in the typing and sends what stands there then', async () => {
    const keeper = open()
    keeper.change('a')
    await vi.advanceTimersByTimeAsync(pauses.change - 1)
    keeper.change('ab')
    await vi.advanceTimersByTimeAsync(pauses.change - 1)
    expect(sent).toEqual([])
    expect(last()).toEqual({ kind: 'waiting' })
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual([{ data: 'ab', leaving: false }])
    expect(last()).toEqual({ kind: 'kept', at: 42 })
    keeper.change('ab')
    await vi.advanceTimersByTimeAsync(pauses.change * 2)
    expect(sent).toHaveLength(1)
  })

  it('sends one at a time; what was typed meanwhile follows', async () => {
    const waiting: (() => void)[] = []
    answer = () => new Promise((done) => waiting.push(done))
    const keeper = open()
    keeper.change('one')
    await vi.advanceTimersByTimeAsync(pauses.change)
    keeper.change('two')
    await vi.advanceTimersByTimeAsync(pauses.change)
    expect(sent.map(({ data }) => data)).toEqual(['one'])
    waiting[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toEqual({ kind: 'waiting' })
    await vi.advanceTimersByTimeAsync(pauses.change)
    expect(sent.map(({ data }) => data)).toEqual(['one', 'two'])
    waiting[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(last()).toEqual({ kind: 'kept', at: 42 })
  })

  it('tries again without a connection, and at once when it is back', async () => {
    answer = () => Promise.reject(offline())
    const keeper = open()
    keeper.change('a')
    await vi.advanceTimersByTimeAsync(pauses.change)
    expect(last()).toEqual({ kind: 'offline' })
    await vi.advanceTimersByTimeAsync(pauses.again)
    expect(sent).toHaveLength(2)
    answer = () => Promise.resolve()
    await keeper.flush()
    expect(last()).toEqual({ kind: 'kept', at: 42 })
    await vi.advanceTimersByTimeAsync(pauses.again * 2)
    expect(sent).toHaveLength(3)
  })

  it.each([429, 500, 503])('a server that answers %i is tried again', async (status) => {
    answer = () => Promise.reject(new ApiError(status, 'overloaded', 'words'))
    const keeper = open()
    keeper.change('a')
    await vi.advanceTimersByTimeAsync(pauses.change)
    expect(last()).toEqual({ kind: 'offline' })
    answer = () => Promise.resolve()
    await vi.advanceTimersByTimeAsync(pauses.again)
    expect(last()).toEqual({ kind: 'kept', at: 42 })
  })

  it('a refusal is told in its words and not repeated until something changes', async () => {
    answer = () => Promise.reject(new ApiError(422, 'bad-input', 'too many drafts'))
    const keeper = open()
    keeper.change('a')
    await vi.advanceTimersByTimeAsync(pauses.change + pauses.again * 3)
    expect(sent).toHaveLength(1)
    expect(last()).toEqual({ kind: 'failed', text: 'too many drafts' })
    answer = () => Promise.resolve()
    keeper.change('b')
    await vi.advanceTimersByTimeAsync(pauses.change)
    expect(last()).toEqual({ kind: 'kept', at: 42 })
  })

  it('an ended session waits for the next sign-in and then sends the newest', async () => {
    answer = () => Promise.reject(new ApiError(401, 'bad-token', 'signed out'))
    const keeper = open()
    keeper.change('a')
    await vi.advanceTimersByTimeAsync(pauses.change)
    expect(last()).toEqual({ kind: 'signed-out' })
    keeper.change('b')
    await vi.advanceTimersByTimeAsync(pauses.again * 3)
    expect(sent).toHaveLength(1)
    expect(last()).toEqual({ kind: 'signed-out' })
    answer = () => Promise.resolve()
    await keeper.resume()
    expect(sent.at(-1)?.data).toBe('b')
    expect(last()).toEqual({ kind: 'kept', at: 42 })
  })

  it('goes out when the page is left, but only what is not kept', async () => {
    const keeper = open()
    keeper.leave()
    keeper.change('a')
    keeper.leave()
    expect(sent).toEqual([{ data: 'a', leaving: true }])
    await vi.advanceTimersByTimeAsync(pauses.change)
    keeper.leave()
    expect(sent).toHaveLength(2)
  })

  it('when it stops, what is under way is waited for and nothing follows', async () => {
    let done = () => {}
    answer = () => new Promise((resolve) => (done = resolve))
    const keeper = open()
    keeper.change('a')
    await vi.advanceTimersByTimeAsync(pauses.change)
    keeper.change('b')
    let stopped = false
    const stopping = keeper.stop().then(() => {
      stopped = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(stopped).toBe(false)
    done()
    await stopping
    keeper.change('c')
    keeper.leave()
    await vi.advanceTimersByTimeAsync(pauses.again * 3)
    expect(sent).toHaveLength(1)
  })
})
