import { normalizeNationalId } from '#contract/accounts/identity.ts'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import {
  type ConsentKey,
  consentKeys,
  findPersonFieldMaxLength,
  findTeamFieldMaxLength,
  getPersonFieldKind,
  getTeamFieldDefaultValue,
  isPersonFieldRequired,
  isTeamOptionField,
  listPersonFields,
  mapFieldsToValues,
  type PersonField,
  personFields,
  personFieldsWithoutConsent,
  type TeamField,
  teamFieldNames,
  teamFields,
} from '#contract/people/teams/team.fields.ts'
import type {
  PersonSubmission,
  TeamFieldsRequest,
  TeamSubmission,
} from '#contract/people/teams/team.schema.ts'
import { parseTeamStageText } from '#contract/people/teams/team.ts'
import { allTeamImportColumns } from '#contract/people/teams/team-import.schema.ts'
import { isEmailAddress } from '#contract/platform/email.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import { joinUpToFiveNames } from '#contract/platform/text.ts'
import type { CompetitionRow } from '#server/event/competitions/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { ReadFile } from '#server/platform/imports/read-import-file.ts'
import type { LineComparison } from '#server/platform/imports/skip-invalid-rows.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'
import type { CsvProblem, CsvRowProblem, CsvWarning } from '#server/platform/lib/csv-problems.ts'
import {
  findCellTextProblem,
  findWebLinkProblemInNameCell,
  normalizePhoneInContactCell,
} from '#server/platform/lib/csv-text.ts'
import { parseDateCellOrProblem } from '#server/platform/lib/date-cells.ts'
import {
  listActiveSeasonTeamsByName,
  listMemberNamesByNameAndBirthDate,
  listRegisteredMemberNationalIdHashes,
} from './queries-write.ts'

/** A parsed line. `coaches` and `members` are the numbers of the columns of each person. */
export type ParsedTeam = {
  line: number
  /** The texts of the file: parsing does not know the ids of the competition and the region. */
  competition: string
  region: string
  team: TeamSubmission & TeamFieldsRequest
  coaches: number[]
  members: number[]
}
/** Returns the numbers that the columns of a kind of person can have, in order. */
const listColumnNumbers = (kind: 'coach' | 'member') => [
  ...new Set(
    allTeamImportColumns.flatMap((column) => {
      const found = new RegExp(`^${kind}(\\d*)_`).exec(column)
      return found ? [Number(found[1] || 1)] : []
    }),
  ),
]
const [coachNumbers, memberNumbers] = [listColumnNumbers('coach'), listColumnNumbers('member')]
const buildPersonColumn = (person: 'coach' | 'member', number: number, column: string) =>
  `${person}${person === 'coach' && number === 1 ? '' : number}_${column}`

/** Parses one line. `report` is called for each cell that is not usable. */
const parseLine = (
  cell: (column: string) => string,
  { readOption, dateOrder }: ReadFile<string>,
  report: (problem: CsvProblem) => void,
): Omit<ParsedTeam, 'line'> => {
  const readText = (column: string, limit: number) => {
    const value = cell(column)
    const problem = findCellTextProblem(value, { maxLength: limit })
    if (problem) report({ field: column, ...problem })
    return value
  }
  const readTeamField = (field: TeamField): string | null => {
    const { column } = teamFields[field]
    if (field === 'stage' && cell(column) !== '') {
      // the form takes other texts, which no ranking or email can translate
      const stage = readOption(column, cell(column)) ?? parseTeamStageText(cell(column))
      if (stage === undefined) report({ field: column, code: 'unknown-value' })
      return stage ?? ''
    }
    if (!isTeamOptionField(field))
      return readText(column, findTeamFieldMaxLength(field) ?? Number.POSITIVE_INFINITY)
    const otherwise = getTeamFieldDefaultValue(field) || null
    const text = cell(column)
    const option = text === '' ? otherwise : readOption(column, text)
    if (option === undefined) report({ field: column, code: 'unknown-value' })
    return option ?? otherwise
  }
  const person = (kind: 'coach' | 'member', number: number): PersonSubmission | undefined => {
    const at = (column: string) => buildPersonColumn(kind, number, column)
    if (listPersonFields(kind).every((field) => cell(at(personFields[field].column)) === '')) return undefined
    const readField = (field: PersonField): string | number | null | undefined => {
      const column = at(personFields[field].column)
      const fieldKind = getPersonFieldKind(field)
      if (fieldKind === 'gender') {
        const option = readOption(column, cell(column))
        if (cell(column) !== '' && option === undefined) report({ field: column, code: 'unknown-value' })
        return option === undefined ? null : Number(option === 'female')
      }
      if (fieldKind === 'date') {
        const date = parseDateCellOrProblem(cell(column), dateOrder)
        if ('problem' in date) report({ field: column, code: date.problem })
        return ('date' in date && date.date) || null
      }
      const text = readText(column, findPersonFieldMaxLength(field) ?? Number.POSITIVE_INFINITY)
      const nameProblem = fieldKind === 'name' && findWebLinkProblemInNameCell(text)
      if (nameProblem) report({ field: column, ...nameProblem })
      if (fieldKind === 'email' && text !== '' && !isEmailAddress(text))
        report({ field: column, code: 'bad-format' })
      if (fieldKind === 'phone' || fieldKind === 'contact') return normalizePhoneInContactCell(text)
      return fieldKind === 'national-id' ? text || undefined : text
    }
    const values = mapFieldsToValues(personFieldsWithoutConsent, readField) as Omit<
      PersonSubmission,
      'id' | 'consent'
    >
    const consent = mapFieldsToValues(consentKeys, (key) => readField(`consent.${key}`)) as Record<
      ConsentKey,
      string
    >
    if (Object.values(consent).every((text) => text === '')) return values
    // a guardian in the file means that they have agreed in writing
    const agreed = consentKeys.every(
      (key) => consent[key] !== '' || !isPersonFieldRequired(kind, `consent.${key}`),
    )
    return { ...values, consent: { ...consent, agreed, publish: false } }
  }
  const readPeople = (kind: 'coach' | 'member', numbers: readonly number[]) =>
    numbers.flatMap((number) => {
      const draft = person(kind, number)
      return draft ? [{ number, draft }] : []
    })
  const [coaches, members] = [readPeople('coach', coachNumbers), readPeople('member', memberNumbers)]
  const fields = mapFieldsToValues(teamFieldNames, readTeamField) as TeamFieldsRequest
  return {
    competition: cell('competition'),
    region: cell('region'),
    team: {
      ...fields,
      competitionId: '',
      regionId: null,
      coaches: coaches.map(({ draft }) => draft),
      members: members.map(({ draft }) => draft),
    },
    coaches: coaches.map(({ number }) => number),
    members: members.map(({ number }) => number),
  }
}

/**
 * Returns the column of a field (`members.0.birthDate` is `member1_dob`). Too few people are reported at the
 * next column, too many at the first one beyond the limit.
 */
export const getProblemColumn = (
  { coaches, members }: ParsedTeam,
  { field, code, values }: FieldProblem,
): string => {
  if (field in teamFields) return teamFields[field as TeamField].column
  const [group, at, ...rest] = field.split('.')
  if (group !== 'coaches' && group !== 'members') return field
  const [kind, numbers] = group === 'coaches' ? (['coach', coaches] as const) : (['member', members] as const)
  const number =
    at === undefined
      ? code === 'too-many'
        ? numbers[Number(values?.limit ?? 0)]
        : (numbers.at(-1) ?? 0) + 1
      : numbers[Number(at)]
  const name = rest.join('.') || 'name'
  return buildPersonColumn(
    kind,
    number ?? 1,
    name in personFields ? personFields[name as PersonField].column : name,
  )
}

/**
 * Returns the text of the file that a problem is about: the value of a field (`members.0.birthDate`), of the
 * competition or of the region. Empty for a date that could not be read, and where the file has no value.
 */
export const getProblemCellText = ({ competition, region, team }: ParsedTeam, field: string): string => {
  if (field === 'competition' || field === 'region') return field === 'competition' ? competition : region
  const value = field
    .split('.')
    .reduce<unknown>(
      (at, part) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined,
      team,
    )
  return typeof value === 'string' ? value : ''
}

/** Parses the lines of a file with one team in each. Digits may be Arabic. */
export const parseTeamLines = (file: ReadFile<string>): Promise<ParsedTeam[]> =>
  file.parseLines((cell, report) => parseLine(cell, file, report))

/**
 * A line with its competition, undefined for an unknown one. `memberIds` has the hash of each member's national
 * ID, or undefined for a member without one.
 */
export type CheckedLine = {
  line: number
  parsed: ParsedTeam
  competition: CompetitionRow | undefined
  memberIds: (string | undefined)[]
}
export type CheckedTeam = CheckedLine & { competition: CompetitionRow }

const isOfKnownCompetition = (line: CheckedLine): line is CheckedTeam => line.competition !== undefined

/** Lists the lines of known competitions, which are all lines of a file without problems. */
export const listTeamsOfKnownCompetitions = (lines: readonly CheckedLine[]): CheckedTeam[] =>
  lines.filter(isOfKnownCompetition)

/** Lists the members of a team that have a national ID, each with a key of the ID and the competition. */
const listMembersWithId = ({ competition, memberIds }: CheckedTeam) =>
  memberIds.flatMap((index, at) => (index ? [{ at, index, key: `${competition.id} ${index}` }] : []))

/**
 * Returns a function that starts a comparison of teams. It finds members that are in an earlier team of the
 * competition within the file (the rules report repeats within a team), or in a stored one, and teams beyond the
 * places that the competition has left. Because of stored members a repeated import does nothing.
 */
export const createTeamComparisonStarter = async (
  db: Db,
  lines: readonly CheckedLine[],
): Promise<() => LineComparison<CheckedLine>> => {
  const indexes = listTeamsOfKnownCompetitions(lines).flatMap((team) =>
    listMembersWithId(team).map(({ index }) => index),
  )
  const stored = new Set(
    (await listRegisteredMemberNationalIdHashes(db, indexes)).map(
      ({ competitionId, index }) => `${competitionId} ${index}`,
    ),
  )
  return () => {
    const added = new Set<string>()
    const addedCounts = new Map<string, number>()
    const countWith = ({ id }: CompetitionRow) => (addedCounts.get(id) ?? 0) + 1
    return {
      listProblems: (line) => {
        if (!isOfKnownCompetition(line)) return []
        const { parsed, competition } = line
        const members = listMembersWithId(line)
        const listMemberProblems = (keys: ReadonlySet<string>, code: 'twice' | 'in-other-team') =>
          members
            .filter(({ key }) => keys.has(key))
            .map(({ at }): CsvRowProblem => {
              const problem: FieldProblem = { field: `members.${at}.nationalId`, code }
              return {
                line: parsed.line,
                problem: { ...problem, field: getProblemColumn(parsed, problem) },
              }
            })
        const { maxTeams, teamCount } = competition
        const hasPlace = maxTeams === null || teamCount + countWith(competition) <= maxTeams
        return [
          ...listMemberProblems(added, 'twice'),
          ...listMemberProblems(stored, 'in-other-team'),
          ...(hasPlace
            ? []
            : [
                {
                  line: parsed.line,
                  problem: { field: 'competition', code: 'too-many' as const, values: { limit: maxTeams } },
                },
              ]),
        ]
      },
      add: (line) => {
        if (!isOfKnownCompetition(line)) return
        for (const { key } of listMembersWithId(line)) added.add(key)
        addedCounts.set(line.competition.id, countWith(line.competition))
      },
    }
  }
}

/**
 * Counts the members without a national ID, and finds what looks like a team that exists already: teams with the
 * same name in the same competition, in the file or stored, and members without a national ID with the name and
 * date of birth of a stored member, as far as the user may see them.
 */
export const listTeamImportWarnings = async (
  db: Db,
  checkedLines: readonly CheckedLine[],
  { regionLimit }: { regionLimit: RegionLimit },
): Promise<CsvWarning[]> => {
  const membersWithoutId = checkedLines.flatMap(({ parsed }) =>
    parsed.team.members.filter(({ nationalId }) => normalizeNationalId(nationalId ?? '') === ''),
  )
  const lines = listTeamsOfKnownCompetitions(checkedLines)
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
  const stored = (await listActiveSeasonTeamsByName(db, competitionIds, forms, regionLimit)).filter(
    ({ competitionId, form }) => namesByKey.has(`${competitionId} ${form}`),
  )
  const people =
    memberKeys.size === 0
      ? []
      : await listMemberNamesByNameAndBirthDate(db, competitionIds, [...memberKeys], regionLimit)
  const warn = (
    code: 'teams-repeated' | 'teams-exist' | 'people-exist',
    names: readonly string[],
  ): CsvWarning[] =>
    names.length === 0
      ? []
      : [{ code, values: { count: names.length, names: joinUpToFiveNames([...new Set(names)]) } }]
  return [
    ...(membersWithoutId.length > 0
      ? [{ code: 'no-national-ids' as const, values: { count: membersWithoutId.length } }]
      : []),
    ...warn('teams-repeated', [...repeated]),
    ...warn(
      'teams-exist',
      stored.map(({ name }) => name),
    ),
    ...warn('people-exist', people),
  ]
}
