import fc from 'fast-check'
import { expect, it } from 'vitest'
import { emailsPerMinuteLimits, estimateSendingSeconds } from '#contract/platform/email-queue.ts'

const counts = fc.nat(100_000)
const rates = fc.integer(emailsPerMinuteLimits)

it('the estimated time is enough for all emails at the rate, and not a second more', () => {
  fc.assert(
    fc.property(counts, rates, (count, rate) => {
      const seconds = estimateSendingSeconds(count, rate)
      expect((seconds * rate) / 60).toBeGreaterThanOrEqual(count - 1e-6)
      expect(((seconds - 1) * rate) / 60).toBeLessThan(count)
    }),
  )
})

it('31,000 emails take four hours and twenty minutes at the first rate', () => {
  expect(estimateSendingSeconds(31_000, 120)).toBe(15_500)
})
