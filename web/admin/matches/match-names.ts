import type { MatchPreview, Tournament } from '#contract/match.schema.ts'
import { toGroupLetter } from '#contract/rules/match-list.ts'
import { isolate } from '#contract/rules/text.ts'
import type { Language } from '#i18n/languages.ts'
import type { Texts } from '#web/shared/texts.ts'

export type TournamentPairing = Tournament['pairings'][number]
type PairedSides = MatchPreview['changedMatches'][number]['before']

/** Names a team: by its number when it was deleted and has no name. */
export const formatTeamName = (t: Texts['t'], { name, teamNo }: { name: string; teamNo: number }): string =>
  name || t('adminMatches.teamOfNumber', { number: teamNo })

/** Creates functions that name the sides, rounds and matches of a tournament. */
export const createMatchNames = (t: Texts['t'], lang: Language, tournament: Tournament) => {
  const { sides, pairings, knockOuts } = tournament
  /** Names the teams of a side, isolated for sentences of the other direction. */
  const formatSide = (side: number | null | undefined): string => {
    const teams = side === null || side === undefined ? undefined : sides[side]?.teams
    return teams ? teams.map((team) => isolate(formatTeamName(t, team))).join(' + ') : t('adminMatches.source.open')
  }
  const formatSource = (source: TournamentPairing['sides'][0]['source']): string => {
    switch (source.of) {
      case 'draw':
        return formatSide(source.side)
      case 'place':
        return t('adminMatches.source.place', { place: source.place, group: toGroupLetter(source.group) })
      case 'best':
      case 'entrant':
        return t(`adminMatches.source.${source.of}`, { nth: source.nth })
      case 'winner':
      case 'loser': {
        const number = pairings[source.pairing]?.matches.at(-1)?.number
        return number === undefined ? t('adminMatches.source.open') : t(`adminMatches.source.${source.of}`, { number })
      }
      case 'none':
        return t('adminMatches.source.none')
    }
  }
  const formatRound = ({ part }: TournamentPairing): string => {
    if (part.of === 'group') return t('adminMatches.groupRound', { number: part.round })
    if (part.isForThirdPlace) return t('adminMatches.rounds.thirdPlace')
    const name = (['final', 'semiFinal', 'quarterFinal'] as const)[part.roundCount - part.round]
    return name ? t(`adminMatches.rounds.${name}`) : t('adminMatches.rounds.other', { number: part.round })
  }
  return {
    formatSide,
    /** Names a side of a pairing, or where it comes from while it is not known. */
    formatPairedSide: ({ side, source }: TournamentPairing['sides'][0]): string =>
      side === null ? formatSource(source) : formatSide(side),
    formatSides: ([one, other]: PairedSides): string =>
      t('adminMatches.preview.against', { one: formatSide(one), other: formatSide(other) }),
    formatRound,
    formatKnockOut: (knockOut: number): string => isolate(knockOuts[knockOut]?.label[lang] ?? knockOut + 1),
    findPairing: (number: number): TournamentPairing | undefined =>
      pairings.find(({ matches }) => matches.some((match) => match.number === number)),
  }
}
