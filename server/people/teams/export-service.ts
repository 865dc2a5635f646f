import {
  listCompetitionScoreCsvColumns,
  type RuledSheetTotal,
  type ScoreSheetContents,
} from '#contract/event/scoring/score-sheet.ts'
import {
  getPersonFieldKind,
  getPersonFieldValue,
  type PersonField,
  personFieldNames,
  personFields,
  type TeamField,
  teamFieldNames,
  teamFields,
} from '#contract/people/teams/team.fields.ts'
import type { Team, TeamPerson } from '#contract/people/teams/team.schema.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { formatWithOffset } from '#contract/platform/time-zone.ts'
import type { Core } from '#server/deps.ts'
import { findCompetition } from '#server/event/competitions/service.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { parsePhoneIfValid } from '#server/platform/lib/identity.ts'
import { omitUndefined } from '#server/platform/lib/omit-undefined.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import {
  iterateTeamBatchesByFilter,
  listTeamIdsByFilter,
  loadTeamsWithPeopleAndScores,
  type RegionalTeamFilter,
  readLargestPeopleCountsOfTeams,
} from './queries.ts'
import { readScoreSheetEntriesAndMaxMatches } from './queries-score-sheets.ts'
import { createTeamReadContext, toTeam } from './rows.ts'
import { addSiteDateToFilterIfNeeded } from './service.ts'

type Cell = string | number | boolean | null
/** The words of a file that people read: what stands for the name of a column and for a stored value. */
export type TeamsCsvLabels = {
  lang: Lang
  getTitle: (column: string) => string
  formatValue: (column: string, value: string) => string
}
/** `words` are absent in the published form of a file. */
type FileContext = { timeZone: string; words: TeamsCsvLabels | undefined }
type Column = { name: string; value: (team: Team, context: FileContext) => Cell }

/**
 * Formats a contact for a CSV file: a phone number has its country code or a space, because spreadsheets
 * remove the leading zero of a number.
 */
export const formatPhoneOrEmailCell = (contact: string): string =>
  parsePhoneIfValid(contact) ?? contact.replace(/^(0\d{1,2})(\d+)$/, '$1 $2')
const formatPersonCell = (
  person: TeamPerson | undefined,
  field: PersonField,
  { words }: FileContext,
): Cell => {
  const value = (person && getPersonFieldValue(person, field)) ?? ''
  const kind = getPersonFieldKind(field)
  if (kind === 'gender' && value !== '') return value === 0 ? 'male' : 'female'
  if (kind !== 'phone' && kind !== 'contact') return value
  const contact = kind === 'phone' ? String(value) : formatPhoneOrEmailCell(String(value))
  // with the plus, which gets an apostrophe, a spreadsheet keeps the number as text
  return words ? contact : contact.replace(/^\+/, '')
}

const formatField = (team: Team, field: TeamField, { words }: FileContext): string =>
  field === 'regionId'
    ? (team.region?.name[words?.lang ?? 'en'] ?? '')
    : field === 'competitionId'
      ? words
        ? team.competition.name[words.lang]
        : team.competition.slug
      : (team[field] ?? '')

/** The columns that the files of all competitions have. */
const commonColumns: Column[] = [
  { name: 'team_no', value: ({ teamNo }) => teamNo },
  ...teamFieldNames.map(
    (field): Column => ({
      name: teamFields[field].column,
      value: (team, context) => formatField(team, field, context),
    }),
  ),
  { name: 'payment_status', value: ({ paid }) => (paid ? 'paid' : 'pending') },
  { name: 'place_status', value: ({ status }) => status },
  { name: 'created_at', value: ({ createdAt }, { timeZone }) => formatWithOffset(createdAt, timeZone) },
]

const listPersonColumns = (
  name: string,
  of: (team: Team) => TeamPerson | undefined,
  fields: readonly PersonField[],
  getNationalId: (id: string) => string = () => '',
): Column[] =>
  fields.map((field) => ({
    name: `${name}_${personFields[field].column}`,
    value: (team, context) =>
      field === 'nationalId' ? getNationalId(of(team)?.id ?? '') : formatPersonCell(of(team), field, context),
  }))

/**
 * The people columns of the normal file: the first coach and at most two members (specification, section 9).
 */
const firstPeopleColumns: Column[] = [
  ...listPersonColumns('coach', ({ coaches }) => coaches[0], ['name', 'email', 'phone']),
  ...[0, 1].flatMap((at) =>
    listPersonColumns(`member${at + 1}`, ({ members }) => members[at], ['name', 'birthDate', 'gender']),
  ),
]

/** Returns the people columns of the full file, with unmasked national IDs. */
const listAllPeopleColumns = (
  getNationalId: (id: string) => string,
  most: { coaches: number; members: number },
): Column[] => [
  ...Array.from({ length: most.coaches }, (_, at) =>
    listPersonColumns(`coach${at + 1}`, ({ coaches }) => coaches[at], personFieldNames, getNationalId),
  ).flat(),
  ...Array.from({ length: most.members }, (_, at) =>
    listPersonColumns(`member${at + 1}`, ({ members }) => members[at], personFieldNames, getNationalId),
  ).flat(),
]

const getRuledTotal = ({ derivedTotal, derivedTotalTimeMs }: Team): RuledSheetTotal | undefined =>
  derivedTotal === undefined ? undefined : { totalScore: derivedTotal, totalTimeMs: derivedTotalTimeMs ?? 0 }

/**
 * `competition` adds the columns of its score sheet, `full` all people and, as the last column, notes about
 * them. Times have the offset of `timeZone`. `words` are those of the file; without them it has its published
 * form.
 */
type TeamsCsvOptions = {
  timeZone: string
  words?: TeamsCsvLabels | undefined
  competition?: { slug: string; rounds: number; contents: ScoreSheetContents } | undefined
  full?:
    | {
        getNationalId: (id: string) => string
        formatNote: (team: Team) => string
        coaches: number
        members: number
      }
    | undefined
}

/** Generates a CSV file of teams in parts. Only the full file has national IDs. */
export const streamTeamsCsv = async function* (
  parts: AsyncIterable<Team[]>,
  { competition, full, timeZone, words }: TeamsCsvOptions,
): AsyncGenerator<string> {
  const sheet = competition
    ? listCompetitionScoreCsvColumns(competition.slug, competition.rounds, competition.contents)
    : []
  const columns: Column[] = [
    ...commonColumns,
    ...(full ? listAllPeopleColumns(full.getNationalId, full) : firstPeopleColumns),
    ...sheet.map(
      ({ name, value }): Column => ({ name, value: (team) => value(team.scores, getRuledTotal(team)) }),
    ),
    ...(full ? [{ name: 'notes', value: full.formatNote }] : []),
  ]
  yield csvByteOrderMark + formatCsvRow(columns.map(({ name }) => words?.getTitle(name) ?? name))
  const formatCell = ({ name, value }: Column, team: Team): Cell => {
    const cell = value(team, { timeZone, words })
    return words && typeof cell === 'string' ? words.formatValue(name, cell) : cell
  }
  for await (const teams of parts)
    yield teams.map((team) => formatCsvRow(columns.map((column) => formatCell(column, team)))).join('')
}

/**
 * The reason of a full export, which the audit log keeps, and what it does with national IDs that cannot be
 * decrypted: it reports the row of each, and notes the names of the people of a team.
 */
type FullExport = {
  reason: string
  report: (personId: string) => void
  formatNote: (names: readonly string[]) => string
}

/**
 * Creates the service that exports teams to CSV files. Each export is written to the audit log because it
 * contains personal data.
 */
export const createTeamExportService = (core: Core) => {
  const { database } = core
  const readers = createTeamReadContext(core.encryption)
  const db = database.readDb
  // the files contain neither masked IDs nor photos, so nothing is decrypted or signed
  const maskingReaders = {
    encryption: { ...readers.encryption, decrypt: () => '' },
    links: { ...readers.links, createQuery: () => '' },
  }

  const auditExport = async (
    { regionLimit: _, ...filter }: RegionalTeamFilter,
    actor: Actor,
    reason?: string,
  ): Promise<void> => {
    await writeAudit(database.db, {
      actor,
      action: 'export',
      entity: 'team',
      entityId: 'all',
      after: {
        filters: Object.keys(omitUndefined(filter)),
        full: reason !== undefined,
        ...omitUndefined({ reason }),
      },
    })
  }

  return {
    /** Writes an export to the audit log. */
    auditExport,

    /**
     * Returns the teams that match as CSV, with the columns of the competition when the filter has one, in
     * `words` or in the published form. `full` adds all people with their national IDs; an ID that cannot be decrypted is an empty cell and a
     * note in the last column.
     */
    csv: async (
      filter: RegionalTeamFilter,
      actor: Actor,
      { words, full }: { words?: TeamsCsvLabels; full?: FullExport } = {},
    ): Promise<{ name: string; parts: AsyncGenerator<string> }> => {
      const competition =
        filter.competitionId === undefined ? undefined : await findCompetition(db, filter.competitionId)
      await auditExport(filter, actor, full?.reason)
      const datedFilter = await addSiteDateToFilterIfNeeded(core, filter)
      // the national IDs of the current batch by person, null where one cannot be decrypted
      const ids = new Map<string, string | null>()
      const decryptNationalId = (id: string, encrypted: string) => {
        try {
          return readers.encryption.decrypt(encrypted, 'team_people.national_id', id)
        } catch {
          full?.report(id)
          return null
        }
      }
      const formatNote = ({ coaches, members }: Team) => {
        const people = [...coaches, ...members].filter(({ id }) => ids.get(id) === null)
        return full && people.length > 0 ? full.formatNote(people.map(({ name }) => name)) : ''
      }
      const teams = async function* (): AsyncGenerator<Team[]> {
        for await (const rows of iterateTeamBatchesByFilter(db, datedFilter)) {
          const whole = await loadTeamsWithPeopleAndScores(db, rows)
          ids.clear()
          if (full)
            for (const { of } of whole)
              for (const { id, nationalId } of of.people)
                if (nationalId !== null) ids.set(id, decryptNationalId(id, nationalId))
          yield whole.map(({ parts, of }) => toTeam(parts, of, maskingReaders))
        }
      }
      const sheet = {
        timeZone: await getSiteTimeZone(core),
        competition: competition && {
          slug: competition.slug,
          rounds: competition.rounds,
          contents: await readScoreSheetEntriesAndMaxMatches(db, await listTeamIdsByFilter(db, datedFilter)),
        },
        words,
        full: full
          ? {
              getNationalId: (id: string) => ids.get(id) ?? '',
              formatNote,
              ...(await readLargestPeopleCountsOfTeams(db, filter.regionLimit)),
            }
          : undefined,
      }
      return {
        name: `teams-${competition?.slug ?? 'all'}${full ? '-full' : ''}`,
        parts: streamTeamsCsv(teams(), sheet),
      }
    },
  }
}
