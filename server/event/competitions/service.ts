import type { CompetitionFields, CompetitionRecord } from '#contract/event/competition.schema.ts'
import type { Core } from '#server/deps.ts'
import { toRecordMetadata } from '#server/platform/crud/metadata.ts'
import { createCrudService } from '#server/platform/crud/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import {
  type CompetitionRow,
  competitionSearchText,
  countTeamsOfCompetition,
  findCompetition,
  findCompetitionIdByIdOrSlug,
  getCompetitionColumnsBySortKey,
  hasFreePlaceForNewTeam,
  hasTeamsCondition,
  listActiveCompetitions,
  listActiveCompetitionsWithAvailability,
  listCompetitionsByIds,
  listCompetitionsIncludingInactive,
  lockCompetition,
  reserveNextTeamNo,
  reserveTeamNosAndGetFirst,
  toCompetition,
} from './queries.ts'

export type { CompetitionRow }
export {
  findCompetition,
  findCompetitionIdByIdOrSlug,
  hasFreePlaceForNewTeam,
  listActiveCompetitions,
  listActiveCompetitionsWithAvailability,
  listCompetitionsByIds,
  listCompetitionsIncludingInactive,
  lockCompetition,
  reserveNextTeamNo,
  reserveTeamNosAndGetFirst,
  toCompetition,
}

const toRecord = (row: CompetitionRow): CompetitionRecord => ({
  ...toCompetition(row),
  active: row.active,
  paymentDays: row.paymentDays,
  publishesTeams: row.publishesTeams,
  teamCount: row.teamCount,
  ...toRecordMetadata(row),
})

const toDate = (text: string | null | undefined) => (typeof text === 'string' ? new Date(text) : text)

type Values = Partial<typeof competitions.$inferInsert>

/**
 * Throws `bad-input` when a maximum is below its minimum, registration closes before it opens, or a changed
 * number of places is below that of the teams.
 */
const assertLimitsInOrder = (row: Values, maxTeamsBefore?: number | null) => {
  const problems: FieldProblem[] = []
  const pair = (low: keyof Values, high: keyof Values) => {
    const [least, most] = [row[low], row[high]]
    if (least !== null && least !== undefined && most !== null && most !== undefined && most < least)
      problems.push({ field: high, code: 'below-others' })
  }
  pair('minMembers', 'maxMembers')
  pair('minCoaches', 'maxCoaches')
  pair('minAge', 'maxAge')
  pair('opensAt', 'closesAt')
  const { maxTeams, teamCount = 0 } = row
  // a limit that is exceeded already can still be raised
  const limitBefore = maxTeamsBefore ?? Number.POSITIVE_INFINITY
  if (typeof maxTeams === 'number' && maxTeams < teamCount && maxTeams < limitBefore)
    problems.push({ field: 'maxTeams', code: 'too-small', values: { limit: teamCount } })
  if (problems.length > 0) throw new AppError('bad-input', problems)
}

/**
 * Creates the service of competitions in the back office. The slug comes from the first English name and
 * never changes, because exports refer to it.
 */
export const createCompetitionService = (core: Core) => {
  const records = createCrudService<typeof competitions, CompetitionFields, CompetitionRecord>(
    {
      table: competitions,
      entity: 'competition',
      cacheTags: ['competitions'],
      searchText: competitionSearchText,
      getSortColumns: getCompetitionColumnsBySortKey,
      required: ['name.en', 'name.ar'],
      toRecord,
      toColumns: ({ name, description, opensAt, closesAt, ...columns }) => ({
        ...columns,
        nameEn: name?.en,
        nameAr: name?.ar,
        descriptionEn: description?.en,
        descriptionAr: description?.ar,
        opensAt: toDate(opensAt),
        closesAt: toDate(closesAt),
      }),
      slugFallback: 'competition',
      check: async (tx: Db, values, id) => {
        const before = id === undefined ? undefined : await lockCompetition(tx, id)
        const limits = before ?? { minMembers: 2, maxMembers: 3, minCoaches: 1, maxCoaches: 1 }
        assertLimitsInOrder({ ...limits, ...values }, before?.maxTeams)
      },
      assertDeletable: async (tx, id) => {
        if ((await countTeamsOfCompetition(tx, id)) > 0) throw new AppError('has-teams')
      },
      keepDeleted: { condition: hasTeamsCondition, code: 'has-teams' },
    },
    core,
  )
  return {
    ...records,
    /**
     * Lists the active competitions, in their order. Where none is active, as on a new site, it lists all of
     * them, so that administrators can register teams before visitors can.
     */
    listActive: async (): Promise<CompetitionRecord[]> => {
      const { db } = core.database
      const active = await listActiveCompetitions(db)
      return (active.length > 0 ? active : await listCompetitionsIncludingInactive(db)).map(toRecord)
    },
  }
}
