import { useMemo } from 'react'
import type { Tournament, TournamentPairing } from '#contract/match.schema.ts'
import { isolateTextDirection } from '#contract/rules/text.ts'
import { toDateTimeInTimeZone } from '#contract/rules/time-zone.ts'
import { formatDateTime, formatTimeOfDay } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { type Texts, useTranslation } from '#web/shared/texts.ts'

type PairedSide = TournamentPairing['sides'][number]

/** The letter of a group: A for 0. */
const toLetter = (group: number): string => String.fromCharCode(65 + group)

/**
 * Creates the functions that name the sides, groups and rounds of a tournament, also the sides that are not
 * known yet.
 */
const createTournamentNames = ({ t, language }: Texts, tournament: Tournament, timeZone: string) => {
  const formatOrdinal = (number: number) => {
    const form = new Intl.PluralRules(language, { type: 'ordinal' }).select(number) as
      | 'one'
      | 'two'
      | 'few'
      | 'other'
    return t(`matches.ordinals.${form}`, { number })
  }
  const nameTeams = (side: number): string =>
    (tournament.sides[side]?.teams ?? [])
      .map(({ name, teamNo }) => isolateTextDirection(name || `#${teamNo}`))
      .reduce((first, second) => t('matches.sides.alliance', { first, second }))

  const nameSource = (source: PairedSide['source'], part: TournamentPairing['part']): string => {
    switch (source.of) {
      case 'draw':
        return nameTeams(source.side)
      case 'place':
        return t(tournament.groups.length === 1 ? 'matches.sides.placeOfOnlyGroup' : 'matches.sides.place', {
          place: formatOrdinal(source.place),
          letter: toLetter(source.group),
        })
      case 'best': {
        const knockOut = part.of === 'knockOut' ? tournament.knockOuts[part.knockOut] : undefined
        const place = formatOrdinal(knockOut?.bestPlace ?? 0)
        return t(source.nth === 1 ? 'matches.sides.firstBest' : 'matches.sides.best', {
          nth: formatOrdinal(source.nth),
          place,
        })
      }
      case 'entrant':
        return t('matches.sides.entrant', { nth: source.nth })
      case 'none':
        return t('matches.sides.nobody')
      default: {
        const pairing = tournament.pairings[source.pairing]
        const numbers = pairing?.matches.map(({ number }) => number) ?? []
        const [from] = numbers
        // without a match, the only side is the winner
        const only = pairing?.sides.find((side) => side.source.of !== 'none')
        if (from === undefined)
          return pairing && only ? nameSide(only, pairing.part) : t('matches.sides.nobody')
        if (numbers.length === 1) return t(`matches.sides.${source.of}`, { number: from })
        return t(`matches.sides.${source.of}OfSeveral`, { from, to: numbers.at(-1) ?? from })
      }
    }
  }
  const nameSide = ({ side, source, isOpen }: PairedSide, part: TournamentPairing['part']): string =>
    side !== null ? nameTeams(side) : isOpen ? nameSource(source, part) : t('matches.sides.nobody')

  const nameRound = ({ round, roundCount }: { round: number; roundCount: number }): string => {
    const remaining = roundCount - round
    if (remaining === 0) return t('matches.rounds.final')
    if (remaining === 1) return t('matches.rounds.semiFinals')
    return remaining === 2
      ? t('matches.rounds.quarterFinals')
      : t('matches.rounds.roundOf', { count: 2 ** (remaining + 1) })
  }

  const days = new Set(
    tournament.pairings.flatMap(({ matches }) =>
      matches.flatMap(({ time }) =>
        time ? toDateTimeInTimeZone(new Date(time.startsAt), timeZone).slice(0, 10) : [],
      ),
    ),
  )
  return {
    nameTeams,
    nameSide,
    nameRound,
    nameGroup: (group: number): string =>
      tournament.groups.length === 1
        ? t('matches.standing')
        : t('matches.group', { letter: toLetter(group) }),
    /** Formats when a match begins, without the date where all matches are on one day. */
    formatTime: (startsAt: string): string =>
      (days.size > 1 ? formatDateTime : formatTimeOfDay)(startsAt, language, timeZone),
  }
}
export type TournamentNames = ReturnType<typeof createTournamentNames>

/**
 * Returns the functions that name the sides, groups and rounds of a tournament in the language of the page.
 */
export const useTournamentNames = (tournament: Tournament): TournamentNames => {
  const { i18n } = useTranslation()
  const { timeZone } = useRootData()
  return useMemo(() => createTournamentNames(i18n, tournament, timeZone), [i18n, tournament, timeZone])
}
