import { describe, expect, it } from 'vitest'
import type { JudgeEventData, SheetReview } from '#contract/event/judging/judge-sheet.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import {
  createRoundStateLookup,
  listOwnSlots,
  listRoundsShownInTeamList,
  listUnreviewedSheetsOfTeamInRound,
  splitTeamsByOwnSlots,
  wouldSheetNeedDecision,
} from '#web/judge/judge-rounds.ts'
import type { QueueEntry } from '#web/judge/judge-store.ts'
import { listRoundsOrDrawnMatches } from '#web/judge/scoring/selectable-rounds.ts'
import {
  areTeamsFoundByBadgeCodeOnly,
  searchEventTeams,
} from '#web/shared/people/teams/search-event-teams.ts'
import { createPanelRuleSet } from '../../support/api/panels.ts'

const createReview = (fields: Partial<SheetReview>): SheetReview => ({
  ...{
    sheetId: 'sheet',
    status: 'waiting',
    teamId: 'team',
    teamNo: 1,
    teamName: 'Falcons',
    round: 1,
    values: null,
    score: 50,
    timeMs: 0,
  },
  ...{
    ruleVersion: null,
    opponent: null,
    replaces: null,
    needsDecision: false,
    recorded: [],
    judgeId: 'judge',
    judgeName: 'Huda',
    judgedAt: '2026-12-05T09:00:00Z',
  },
  ...{ reason: '', reviewerName: '', reviewedAt: null },
  ...fields,
})
const event = {
  session: { event: { id: 'finals' }, judge: { id: 'judge' } },
  ruleSet: null,
  serverTime: '2026-12-05T09:00:00Z',
  attempts: [],
  reviews: [],
}
const createEntry = (fields: object = {}, sheet: object = {}) =>
  ({
    eventId: 'finals',
    judgeId: 'judge',
    state: 'waiting',
    sheet: { teamId: 'team', round: 1, isDiscarded: false, ...sheet },
    ...fields,
  }) as QueueEntry
const slot = { teamId: 'team', round: 1 }

describe('a sheet of an ordinary judge', () => {
  // two judges have the same name
  const sent = { judgeId: 'huda', judgeName: 'Huda' }
  const attempt = { id: 'a', ...slot, score: 1, timeMs: 1, values: null, version: '', ...sent }
  const judge = (id: string, isHead = false) =>
    ({ session: { judge: { id, name: 'Huda', isHead } } }) as unknown as JudgeEventData
  const needs = (data: JudgeEventData, replaces: string | null, more: object = {}) =>
    wouldSheetNeedDecision(
      { ...data, attempts: [attempt], additionalAttempts: [], ...more },
      { ...slot, replaces },
    )

  it('waits for a decision as a further attempt that nobody allowed, and as the correction of another judge', () => {
    expect(needs(judge('other'), null)).toBe(true)
    expect(needs(judge('other'), null, { additionalAttempts: [slot] })).toBe(false)
    expect(needs(judge('other'), null, { attempts: [] })).toBe(false)
    expect([needs(judge('other'), 'a'), needs(judge('huda'), 'a')]).toEqual([true, false])
    expect(needs(judge('other', true), null)).toBe(false)
  })

  it('leaves a round undecided while it waits, also when a result is recorded', () => {
    const reviews = [createReview({ needsDecision: true })]
    expect(createRoundStateLookup({ ...event, attempts: [attempt], reviews }, [])(slot)).toBe('undecided')
    expect(
      createRoundStateLookup({ ...event, attempts: [attempt], reviews: [createReview({})] }, [])(slot),
    ).toBe('recorded')
  })
})

describe('a round of a team', () => {
  it('has a result that the server recorded, also from another device, or that waits for a second judge', () => {
    const unknown = { judgeId: null, judgeName: '' }
    const attempts = [{ id: 'a', ...slot, score: 1, timeMs: 1, values: null, version: '', ...unknown }]
    expect(createRoundStateLookup({ ...event, attempts }, [])(slot)).toBe('recorded')
    const getState = createRoundStateLookup({ ...event, reviews: [createReview({})] }, [])
    expect(getState(slot)).toBe('waiting')
    expect(getState({ ...slot, round: 2 })).toBe('missing')
    expect(listUnreviewedSheetsOfTeamInRound([createReview({})], 'team', 1)).toHaveLength(1)
    expect(listUnreviewedSheetsOfTeamInRound([createReview({})], 'team', 2)).toEqual([])
  })

  it('has a result in the queue of this device, until newer data of the server decide', () => {
    for (const fields of [{}, { state: 'stopped' }, { state: 'sent', sentAt: '2026-12-05T09:00:01Z' }])
      expect(createRoundStateLookup(event, [createEntry(fields)])(slot)).toBe('queued')
    const sent = createEntry({ state: 'sent', sentAt: '2026-12-05T08:59:59Z' })
    expect(createRoundStateLookup(event, [sent])(slot)).toBe('missing')
    // the sheet was rejected, and is listed for the device that sent it
    expect(
      createRoundStateLookup(
        { ...event, reviews: [createReview({ status: 'rejected', reason: 'Wrong team' })] },
        [sent],
      )(slot),
    ).toBe('missing')
  })

  it('has no result in a sheet that was discarded or is of another event', () => {
    for (const entry of [createEntry({}, { isDiscarded: true }), createEntry({ eventId: 'regional' })])
      expect(createRoundStateLookup(event, [entry])(slot)).toBe('missing')
  })

  it('has the sheet of another judge of this device, unless a panel judges it', () => {
    const entry = createEntry({ judgeId: 'other' })
    expect(createRoundStateLookup(event, [entry])(slot)).toBe('queued')
    const ruleSet = createPanelRuleSet('mean') as unknown as RuleSet
    expect(createRoundStateLookup({ ...event, ruleSet }, [entry])(slot)).toBe('missing')
    expect(createRoundStateLookup({ ...event, ruleSet }, [createEntry()])(slot)).toBe('queued')
  })
})

describe('the list of teams', () => {
  const teams = ['1', '2', '3', '4'].map((id) => ({ id }))
  const slots = [
    ['3', 'A1', '2026-12-05T09:00:00Z'],
    ['1', 'A2', '2026-12-05T09:10:00Z'],
    ['2', 'A1', '2026-12-06T09:00:00Z'],
    ['3', 'A1', '2026-12-05T09:20:00Z'],
    ['9', 'A1', '2026-12-05T09:30:00Z'],
  ].map(([teamId, table, startsAt], index) => ({
    id: String(index),
    round: index === 3 ? 2 : 1,
    teamId,
    table,
    startsAt,
  }))
  const data = {
    ...{ ...event, teams, timeZone: 'Asia/Riyadh', otherSlots: [], ruleSet: null },
    ...{ slots, session: { ...event.session, judge: { tables: ['A1', 'A2'], days: ['2026-12-05'] } } },
  } as unknown as JudgeEventData
  const labels = {
    points: { en: '', ar: '' },
    time: { en: '', ar: '' },
    round: () => ({ en: '', ar: '' }),
    match: () => ({ en: '', ar: '' }),
  }
  const rounds = listRoundsOrDrawnMatches(data, labels)

  it('begins with the teams of the judge on these days, in the order of the schedule', () => {
    const ownSlots = listOwnSlots(data, rounds)
    expect(ownSlots.map(({ id }) => id)).toEqual(['0', '1', '3'])
    const { own, others } = splitTeamsByOwnSlots(teams, ownSlots)
    expect(own.map(({ id }) => id)).toEqual(['3', '1'])
    expect(others.map(({ id }) => id)).toEqual(['2', '4'])
  })

  it('shows the rounds up to the last one with a slot or a result when the event has no rule set', () => {
    expect(listRoundsShownInTeamList(data, rounds).map(({ number }) => number)).toEqual([1, 2])
    expect(listRoundsShownInTeamList({ ...data, slots: [] }, rounds)).toHaveLength(1)
    expect(
      listRoundsShownInTeamList({ ...data, otherSlots: [{ teamId: '1', round: 3, table: 'B' }] }, rounds),
    ).toHaveLength(3)
  })
})

describe('the search for a team', () => {
  const teams = [
    { teamNo: 12, name: 'Gear Shifters', schoolName: 'Sunrise School', badgeCode: 'DEMB0012' },
    { teamNo: 7, name: 'نسور نجد', schoolName: 'Al Noor Academy', badgeCode: 'K70QAB1X' },
  ]
  const search = (text: string) => searchEventTeams(teams, text).map(({ teamNo }) => teamNo)

  it('finds a team by the code of its badge', () => {
    expect(search('k7oqabix')).toEqual([7])
    expect(search('K70Q')).toEqual([])
  })

  it('is cleaned', () => {
    expect(search('\u200f12\u00a0')).toEqual([12])
    expect(search(' no\u00ador\u2069')).toEqual([7])
  })

  it('is a badge when no team is found by number, name or school', () => {
    const isBadge = (text: string) => areTeamsFoundByBadgeCodeOnly(searchEventTeams(teams, text), text)
    expect(isBadge('K70QAB1X')).toBe(true)
    expect(isBadge('K70QAB1Y')).toBe(true)
    expect(isBadge('K70Q')).toBe(false)
    // the word can be a code that an Arabic keyboard typed
    const named = ['A', 'B'].map((name, teamNo) => ({
      ...{ teamNo, schoolName: '', badgeCode: '' },
      name: `${name} منتخبناا`,
    }))
    expect(areTeamsFoundByBadgeCodeOnly(searchEventTeams(named, 'منتخبناا'), 'منتخبناا')).toBe(false)
    expect(areTeamsFoundByBadgeCodeOnly([], 'منتخبناا')).toBe(true)
  })

  it('finds a team by number, name or school', () => {
    expect(search('12')).toEqual([12])
    expect(search('نجد')).toEqual([7])
    expect(search('noor')).toEqual([7])
  })
})
