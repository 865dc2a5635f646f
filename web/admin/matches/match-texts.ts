import type { AdminMatches, MatchPreview, Tournament, TournamentPairing } from '#contract/match.schema.ts'
import { isolateTextDirection } from '#contract/rules/text.ts'
import { toGroupLetter } from '#contract/scoring/match-list.ts'
import type { MatchProblem } from '#contract/scoring/match-problems.ts'
import { createTournamentSideNamer, nameKnockOutRound } from '#web/shared/matches/match-names.ts'
import type { Texts } from '#web/shared/texts.ts'

type PairedSides = MatchPreview['changedMatches'][number]['before']

/** Names a team: by its number when it was deleted and has no name. */
export const formatTeamNameOrNumber = (
  t: Texts['t'],
  { name, teamNo }: { name: string; teamNo: number },
): string => name || t('adminMatches.teamOfNumber', { number: teamNo })

/** Creates functions that name the sides, rounds and matches of a tournament. */
export const createMatchNameFormatters = (texts: Texts, tournament: Tournament) => {
  const { t, language } = texts
  const { sides, pairings, knockOuts } = tournament
  /** Names the teams of a side, isolated for sentences of the other direction. */
  const formatSide = (side: number | null | undefined): string => {
    const teams = side === null || side === undefined ? undefined : sides[side]?.teams
    return teams
      ? teams.map((team) => isolateTextDirection(formatTeamNameOrNumber(t, team), language)).join(' + ')
      : t('matches.sides.open')
  }
  return {
    formatSide,
    /** Names a side of a pairing, or where it comes from while it is not known. */
    formatPairedSide: createTournamentSideNamer(texts, tournament, formatSide),
    formatSides: ([one, other]: PairedSides): string =>
      t('adminMatches.preview.against', { one: formatSide(one), other: formatSide(other) }),
    formatRound: ({ part }: TournamentPairing): string =>
      part.of === 'group' ? t('matches.round', { number: part.round }) : nameKnockOutRound(t, part),
    formatKnockOut: (knockOut: number): string =>
      isolateTextDirection(knockOuts[knockOut]?.label[language] ?? knockOut + 1, language),
    findPairing: (number: number): TournamentPairing | undefined =>
      pairings.find(({ matches }) => matches.some((match) => match.number === number)),
  }
}

/** A problem in words: what is wrong and what to do, and the match or the page where it can be solved. */
type DescribedProblem = { text: string; match?: number | undefined; isInScores?: boolean }

type ReadProblem = AdminMatches['problems'][number]
type PlayedSides = Extract<MatchProblem, { code: 'other-sides' }>['played']

/** Describes a problem of the draw or of the results. */
export const describeMatchProblem = (
  texts: Texts,
  { tournament, teams }: Pick<AdminMatches, 'tournament' | 'teams'>,
  read: ReadProblem,
): DescribedProblem => {
  const { t } = texts
  const names = createMatchNameFormatters(texts, tournament)
  const problem = read as MatchProblem
  const formatTeam = (id: string) => {
    const team = [...teams, ...tournament.sides.flatMap((side) => side.teams)].find((each) => each.id === id)
    return team ? `\u2068${formatTeamNameOrNumber(t, team)}\u2069` : t('adminMatches.someTeam')
  }
  const formatSides = ([one, other]: PlayedSides) => names.formatSides([one ?? null, other ?? null])
  switch (problem.code) {
    case 'small-group':
      return {
        text: t('adminMatches.problems.small-group', {
          group: toGroupLetter(problem.group),
          count: problem.size,
        }),
      }
    case 'missing-place': {
      const { group, place, knockOut } = problem
      return {
        text: t('adminMatches.problems.missing-place', {
          group: toGroupLetter(group),
          place,
          knockOut: names.formatKnockOut(knockOut),
        }),
      }
    }
    case 'too-many-matches':
      return { text: t('adminMatches.problems.too-many-matches', { limit: problem.limit }) }
    case 'too-many-sides': {
      const knockOut = names.formatKnockOut(problem.knockOut)
      return { text: t('adminMatches.problems.too-many-sides', { knockOut, limit: problem.limit }) }
    }
    case 'wrong-team-count':
      return { text: t('adminMatches.problems.wrong-team-count', { side: names.formatSide(problem.side) }) }
    case 'team-twice':
      return { text: t('adminMatches.problems.team-twice', { team: formatTeam(String(read.teamId)) }) }
    case 'not-drawn':
    case 'unknown-match': {
      const values = { team: formatTeam(String(read.teamId)), match: problem.match }
      return { text: t(`adminMatches.problems.${problem.code}`, values), isInScores: true }
    }
    case 'uninvolved-side': {
      const values = { side: names.formatSide(problem.side), match: problem.match }
      return { text: t('adminMatches.problems.uninvolved-side', values), isInScores: true }
    }
    case 'side-missing':
    case 'teams-missing':
    case 'sheets-differ': {
      const values = { side: names.formatSide(problem.side), match: problem.match }
      return { text: t(`adminMatches.problems.${problem.code}`, values), match: problem.match }
    }
    case 'drawn-match':
    case 'unneeded-match':
      return {
        text: t(`adminMatches.problems.${problem.code}`, { match: problem.match }),
        match: problem.match,
      }
    case 'side-in-two-matches': {
      const matches = problem.matches.join(', ')
      const values = { side: names.formatSide(problem.side), matches }
      return { text: t('adminMatches.problems.side-in-two-matches', values) }
    }
    case 'no-winner': {
      const match = problem.matches.at(-1)
      return { text: t('adminMatches.problems.no-winner', { match: match ?? 0 }), match }
    }
    case 'other-sides': {
      const values = {
        match: problem.match,
        played: formatSides(problem.played),
        expected: formatSides(problem.expected),
      }
      return { text: t('adminMatches.problems.other-sides', values), match: problem.match }
    }
    case 'withdrawn':
      return { text: t('adminMatches.problems.withdrawn', { side: names.formatSide(problem.side) }) }
    default:
      return { text: t('adminMatches.problems.unknown') }
  }
}
