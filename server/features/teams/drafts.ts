import { type TeamDraftRecord, teamLimits } from '#contract/team.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createSeal } from '#server/lib/seal.ts'
import { draftsOf, dropDraft, dropOldDrafts, keepDraft, otherDrafts } from './queries-drafts.ts'

/** Registrations in the making. They are sealed: they hold national IDs and birth dates of minors. */
export const draftService = ({ config, database: { db } }: Pick<Core, 'config' | 'database'>) => {
  const seal = createSeal(config.SECRET_KEY ?? '')
  return {
    /** The last changed first. */
    list: async (userId: string): Promise<TeamDraftRecord[]> =>
      (await draftsOf(db, userId)).map(({ id, data, updatedAt }) => ({ id, data: seal.open(data), updatedAt: updatedAt.toISOString() })),

    /** Keeps a draft under an id that the form made; a repeat is harmless. Throws `conflict` above 20 drafts, `not-found` for another's id. */
    keep: async (userId: string, id: string, data: string): Promise<void> => {
      await inTransaction(db, async (tx) => {
        if ((await otherDrafts(tx, userId, id)) >= teamLimits.drafts)
          throw new AppError('conflict', [{ field: 'draft', code: 'too-many', values: { limit: teamLimits.drafts } }])
        if (!(await keepDraft(tx, { id, userId, data: seal.seal(data) }))) throw new AppError('not-found')
      })
    },

    /** One that is not there is no error. */
    drop: async (userId: string, id: string): Promise<void> => {
      await dropDraft(db, userId, id)
    },

    /** Takes away what nobody touched for 90 days. Gives how many. */
    purge: (): Promise<number> => dropOldDrafts(db),
  }
}
