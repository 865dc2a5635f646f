import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findEventLastDate,
  findHeadlineEvent,
  getEventPhase,
  isEventOver,
  sortEventsByPhase,
} from '#contract/event/event-phase.ts'
import { addDays, getStartOfDay, toDateInTimeZone } from '#contract/platform/time-zone.ts'

const timeZones = [
  'Asia/Riyadh',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Asia/Kathmandu',
  'America/St_Johns',
  'UTC',
] as const
const hourMs = 3_600_000
const day = fc.integer({ min: -5, max: 5 }).map((days) => addDays('2026-11-23', days))
const optionalDay = fc.option(day)
const listedEvent = fc.record({
  startDate: optionalDay,
  endDate: optionalDay,
  live: fc.boolean(),
  trending: fc.boolean(),
  hasFinalResults: fc.boolean(),
})
const dates = fc.record({ startDate: optionalDay, endDate: optionalDay })
const instant = fc.date({
  min: new Date('2026-11-15T00:00:00Z'),
  max: new Date('2026-12-01T00:00:00Z'),
  noInvalidDate: true,
})

describe('an event is over', () => {
  const open = { hasFinalResults: false, lastResultAt: null }

  it('when its results are final, whatever its dates', () => {
    fc.assert(
      fc.property(
        dates,
        instant,
        fc.constantFrom(...timeZones),
        fc.option(instant),
        (event, now, timeZone, last) => {
          expect(
            isEventOver(
              { ...event, hasFinalResults: true, lastResultAt: last?.toISOString() ?? null },
              now,
              timeZone,
            ),
          ).toBe(true)
        },
      ),
    )
  })

  it('without dates only then', () => {
    fc.assert(
      fc.property(instant, fc.option(instant), fc.constantFrom(...timeZones), (now, last, timeZone) => {
        const event = {
          startDate: null,
          endDate: null,
          hasFinalResults: false,
          lastResultAt: last?.toISOString() ?? null,
        }
        expect(isEventOver(event, now, timeZone)).toBe(false)
      }),
    )
  })

  it('never before its last day ends in the time zone of the site, and then 12 hours after its last result', () => {
    fc.assert(
      fc.property(
        dates,
        instant,
        fc.integer({ min: 0, max: 48 }),
        fc.constantFrom(...timeZones),
        (event, now, hours, timeZone) => {
          const lastResultAt = new Date(now.getTime() - hours * hourMs).toISOString()
          const last = findEventLastDate(event)
          const isAfterLastDay = last !== undefined && now >= getStartOfDay(addDays(last, 1), timeZone)
          expect(isEventOver({ ...event, ...open }, now, timeZone)).toBe(isAfterLastDay)
          expect(isEventOver({ ...event, ...open, lastResultAt }, now, timeZone)).toBe(
            isAfterLastDay && hours >= 12,
          )
        },
      ),
    )
  })

  it('at the same instant in one time zone and not yet in another', () => {
    const event = { startDate: '2026-11-23T00:00:00.000Z', endDate: null, ...open }
    const now = new Date('2026-11-23T21:30:00Z')
    expect([isEventOver(event, now, 'Asia/Riyadh'), isEventOver(event, now, 'UTC')]).toEqual([true, false])
  })
})

describe('the phase of an event', () => {
  it('follows its days, in any form of the dates', () => {
    fc.assert(
      fc.property(
        day,
        fc.nat({ max: 6 }),
        day,
        fc.constantFrom('', 'T00:00:00.000Z'),
        (startDate, length, today, suffix) => {
          const last = addDays(startDate, length)
          const event = {
            startDate: startDate + suffix,
            endDate: last + suffix,
            live: false,
            hasFinalResults: false,
          }
          expect(getEventPhase(event, today)).toBe(
            today < startDate ? 'upcoming' : today <= last ? 'running' : 'past',
          )
        },
      ),
    )
  })

  it('is past with final results, else running while the event is live', () => {
    fc.assert(
      fc.property(listedEvent, day, (event, today) => {
        expect(getEventPhase({ ...event, hasFinalResults: true }, today)).toBe('past')
        expect(getEventPhase({ ...event, hasFinalResults: false, live: true }, today)).toBe('running')
      }),
    )
  })

  it('never goes back while days pass', () => {
    const order = ['upcoming', 'running', 'past']
    fc.assert(
      fc.property(listedEvent, day, (event, today) => {
        const [before, after] = [getEventPhase(event, today), getEventPhase(event, addDays(today, 1))]
        expect(order.indexOf(after)).toBeGreaterThanOrEqual(order.indexOf(before))
      }),
    )
  })

  it('changes at midnight of the site', () => {
    const event = { startDate: '2026-11-23', endDate: '2026-11-23', live: false, hasFinalResults: false }
    const at = (instant: string) => getEventPhase(event, toDateInTimeZone(new Date(instant), 'Asia/Riyadh'))
    const instants = [
      '2026-11-22T20:59:59Z',
      '2026-11-22T21:00:00Z',
      '2026-11-23T20:59:59Z',
      '2026-11-23T21:00:00Z',
    ]
    expect(instants.map(at)).toEqual(['upcoming', 'running', 'running', 'past'])
  })
})

describe('the headline event', () => {
  const lists = fc.array(listedEvent, { maxLength: 8 })

  it('is a running one, else the next one, else the latest past one', () => {
    fc.assert(
      fc.property(lists, day, (events, today) => {
        const headline = findHeadlineEvent(events, today)
        expect(headline === undefined).toBe(events.length === 0)
        if (!headline) return
        const inPhase = (phase: string) => events.filter((event) => getEventPhase(event, today) === phase)
        const phase = getEventPhase(headline, today)
        if (inPhase('running').length > 0) {
          expect(phase).toBe('running')
          if (inPhase('running').some(({ live }) => live)) expect(headline.live).toBe(true)
          if (inPhase('running').some(({ live, trending }) => live && trending))
            expect(headline.trending).toBe(true)
        } else if (inPhase('upcoming').length > 0) {
          expect(phase).toBe('upcoming')
          const first = ({ startDate, endDate }: (typeof events)[number]) =>
            startDate ?? endDate ?? '9999-12-31'
          for (const other of inPhase('upcoming')) expect(first(headline) <= first(other)).toBe(true)
        } else
          for (const other of events)
            expect((findEventLastDate(headline) ?? '') >= (findEventLastDate(other) ?? '')).toBe(true)
      }),
    )
  })

  it('is in the first phase of the sorted list, which has every event once', () => {
    fc.assert(
      fc.property(lists, day, (events, today) => {
        const sorted = sortEventsByPhase(events, today)
        expect(new Set(sorted)).toEqual(new Set(events))
        expect(sorted).toHaveLength(events.length)
        const order = ['running', 'upcoming', 'past']
        const positions = sorted.map((event) => order.indexOf(getEventPhase(event, today)))
        expect(positions).toEqual(positions.toSorted())
        const headline = findHeadlineEvent(events, today)
        if (headline && sorted[0])
          expect(getEventPhase(headline, today)).toBe(getEventPhase(sorted[0], today))
      }),
    )
  })
})
