import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskEmail } from '#contract/accounts/identity.ts'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import {
  assignRanksToSorted,
  compareByTimeReachedThenId,
  compareRankingKeys,
  compareScoreRows,
  createMedalFinderUnlessOpenTie,
  decodeRankingKeyPart,
  encodeRankingKeyNumber,
  findMedalUnlessProvisional,
  isCountedInFollowingRanks,
  sortAndRankItems,
  sortAndRankScoreRows,
} from '#contract/event/scoring/ranking.ts'
import { createCriteriaComparator } from '../../support/rules/compare-criteria.ts'

const row = (id: string, totalScore: number, seconds: number, reached = 0): ScoreRow => ({
  id,
  rank: 0,
  playerName: id,
  playerEmail: '',
  teamNo: '',
  hasTeam: false,
  teamName: '',
  schoolName: '',
  missionType: 0,
  score: totalScore,
  timeMs: seconds * 1000,
  totalScore,
  totalTimeMs: seconds * 1000,
  attemptCount: 1,
  reachedAt: new Date(reached).toISOString(),
})
// few values, so that ties are common
const rows = fc
  .array(
    fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 })),
    { maxLength: 40 },
  )
  .map((all) => all.map(([score, seconds, reached], at) => row(`e${at}`, score, seconds, reached)))
const rowsWithAlliances = rows.chain((all) =>
  fc
    .array(fc.boolean(), { minLength: all.length, maxLength: all.length })
    .map((flags) =>
      all.map((each, at): ScoreRow => (flags[at] ? { ...each, hasRankOfAlliance: true } : each)),
    ),
)
const ids = (all: readonly ScoreRow[]) => all.map(({ id }) => id)

describe('ranking rule', () => {
  it('sorts by more points, then by less time; equal entries share a rank and the next rank is skipped', () => {
    const ranked = sortAndRankScoreRows([
      row('d', 10, 40),
      row('b', 30, 20),
      row('c', 30, 20, 5),
      row('a', 50, 90),
      row('e', 10, 41),
    ])
    expect(ranked.map(({ id, rank }) => [id, rank])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 2],
      ['d', 4],
      ['e', 5],
    ])
  })

  it('lists the earlier total first without changing the rank', () => {
    expect(
      sortAndRankScoreRows([row('late', 5, 5, 9), row('early', 5, 5, 3)]).map(({ id, rank }) => [id, rank]),
    ).toEqual([
      ['early', 1],
      ['late', 1],
    ])
  })

  it('lists entries of the same moment by their ids', () => {
    expect(ids(sortAndRankScoreRows([row('b', 5, 5), row('c', 5, 5), row('a', 5, 5)]))).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(compareByTimeReachedThenId(row('a', 5, 5), row('a', 5, 5))).toBe(0)
  })

  it('does not depend on the order of the input', () => {
    fc.assert(
      fc.property(
        rows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(sortAndRankScoreRows(shuffled)).toEqual(sortAndRankScoreRows(all))
        },
      ),
    )
  })

  it('gives each entry one rank: one more than the number of strictly better entries, without further teams of alliances', () => {
    const compare = compareScoreRows
    fc.assert(
      fc.property(rowsWithAlliances, (all) => {
        const ranked = sortAndRankScoreRows(all)
        expect(ids(ranked).toSorted()).toEqual(ids(all).toSorted())
        for (const one of ranked)
          expect(one.rank).toBe(
            1 + all.filter((other) => !other.hasRankOfAlliance && compare(other, one) < 0).length,
          )
      }),
    )
  })

  it('is a total order', () => {
    const compare = compareScoreRows
    fc.assert(
      fc.property(rows, (all) => {
        const ranked = sortAndRankScoreRows(all)
        ranked.forEach((one, at) => {
          for (const later of ranked.slice(at + 1)) expect(compare(one, later)).toBeLessThanOrEqual(0)
        })
      }),
    )
  })

  it('continues at the start of a page', () => {
    fc.assert(
      fc.property(rowsWithAlliances, fc.nat(40), (all, cut) => {
        const sorted = sortAndRankScoreRows(all)
        const part = sorted.slice(cut)
        const ranked = assignRanksToSorted(part, compareScoreRows, {
          before: sorted.slice(0, cut).filter(isCountedInFollowingRanks).length,
          firstRank: part[0]?.rank ?? 0,
          isCounted: isCountedInFollowingRanks,
        })
        expect(ranked.map(({ rank }) => rank)).toEqual(part.map(({ rank }) => rank))
      }),
    )
  })

  it('accepts any criteria in any direction', () => {
    const golf = [
      { of: (item: { strokes: number }) => item.strokes, better: 'lower' as const },
      { of: (item: { birdies: number }) => item.birdies, better: 'higher' as const },
    ] as const
    const players = [
      { name: 'x', strokes: 70, birdies: 1 },
      { name: 'y', strokes: 68, birdies: 0 },
      { name: 'z', strokes: 70, birdies: 3 },
    ]
    type Player = (typeof players)[number]
    const ranked = sortAndRankItems<Player>(players, createCriteriaComparator<Player>(golf), (a, b) =>
      a.name.localeCompare(b.name),
    )
    expect(ranked.map(({ item, rank }) => [item.name, rank])).toEqual([
      ['y', 1],
      ['z', 2],
      ['x', 3],
    ])
  })

  it('gives ranks Gold, Silver, otherwise Bronze', () => {
    expect([1, 2, 3, 4, 500].map((rank) => findMedalUnlessProvisional({ rank }))).toEqual([
      'gold',
      'silver',
      'bronze',
      'bronze',
      'bronze',
    ])
    expect(findMedalUnlessProvisional({ rank: 1, isProvisional: true })).toBeUndefined()
  })

  const published = { publishedAt: '', logSequence: 1, logHash: '' }
  const [four, two] = [
    [1, 1, 1, 1, 5],
    [1, 2, 3],
  ].map((ranks) => ranks.map((rank) => ({ rank }))) as [{ rank: number }[], { rank: number }[]]
  it.each([
    ['that is played', null, false, two, ['gold', 'silver', 'bronze']],
    ['with a shared first rank that is played', null, false, four, [...Array(4).fill(undefined), 'bronze']],
    ['with a shared first rank that is over', null, true, four, [...Array(4).fill('gold'), 'bronze']],
    ['with provisional results', 'provisional' as const, true, two, Array(3).fill(undefined)],
    ['with final results', 'final' as const, true, four, [...Array(4).fill('gold'), 'bronze']],
  ])('labels the ranks of an event %s', (_, status, isOver, rows, labels) => {
    const results = status && { ...published, status }
    expect(rows.map(createMedalFinderUnlessOpenTie({ results, isOver }, rows))).toEqual(labels)
  })

  it('labels no rank of an entry that is provisional, and those of an alliance as one', () => {
    const rows = [
      { rank: 1 },
      { rank: 1, hasRankOfAlliance: true as const },
      { rank: 2, isProvisional: true as const },
    ]
    expect(rows.map(createMedalFinderUnlessOpenTie({ results: null, isOver: false }, rows))).toEqual([
      'gold',
      'gold',
      undefined,
    ])
  })
})

describe('a ranking key', () => {
  it('is lower for a better value, and highest for a missing one', () => {
    for (const order of ['high', 'low'] as const) {
      const [better, worse] = order === 'high' ? [7, -7] : [-7, 7]
      const parts = [better, 0, worse, null].map((value) => encodeRankingKeyNumber(value, order))
      expect(parts.toSorted((a, b) => a - b)).toEqual(parts)
      expect(parts.map((part) => decodeRankingKeyPart(part, order))).toEqual([better, 0, worse, null])
      // the database tells -0 from 0
      expect(
        Object.is(encodeRankingKeyNumber(-0, order), 0) && Object.is(encodeRankingKeyNumber(0, order), 0),
      ).toBe(true)
    }
  })

  it('is compared from its first number on, as PostgreSQL compares arrays', () => {
    for (const [better, worse] of [
      [
        [1, 9],
        [2, 0],
      ],
      [
        [1, 2],
        [1, 3],
      ],
      [[1], [1, 0]],
      [[], [0]],
      [[0], [Number.POSITIVE_INFINITY]],
    ] as const) {
      expect(compareRankingKeys(better, worse)).toBe(-1)
      expect(compareRankingKeys(worse, better)).toBe(1)
      expect(compareRankingKeys(better, better)).toBe(0)
    }
  })

  it('of a stored entry has null for a missing value', () => {
    const stored = (rankingKey: (number | null)[]) => ({ totalScore: 0, totalTimeMs: 0, rankingKey })
    expect(compareScoreRows(stored([1, 5]), stored([1, null]))).toBe(-1)
    expect(compareScoreRows(stored([1, null]), stored([1, null]))).toBe(0)
  })
})

it('masks an email address except for the first letter and the domain', () => {
  expect(['sara@school.sa', 'a@b.c', '', '@x.y', 'odd'].map(maskEmail)).toEqual([
    's•••@school.sa',
    'a•••@b.c',
    '',
    '•••@x.y',
    '•••',
  ])
})
