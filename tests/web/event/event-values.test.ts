import { expect, it } from 'vitest'
import type { AdminEvent } from '#contract/event/event.schema.ts'
import { pickFields } from '#contract/people/teams/team.fields.ts'
import {
  emptyEventValues,
  toEventFormValues,
  toEventInputWithChangedSwitches,
} from '#web/admin/event/events/event-values.ts'

const event: AdminEvent = {
  id: 'e1',
  slug: 'oasis',
  version: 7,
  title: { en: 'Oasis', ar: 'واحة' },
  description: { en: 'Rescue', ar: 'إنقاذ' },
  startDate: '2026-11-18T00:00:00.000Z',
  endDate: null,
  eventCode: 'OASIS-26',
  missionType: 4,
  season: 2026,
  hasChosenLevel: true,
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
  hasFinalResults: false,
  liveMode: 'by-date',
  active: true,
  teamIds: [],
  entryCount: 12,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  deletedAt: null,
}

it('an unchanged event is sent as it was, with the fields of the form only', () => {
  const fields = [
    'id',
    'version',
    'title',
    'description',
    'startDate',
    'endDate',
    'eventCode',
    'missionType',
    'datesInfo',
    'howToPlay',
    'rules',
    'tags',
    'region',
    'season',
    'totalRule',
  ] as const
  expect(toEventInputWithChangedSwitches(toEventFormValues(event), event)).toEqual(pickFields(event, fields))
})

it('a new event is a draft, has no id and no version, and no region means all regions', () => {
  const draft = toEventInputWithChangedSwitches(emptyEventValues)
  expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['id']))
  expect(draft).toMatchObject({
    active: false,
    trending: false,
    liveMode: 'by-date',
    region: null,
    missionType: undefined,
    startDate: null,
    endDate: null,
    tags: [],
  })
  expect(toEventFormValues({ ...event, region: null }).region).toBe('')
})

it('a level is sent once somebody chose it', () => {
  const old = { ...event, missionType: 0 as const, hasChosenLevel: false }
  const values = toEventFormValues(old)
  expect(toEventInputWithChangedSwitches(values, old).missionType).toBeUndefined()
  for (const missionType of [null, 0] as const)
    expect(toEventInputWithChangedSwitches({ ...values, missionType }, old).missionType).toBe(missionType)
})

it('only the switches that the form changed are sent', () => {
  const input = toEventInputWithChangedSwitches({ ...toEventFormValues(event), active: false }, event, 9)
  expect(input).toMatchObject({ id: 'e1', version: 9, active: false })
  expect(Object.keys(input)).not.toEqual(expect.arrayContaining(['trending']))
  expect(Object.keys(input)).not.toEqual(expect.arrayContaining(['liveMode']))
})

it('a draft with missing texts is sent as a draft, a complete one without its state', () => {
  const draft = { ...event, active: false }
  const values = toEventFormValues(draft)
  expect(Object.keys(toEventInputWithChangedSwitches(values, draft))).not.toEqual(
    expect.arrayContaining(['active']),
  )
  expect(
    toEventInputWithChangedSwitches({ ...values, title: { en: 'Oasis', ar: ' ' } }, draft),
  ).toMatchObject({ active: false })
})
