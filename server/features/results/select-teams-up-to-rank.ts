/** The best entry of a team in a ranking. `rankingKey` is ascending; `rank` is that in the whole ranking. */
export type RankedTeam = { id: string; regionId: string | null; rank: number; rankingKey: readonly number[] }

const isSameKey = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((value, index) => value === other[index])

/**
 * Selects the teams that advance from a list in the order of the ranking: those up to `lastRank`, in the whole ranking or among the teams of each region (teams
 * without a region are one more group). Teams that share the last rank all advance; they are tied when that makes more than `lastRank` of them.
 */
export const selectTeamsUpToRank = <T extends RankedTeam>(
  teams: readonly T[],
  { lastRank, perRegion }: { lastRank: number; perRegion: boolean },
): (T & { isTiedAtLimit: boolean })[] => {
  const groups = perRegion ? [...Map.groupBy(teams, ({ regionId }) => regionId).values()] : [teams]
  const selected = groups.flatMap((group) => {
    let rank = 0
    const ranked = group.map((team, index) => {
      const before = group[index - 1]
      if (!before || !isSameKey(before.rankingKey, team.rankingKey)) rank = index + 1
      return { ...team, rank: perRegion ? rank : team.rank }
    })
    const advancing = ranked.filter((team) => team.rank <= lastRank)
    const last = advancing.at(-1)?.rank
    const isTied = advancing.length > lastRank
    return advancing.map((team) => ({ ...team, isTiedAtLimit: isTied && team.rank === last }))
  })
  const order = new Map(teams.map(({ id }, index) => [id, index]))
  return selected.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}
