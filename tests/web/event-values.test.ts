import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AdminEvent } from '#contract/event.ts'
import { emptyEventValues, toEventInput, toEventValues } from '#web/admin/events/values.ts'
import { isoToPickerValue, pickerValueToIso } from '#web/admin/shared/picker-value.ts'

const event: AdminEvent = {
  id: 'e1',
  slug: 'oasis',
  version: 7,
  title: { en: 'Oasis', ar: 'واحة' },
  description: { en: 'Rescue', ar: 'إنقاذ' },
  startDate: '2026-11-18T09:30:15.250Z',
  endDate: null,
  eventCode: 'OASIS-26',
  missionType: 4,
  datesInfo: { en: 'Morning', ar: 'صباحًا' },
  howToPlay: { en: '', ar: '' },
  rules: { en: 'One', ar: 'واحد' },
  tags: ['Rescue · إنقاذ'],
  region: 'riyadh',
  totalRule: 'best',
  coverImage: '/public/cover.webp',
  bannerImage: null,
  trending: true,
  live: false,
  active: true,
  entryCount: 12,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  deletedAt: null,
}

it('an event that is opened and saved untouched is sent as it was, and no more than the form has', () => {
  const {
    id,
    version,
    title,
    description,
    startDate,
    endDate,
    eventCode,
    missionType,
    datesInfo,
    howToPlay,
    rules,
    tags,
    region,
    totalRule,
  } = event
  expect(toEventInput(toEventValues(event), { id, version })).toEqual({
    id,
    version,
    title,
    description,
    startDate,
    endDate,
    eventCode,
    missionType,
    datesInfo,
    howToPlay,
    rules,
    tags,
    region,
    totalRule,
  })
})

it('a new event has neither id nor version, and no region means all', () => {
  const draft = toEventInput(emptyEventValues)
  expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['id']))
  expect(draft).toMatchObject({ region: null, missionType: 0, startDate: null, endDate: null, tags: [] })
  expect(toEventValues({ ...event, region: null }).region).toBe('')
})

it('a date goes through the picker to the minute and back, wherever the browser is', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true }),
      fc.constantFrom('Asia/Riyadh', 'America/New_York', 'UTC'),
      (date, zone) => {
        const before = process.env.TZ
        process.env.TZ = zone
        try {
          const iso = date.toISOString()
          expect(pickerValueToIso(isoToPickerValue(iso))).toBe(`${iso.slice(0, 16)}:00.000Z`)
        } finally {
          if (before === undefined) delete process.env.TZ
          else process.env.TZ = before
        }
      },
    ),
  )
})

it('no date stays none, and what a picker never gives is none', () => {
  expect(isoToPickerValue(null)).toBeNull()
  for (const picked of [null, '', 'tomorrow', '2026-11-18']) expect(pickerValueToIso(picked)).toBeNull()
})
