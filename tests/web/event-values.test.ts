import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AdminEvent } from '#contract/event.ts'
import { emptyEventValues, toEventInput, toEventValues } from '#web/admin/events/event-values.ts'
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

it('an unchanged event is sent as it was, with the fields of the form only', () => {
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

it('a new event has no id and no version, and no region means all regions', () => {
  const draft = toEventInput(emptyEventValues)
  expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['id']))
  expect(draft).toMatchObject({ region: null, missionType: 0, startDate: null, endDate: null, tags: [] })
  expect(toEventValues({ ...event, region: null }).region).toBe('')
})

it('the date picker keeps a date to the minute in every time zone', () => {
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

it('an empty date stays empty, and an invalid one becomes empty', () => {
  expect(isoToPickerValue(null)).toBeNull()
  for (const picked of [null, '', 'tomorrow', '2026-11-18']) expect(pickerValueToIso(picked)).toBeNull()
})
