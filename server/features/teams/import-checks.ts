import { normalizeSearchText } from '#contract/rules/search-form.ts'
import type { Db } from '#server/db/open.ts'
import type { CompetitionRow } from '#server/features/competitions/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import type { CsvRowProblem, CsvWarning } from '#server/lib/parse-csv.ts'
import { getProblemColumn, type ParsedTeam } from './parse-teams-csv.ts'
import { listActiveSeasonMemberNamesByKeys, listActiveSeasonTeamsByName, listMemberNationalIdHashes } from './queries-write.ts'

/** A line of a known competition. `memberIds` has the hash of each member's national ID, or undefined for a member without one. */
export type CheckedTeam = { parsed: ParsedTeam; competition: CompetitionRow; memberIds: (string | undefined)[] }

/** Lists the members that have a national ID, with their competition. */
const listMembersWithId = (teams: readonly CheckedTeam[]) =>
  teams.flatMap(({ parsed, competition, memberIds }) =>
    memberIds.flatMap((index, at) =>
      index ? [{ parsed, competitionId: competition.id, at, index, key: `${competition.id} ${index}` }] : [],
    ),
  )
const createMemberProblem = (parsed: ParsedTeam, at: number, code: 'twice' | 'in-other-team'): CsvRowProblem => {
  const problem: FieldProblem = { field: `members.${at}.nationalId`, code }
  return { line: parsed.line, problem: { ...problem, field: getProblemColumn(parsed, problem) } }
}

/** Finds members that are in two teams of a competition within the file. The rules report repeats within a team. */
export const findRepeatedMembers = (teams: readonly CheckedTeam[]): CsvRowProblem[] => {
  const seen = new Map<string, number>()
  return listMembersWithId(teams).flatMap(({ parsed, at, key }) => {
    const before = seen.get(key)
    seen.set(key, before ?? parsed.line)
    return before !== undefined && before !== parsed.line ? [createMemberProblem(parsed, at, 'twice')] : []
  })
}

/** Finds members that are in a stored team of the competition already. Because of this a repeated import does nothing. */
export const findTakenMembers = async (db: Db, teams: readonly CheckedTeam[]): Promise<CsvRowProblem[]> => {
  const members = listMembersWithId(teams)
  const taken = new Set(
    (
      await listMemberNationalIdHashes(
        db,
        members.map(({ index }) => index),
      )
    ).map(({ competitionId, index }) => `${competitionId} ${index}`),
  )
  return members.filter(({ key }) => taken.has(key)).map(({ parsed, at }) => createMemberProblem(parsed, at, 'in-other-team'))
}

/** Finds teams beyond the places that a competition has left. */
export const findTeamsWithoutPlace = (teams: readonly CheckedTeam[]): CsvRowProblem[] => {
  const used = new Map<string, number>()
  return teams.flatMap(({ parsed, competition: { id, maxTeams, teamCount } }) => {
    const count = (used.get(id) ?? 0) + 1
    used.set(id, count)
    if (maxTeams === null || teamCount + count <= maxTeams) return []
    return [{ line: parsed.line, problem: { field: 'competition', code: 'too-many' as const, values: { limit: maxTeams } } }]
  })
}

const maxNames = 5

/** Lists the first names, and says by `…` that there are more. */
const listNames = (names: readonly string[]): string => {
  const distinct = [...new Set(names)]
  return [...distinct.slice(0, maxNames).map((name) => `\u2068${name}\u2069`), ...(distinct.length > maxNames ? ['…'] : [])].join(', ')
}

/**
 * Finds what looks like a team that exists already: teams with the same name in the same competition, in the file or stored, and members without a national ID with
 * the name and date of birth of a stored member.
 */
export const findTeamImportWarnings = async (
  db: Db,
  lines: readonly { parsed: ParsedTeam; competition: { id: string } }[],
): Promise<CsvWarning[]> => {
  if (lines.length === 0) return []
  const competitionIds = [...new Set(lines.map(({ competition }) => competition.id))]
  const namesByKey = new Map<string, string>()
  const repeated = new Set<string>()
  const memberKeys = new Set<string>()
  for (const { parsed, competition } of lines) {
    const key = `${competition.id} ${normalizeSearchText(parsed.team.name)}`
    if (namesByKey.has(key)) repeated.add(parsed.team.name)
    namesByKey.set(key, parsed.team.name)
    for (const { name, birthDate, nationalId } of parsed.team.members)
      if (!nationalId && birthDate) memberKeys.add(`${normalizeSearchText(name)} ${birthDate}`)
  }
  const forms = [...new Set(lines.map(({ parsed }) => normalizeSearchText(parsed.team.name)))]
  const stored = (await listActiveSeasonTeamsByName(db, competitionIds, forms)).filter(({ competitionId, form }) =>
    namesByKey.has(`${competitionId} ${form}`),
  )
  const people = memberKeys.size === 0 ? [] : await listActiveSeasonMemberNamesByKeys(db, competitionIds, [...memberKeys])
  const warn = (code: 'teams-repeated' | 'teams-exist' | 'people-exist', names: readonly string[]): CsvWarning[] =>
    names.length === 0 ? [] : [{ code, values: { count: names.length, names: listNames(names) } }]
  return [
    ...warn('teams-repeated', [...repeated]),
    ...warn(
      'teams-exist',
      stored.map(({ name }) => name),
    ),
    ...warn('people-exist', people),
  ]
}
