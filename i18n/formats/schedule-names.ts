import type { TFunction } from 'i18next'
import type { MatchSideSource } from '#contract/event/matches/match.schema.ts'
import type {
  AdminScheduleSlot,
  EventTeam,
  Schedule,
  ScheduledPairing,
} from '#contract/event/schedule/schedule.schema.ts'
import { toGroupLetter } from '#contract/event/scoring/match-list.ts'
import type { Language } from '../languages.ts'
import { joinTexts } from '../text-direction.ts'

/** A function that translates into a language. */
type TranslatorOfLanguage = { t: TFunction; language: Language }

/** One side of a pairing. `isOpen` is true while the results that decide it are missing. */
type NamedSide = { source: MatchSideSource; isOpen: boolean }

/** The pairings of an event in their order, each with the numbers of its matches, and how many groups it has. */
type NamedPairings<Side> = {
  groupCount: number
  pairings: readonly { numbers: readonly number[]; sides: readonly Side[] }[]
}

/**
 * Creates a function that returns the name of a side of a pairing: its teams, or until they are known where they
 * come from, such as 'Winner of match 3'. `nameTeams` returns the names of the teams, or undefined until they are
 * known.
 */
export const createSideNamer = <Side extends NamedSide>(
  { t, language }: TranslatorOfLanguage,
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

/** What the names of a schedule are made of. */
export type NamedSchedule = Pick<Schedule, 'pairings' | 'groupCount'> & {
  teams: readonly Pick<EventTeam, 'id' | 'teamNo' | 'name'>[]
}

/**
 * Creates the functions that name the teams and matches of a schedule, and the context of texts that are
 * different for matches. The texts are those of the catalogue `matches`.
 */
export const createTeamAndMatchNamers = (
  translator: TranslatorOfLanguage,
  { pairings, groupCount, teams }: NamedSchedule,
) => {
  const teamById = new Map(teams.map((team) => [team.id, team]))
  const nameTeam = (id: string): string => {
    const team = teamById.get(id)
    return team ? joinTexts([team.teamNo, team.name], translator.language) : ''
  }
  const nameSide = createSideNamer(
    translator,
    { groupCount, pairings: pairings ?? [] },
    ({ source, teamIds }: ScheduledPairing['sides'][number]) => {
      if (teamIds.length > 0) return teamIds.map(nameTeam).join(' + ')
      // a drawn side without teams was deleted
      return source.of === 'draw' ? '–' : undefined
    },
  )
  const nameSides = (match: number): string =>
    pairings
      ?.find(({ numbers }) => numbers.includes(match))
      ?.sides.map(nameSide)
      .join(' – ') ?? ''
  return {
    /** Of an event that is played in matches. */
    context: pairings ? { context: 'match' } : {},
    nameTeam,
    nameSides,
    /** Names both sides of a match, or the team of a slot. */
    nameTeams: ({ teamId, round }: Pick<AdminScheduleSlot, 'teamId' | 'round'>): string =>
      teamId === null ? nameSides(round) : nameTeam(teamId),
  }
}
