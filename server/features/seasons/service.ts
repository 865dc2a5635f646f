import type { Season } from '#contract/season.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Signed } from '#server/lib/signed.ts'
import { deleteSeason, insertSeason, newestSeason, ownerOf, seasonOf } from './queries.ts'

/** Season records, for the team's owner and administrators. Another's team is `not-found`. */
export const seasonService = ({ database: { db } }: Pick<Core, 'database'>) => {
  const mayTouch = async (teamId: string, who: Pick<Signed, 'userId' | 'role'>) => {
    const team = await ownerOf(db, teamId)
    if (!team || (who.role !== 'admin' && team.userId !== who.userId)) throw new AppError('not-found')
  }
  const forAudit = ({ type, ref, teamId }: Season) => ({ type, ref, team: teamId })
  return {
    /** Throws `not-found` where `who` may not touch the team. */
    mayTouch,

    /** Keeps the team object `data` for a season. Throws `not-found`. */
    record: async (
      season: Pick<Season, 'type' | 'teamId' | 'ref' | 'data'>,
      who: Pick<Signed, 'userId' | 'role'>,
      actor: Actor,
    ): Promise<Season> => {
      await mayTouch(season.teamId, who)
      return inTransaction(db, async (tx) => {
        const made = await insertSeason(tx, { ...season, createdBy: who.userId })
        await writeAudit(tx, { actor, action: 'create', entity: 'season', entityId: made.id, after: forAudit(made) })
        return made
      })
    },

    /** The newest record of a team, null for none. Throws `not-found`. */
    newest: async (teamId: string, who: Pick<Signed, 'userId' | 'role'>): Promise<Season | null> => {
      await mayTouch(teamId, who)
      return (await newestSeason(db, teamId)) ?? null
    },

    /** Throws `not-found`. */
    remove: async (id: string, who: Pick<Signed, 'userId' | 'role'>, actor: Actor): Promise<void> => {
      const season = await seasonOf(db, id)
      if (!season) throw new AppError('not-found')
      await mayTouch(season.teamId, who)
      await inTransaction(db, async (tx) => {
        await deleteSeason(tx, id)
        await writeAudit(tx, { actor, action: 'delete', entity: 'season', entityId: id, before: forAudit(season) })
      })
    },
  }
}
