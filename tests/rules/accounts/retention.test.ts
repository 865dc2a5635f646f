import { expect, it } from 'vitest'
import {
  getErasureGracePeriodEnd,
  getRecordRestoreDeadline,
  isRecordWithinRestorePeriod,
} from '#contract/accounts/retention.ts'

it('an erasure is due seven days after the request', () => {
  expect(getErasureGracePeriodEnd('2026-02-25T10:30:00.000Z')).toBe('2026-03-04T10:30:00.000Z')
  expect(getErasureGracePeriodEnd('2026-02-25T13:30:00.000+03:00')).toBe('2026-03-04T10:30:00.000Z')
})

it('a deleted record can be restored for thirty days', () => {
  const deletedAt = new Date('2026-01-01T00:00:00.000Z')
  const end = new Date('2026-01-31T00:00:00.000Z')
  expect(getRecordRestoreDeadline(deletedAt)).toEqual(end)
  expect(isRecordWithinRestorePeriod(deletedAt, deletedAt.getTime())).toBe(true)
  expect(isRecordWithinRestorePeriod(deletedAt, end.getTime())).toBe(true)
  expect(isRecordWithinRestorePeriod(deletedAt, end.getTime() + 1)).toBe(false)
})
