import { randomUUIDv7 } from 'node:crypto'
import type { Lang, Localized } from '#contract/localized.ts'
import { findAgeLevelProblems } from '#contract/rules/age-level.ts'
import { normalizeNationalId } from '#contract/rules/identity.ts'
import { normalizeSearchText } from '#contract/rules/search-form.ts'
import { findTeamProblems, getAgeReferenceYear } from '#contract/rules/team.ts'
import { cleanText } from '#contract/rules/text.ts'
import { consentFields, personFields, pickFields, teamFieldNames } from '#contract/team.fields.ts'
import type { TeamImportRow } from '#contract/team-import.schema.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudits } from '#server/features/audit/service.ts'
import {
  type CompetitionRow,
  listCompetitionsIncludingInactive,
  lockCompetition,
  reserveTeamNosAndGetFirst,
} from '#server/features/competitions/service.ts'
import { listRegionsIncludingInactive } from '#server/features/contents/service.ts'
import {
  assertImportUndoable,
  type ImportFile,
  insertImportAssertingNotRepeated,
  markImportUndoneAndListRecordIds,
  type UndoImport,
} from '#server/features/imports/service.ts'
import { getSiteDate, getSitePhoneCountry } from '#server/features/settings/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { parsePhone } from '#server/lib/identity.ts'
import type { ImportColumns } from '#server/lib/import-columns.ts'
import {
  type CsvFileColumns,
  type CsvRowProblem,
  type CsvWarning,
  transformItemsInSlices,
} from '#server/lib/parse-csv.ts'
import { rethrowTeamConstraintErrors } from './conflicts.ts'
import {
  type CheckedTeam,
  getProblemCellText,
  getProblemColumn,
  listMissingPlaceProblems,
  listRepeatedMemberProblems,
  listTakenMemberProblems,
  listTeamImportWarnings,
  type ParsedTeam,
  type ParsedTeamFile,
  parseTeamsCsv,
} from './import-file.ts'
import {
  insertPeople,
  insertTeams,
  lockTeamsForImportUndo,
  setDeferredConstraintsImmediate,
  softDeleteTeamsWithPeople,
} from './queries-write.ts'
import { toHashedPersonAudit, toRegistrationLimits, toTeamAudit, validateAndEncryptPerson } from './rows.ts'

/** The number of rows and problems that are returned; all are counted. */
const maxReturnedRows = 200
/** The number of teams that are written in one statement. */
const batchSize = 20
const undoBatchSize = 500

/** Returns the form in which names of competitions and regions are compared. */
const toComparedForm = (name: string): string => normalizeSearchText(cleanText(name, 'name'))

/**
 * The effect of a file. `rows` and `problems` are the first 200 of each; `count` and `problemCount` count
 * all.
 */
type TeamImportOutcome = {
  rows: TeamImportRow[]
  problems: CsvRowProblem[]
  problemCount: number
  count: number
  warnings: CsvWarning[]
  fileColumns: CsvFileColumns
}
/**
 * Creates the service that previews and imports a CSV file of teams, all or nothing. Each line follows the
 * rules of a registration (contract/rules/team.ts) and the constraints of the database: a member is in one
 * team of a competition only, and a competition has a limited number of places. Registration may be closed
 * and the competition hidden, because administrators enter late teams and prepare a season.
 */
export const createTeamImportService = (
  { config, database, encryption, invalidator }: Core,
  importColumns: ImportColumns,
) => {
  /** Finds the competitions and regions that the file names, and everything that is wrong with its lines. */
  const checkFile = async (db: Db, { lines, problems: fileProblems, fileColumns }: ParsedTeamFile) => {
    const problems = [...fileProblems]
    const today = await getSiteDate({ config, database: { readDb: db } })
    const competitionRows = await listCompetitionsIncludingInactive(db)
    const competitions = mapCompetitionsByName(competitionRows)
    const allRegions = await listRegionsIncludingInactive(db)
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
      Object.keys(fileColumns.headers).some((name) => name.startsWith('member') && name.endsWith(end))
    const hasGuardians = consentFields.some((field) => hasColumn(`_${personFields[field].column}`))
    // organizers register members who have no national ID, here as on the page of a team
    const isMissingByDesign = ({ field, code }: FieldProblem) =>
      code === 'required' && (field.endsWith('.nationalId') || (!hasGuardians && field.includes('.consent.')))
    const checkLine = (parsed: ParsedTeam): CheckedTeam[] => {
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
      if (regionId === undefined) reportUnknown('region', allowedRegions)
      parsed.team.regionId = regionId ?? null
      if (!competition) return []
      parsed.team.competitionId = competition.id
      const limits = toRegistrationLimits(competition, today)
      for (const problem of findTeamProblems(parsed.team, limits)) refuse(problem)
      for (const problem of findAgeLevelProblems(parsed.team, limits, getAgeReferenceYear(limits)))
        refuse(problem)
      for (const group of ['coaches', 'members'] as const)
        for (const [position, { phone }] of parsed.team[group].entries())
          if (phone !== '' && parsePhone(phone) === undefined)
            refuse({ field: `${group}.${position}.phone`, code: 'bad-format' })
      const memberIds = parsed.team.members.map(({ nationalId }) => {
        const digits = normalizeNationalId(nationalId ?? '')
        return digits === '' ? undefined : encryption.keyedHash(digits)
      })
      return [{ parsed, competition, memberIds }]
    }
    const teams = (await transformItemsInSlices(lines, checkLine)).flat()
    problems.push(
      ...listRepeatedMemberProblems(teams),
      ...(await listTakenMemberProblems(db, teams)),
      ...listMissingPlaceProblems(teams),
    )
    const rows = lines.slice(0, maxReturnedRows).map(
      ({ line, competition, team }): TeamImportRow => ({
        line,
        name: team.name,
        schoolName: team.schoolName,
        competition: competitions.get(toComparedForm(competition))?.slug ?? competition,
        people: team.coaches.length + team.members.length,
      }),
    )
    const firstProblems = pickFirstProblems(problems)
    const membersWithoutId = lines.flatMap(({ team }) =>
      team.members.filter(({ nationalId }) => normalizeNationalId(nationalId ?? '') === ''),
    )
    const outcome: TeamImportOutcome = {
      rows,
      problems: firstProblems.slice(0, maxReturnedRows),
      problemCount: firstProblems.length,
      count: lines.length,
      warnings:
        membersWithoutId.length > 0
          ? [{ code: 'no-national-ids', values: { count: membersWithoutId.length } }]
          : [],
      fileColumns,
    }
    return { outcome, teams }
  }

  /** Inserts teams with their people. Returns the ids of the teams. */
  const insertAll = async (tx: Db, teams: readonly CheckedTeam[], actor: Actor): Promise<string[]> => {
    const ids: string[] = []
    const next = new Map<string, number>()
    for (const { id, count } of countByCompetition(teams))
      next.set(id, await reserveTeamNosAndGetFirst(tx, id, count))
    const phoneCountry = await getSitePhoneCountry({ config, database: { readDb: tx } })
    for (let from = 0; from < teams.length; from += batchSize) {
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
            userId: actor.userId,
            complete: true,
          }
        }),
      )
      const people = some.flatMap(({ parsed: { team }, competition }, at) =>
        (['coach', 'member'] as const).flatMap((kind) =>
          (kind === 'coach' ? team.coaches : team.members).map((person, position) => {
            const id = randomUUIDv7()
            const columns = validateAndEncryptPerson(kind, person, { id, encryption, phoneCountry }, () => {})
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
          after: toHashedPersonAudit(row, encryption),
        })),
      ])
    }
    return ids
  }

  return {
    preview: async (file: ImportFile): Promise<TeamImportOutcome> => {
      const { outcome, teams } = await checkFile(database.db, await parseTeamsCsv(file, importColumns))
      return {
        ...outcome,
        warnings: [...outcome.warnings, ...(await listTeamImportWarnings(database.db, teams))],
      }
    },

    /**
     * Imports all lines, or none: `refused` is true when there are problems. Throws `no-places` or `conflict`
     * when another request takes a place or registers a member at the same time.
     */
    run: async (importFile: ImportFile, actor: Actor): Promise<TeamImportOutcome & { refused: boolean }> => {
      const file = await parseTeamsCsv(importFile, importColumns)
      const done = await rethrowTeamConstraintErrors(
        inTransaction(database.db, async (tx) => {
          // the locks order numbers and places; the same order of locks prevents deadlocks
          for (const id of await listNamedCompetitions(tx, file)) await lockCompetition(tx, id)
          const { outcome, teams } = await checkFile(tx, file)
          if (outcome.problems.length > 0) return { ...outcome, refused: true }
          const recordIds = await insertAll(tx, teams, actor)
          await insertImportAssertingNotRepeated(tx, {
            kind: 'teams',
            file: importFile,
            lineCount: outcome.count,
            recordIds,
            actor,
          })
          await setDeferredConstraintsImmediate(tx)
          return { ...outcome, refused: false }
        }),
      )
      if (!done.refused) await invalidator.invalidate('teams', 'competitions')
      return done
    },
  }
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
const listNamedCompetitions = async (db: Db, { lines }: ParsedTeamFile): Promise<string[]> => {
  const competitions = mapCompetitionsByName(await listCompetitionsIncludingInactive(db))
  return [
    ...new Set(lines.flatMap(({ competition }) => competitions.get(toComparedForm(competition))?.id ?? [])),
  ].toSorted()
}

/** Returns the first problem of each cell, in the order of the lines. */
const pickFirstProblems = (problems: readonly CsvRowProblem[]): CsvRowProblem[] =>
  [...new Map(problems.toReversed().map((each) => [`${each.line} ${each.problem.field}`, each])).values()]
    .toReversed()
    .toSorted((a, b) => a.line - b.line)

/** Counts the new teams of each competition. */
const countByCompetition = (teams: readonly CheckedTeam[]): { id: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const { competition } of teams) counts.set(competition.id, (counts.get(competition.id) ?? 0) + 1)
  return [...counts].map(([id, count]) => ({ id, count })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Creates the function that deletes the teams of an import, with their people. They can be restored for 30
 * days.
 */
export const createTeamImportUndo =
  ({ database, invalidator }: Core): UndoImport =>
  async ({ importId, actor }) => {
    await inTransaction(database.db, async (tx) => {
      const ids = await markImportUndoneAndListRecordIds(tx, importId, actor)
      assertImportUndoable(await lockTeamsForImportUndo(tx, ids), ids.length)
      const deletedAt = new Date()
      for (let from = 0; from < ids.length; from += undoBatchSize) {
        const before = await softDeleteTeamsWithPeople(tx, ids.slice(from, from + undoBatchSize), deletedAt)
        await writeAudits(
          tx,
          before.map((row) => ({
            actor,
            action: 'delete',
            entity: 'team',
            entityId: row.id,
            before: toTeamAudit(row),
          })),
        )
      }
    })
    await invalidator.invalidate('teams', 'competitions')
  }
