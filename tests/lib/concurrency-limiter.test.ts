import { expect, it } from 'vitest'
import { createConcurrencyLimiter } from '#server/platform/lib/limiters.ts'

/** Starts calls that end when `end` is called with their number. */
const start = (limit: ReturnType<typeof createConcurrencyLimiter>) => {
  const started: number[] = []
  const ends = new Map<number, () => void>()
  return {
    started,
    call: (number: number) =>
      limit(async () => {
        started.push(number)
        await new Promise<void>((end) => ends.set(number, end))
        return number
      }),
    end: (number: number) => ends.get(number)?.(),
  }
}

it('runs so many calls at once, and the others in their order', async () => {
  const { started, call, end } = start(createConcurrencyLimiter({ running: 2, waiting: 5, waitMs: 60_000 }))
  const calls = [1, 2, 3, 4].map(call)
  expect(started).toEqual([1, 2])
  end(2)
  await calls[1]
  await new Promise(setImmediate)
  expect(started).toEqual([1, 2, 3])
  end(1)
  end(3)
  await calls[2]
  await new Promise(setImmediate)
  end(4)
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4])
})

it('rejects a call when too many wait, and one that waits too long', async () => {
  const limit = createConcurrencyLimiter({ running: 1, waiting: 1, waitMs: 5 })
  const { started, call, end } = start(limit)
  const first = call(1)
  const second = call(2)
  await expect(call(3)).rejects.toMatchObject({ code: 'overloaded' })
  await expect(second).rejects.toMatchObject({ code: 'overloaded' })
  end(1)
  expect(await first).toBe(1)
  const fourth = call(4)
  end(4)
  expect(await fourth).toBe(4)
  expect(started).toEqual([1, 4])
})

it('takes the place of a call that failed', async () => {
  const limit = createConcurrencyLimiter({ running: 1, waiting: 1, waitMs: 60_000 })
  const failed = limit(() => Promise.reject(new Error('broken')))
  const next = limit(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

it('counts the calls of each key apart, and makes all others wait when it has no limit of waiting calls', async () => {
  const limit = createConcurrencyLimiter({ running: 1 })
  const running: string[] = []
  const ends: (() => void)[] = []
  const call = (key: string) =>
    limit(async () => {
      running.push(key)
      await new Promise<void>((end) => ends.push(end))
    }, key)
  const calls = ['a', 'a', 'b', 'a'].map(call)
  expect(running).toEqual(['a', 'b'])
  for (let ended = 0; ended < calls.length; ended++) {
    ends[ended]?.()
    await new Promise(setImmediate)
  }
  await Promise.all(calls)
  expect(running).toEqual(['a', 'b', 'a', 'a'])
})
