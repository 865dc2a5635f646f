import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createStopwatchReader } from '#web/shared/event/score-sheet/stopwatch-time.ts'

/** Clocks of a device that opened the page at a time. */
const createClocks = (device: number, page: number) => {
  const clocks = { device, page }
  return {
    read: () => ({ ...clocks }),
    move: (byDevice: number, byPage: number) =>
      Object.assign(clocks, { device: clocks.device + byDevice, page: clocks.page + byPage }),
  }
}

it('counts on after a reload, whose page has a new clock', () => {
  const { read, move } = createClocks(1_000_000, 4000)
  const readTime = createStopwatchReader(1_000_000 - 75_000, read)
  expect(readTime()).toBe(75_000)
  move(5500, 5500)
  expect(readTime()).toBe(80_500)
})

it('counts the time in which the device slept', () => {
  const { read, move } = createClocks(1_000_000, 0)
  const readTime = createStopwatchReader(1_000_000, read)
  move(60_000, 2000)
  expect(readTime()).toBe(60_000)
})

it('counts on when the clock of the device is set back', () => {
  const { read, move } = createClocks(1_000_000, 0)
  const readTime = createStopwatchReader(990_000, read)
  move(-3_600_000, 20_000)
  expect(readTime()).toBe(30_000)
})

it('is never negative and never decreases, however the clocks move', () => {
  const startAndOpen = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }))
  const steps = fc.array(fc.tuple(fc.integer({ min: -1e7, max: 1e7 }), fc.nat(1e7)))
  fc.assert(
    fc.property(startAndOpen, steps, ([startedAt, opened], moves) => {
      const { read, move } = createClocks(opened, 0)
      const readTime = createStopwatchReader(startedAt, read)
      let before = 0
      let waited = 0
      for (const [byDevice, byPage] of moves) {
        move(byDevice, byPage)
        waited += byPage
        const time = readTime()
        expect(time).toBeGreaterThanOrEqual(Math.max(before, waited))
        before = time
      }
    }),
  )
})
