import type { SeasonRecord } from '#contract/season-record.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/lib/authenticated-user.ts'
import { deleteSeasonRecord, findLatestSeasonRecord, findSeasonRecord, findTeamOwner, insertSeasonRecord } from './queries-records.ts'

type User = Pick<AuthenticatedUser, 'userId' | 'role'>

/** Creates the service of season records, for the owner of a team and administrators. Every function throws `not-found` for the team of another user. */
export const createSeasonRecordService = ({ database: { db } }: Pick<Core, 'database'>) => {
  const requireTeamAccess = async (teamId: string, user: User) => {
    const team = await findTeamOwner(db, teamId)
    if (!team || (user.role !== 'admin' && team.userId !== user.userId)) throw new AppError('not-found')
  }
  const toAuditValue = ({ type, ref, teamId }: SeasonRecord) => ({ type, ref, team: teamId })
  return {
    requireTeamAccess,

    create: async (season: Pick<SeasonRecord, 'type' | 'teamId' | 'ref' | 'data'>, user: User, actor: Actor): Promise<SeasonRecord> => {
      await requireTeamAccess(season.teamId, user)
      return inTransaction(db, async (tx) => {
        const created = await insertSeasonRecord(tx, { ...season, createdBy: user.userId })
        await writeAudit(tx, { actor, action: 'create', entity: 'season', entityId: created.id, after: toAuditValue(created) })
        return created
      })
    },

    /** The newest record of a team, null for none. */
    findLatest: async (teamId: string, user: User): Promise<SeasonRecord | null> => {
      await requireTeamAccess(teamId, user)
      return (await findLatestSeasonRecord(db, teamId)) ?? null
    },

    remove: async (id: string, user: User, actor: Actor): Promise<void> => {
      const season = await findSeasonRecord(db, id)
      if (!season) throw new AppError('not-found')
      await requireTeamAccess(season.teamId, user)
      await inTransaction(db, async (tx) => {
        await deleteSeasonRecord(tx, id)
        await writeAudit(tx, { actor, action: 'delete', entity: 'season', entityId: id, before: toAuditValue(season) })
      })
    },
  }
}
