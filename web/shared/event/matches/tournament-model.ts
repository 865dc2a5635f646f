import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Tournament, TournamentPairing } from '#contract/event/matches/match.schema.ts'
import { areSlotsOnSeveralDays } from '#contract/event/schedule/slot-times.ts'
import { toGroupLetter } from '#contract/event/scoring/match-list.ts'
import { createSideNamer } from '#i18n/formats/schedule-names.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { formatSlotTime } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { type Texts, useTranslation } from '#web/shared/texts.ts'

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

/** Names a team: by its number when it was deleted and has no name. */
export const getTeamNameOrNumber = ({ name, teamNo }: { name: string; teamNo: number }): string =>
  name || `#${teamNo}`

/** A part of a tournament that a page can show alone. */
export type TournamentPart = {
  /** How addresses name it; `isTournamentPartName` knows the form. */
  value: string
  label: string
  /** The heading above this part and others of its kind. */
  heading: string
  /** The group whose standing belongs to the part. */
  group?: number
  pairings: TournamentPairing[]
}

/**
 * Lists the parts of a tournament: its groups where it has several, the rounds of the groups, and the rounds
 * of each knock-out.
 */
const listTournamentParts = (
  t: Texts['t'],
  { groups, pairings }: Tournament,
  {
    nameGroup,
    nameKnockOut,
    nameRound,
  }: {
    nameGroup: (group: number) => string
    nameKnockOut: (knockOut: number) => string
    nameRound: (part: TournamentPairing['part']) => string
  },
): TournamentPart[] => {
  const ofGroups = groups.map((_, group) => ({
    value: `group-${toGroupLetter(group)}`,
    label: nameGroup(group),
    heading: t('matches.groups'),
    group,
    pairings: pairings.filter(({ part }) => part.of === 'group' && part.group === group),
  }))
  const byRound = Map.groupBy(pairings, ({ part }) =>
    part.of === 'group'
      ? `round-${part.round}`
      : `knockout-${part.knockOut + 1}-${part.isForThirdPlace ? 'third' : part.round}`,
  )
  const ofRounds = [...byRound].flatMap(([value, ofRound]) =>
    ofRound.slice(0, 1).map(({ part }) => ({
      value,
      label: nameRound(part),
      heading: part.of === 'group' ? t('matches.groupMatches') : nameKnockOut(part.knockOut),
      pairings: ofRound,
    })),
  )
  return [...(groups.length > 1 ? ofGroups : []), ...ofRounds]
}

/**
 * Creates the model of a tournament: the tournament with the functions that name its teams, sides, groups,
 * rounds and times in the language of the texts. `hasDays`: times have their day even where all are on one.
 */
export const createTournamentWithFormatters = (
  texts: Texts,
  tournament: Tournament,
  timeZone: string,
  hasDays = false,
) => {
  const { t, language } = texts
  const { sides, groups, knockOuts, pairings } = tournament
  /** Names the teams of a side, isolated for sentences of the other direction. */
  const nameTeams = (side: number | null | undefined): string => {
    const teams = sides[side ?? -1]?.teams ?? []
    return teams.length === 0
      ? t('matches.sides.open')
      : teams
          .map((team) => isolateText(getTeamNameOrNumber(team), language))
          .reduce((first, second) => t('matches.sides.alliance', { first, second }))
  }
  const nameGroup = (group: number): string =>
    groups.length === 1 ? t('matches.standing') : t('matches.group', { letter: toGroupLetter(group) })
  const nameKnockOut = (knockOut: number): string =>
    knockOuts[knockOut]?.label[language] ?? String(knockOut + 1)
  const nameRound = (part: TournamentPairing['part']): string =>
    part.of === 'group' ? t('matches.round', { number: part.round }) : nameKnockOutRound(t, part)
  const times = pairings.flatMap(({ matches }) => matches.flatMap(({ time }) => time ?? []))
  const areDaysShown = hasDays || areSlotsOnSeveralDays(times, timeZone)
  return {
    tournament,
    nameTeams,
    /** Names a side of a pairing, also one that is not known yet. */
    nameSide: createSideNamer(
      texts,
      {
        groupCount: groups.length,
        pairings: pairings.map((pairing) => ({
          sides: pairing.sides,
          numbers: pairing.matches.map(({ number }) => number),
        })),
      },
      ({ side }: TournamentPairing['sides'][number]) => (side === null ? undefined : nameTeams(side)),
    ),
    nameGroup,
    nameKnockOut,
    nameRound,
    parts: listTournamentParts(t, tournament, { nameGroup, nameKnockOut, nameRound }),
    /** Formats when a match begins, with its day where the matches are on several days. */
    formatTime: (startsAt: string): string => formatSlotTime(startsAt, language, timeZone, areDaysShown),
  }
}
export type TournamentWithFormatters = ReturnType<typeof createTournamentWithFormatters>

/** Returns the model of a tournament in the language and the time zone of the page. */
export const useTournamentWithFormatters = (
  tournament: Tournament,
  hasDays = false,
): TournamentWithFormatters => {
  const { i18n } = useTranslation()
  const { timeZone } = useRootData()
  return useMemo(
    () => createTournamentWithFormatters(i18n, tournament, timeZone, hasDays),
    [i18n, tournament, timeZone, hasDays],
  )
}

/** Returns a function that sets a parameter of the address of the page, or deletes it for an empty value. */
export const useSetQueryParameter = (): ((name: string, value: string) => void) => {
  const [, setQuery] = useSearchParams()
  return (name, value) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
}

/** Returns the part of a tournament that the address of the page names. */
export const useTournamentPartOfAddress = ({
  parts,
}: TournamentWithFormatters): TournamentPart | undefined => {
  const [query] = useSearchParams()
  const value = query.get('part')
  return parts.find((part) => part.value === value)
}

/** Counts the matches of pairings. */
export const countMatchesOfPairings = (pairings: readonly TournamentPairing[]): number =>
  pairings.reduce((sum, { matches }) => sum + matches.length, 0)
