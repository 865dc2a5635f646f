import type { DateOrder } from '#contract/import.schema.ts'
import { isEmailAddress } from '#contract/rules/email.ts'
import { findPersonNameProblem, hasControlCharacters } from '#contract/rules/person-name.ts'
import { findTeamStage } from '#contract/rules/team-stage.ts'
import {
  buildFieldValues,
  type ConsentKey,
  consentKeys,
  findPersonFieldMaxLength,
  findTeamFieldMaxLength,
  getPersonFieldKind,
  getTeamFieldDefault,
  isPersonFieldRequired,
  isTeamOptionField,
  listPersonFields,
  type PersonField,
  personFields,
  personFieldsWithoutConsent,
  type TeamField,
  teamFieldNames,
  teamFields,
} from '#contract/team.fields.ts'
import type { PersonSubmission, TeamFieldsRequest, TeamSubmission } from '#contract/team.schema.ts'
import { teamLimits } from '#contract/team.ts'
import { allTeamImportColumns } from '#contract/team-import.schema.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { normalizeContactCell } from '#server/lib/csv-text.ts'
import { parseDateCell } from '#server/lib/date-cells.ts'
import { createOptionReader, type ImportColumns, type ReadImportOption } from '#server/lib/import-columns.ts'
import {
  type CsvFile,
  type CsvFileColumns,
  type CsvProblem,
  type CsvRow,
  type CsvRowProblem,
  mapWithoutBlocking,
  parseCsv,
} from '#server/lib/parse-csv.ts'

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
/** The lines of a file, the problems of its cells, and its columns. */
export type ParsedTeamFile = { lines: ParsedTeam[]; problems: CsvRowProblem[]; fileColumns: CsvFileColumns }

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

type ReportProblem = (problem: CsvProblem) => void

/** Reads one line. `report` is called for each cell that is not usable. */
const readLine = (
  cell: (column: string) => string,
  { readOption, dateOrder }: { readOption: ReadImportOption; dateOrder: DateOrder },
  report: ReportProblem,
): Omit<ParsedTeam, 'line'> => {
  const readText = (column: string, limit: number) => {
    const value = cell(column)
    if ([...value].length > limit) report({ field: column, code: 'too-long', values: { limit } })
    else if (!value.isWellFormed() || hasControlCharacters(value)) report({ field: column, code: 'bad-characters' })
    return value
  }
  const readTeamField = (field: TeamField): string | null => {
    const { column } = teamFields[field]
    if (field === 'stage' && cell(column) !== '') {
      // the form takes other texts, which no ranking or mail can translate
      const stage = readOption(column, cell(column)) ?? findTeamStage(cell(column))
      if (stage === undefined) report({ field: column, code: 'unknown-value' })
      return stage ?? ''
    }
    if (!isTeamOptionField(field)) return readText(column, findTeamFieldMaxLength(field) ?? Number.POSITIVE_INFINITY)
    const otherwise = getTeamFieldDefault(field) || null
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
        const date = parseDateCell(cell(column), dateOrder)
        if ('problem' in date) report({ field: column, code: date.problem })
        return ('date' in date && date.date) || null
      }
      const text = readText(column, findPersonFieldMaxLength(field) ?? Number.POSITIVE_INFINITY)
      const nameProblem = fieldKind === 'name' && findPersonNameProblem(text)
      if (nameProblem) report({ field: column, code: nameProblem })
      if (fieldKind === 'email' && text !== '' && !isEmailAddress(text)) report({ field: column, code: 'bad-format' })
      if (fieldKind === 'phone' || fieldKind === 'contact') return normalizeContactCell(text)
      return fieldKind === 'national-id' ? text || undefined : text
    }
    const values = buildFieldValues(personFieldsWithoutConsent, readField) as Omit<PersonSubmission, 'id' | 'consent'>
    const consent = buildFieldValues(consentKeys, (key) => readField(`consent.${key}`)) as Record<ConsentKey, string>
    if (Object.values(consent).every((text) => text === '')) return values
    // a guardian in the file means that they have agreed in writing
    const agreed = consentKeys.every((key) => consent[key] !== '' || !isPersonFieldRequired(kind, `consent.${key}`))
    return { ...values, consent: { ...consent, agreed, publish: false } }
  }
  const readPeople = (kind: 'coach' | 'member', numbers: readonly number[]) =>
    numbers.flatMap((number) => {
      const draft = person(kind, number)
      return draft ? [{ number, draft }] : []
    })
  const [coaches, members] = [readPeople('coach', coachNumbers), readPeople('member', memberNumbers)]
  const fields = buildFieldValues(teamFieldNames, readTeamField) as TeamFieldsRequest
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
 * Returns the text of the file that a problem is about: the value of a field (`members.0.birthDate`), of the competition or of the region. Empty for a date that
 * could not be read, and where the file has no value.
 */
export const getProblemValue = ({ competition, region, team }: ParsedTeam, field: string): string => {
  if (field === 'competition' || field === 'region') return field === 'competition' ? competition : region
  const value = field
    .split('.')
    .reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined), team)
  return typeof value === 'string' ? value : ''
}

/**
 * Parses a CSV file with one team in each line. Its columns are those of contract/team-import.schema.ts in any order. Digits may be Arabic. At most 5,000 lines.
 */
export const parseTeamsCsv = async (csvFile: CsvFile, importColumns: ImportColumns): Promise<ParsedTeamFile> => {
  const file = await parseCsv<string>(csvFile, { ...importColumns, maxRows: teamLimits.lines })
  const problems = [...file.problems]
  const readOption = createOptionReader(importColumns.columns)
  const lines = await mapWithoutBlocking(file.rows, ({ line, cell }: CsvRow<string>) => ({
    line,
    ...readLine(cell, { readOption, dateOrder: file.dateOrder }, (problem) => problems.push({ line, problem, value: cell(problem.field) })),
  }))
  return { lines, problems, fileColumns: file.fileColumns }
}
