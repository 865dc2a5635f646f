import { csvLine, csvStart } from '#contract/rules/csv.ts'
import { sheetColumns } from '#contract/rules/team-sheet.ts'
import type { Team, TeamPerson } from '#contract/team.ts'

type Cell = string | number | boolean | null
type Column = { name: string; value: (team: Team) => Cell }

// a spreadsheet takes a plus for a formula
const phone = (person: TeamPerson | undefined) => person?.phone.replace(/^\+/, '') ?? ''
const gender = (person: TeamPerson | undefined) => (!person || person.gender === null ? '' : person.gender === 0 ? 'male' : 'female')

/** What all competitions have (design/domain.md 'CSV columns'). */
const common: Column[] = [
  { name: 'team_no', value: ({ teamNo }) => teamNo },
  { name: 'team_name', value: ({ name }) => name },
  { name: 'school', value: ({ schoolName }) => schoolName },
  { name: 'region', value: ({ region }) => region?.name.en ?? '' },
  { name: 'competition', value: ({ competition }) => competition.slug },
  { name: 'age_level', value: ({ ageLevel }) => ageLevel },
  { name: 'stage', value: ({ stage }) => stage },
  { name: 'payment_status', value: ({ paid }) => (paid ? 'paid' : 'pending') },
  { name: 'created_at', value: ({ createdAt }) => createdAt },
]

/** The people of a team for the file that organizers pass on: the first coach and at most two members (specification, section 9). */
const few: Column[] = [
  { name: 'coach_name', value: ({ coaches }) => coaches[0]?.name ?? '' },
  { name: 'coach_email', value: ({ coaches }) => coaches[0]?.email ?? '' },
  { name: 'coach_phone', value: ({ coaches }) => phone(coaches[0]) },
  ...[0, 1].flatMap((at): Column[] => [
    { name: `member${at + 1}_name`, value: ({ members }) => members[at]?.name ?? '' },
    { name: `member${at + 1}_dob`, value: ({ members }) => members[at]?.birthDate ?? '' },
    { name: `member${at + 1}_gender`, value: ({ members }) => gender(members[at]) },
  ]),
]

const person = (name: string, of: (team: Team) => TeamPerson | undefined, nationalIdOf: (id: string) => string): Column[] => [
  { name: `${name}_name`, value: (team) => of(team)?.name ?? '' },
  { name: `${name}_email`, value: (team) => of(team)?.email ?? '' },
  { name: `${name}_phone`, value: (team) => phone(of(team)) },
  { name: `${name}_national_id`, value: (team) => nationalIdOf(of(team)?.id ?? '') },
  { name: `${name}_dob`, value: (team) => of(team)?.birthDate ?? '' },
  { name: `${name}_gender`, value: (team) => gender(of(team)) },
  { name: `${name}_guardian`, value: (team) => of(team)?.consent?.guardian ?? '' },
  { name: `${name}_guardian_contact`, value: (team) => of(team)?.consent?.contact ?? '' },
]

/** All people of a team, up to the most that a form can have, with their whole national IDs. */
const all = (nationalIdOf: (id: string) => string, most: { coaches: number; members: number }): Column[] => [
  ...Array.from({ length: most.coaches }, (_, at) => person(`coach${at + 1}`, ({ coaches }) => coaches[at], nationalIdOf)).flat(),
  ...Array.from({ length: most.members }, (_, at) => person(`member${at + 1}`, ({ members }) => members[at], nationalIdOf)).flat(),
]

/** What a file of teams has: the sheet of one competition, or none where several are in it; with `full` everybody. */
export type TeamSheet = {
  competition?: { slug: string; rounds: number } | undefined
  full?: { nationalIdOf: (id: string) => string; coaches: number; members: number } | undefined
}

/** Teams as a CSV file for spreadsheets, a part at a time. National IDs only in the full one. */
export const csvOfTeams = async function* (parts: AsyncIterable<Team[]>, { competition, full }: TeamSheet): AsyncGenerator<string> {
  const sheet = competition ? sheetColumns(competition.slug, competition.rounds) : []
  const columns: Column[] = [
    ...common,
    ...(full ? all(full.nationalIdOf, full) : few),
    ...sheet.map(({ name, value }): Column => ({ name, value: ({ scores }) => value(scores) })),
  ]
  yield csvStart + csvLine(columns.map(({ name }) => name))
  for await (const teams of parts) yield teams.map((team) => csvLine(columns.map(({ value }) => value(team)))).join('')
}
