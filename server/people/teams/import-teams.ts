import { v7 as randomUUIDv7 } from 'uuid'
import { normalizeNationalId } from '#contract/accounts/identity.ts'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { listChangedAgeLevelProblems } from '#contract/people/teams/age-level.ts'
import {
  consentFields,
  personFields,
  pickFields,
  teamFieldNames,
} from '#contract/people/teams/team.fields.ts'
import type { TeamImportRow } from '#contract/people/teams/team-import.schema.ts'
import {
  getAgeYearFromRegistrationEnd,
  listNewOrChangedTeamProblems,
} from '#contract/people/teams/team-rules.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import { cleanText } from '#contract/platform/text.ts'
import type { Core } from '#server/deps.ts'
import {
  type CompetitionRow,
  listCompetitionsIncludingInactive,
  lockCompetition,
  reserveTeamNosAndGetFirst,
} from '#server/event/competitions/service.ts'
import { type Actor, writeAudits } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { isWithinRegions } from '#server/platform/db/region-conditions.ts'
import type { ReadFile } from '#server/platform/imports/read-import-file.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'
import type { CsvRowProblem } from '#server/platform/lib/csv-problems.ts'
import { parsePhoneIfValid } from '#server/platform/lib/identity.ts'
import { transformItemsInSlices } from '#server/platform/lib/transform-in-slices.ts'
import { getSiteDate, getSitePhoneCountry } from '#server/platform/settings/service.ts'
import { listRegionsIncludingInactive } from '#server/site/contents/service.ts'
import {
  type CheckedLine,
  type CheckedTeam,
  createTeamComparisonStarter,
  getProblemCellText,
  getProblemColumn,
  listTeamsOfKnownCompetitions,
  type ParsedTeam,
  parseTeamLines,
} from './import-file.ts'
import { insertPeople, insertTeams } from './queries-write.ts'
import {
  encryptPersonReportingProblems,
  toPersonAuditWithNameAndHashes,
  toRegistrationLimits,
  toTeamAudit,
} from './rows.ts'

/** The number of teams that are written in one statement. */
const batchSize = 20

/** Returns the form in which names of competitions and regions are compared. */
const toComparedForm = (name: string): string => normalizeSearchText(cleanText(name, 'name'))

/**
 * Parses and checks a file of teams. Each line follows the rules of a registration (contract/people/teams/team-rules.ts) and
 * the constraints of the database: a member is in one team of a competition only, and a competition has a
 * limited number of places. Registration may be closed and the competition hidden, because administrators enter
 * late teams and prepare a season. A user who is limited to regions names one of them in each line.
 */
export const parseAndCheckTeams = async (
  file: ReadFile<string>,
  {
    core: { config, encryption },
    db,
    isLocking,
    regionLimit,
  }: { core: Core; db: Db; isLocking: boolean; regionLimit: RegionLimit },
) => {
  const lines = await parseTeamLines(file)
  // the locks order numbers and places; the same order of locks prevents deadlocks
  if (isLocking) for (const id of await listNamedCompetitions(db, lines)) await lockCompetition(db, id)
  const problems: CsvRowProblem[] = []
  const today = await getSiteDate({ config, database: { readDb: db } })
  const competitionRows = await listCompetitionsIncludingInactive(db)
  const competitions = mapCompetitionsByName(competitionRows)
  const allRegions = (await listRegionsIncludingInactive(db)).filter(({ id }) =>
    isWithinRegions(regionLimit, id),
  )
  const regions = new Map(
    allRegions.flatMap(({ id, slug, name }) =>
      [slug, name.en, name.ar].map((each) => [toComparedForm(each), id] as const),
    ),
  )
  const allowedCompetitions = toAllowedNames(
    competitionRows.map(({ nameEn, nameAr, slug }) => ({ en: nameEn, ar: nameAr, slug })),
  )
  const allowedRegions = toAllowedNames(allRegions.map(({ name }) => name))
  // our own file without national IDs has no columns of guardians either
  const hasColumn = (end: string) =>
    Object.keys(file.fileColumns.headers).some((name) => name.startsWith('member') && name.endsWith(end))
  const hasGuardians = consentFields.some((field) => hasColumn(`_${personFields[field].column}`))
  // organizers register members who have no national ID, here as on the page of a team
  const isMissingByDesign = ({ field, code }: FieldProblem) =>
    code === 'required' && (field.endsWith('.nationalId') || (!hasGuardians && field.includes('.consent.')))
  const checkLine = (parsed: ParsedTeam): CheckedLine => {
    const refuse = (problem: FieldProblem) => {
      // a missing consent is reported by the guardian's own columns
      // and a link in a name by the reader of the file
      if (['consent', 'has-link'].includes(problem.code) || isMissingByDesign(problem)) return
      const field = getProblemColumn(parsed, problem)
      problems.push({
        line: parsed.line,
        problem: { ...problem, field },
        value: getProblemCellText(parsed, problem.field),
      })
    }
    const reportUnknown = (field: 'competition' | 'region', allowed: Localized<readonly string[]>) =>
      problems.push({
        line: parsed.line,
        problem: { field, code: 'not-found' },
        value: parsed[field],
        allowed,
      })
    const competition = competitions.get(toComparedForm(parsed.competition))
    if (!competition && parsed.competition === '') refuse({ field: 'competition', code: 'required' })
    else if (!competition) reportUnknown('competition', allowedCompetitions)
    const regionId = parsed.region === '' ? null : regions.get(toComparedForm(parsed.region))
    if (regionId === null && regionLimit) refuse({ field: 'region', code: 'required' })
    if (regionId === undefined) reportUnknown('region', allowedRegions)
    parsed.team.regionId = regionId ?? null
    if (!competition) return { line: parsed.line, parsed, competition, memberIds: [] }
    parsed.team.competitionId = competition.id
    const limits = toRegistrationLimits(competition, today)
    for (const problem of listNewOrChangedTeamProblems(parsed.team, limits)) refuse(problem)
    for (const problem of listChangedAgeLevelProblems(
      parsed.team,
      limits,
      getAgeYearFromRegistrationEnd(limits),
    ))
      refuse(problem)
    for (const group of ['coaches', 'members'] as const)
      for (const [position, { phone }] of parsed.team[group].entries())
        if (phone !== '' && parsePhoneIfValid(phone) === undefined)
          refuse({ field: `${group}.${position}.phone`, code: 'bad-format' })
    const memberIds = parsed.team.members.map(({ nationalId }) => {
      const digits = normalizeNationalId(nationalId ?? '')
      return digits === '' ? undefined : encryption.keyedHash(digits)
    })
    return { line: parsed.line, parsed, competition, memberIds }
  }
  const checked = await transformItemsInSlices(lines, checkLine)
  return { lines: checked, problems, startComparison: await createTeamComparisonStarter(db, checked) }
}

/** Returns a line as the reply lists it. */
export const toTeamImportReplyRow = ({ parsed, competition }: CheckedLine): TeamImportRow => ({
  line: parsed.line,
  name: parsed.team.name,
  schoolName: parsed.team.schoolName,
  competition: competition?.slug ?? parsed.competition,
  people: parsed.team.coaches.length + parsed.team.members.length,
})

/** Inserts teams with their people. Returns the ids of the teams. */
export const insertTeamsWithPeopleAndAudit = async (
  tx: Db,
  lines: readonly CheckedLine[],
  {
    core: { config, encryption },
    actor,
    reportInserted,
  }: { core: Core; actor: Actor; reportInserted: (count: number) => Promise<void> },
): Promise<string[]> => {
  const teams = listTeamsOfKnownCompetitions(lines)
  const ids: string[] = []
  const next = new Map<string, number>()
  for (const { id, count } of countByCompetition(teams))
    next.set(id, await reserveTeamNosAndGetFirst(tx, id, count))
  const phoneCountry = await getSitePhoneCountry({ config, database: { readDb: tx } })
  for (let from = 0; from < teams.length; from += batchSize) {
    await reportInserted(from)
    const some = teams.slice(from, from + batchSize)
    const rows = await insertTeams(
      tx,
      some.map(({ parsed: { team }, competition: { id } }) => {
        const teamNo = next.get(id) ?? 1
        next.set(id, teamNo + 1)
        return {
          ...pickFields(team, teamFieldNames),
          competitionId: id,
          teamNo,
          // an owner keeps a team that moves to another region
          userId: actor.regionLimit ? null : actor.userId,
          complete: true,
        }
      }),
    )
    const people = some.flatMap(({ parsed: { team }, competition }, at) =>
      (['coach', 'member'] as const).flatMap((kind) =>
        (kind === 'coach' ? team.coaches : team.members).map((person, position) => {
          const id = randomUUIDv7()
          const columns = encryptPersonReportingProblems(
            kind,
            person,
            { id, encryption, phoneCountry },
            () => {},
          )
          const empty = { nationalId: null, nationalIdIndex: null, picture: null, deletedAt: null }
          return {
            ...empty,
            ...columns,
            id,
            kind,
            position,
            teamId: rows[at]?.id ?? '',
            competitionId: competition.id,
          }
        }),
      ),
    )
    await insertPeople(tx, people)
    ids.push(...rows.map(({ id }) => id))
    await writeAudits(tx, [
      ...rows.map((row) => ({
        actor,
        action: 'import' as const,
        entity: 'team' as const,
        entityId: row.id,
        after: toTeamAudit(row),
      })),
      ...people.map((row) => ({
        actor,
        action: 'import' as const,
        entity: 'team-person' as const,
        entityId: row.id,
        after: toPersonAuditWithNameAndHashes(row, encryption),
      })),
    ])
  }
  return ids
}

/**
 * Returns competitions by their slugs and by their names in both languages, in search form. A name of two
 * competitions means the active one.
 */
const mapCompetitionsByName = (rows: readonly CompetitionRow[]) =>
  new Map(
    rows
      .toSorted((a, b) => Number(a.active) - Number(b.active))
      .flatMap((row) =>
        [row.nameEn, row.nameAr, row.slug].map((name) => [toComparedForm(name), row] as const),
      ),
  )

const toAllowedNames = (names: readonly { en: string; ar: string; slug?: string }[]): Localized<string[]> => {
  const list = (lang: Lang) => names.map((name) => (name.slug ? `${name[lang]} (${name.slug})` : name[lang]))
  return { en: list('en'), ar: list('ar') }
}

/** Lists the ids of the competitions that the lines name, in their order. */
const listNamedCompetitions = async (db: Db, lines: readonly ParsedTeam[]): Promise<string[]> => {
  const competitions = mapCompetitionsByName(await listCompetitionsIncludingInactive(db))
  return [
    ...new Set(lines.flatMap(({ competition }) => competitions.get(toComparedForm(competition))?.id ?? [])),
  ].toSorted()
}

/** Counts the new teams of each competition. */
const countByCompetition = (teams: readonly CheckedTeam[]): { id: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const { competition } of teams) counts.set(competition.id, (counts.get(competition.id) ?? 0) + 1)
  return [...counts].map(([id, count]) => ({ id, count })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
