import type { Team, TeamFilter } from '#contract/team.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { findCompetition } from '#server/features/competitions/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { omitUndefined } from '#server/lib/omit-undefined.ts'
import { getMaxPeopleCounts, loadTeamDetails, streamTeams } from './queries.ts'
import { createTeamReadContext, toTeam } from './rows.ts'
import { streamTeamsCsv } from './teams-csv.ts'

/** Creates the service that exports teams to CSV files. Each export is written to the audit log because it contains personal data. */
export const createTeamExportService = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  const readers = createTeamReadContext(config)
  const db = database.readDb
  // the files contain neither masked IDs nor photos, so nothing is decrypted or signed
  const maskingReaders = { encryption: { ...readers.encryption, decrypt: () => '' }, links: { ...readers.links, createQuery: () => '' } }

  const auditExport = async (filter: TeamFilter, actor: Actor, full: boolean): Promise<void> => {
    await writeAudit(database.db, {
      actor,
      action: 'export',
      entity: 'team',
      entityId: 'all',
      after: { filters: Object.keys(omitUndefined(filter)), full },
    })
  }

  return {
    /** Writes an export to the audit log. */
    note: auditExport,

    /** Returns the teams that match as CSV, with the columns of the competition when the filter has one. `full` adds all people with their national IDs. */
    csv: async (filter: TeamFilter, actor: Actor, full = false): Promise<{ name: string; parts: AsyncGenerator<string> }> => {
      const competition = filter.competitionId === undefined ? undefined : await findCompetition(db, filter.competitionId)
      await auditExport(filter, actor, full)
      // the decrypted national IDs of the current batch, by person
      const ids = new Map<string, string>()
      const teams = async function* (): AsyncGenerator<Team[]> {
        for await (const rows of streamTeams(db, filter)) {
          const whole = await loadTeamDetails(db, rows)
          ids.clear()
          if (full)
            for (const { of } of whole)
              for (const { id, nationalId } of of.people)
                if (nationalId !== null) ids.set(id, readers.encryption.decrypt(nationalId, 'team_people.national_id', id))
          yield whole.map(({ parts, of }) => toTeam(parts, of, maskingReaders))
        }
      }
      const sheet = {
        timeZone: await getSiteTimeZone({ config, database }),
        competition: competition && { slug: competition.slug, rounds: competition.rounds },
        full: full ? { nationalIdOf: (id: string) => ids.get(id) ?? '', ...(await getMaxPeopleCounts(db)) } : undefined,
      }
      return { name: `teams-${competition?.slug ?? 'all'}${full ? '-full' : ''}`, parts: streamTeamsCsv(teams(), sheet) }
    },
  }
}
