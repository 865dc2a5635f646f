import { westernDigits } from '#contract/rules/identity.ts'
import { searchForm } from '#contract/rules/search-form.ts'
import { type AgeLevel, type PersonSubmission, type TeamSubmission, teamLimits } from '#contract/team.ts'
import { allTeamImportColumns } from '#contract/team-import.ts'
import type { Gender } from '#contract/user.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { type CsvRow, type CsvRowProblem, parseCsv } from '#server/lib/parse-csv.ts'

/** A line as it was understood. `coaches` and `members` are the numbers of the columns that each person stands in. */
export type ParsedTeam = {
  line: number
  /** As it stands in the file: `competitionId` of the submission is not known here. */
  competition: string
  region: string
  stage: string
  team: TeamSubmission
  coaches: number[]
  members: number[]
}

const required = ['team_name', 'school', 'competition'] as const
// as the export writes them, as the API does, and in Arabic
const ageLevels: Record<string, AgeLevel> = { '': 'elementary', ابتدائي: 'elementary', متوسط: 'junior', ثانوي: 'senior', senior: 'senior' }
const ageLevelOf = (text: string): AgeLevel | undefined =>
  ageLevels[text] ?? (/^element[ao]ry$/.test(text) ? 'elementary' : /^j[uo]nior$/.test(text) ? 'junior' : undefined)
const genders: Record<string, Gender> = { male: 0, m: 0, '0': 0, ذكر: 0, female: 1, f: 1, '1': 1, أنثى: 1, انثى: 1 }
const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Every number that a column of somebody may have, in order. */
const numbersOf = (person: 'coach' | 'member') => [
  ...new Set(
    allTeamImportColumns.flatMap((column) => {
      const found = new RegExp(`^${person}(\\d*)_`).exec(column)
      return found ? [Number(found[1] || 1)] : []
    }),
  ),
]
const [coachNumbers, memberNumbers] = [numbersOf('coach'), numbersOf('member')]
const columnOf = (person: 'coach' | 'member', number: number, column: string) =>
  `${person}${person === 'coach' && number === 1 ? '' : number}_${column}`

/** Reads one line; what cannot be used is told to `refuse`. */
const readLine = (cell: (column: string) => string, refuse: (problem: FieldProblem) => void): Omit<ParsedTeam, 'line'> => {
  const text = (field: string, limit: number) => {
    const value = cell(field)
    if ([...value].length > limit) refuse({ field, code: 'too-long', values: { limit } })
    else if (!value.isWellFormed()) refuse({ field, code: 'bad-characters' })
    return value
  }
  const person = (kind: 'coach' | 'member', number: number): PersonSubmission | undefined => {
    const at = (column: string) => columnOf(kind, number, column)
    const said = ['name', 'national_id', 'dob', 'gender', 'email', 'phone', 'guardian', 'guardian_contact'].some(
      (column) => cell(at(column)) !== '',
    )
    if (!said) return undefined
    const email = text(at('email'), teamLimits.email)
    if (email !== '' && !emailForm.test(email)) refuse({ field: at('email'), code: 'bad-format' })
    const gender = genders[cell(at('gender')).toLowerCase()]
    if (cell(at('gender')) !== '' && gender === undefined) refuse({ field: at('gender'), code: 'unknown-value' })
    const guardian = text(at('guardian'), teamLimits.guardian)
    const contact = text(at('guardian_contact'), teamLimits.guardian)
    return {
      name: text(at('name'), teamLimits.personName),
      email,
      phone: text(at('phone'), teamLimits.phone),
      nationalId: text(at('national_id'), teamLimits.nationalId) || undefined,
      birthDate: westernDigits(cell(at('dob'))) || null,
      gender: gender ?? null,
      // who writes a guardian into the file says that they have agreed in writing
      ...(guardian || contact ? { consent: { guardian, contact, agreed: guardian !== '' && contact !== '', publish: false } } : {}),
    }
  }
  const people = (kind: 'coach' | 'member', numbers: readonly number[]) =>
    numbers.flatMap((number) => {
      const draft = person(kind, number)
      return draft ? [{ number, draft }] : []
    })
  const level = ageLevelOf(cell('age_level').toLowerCase())
  if (level === undefined) refuse({ field: 'age_level', code: 'unknown-value' })
  const [coaches, members] = [people('coach', coachNumbers), people('member', memberNumbers)]
  return {
    competition: cell('competition').toLowerCase(),
    region: searchForm(cell('region')),
    stage: text('stage', teamLimits.stage),
    team: {
      competitionId: '',
      regionId: null,
      name: text('team_name', teamLimits.name),
      schoolName: text('school', teamLimits.schoolName),
      ageLevel: level ?? 'elementary',
      coaches: coaches.map(({ draft }) => draft),
      members: members.map(({ draft }) => draft),
    },
    coaches: coaches.map(({ number }) => number),
    members: members.map(({ number }) => number),
  }
}

const personColumns: Record<string, string> = {
  nationalId: 'national_id',
  birthDate: 'dob',
  'consent.guardian': 'guardian',
  'consent.contact': 'guardian_contact',
  'consent.agreed': 'guardian',
}

/** The column of a field of the registration (`members.0.birthDate` is `member1_dob`); of too few or too many people that where the next or the last one stands. */
export const columnOfField = ({ coaches, members }: ParsedTeam, { field, code, values }: FieldProblem): string => {
  if (field === 'name') return 'team_name'
  if (field === 'schoolName') return 'school'
  if (field === 'competitionId') return 'competition'
  if (field === 'regionId') return 'region'
  const [group, at, ...rest] = field.split('.')
  if (group !== 'coaches' && group !== 'members') return field
  const [kind, numbers] = group === 'coaches' ? (['coach', coaches] as const) : (['member', members] as const)
  const number =
    at === undefined ? (code === 'too-many' ? numbers[Number(values?.limit ?? 0)] : (numbers.at(-1) ?? 0) + 1) : numbers[Number(at)]
  const name = rest.join('.') || 'name'
  return columnOf(kind, number ?? 1, personColumns[name] ?? name)
}

/**
 * Reads a CSV file of teams, one a line: the columns of contract/team-import.ts in any order (`team_name`, `school` and `competition` must be there). Digits
 * may be Arabic; days are YYYY-MM-DD. At most 5,000 lines.
 */
export const parseTeams = (bytes: Uint8Array): { lines: ParsedTeam[]; problems: CsvRowProblem[] } => {
  const file = parseCsv<string>(bytes, { columns: allTeamImportColumns, required, maxRows: teamLimits.lines })
  const problems = [...file.problems]
  const lines = file.rows.map(({ line, cell }: CsvRow<string>) => ({
    line,
    ...readLine(cell, (problem) => problems.push({ line, problem })),
  }))
  return { lines, problems }
}
