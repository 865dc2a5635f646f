import type { MatchSideSource, Tournament, TournamentPairing } from '#contract/match.schema.ts'
import { toGroupLetter } from '#contract/scoring/match-list.ts'
import type { Texts } from '#web/shared/texts.ts'

/** A side of a pairing. `isOpen`: it follows from results that are missing. */
type NamedSide = { source: MatchSideSource; isOpen: boolean }

/** The pairings of an event in their order, each with the numbers of its matches, and how many groups it has. */
type NamedPairings<Side> = {
  groupCount: number
  pairings: readonly { numbers: readonly number[]; sides: readonly Side[] }[]
}

/**
 * Creates the function that names a side of a pairing: by its teams, or by where it comes from while they are
 * not known. `nameTeams` names the teams of a side, and returns undefined while they are not known. The texts
 * are those of the catalogue `matches`.
 */
export const createSideNamer = <Side extends NamedSide>(
  { t, language }: Texts,
  { groupCount, pairings }: NamedPairings<Side>,
  nameTeams: (side: Side) => string | undefined,
): ((side: Side) => string) => {
  const ordinals = new Intl.PluralRules(language, { type: 'ordinal' })
  const formatOrdinal = (number: number) =>
    t(`matches.ordinals.${ordinals.select(number) as 'one' | 'two' | 'few' | 'other'}`, { number })

  const nameSource = (source: MatchSideSource): string => {
    switch (source.of) {
      case 'draw':
        return t('matches.sides.open')
      case 'place':
        return t(groupCount === 1 ? 'matches.sides.placeOfOnlyGroup' : 'matches.sides.place', {
          place: formatOrdinal(source.place),
          letter: toGroupLetter(source.group),
        })
      case 'best':
        return t(source.nth === 1 ? 'matches.sides.firstBest' : 'matches.sides.best', {
          nth: formatOrdinal(source.nth),
          place: formatOrdinal(source.place),
        })
      case 'entrant':
        return t('matches.sides.entrant', { nth: source.nth })
      case 'none':
        return t('matches.sides.nobody')
      case 'winner':
      case 'loser': {
        const { numbers = [], sides = [] } = pairings[source.pairing] ?? {}
        const [from, to] = [numbers[0], numbers.at(-1)]
        if (from === undefined || to === undefined) {
          // a pairing without a match has one side, which wins
          const only = sides.find((side) => side.source.of !== 'none')
          return source.of === 'winner' && only ? nameSide(only) : t('matches.sides.nobody')
        }
        return numbers.length === 1
          ? t(`matches.sides.${source.of}`, { number: from })
          : t(`matches.sides.${source.of}OfSeveral`, { from, to })
      }
    }
  }
  const nameSide = (side: Side): string =>
    nameTeams(side) ?? (side.isOpen ? nameSource(side.source) : t('matches.sides.nobody'))
  return nameSide
}

/** Creates the function that names a side of a pairing of a tournament; `nameTeams` names the teams of a side. */
export const createTournamentSideNamer = (
  texts: Texts,
  { groups, pairings }: Tournament,
  nameTeams: (side: number) => string,
): ((side: TournamentPairing['sides'][number]) => string) =>
  createSideNamer(
    texts,
    {
      groupCount: groups.length,
      pairings: pairings.map(({ sides, matches }) => ({
        sides,
        numbers: matches.map(({ number }) => number),
      })),
    },
    ({ side }) => (side === null ? undefined : nameTeams(side)),
  )

export type KnockOutPart = Extract<TournamentPairing['part'], { of: 'knockOut' }>

/** Names the round of a knock-out, or the match for the third place. */
export const nameKnockOutRound = (
  t: Texts['t'],
  { round, roundCount, isForThirdPlace }: KnockOutPart,
): string => {
  if (isForThirdPlace) return t('matches.rounds.thirdPlace')
  const remaining = roundCount - round
  const name = (['final', 'semiFinals', 'quarterFinals'] as const)[remaining]
  return name ? t(`matches.rounds.${name}`) : t('matches.rounds.roundOf', { count: 2 ** (remaining + 1) })
}
