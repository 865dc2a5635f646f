import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listScaleValues } from '#web/admin/site/dashboard/bar-chart.tsx'

it('the lines of a chart are at round distances from 0 to the highest column', () => {
  expect(listScaleValues(1)).toEqual([0, 1])
  expect(listScaleValues(3)).toEqual([0, 1, 2, 3])
  expect(listScaleValues(5)).toEqual([0, 2, 4, 6])
  expect(listScaleValues(40)).toEqual([0, 10, 20, 30, 40])
  expect(listScaleValues(87_654)).toEqual([0, 50_000, 100_000])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (highest) => {
      const values = listScaleValues(highest)
      const [distance = 0] = values.slice(1)
      expect(values.length).toBeLessThanOrEqual(5)
      expect(values.every((value, at) => Number.isInteger(value) && value === at * distance)).toBe(true)
      expect(values.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(values.at(-2)).toBeLessThan(highest)
    }),
  )
})
