import { normalizeSearchText } from '#contract/rules/search-form.ts'
import type { Db } from '#server/db/open.ts'
import type { CsvWarning } from '#server/lib/parse-csv.ts'
import type { ParsedTeam } from './parse-teams-csv.ts'
import { listActiveSeasonMemberNamesByKeys, listActiveSeasonTeamsByName } from './queries-import.ts'

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
