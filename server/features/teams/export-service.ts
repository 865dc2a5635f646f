import type { Team, TeamFilter } from '#contract/team.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { findCompetition } from '#server/features/competitions/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { omitUndefined } from '#server/lib/omit-undefined.ts'
import { getMaxPeopleCounts, iterateTeams, loadTeamDetails } from './queries.ts'
import { createTeamReadContext, toTeam } from './rows.ts'
import { addSiteDateToFilter } from './service.ts'
import { formatTeamsCsv } from './teams-csv.ts'

/**
 * The reason of a full export, which the audit log keeps, and what it does with national IDs that cannot be decrypted: it reports the row of each, and notes the names of
 * the people of a team.
 */
export type FullExport = { reason: string; report: (personId: string) => void; formatNote: (names: readonly string[]) => string }

/** Creates the service that exports teams to CSV files. Each export is written to the audit log because it contains personal data. */
export const createTeamExportService = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  const readers = createTeamReadContext(config)
  const db = database.readDb
  // the files contain neither masked IDs nor photos, so nothing is decrypted or signed
  const maskingReaders = { encryption: { ...readers.encryption, decrypt: () => '' }, links: { ...readers.links, createQuery: () => '' } }

  const auditExport = async (filter: TeamFilter, actor: Actor, reason?: string): Promise<void> => {
    await writeAudit(database.db, {
      actor,
      action: 'export',
      entity: 'team',
      entityId: 'all',
      after: { filters: Object.keys(omitUndefined(filter)), full: reason !== undefined, ...omitUndefined({ reason }) },
    })
  }

  return {
    /** Writes an export to the audit log. */
    note: auditExport,

    /**
     * Returns the teams that match as CSV, with the columns of the competition when the filter has one. `full` adds all people with their national IDs; an ID
     * that cannot be decrypted is an empty cell and a note in the last column.
     */
    csv: async (filter: TeamFilter, actor: Actor, full?: FullExport): Promise<{ name: string; parts: AsyncGenerator<string> }> => {
      const competition = filter.competitionId === undefined ? undefined : await findCompetition(db, filter.competitionId)
      await auditExport(filter, actor, full?.reason)
      const datedFilter = await addSiteDateToFilter({ config, database }, filter)
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
        for await (const rows of iterateTeams(db, datedFilter)) {
          const whole = await loadTeamDetails(db, rows)
          ids.clear()
          if (full)
            for (const { of } of whole)
              for (const { id, nationalId } of of.people) if (nationalId !== null) ids.set(id, decryptNationalId(id, nationalId))
          yield whole.map(({ parts, of }) => toTeam(parts, of, maskingReaders))
        }
      }
      const sheet = {
        timeZone: await getSiteTimeZone({ config, database }),
        competition: competition && { slug: competition.slug, rounds: competition.rounds },
        full: full ? { getNationalId: (id: string) => ids.get(id) ?? '', formatNote, ...(await getMaxPeopleCounts(db)) } : undefined,
      }
      return { name: `teams-${competition?.slug ?? 'all'}${full ? '-full' : ''}`, parts: formatTeamsCsv(teams(), sheet) }
    },
  }
}
