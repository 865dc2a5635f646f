import type { LeaveRequest } from '#contract/team-leave.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { lockTeam } from './queries.ts'
import { findAccountTeamRole } from './queries-access.ts'
import { listTeamsWithLeaveRequest } from './queries-places.ts'
import { updateTeam } from './queries-write.ts'
import { softDeleteTeamWithPeople } from './service.ts'

/** Creates the service for requests to leave a competition with a paid team. Refunds are made with the payments. */
export const createTeamLeaveService = ({ database: { db }, invalidator }: Pick<Core, 'database' | 'invalidator'>) => ({
  /** Stores the request of the owner; a repeat is harmless. Throws `not-found`, `wrong-role` for a coach, `conflict` for an unpaid team, which is withdrawn without a request. */
  request: (id: string, actor: Actor & { userId: string }): Promise<void> =>
    inTransaction(db, async (tx) => {
      const team = await lockTeam(tx, id)
      const role = team && !team.deletedAt && (await findAccountTeamRole(tx, team, actor.userId))
      if (!role) throw new AppError('not-found')
      if (role === 'coach') throw new AppError('wrong-role')
      if (!team.paid) throw new AppError('conflict')
      const isOpen = team.leaveRequestedAt !== null && team.leaveRefusedAt === null
      if (!isOpen) await updateTeam(tx, id, { leaveRequestedAt: new Date(), leaveRefusedAt: null })
    }),

  /** Lists the open requests, the oldest first. */
  listOpen: async (): Promise<LeaveRequest[]> =>
    (await listTeamsWithLeaveRequest(db)).map(({ id, name, teamNo, nameEn, nameAr, requestedAt }) => ({
      team: { id, name, teamNo, competition: { en: nameEn, ar: nameAr } },
      requestedAt: requestedAt?.toISOString() ?? '',
    })),

  /** Approves an open request, which deletes the team (it can be restored for 30 days), or refuses it. Throws `not-found`, `conflict` without an open request. */
  decide: async (id: string, approved: boolean, actor: Actor): Promise<void> => {
    await inTransaction(db, async (tx) => {
      const team = await lockTeam(tx, id)
      if (!team || team.deletedAt) throw new AppError('not-found')
      if (team.leaveRequestedAt === null || team.leaveRefusedAt !== null) throw new AppError('conflict')
      await writeAudit(tx, { actor, action: approved ? 'approve' : 'deny', entity: 'team', entityId: id })
      if (approved) return softDeleteTeamWithPeople(tx, await updateTeam(tx, id, { leaveRequestedAt: null }), actor)
      await updateTeam(tx, id, { leaveRefusedAt: new Date() })
    })
    await invalidator.invalidate('teams', 'competitions')
  },
})
