import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import { listScoreSheetColumns, type RuledSheetTotal } from '#contract/rules/score-sheet.ts'
import { formatWithOffset } from '#contract/rules/time-zone.ts'
import { type PersonField, personFieldNames, personFields, type TeamField, teamFieldNames, teamFields } from '#contract/team.fields.ts'
import type { Team, TeamPerson } from '#contract/team.ts'
import { parsePhone } from '#server/lib/phone.ts'

type Cell = string | number | boolean | null
type Column = { name: string; value: (team: Team, timeZone: string) => Cell }

// spreadsheets read a leading plus as a formula
const formatPhone = (person: TeamPerson | undefined) => person?.phone.replace(/^\+/, '') ?? ''
/** Formats a contact for a CSV file: a phone number has its country code or a space, because spreadsheets remove the leading zero of a number. */
export const formatContactCell = (contact: string) =>
  parsePhone(contact)?.replace(/^\+/, '') ?? contact.replace(/^(0\d{1,2})(\d+)$/, '$1 $2')
const formatGender = (person: TeamPerson | undefined) => (!person || person.gender === null ? '' : person.gender === 0 ? 'male' : 'female')

const formatField = (team: Team, field: TeamField): string =>
  field === 'regionId' ? (team.region?.name.en ?? '') : field === 'competitionId' ? team.competition.slug : (team[field] ?? '')

/** The columns that the files of all competitions have. */
const commonColumns: Column[] = [
  { name: 'team_no', value: ({ teamNo }) => teamNo },
  ...teamFieldNames.map((field): Column => ({ name: teamFields[field].column, value: (team) => formatField(team, field) })),
  { name: 'payment_status', value: ({ paid }) => (paid ? 'paid' : 'pending') },
  { name: 'place_status', value: ({ status }) => status },
  { name: 'created_at', value: ({ createdAt }, timeZone) => formatWithOffset(createdAt, timeZone) },
]

/** The people columns of the normal file: the first coach and at most two members (specification, section 9). */
const firstPeopleColumns: Column[] = [
  { name: 'coach_name', value: ({ coaches }) => coaches[0]?.name ?? '' },
  { name: 'coach_email', value: ({ coaches }) => coaches[0]?.email ?? '' },
  { name: 'coach_phone', value: ({ coaches }) => formatPhone(coaches[0]) },
  ...[0, 1].flatMap((at): Column[] => [
    { name: `member${at + 1}_name`, value: ({ members }) => members[at]?.name ?? '' },
    { name: `member${at + 1}_dob`, value: ({ members }) => members[at]?.birthDate ?? '' },
    { name: `member${at + 1}_gender`, value: ({ members }) => formatGender(members[at]) },
  ]),
]

const personCells: Record<PersonField, (person: TeamPerson | undefined, getNationalId: (id: string) => string) => Cell> = {
  name: (person) => person?.name ?? '',
  email: (person) => person?.email ?? '',
  phone: (person) => formatPhone(person),
  nationalId: (person, getNationalId) => getNationalId(person?.id ?? ''),
  birthDate: (person) => person?.birthDate ?? '',
  gender: (person) => formatGender(person),
  'consent.guardian': (person) => person?.consent?.guardian ?? '',
  'consent.contact': (person) => formatContactCell(person?.consent?.contact ?? ''),
}
const listPersonColumns = (name: string, of: (team: Team) => TeamPerson | undefined, getNationalId: (id: string) => string): Column[] =>
  personFieldNames.map((field) => ({
    name: `${name}_${personFields[field].column}`,
    value: (team) => personCells[field](of(team), getNationalId),
  }))

/** Returns the people columns of the full file, with unmasked national IDs. */
const listAllPeopleColumns = (getNationalId: (id: string) => string, most: { coaches: number; members: number }): Column[] => [
  ...Array.from({ length: most.coaches }, (_, at) =>
    listPersonColumns(`coach${at + 1}`, ({ coaches }) => coaches[at], getNationalId),
  ).flat(),
  ...Array.from({ length: most.members }, (_, at) =>
    listPersonColumns(`member${at + 1}`, ({ members }) => members[at], getNationalId),
  ).flat(),
]

const getRuledTotal = ({ derivedTotal, derivedTotalTimeMs }: Team): RuledSheetTotal | undefined =>
  derivedTotal === undefined ? undefined : { totalScore: derivedTotal, totalTimeMs: derivedTotalTimeMs ?? 0 }

/** `competition` adds the columns of its score sheet, `full` all people and, as the last column, notes about them. Times have the offset of `timeZone`. */
export type TeamsCsvOptions = {
  timeZone: string
  competition?: { slug: string; rounds: number } | undefined
  full?: { getNationalId: (id: string) => string; formatNote: (team: Team) => string; coaches: number; members: number } | undefined
}

/** Generates a CSV file of teams in parts. Only the full file has national IDs. */
export const formatTeamsCsv = async function* (
  parts: AsyncIterable<Team[]>,
  { competition, full, timeZone }: TeamsCsvOptions,
): AsyncGenerator<string> {
  const sheet = competition ? listScoreSheetColumns(competition.slug, competition.rounds) : []
  const columns: Column[] = [
    ...commonColumns,
    ...(full ? listAllPeopleColumns(full.getNationalId, full) : firstPeopleColumns),
    ...sheet.map(({ name, value }): Column => ({ name, value: (team) => value(team.scores, getRuledTotal(team)) })),
    ...(full ? [{ name: 'notes', value: full.formatNote }] : []),
  ]
  yield csvByteOrderMark + formatCsvRow(columns.map(({ name }) => name))
  for await (const teams of parts) yield teams.map((team) => formatCsvRow(columns.map(({ value }) => value(team, timeZone)))).join('')
}
