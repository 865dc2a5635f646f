import { expect, it } from 'vitest'
import { removeIsolates } from '#i18n/text-direction.ts'
import { formatRoughDuration } from '#web/admin/shared/format-duration.ts'

it.each([
  [0, '1 minute'],
  [61, '2 minutes'],
  [59 * 60, '59 minutes'],
  [3600, '1 hour'],
  [15_500, '4 hours and 20 minutes'],
  [4 * 3600 + 56 * 60, '5 hours'],
])('%i seconds are about %s', (seconds, text) => {
  expect(removeIsolates(formatRoughDuration(seconds, 'en'))).toBe(text)
})

it('Arabic has its own plural forms', () => {
  expect(removeIsolates(formatRoughDuration(15_500, 'ar'))).toMatch(/ساعات.*دقيقة/)
})
