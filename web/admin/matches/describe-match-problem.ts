import type { AdminMatches } from '#contract/match.schema.ts'
import { toGroupLetter } from '#contract/rules/match-list.ts'
import type { MatchProblem } from '#contract/rules/match-problems.ts'
import type { Language } from '#i18n/languages.ts'
import type { Texts } from '#web/shared/texts.ts'
import { createMatchNames, formatTeamName } from './match-names.ts'

/** A problem in words: what is wrong and what to do, and the match or the page where it can be solved. */
type DescribedProblem = { text: string; match?: number | undefined; isInScores?: boolean }

type ReadProblem = AdminMatches['problems'][number]
type PlayedSides = Extract<MatchProblem, { code: 'other-sides' }>['played']

/** Describes a problem of the draw or of the results. */
export const describeMatchProblem = (
  t: Texts['t'],
  lang: Language,
  { tournament, teams }: Pick<AdminMatches, 'tournament' | 'teams'>,
  read: ReadProblem,
): DescribedProblem => {
  const names = createMatchNames(t, lang, tournament)
  const problem = read as MatchProblem
  const formatTeam = (id: string) => {
    const team = [...teams, ...tournament.sides.flatMap((side) => side.teams)].find((each) => each.id === id)
    return team ? `\u2068${formatTeamName(t, team)}\u2069` : t('adminMatches.someTeam')
  }
  const formatSides = ([one, other]: PlayedSides) => names.formatSides([one ?? null, other ?? null])
  switch (problem.code) {
    case 'small-group':
      return { text: t('adminMatches.problems.small-group', { group: toGroupLetter(problem.group), count: problem.size }) }
    case 'missing-place': {
      const { group, place, knockOut } = problem
      return {
        text: t('adminMatches.problems.missing-place', { group: toGroupLetter(group), place, knockOut: names.formatKnockOut(knockOut) }),
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
      return { text: t(`adminMatches.problems.${problem.code}`, { match: problem.match }), match: problem.match }
    case 'no-winner': {
      const match = problem.matches.at(-1)
      return { text: t('adminMatches.problems.no-winner', { match: match ?? 0 }), match }
    }
    case 'other-sides': {
      const values = { match: problem.match, played: formatSides(problem.played), expected: formatSides(problem.expected) }
      return { text: t('adminMatches.problems.other-sides', values), match: problem.match }
    }
    case 'withdrawn':
      return { text: t('adminMatches.problems.withdrawn', { side: names.formatSide(problem.side) }) }
    default:
      return { text: t('adminMatches.problems.unknown') }
  }
}
