import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTeamPaymentDeadline, isWithinRegistrationPeriod } from '#contract/people/teams/team-places.ts'

describe('the deadline of a payment', () => {
  const places = { maxTeams: 20, fee: 15_000, paymentDays: 14 }
  const since = new Date('2026-03-01T09:00:00.000Z')
  const times = { statusAt: since, placeNoticeAt: null, paymentPausedAt: null, paymentPausedSeconds: 0 }
  const deadline = (noticeAt: string | null, changes: Partial<typeof places> = {}) =>
    findTeamPaymentDeadline(
      { ...places, ...changes },
      { ...times, placeNoticeAt: noticeAt === null ? null : new Date(noticeAt) },
    )?.toISOString()

  it('is so many days after the team got its place', () => {
    expect(deadline(null)).toBe('2026-03-15T09:00:00.000Z')
    expect(deadline(null, { paymentDays: 1 })).toBe('2026-03-02T09:00:00.000Z')
  })

  it('exists where places are limited, there is a fee, and the competition has a number of days', () => {
    expect(findTeamPaymentDeadline({ ...places, maxTeams: null }, times)).toBeNull()
    expect(findTeamPaymentDeadline({ ...places, fee: 0 }, times)).toBeNull()
    expect(findTeamPaymentDeadline({ ...places, fee: 1 }, times)).not.toBeNull()
    expect(findTeamPaymentDeadline({ ...places, paymentDays: null }, times)).toBeNull()
  })

  it('is at least three days after the email about it, with few days half of them', () => {
    expect(deadline('2026-03-12T09:00:00.000Z')).toBe('2026-03-15T09:00:00.000Z')
    expect(deadline('2026-03-14T09:00:00.000Z')).toBe('2026-03-17T09:00:00.000Z')
    expect(deadline('2026-03-04T09:00:00.000Z', { paymentDays: 4 })).toBe('2026-03-06T09:00:00.000Z')
    expect(deadline('2026-03-07T09:00:00.000Z', { paymentDays: 6 })).toBe('2026-03-10T09:00:00.000Z')
    expect(deadline('2026-03-02T09:00:00.000Z', { paymentDays: 1 })).toBe('2026-03-02T21:00:00.000Z')
  })

  it('stands still while a guardian refuses, for seven days in all', () => {
    const pausedAt = new Date('2026-03-05T09:00:00.000Z')
    const at = (now: string, change: Partial<typeof times> | object = {}) =>
      findTeamPaymentDeadline(
        places,
        { ...times, paymentPausedAt: pausedAt, ...change },
        new Date(now),
      )?.toISOString()
    expect(at('2026-03-05T09:00:00.000Z')).toBe('2026-03-15T09:00:00.000Z')
    expect(at('2026-03-07T09:00:00.000Z')).toBe('2026-03-17T09:00:00.000Z')
    expect(at('2026-03-12T09:00:00.000Z')).toBe('2026-03-22T09:00:00.000Z')
    expect(at('2026-03-30T09:00:00.000Z')).toBe('2026-03-22T09:00:00.000Z')
    // five days were used before
    const used = { paymentPausedSeconds: 5 * 86_400 }
    expect(at('2026-03-05T09:00:00.000Z', used)).toBe('2026-03-20T09:00:00.000Z')
    expect(at('2026-03-30T09:00:00.000Z', used)).toBe('2026-03-22T09:00:00.000Z')
    expect(at('2026-03-30T09:00:00.000Z', { paymentPausedSeconds: 7 * 86_400 })).toBe(
      '2026-03-22T09:00:00.000Z',
    )
    expect(at('2026-03-30T09:00:00.000Z', { ...used, paymentPausedAt: null })).toBe(
      '2026-03-20T09:00:00.000Z',
    )
    // a notice before the pause waits with it, a notice after the pause does not
    const noticed = (placeNoticeAt: string) => ({ placeNoticeAt: new Date(placeNoticeAt) })
    expect(at('2026-03-30T09:00:00.000Z', noticed('2026-03-04T09:00:00.000Z'))).toBe(
      '2026-03-22T09:00:00.000Z',
    )
    expect(at('2026-03-30T09:00:00.000Z', noticed('2026-03-20T09:00:00.000Z'))).toBe(
      '2026-03-23T09:00:00.000Z',
    )
  })

  it('is never earlier because of an email, and leaves an owner time after it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 0, max: 100 * 24 }),
        (paymentDays, hours) => {
          const noticeAt = new Date(since.getTime() + hours * 3_600_000)
          const found =
            findTeamPaymentDeadline({ ...places, paymentDays }, { ...times, placeNoticeAt: noticeAt }) ??
            since
          const without = findTeamPaymentDeadline({ ...places, paymentDays }, times) ?? since
          expect(found.getTime()).toBeGreaterThanOrEqual(without.getTime())
          const hoursLeft = (found.getTime() - noticeAt.getTime()) / 3_600_000
          expect(hoursLeft).toBeGreaterThanOrEqual(Math.min(72, paymentDays * 12))
        },
      ),
    )
  })
})

it('registration is open from its start, and closed at its end', () => {
  const isOpen = (now: string) =>
    isWithinRegistrationPeriod({ opensAt: '2026-03-01T00:00:00Z', closesAt: '2026-04-01T00:00:00Z' }, now)
  expect(
    ['2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-03-31T23:59:59Z', '2026-04-01T00:00:00Z'].map(
      isOpen,
    ),
  ).toEqual([false, true, true, false])
})
