import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type RankedTeam, selectTeamsUpToRankAndMarkTies } from '#server/event/results/advance.ts'

/** Teams with these points, highest first, in regions `a` and `b` in turn. */
const rankTeams = (
  points: readonly number[],
  regions: readonly (string | null)[] = ['a', 'b'],
): RankedTeam[] => {
  const sorted = points.toSorted((a, b) => b - a)
  return sorted.map((score, index) => ({
    ...{ id: String(index), sideId: String(index) },
    regionId: regions[index % regions.length] ?? null,
    rank: sorted.indexOf(score) + 1,
    rankingKey: [-score],
  }))
}

it('Teams that share the last rank all advance and are marked as tied', () => {
  const selected = selectTeamsUpToRankAndMarkTies(rankTeams([90, 80, 70, 70, 60]), {
    lastRank: 3,
    perRegion: false,
  })
  expect(selected.map(({ id, rank, isTiedAtLimit }) => [id, rank, isTiedAtLimit])).toEqual([
    ['0', 1, false],
    ['1', 2, false],
    ['2', 3, true],
    ['3', 3, true],
  ])
})

it('Each region has ranks of its own, teams without a region among them', () => {
  const selected = selectTeamsUpToRankAndMarkTies(rankTeams([90, 80, 70, 60, 50, 40], ['a', 'b', null]), {
    lastRank: 1,
    perRegion: true,
  })
  expect(selected.map(({ id, rank }) => [id, rank])).toEqual([
    ['0', 1],
    ['1', 1],
    ['2', 1],
  ])
})

it('An alliance counts once, in a region with one of its teams, too', () => {
  const teams = rankTeams([90, 90, 80, 80, 70, 70], ['a', 'a', 'a', 'b', 'a', 'b']).map((team, at) => ({
    ...team,
    sideId: `side ${Math.floor(at / 2)}`,
    rank: Math.floor(at / 2) + 1,
  }))
  const summarize = (lastRank: number, perRegion: boolean) =>
    selectTeamsUpToRankAndMarkTies(teams, { lastRank, perRegion }).map(
      ({ id, rank, isTiedAtLimit }) => `${id}: ${rank}${isTiedAtLimit ? ', tied' : ''}`,
    )
  expect(summarize(2, false)).toEqual(['0: 1', '1: 1', '2: 2', '3: 2'])
  expect(summarize(1, true)).toEqual(['0: 1', '1: 1', '3: 1'])
  expect(summarize(2, true)).toEqual(['0: 1', '1: 1', '2: 2', '3: 1', '5: 2'])
})

it('A team never advances while a better one of its group does not, and at least as many advance as were asked for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 8 }),
      fc.boolean(),
      (points, lastRank, perRegion) => {
        const teams = rankTeams(points)
        const selected = new Set(
          selectTeamsUpToRankAndMarkTies(teams, { lastRank, perRegion }).map(({ id }) => id),
        )
        for (const group of perRegion ? Map.groupBy(teams, ({ regionId }) => regionId).values() : [teams]) {
          expect(group.filter(({ id }) => selected.has(id)).length).toBeGreaterThanOrEqual(
            Math.min(lastRank, group.length),
          )
          for (const [index, team] of group.entries())
            if (selected.has(team.id))
              expect(group.slice(0, index).every(({ id }) => selected.has(id))).toBe(true)
        }
      },
    ),
  )
})
