import { isEmailAddress } from '#contract/rules/email.ts'
import { toWesternDigits } from '#contract/rules/identity.ts'
import { findPersonNameProblem } from '#contract/rules/person-name.ts'
import { normalizeSearchText } from '#contract/rules/search-form.ts'
import {
  buildFieldValues,
  getTeamFieldDefault,
  getTeamFieldMaxLength,
  isTeamFieldRequired,
  isTeamOptionField,
  listPersonFields,
  type PersonField,
  personFields,
  type TeamField,
  type TeamOptionField,
  teamFieldNames,
  teamFields,
} from '#contract/team.fields.ts'
import { type PersonSubmission, type TeamFieldsRequest, type TeamSubmission, teamLimits } from '#contract/team.ts'
import { allTeamImportColumns } from '#contract/team-import.ts'
import type { Gender } from '#contract/user.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { type CsvRow, type CsvRowProblem, mapInBatches, parseCsv } from '#server/lib/parse-csv.ts'

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
/** The lines of a file, and the problems of its cells. */
export type ParsedTeamFile = { lines: ParsedTeam[]; problems: CsvRowProblem[] }
/** The labels of the options of each field in one language. */
export type TeamOptionLabels = Record<TeamOptionField, Record<string, string>>

const required = teamFieldNames.filter(isTeamFieldRequired).map((field) => teamFields[field].column)
/** Other accepted spellings of options. */
const otherSpellings: Partial<TeamOptionLabels> = {
  ageLevel: { elementory: 'elementary', jonior: 'junior', ابتدائي: 'elementary', متوسط: 'junior', ثانوي: 'senior' },
}
const createOptionReader = (languages: readonly TeamOptionLabels[]) => {
  const mapTextsToOptions = (field: TeamOptionField): Map<string, string> =>
    new Map([
      ...Object.entries(otherSpellings[field] ?? {}).map(([text, option]) => [normalizeSearchText(text), option] as const),
      ...languages.flatMap((labels) =>
        Object.entries(labels[field]).map(([option, label]) => [normalizeSearchText(label), option] as const),
      ),
      ...teamFields[field].options.map((option) => [option, option] as const),
    ])
  const readers = new Map(teamFieldNames.filter(isTeamOptionField).map((field) => [field, mapTextsToOptions(field)]))
  /** Returns the option that a code or label names, or undefined for an unknown one. */
  return (field: TeamOptionField, text: string): string | undefined => readers.get(field)?.get(normalizeSearchText(text))
}
const genders: Record<string, Gender> = { male: 0, m: 0, '0': 0, ذكر: 0, female: 1, f: 1, '1': 1, أنثى: 1, انثى: 1 }

/** Returns the numbers that the columns of a kind of person can have, in order. */
const listColumnNumbers = (readPerson: 'coach' | 'member') => [
  ...new Set(
    allTeamImportColumns.flatMap((column) => {
      const found = new RegExp(`^${readPerson}(\\d*)_`).exec(column)
      return found ? [Number(found[1] || 1)] : []
    }),
  ),
]
const [coachNumbers, memberNumbers] = [listColumnNumbers('coach'), listColumnNumbers('member')]
const buildPersonColumn = (person: 'coach' | 'member', number: number, column: string) =>
  `${person}${person === 'coach' && number === 1 ? '' : number}_${column}`

type ReadOption = ReturnType<typeof createOptionReader>
type Refuse = (problem: FieldProblem) => void

/** Reads one line. `refuse` is called for each cell that is not usable. */
const readLine = (cell: (column: string) => string, readOption: ReadOption, refuse: Refuse): Omit<ParsedTeam, 'line'> => {
  const readText = (column: string, limit: number) => {
    const value = cell(column)
    if ([...value].length > limit) refuse({ field: column, code: 'too-long', values: { limit } })
    else if (!value.isWellFormed()) refuse({ field: column, code: 'bad-characters' })
    return value
  }
  const readTeamField = (field: TeamField): string | null => {
    const { column } = teamFields[field]
    if (!isTeamOptionField(field)) return readText(column, getTeamFieldMaxLength(field) ?? Number.POSITIVE_INFINITY)
    const otherwise = getTeamFieldDefault(field) || null
    const text = cell(column)
    const option = text === '' ? otherwise : readOption(field, text)
    if (option === undefined) refuse({ field: column, code: 'unknown-value' })
    return option ?? otherwise
  }
  const person = (kind: 'coach' | 'member', number: number): PersonSubmission | undefined => {
    const at = (column: string) => buildPersonColumn(kind, number, column)
    if (listPersonFields(kind).every((field) => cell(at(personFields[field].column)) === '')) return undefined
    const text = (field: Exclude<PersonField, 'birthDate' | 'gender'>) =>
      readText(at(personFields[field].column), personFields[field].maxLength)
    const name = text('name')
    const nameProblem = findPersonNameProblem(name)
    if (nameProblem) refuse({ field: at('name'), code: nameProblem })
    const email = text('email')
    if (email !== '' && !isEmailAddress(email)) refuse({ field: at('email'), code: 'bad-format' })
    const gender = genders[cell(at('gender')).toLowerCase()]
    if (cell(at('gender')) !== '' && gender === undefined) refuse({ field: at('gender'), code: 'unknown-value' })
    const guardian = text('consent.guardian')
    const contact = text('consent.contact')
    return {
      name,
      email,
      phone: text('phone'),
      nationalId: text('nationalId') || undefined,
      birthDate: toWesternDigits(cell(at('dob'))) || null,
      gender: gender ?? null,
      // a guardian in the file means that they have agreed in writing
      ...(guardian || contact ? { consent: { guardian, contact, agreed: guardian !== '' && contact !== '', publish: false } } : {}),
    }
  }
  const readPeople = (kind: 'coach' | 'member', numbers: readonly number[]) =>
    numbers.flatMap((number) => {
      const draft = person(kind, number)
      return draft ? [{ number, draft }] : []
    })
  const [coaches, members] = [readPeople('coach', coachNumbers), readPeople('member', memberNumbers)]
  const fields = buildFieldValues(teamFieldNames, readTeamField) as TeamFieldsRequest
  return {
    competition: cell('competition').toLowerCase(),
    region: normalizeSearchText(cell('region')),
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

/** Returns the column of a field (`members.0.birthDate` is `member1_dob`). Too few people are reported at the next column, too many at the first one beyond the limit. */
export const getProblemColumn = ({ coaches, members }: ParsedTeam, { field, code, values }: FieldProblem): string => {
  if (field in teamFields) return teamFields[field as TeamField].column
  const [group, at, ...rest] = field.split('.')
  if (group !== 'coaches' && group !== 'members') return field
  const [kind, numbers] = group === 'coaches' ? (['coach', coaches] as const) : (['member', members] as const)
  const number =
    at === undefined ? (code === 'too-many' ? numbers[Number(values?.limit ?? 0)] : (numbers.at(-1) ?? 0) + 1) : numbers[Number(at)]
  const name = rest.join('.') || 'name'
  return buildPersonColumn(kind, number ?? 1, name in personFields ? personFields[name as PersonField].column : name)
}

/**
 * Parses a CSV file with one team in each line. Its columns are those of contract/team-import.ts in any order; `team_name`, `school` and `competition` are required. Digits
 * may be Arabic; days are YYYY-MM-DD. At most 5,000 lines.
 */
export const parseTeamsCsv = async (path: string, labels: readonly TeamOptionLabels[]): Promise<ParsedTeamFile> => {
  const file = await parseCsv<string>(path, { columns: allTeamImportColumns, required, maxRows: teamLimits.lines })
  const problems = [...file.problems]
  const readOption = createOptionReader(labels)
  const lines = await mapInBatches(file.rows, ({ line, cell }: CsvRow<string>) => ({
    line,
    ...readLine(cell, readOption, (problem) => problems.push({ line, problem })),
  }))
  return { lines, problems }
}
