import { normalizeAndClassifyTeamNumber } from '../../people/teams/team-number.ts'
import type { Localized } from '../../platform/localized.ts'
import { normalizeSearchText } from '../../platform/search-form.ts'
import { cleanText, joinUpToFiveNames } from '../../platform/text.ts'

const from = 'أإآٱىئؤة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
const to = 'اااايءءه01234567890123456789'
const spelling = new Map([...from].map((letter, at) => [letter, to[at] as string]))
const ignored =
  /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]/gu

/** Longer than every name that is stored. The time of `normalize` is quadratic in the number of marks. */
const maxNameLength = 1000

/**
 * Returns the form of the names of participants: case, accents, Arabic marks and the usual spellings of a letter
 * do not count, but 'سماء' and 'سما' are two names, which search does not tell apart. Stored participant keys
 * contain this form, so it never changes. `normalizeNameForComparison` is for comparisons.
 */
export const normalizeNameForParticipantKey = (text: string): string =>
  Array.from(text.slice(0, maxNameLength).normalize('NFKC'), (letter) => spelling.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(ignored, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the form in which names of participants and teams are compared: stored ones may have invisible marks. */
export const normalizeNameForComparison = (text: string): string =>
  normalizeNameForParticipantKey(cleanText(text, 'name'))

/**
 * Returns the normal form in which guests of an event are compared: of a team number, or of a name. The
 * participant keys of older versions have other forms of the same number, such as `07`.
 */
export const normalizeGuestNumberOrName = (text: string): string => {
  const number = normalizeAndClassifyTeamNumber(text)
  return number?.kind === 'number' ? number.value : normalizeNameForParticipantKey(number?.value ?? '')
}

/** A registered team that a line of a file or request can mean. */
export type CandidateTeam = {
  id: string
  teamNo: number
  name: string
  competition: Localized & { slug: string }
  /** The team plays the matches of the event. */
  isDrawn?: boolean
}

/** What a line says of its team. */
export type NamedTeam = {
  teamNo?: string | undefined
  teamName?: string | undefined
  competition?: string | undefined
}

/**
 * Why a line does not tell one team. Values have the names of the teams.
 *
 * - `bad-team-number`: a spreadsheet has changed the number, such as `7.0`
 * - `several-teams`: several teams fit
 * - `other-team`: the number is that of one team and the name that of another one
 * - `other-number`: no team has the number, and the name is that of a team with another one
 * - `no-such-team`: no team fits
 */
type TeamProblem = {
  field: keyof NamedTeam
  code: 'bad-team-number' | 'several-teams' | 'other-team' | 'other-number' | 'no-such-team'
  values?: Record<string, string>
}

/**
 * What the names of a line mean: a team, whose name is another one than that of the line when `hasOtherName`
 * is true; a problem; or nothing, because the line names no team.
 */
type TeamFinding<T extends CandidateTeam> =
  | { kind: 'team'; team: T; hasOtherName: boolean }
  | { kind: 'problem'; problem: TeamProblem }
  | { kind: 'unnamed' }

const describeTeam = ({ teamNo, name }: CandidateTeam) => `${teamNo} ${name}`
const describeTeams = (teams: readonly CandidateTeam[]) =>
  joinUpToFiveNames(teams.map(({ teamNo, name, competition }) => `${teamNo} ${name} (${competition.slug})`))

/** Returns the form in which names of competitions are compared. */
export const normalizeCompetitionName = (name: string): string => normalizeSearchText(cleanText(name, 'name'))
const isNamedCompetition = ({ competition }: CandidateTeam, named: string): boolean =>
  [competition.slug, competition.en, competition.ar].some((name) => normalizeCompetitionName(name) === named)

/** Returns the teams that pass a test, or all when none does. */
const narrow = <T>(teams: readonly T[], test: (team: T) => boolean): readonly T[] => {
  const passing = teams.filter(test)
  return passing.length > 0 ? passing : teams
}

/**
 * Creates the function that finds the team of a line among `teams`: by its number, which teams of several
 * competitions may have, else by its name. Number, competition and name must not contradict each other.
 */
export const createNamedTeamOrProblemFinder = <T extends CandidateTeam>(
  teams: readonly T[],
): ((named: NamedTeam) => TeamFinding<T>) => {
  const byNumber = Map.groupBy(teams, ({ teamNo }) => String(teamNo))
  const byName = Map.groupBy(teams, ({ name }) => normalizeNameForComparison(name))
  const refuse = (
    field: keyof NamedTeam,
    code: TeamProblem['code'],
    values?: Record<string, string>,
  ): TeamFinding<T> => ({ kind: 'problem', problem: { field, code, ...(values ? { values } : {}) } })

  return ({ teamNo = '', teamName = '', competition = '' }) => {
    const number = normalizeAndClassifyTeamNumber(teamNo)
    if (number?.kind === 'bad') return refuse('teamNo', 'bad-team-number')
    const name = normalizeNameForComparison(teamName)
    if (!number && name === '') return { kind: 'unnamed' }
    const withNumber = (number?.kind === 'number' && byNumber.get(number.value)) || []
    const withName = name === '' ? [] : (byName.get(name) ?? [])
    const named = normalizeCompetitionName(competition)
    const fitting = (number ? withNumber : withName).filter(
      (team) => named === '' || isNamedCompetition(team, named),
    )
    const isSameName = (team: T) => normalizeNameForComparison(team.name) === name
    const [team, ...others] = narrow(narrow(fitting, isSameName), ({ isDrawn }) => isDrawn === true)
    const other = fitting.some(isSameName) ? undefined : withName[0]
    if (number && team && other)
      return refuse('teamName', 'other-team', { team: describeTeam(team), other: describeTeam(other) })
    if (number && other && withNumber.length === 0)
      return refuse('teamNo', 'other-number', { other: describeTeam(other) })
    if (!team) {
      const isOfOtherCompetition = (number ? withNumber : withName).length > 0
      return refuse(isOfOtherCompetition ? 'competition' : number ? 'teamNo' : 'teamName', 'no-such-team')
    }
    if (others.length > 0)
      return refuse(number ? 'teamNo' : 'teamName', 'several-teams', { teams: describeTeams(fitting) })
    return { kind: 'team', team, hasOtherName: name !== '' && !isSameName(team) }
  }
}
