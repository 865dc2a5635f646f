import type { AdminMatches } from '#contract/event/matches/match.schema.ts'
import { toGroupLetter } from '#contract/event/scoring/match-list.ts'
import type { MatchProblem } from '#contract/event/scoring/match-problems.ts'
import { formatList } from '#i18n/text-direction.ts'
import {
  getTeamNameOrNumber,
  type TournamentWithFormatters,
} from '#web/shared/event/matches/tournament-model.ts'
import type { Texts } from '#web/shared/texts.ts'

/** Names both sides of a match. */
export const nameBothSides = (
  t: Texts['t'],
  { nameTeams }: TournamentWithFormatters,
  [one, other]: readonly (number | null | undefined)[],
): string => t('adminMatches.preview.against', { one: nameTeams(one), other: nameTeams(other) })

/** A problem in words: what is wrong and what to do, and the match or the page where it can be solved. */
type DescribedProblem = { text: string; match?: number | undefined; isInScores?: boolean }

type ReadProblem = AdminMatches['problems'][number]

/** Describes a problem of the draw or of the results. */
export const toMatchProblemTextAndLocation = (
  { t, language }: Texts,
  model: TournamentWithFormatters,
  teams: AdminMatches['teams'],
  read: ReadProblem,
): DescribedProblem => {
  const problem = read as MatchProblem
  const formatTeam = (id: string) => {
    const team = [...teams, ...model.tournament.sides.flatMap((side) => side.teams)].find(
      (each) => each.id === id,
    )
    return team ? getTeamNameOrNumber(team) : t('adminMatches.someTeam')
  }
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
          knockOut: model.nameKnockOut(knockOut),
        }),
      }
    }
    case 'too-many-matches':
      return { text: t('adminMatches.problems.too-many-matches', { limit: problem.limit }) }
    case 'too-many-sides': {
      const knockOut = model.nameKnockOut(problem.knockOut)
      return { text: t('adminMatches.problems.too-many-sides', { knockOut, limit: problem.limit }) }
    }
    case 'wrong-team-count':
      return { text: t('adminMatches.problems.wrong-team-count', { side: model.nameTeams(problem.side) }) }
    case 'team-twice':
      return { text: t('adminMatches.problems.team-twice', { team: formatTeam(String(read.teamId)) }) }
    case 'not-drawn':
    case 'unknown-match': {
      const values = { team: formatTeam(String(read.teamId)), match: problem.match }
      return { text: t(`adminMatches.problems.${problem.code}`, values), isInScores: true }
    }
    case 'uninvolved-side': {
      const values = { side: model.nameTeams(problem.side), match: problem.match }
      return { text: t('adminMatches.problems.uninvolved-side', values), isInScores: true }
    }
    case 'side-missing':
    case 'teams-missing':
    case 'sheets-differ': {
      const values = { side: model.nameTeams(problem.side), match: problem.match }
      return { text: t(`adminMatches.problems.${problem.code}`, values), match: problem.match }
    }
    case 'drawn-match':
    case 'unneeded-match':
      return {
        text: t(`adminMatches.problems.${problem.code}`, { match: problem.match }),
        match: problem.match,
      }
    case 'side-in-two-matches': {
      const values = {
        side: model.nameTeams(problem.side),
        matches: formatList(problem.matches, language),
      }
      return { text: t('adminMatches.problems.side-in-two-matches', values) }
    }
    case 'no-winner': {
      const match = problem.matches.at(-1)
      return { text: t('adminMatches.problems.no-winner', { match: match ?? 0 }), match }
    }
    case 'other-sides': {
      const values = {
        match: problem.match,
        played: nameBothSides(t, model, problem.played),
        expected: nameBothSides(t, model, problem.expected),
      }
      return { text: t('adminMatches.problems.other-sides', values), match: problem.match }
    }
    case 'withdrawn':
      return { text: t('adminMatches.problems.withdrawn', { side: model.nameTeams(problem.side) }) }
    default:
      return { text: t('adminMatches.problems.unknown') }
  }
}
