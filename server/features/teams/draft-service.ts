import { type TeamDraft, teamLimits } from '#contract/team.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { deleteDraft, deleteExpiredDrafts, listDraftsOfAccount, lockAndCountOtherDrafts, upsertDraft } from './queries-drafts.ts'

/** Creates the service for registrations that are not submitted yet. Drafts are stored encrypted because they hold national IDs and birth dates of minors. */
export const createTeamDraftService = ({ config, database: { db } }: Pick<Core, 'config' | 'database'>) => {
  const encryption = createFieldEncryption(config)
  return {
    /** Lists the drafts of an account, last changed first, without those that cannot be decrypted. */
    list: async (userId: string): Promise<TeamDraft[]> =>
      (await listDraftsOfAccount(db, userId)).flatMap(({ id, data, updatedAt }) => {
        try {
          return [{ id, data: encryption.decrypt(data, 'team_drafts.data', id), updatedAt: updatedAt.toISOString() }]
        } catch {
          return []
        }
      }),

    /** Saves a draft under an id that the form generated; a repeat is harmless. Throws `conflict` above 20 drafts, `not-found` for the draft of another account. */
    save: async (userId: string, id: string, data: string): Promise<void> => {
      await inTransaction(db, async (tx) => {
        if ((await lockAndCountOtherDrafts(tx, userId, id)) >= teamLimits.drafts)
          throw new AppError('conflict', [{ field: 'draft', code: 'too-many', values: { limit: teamLimits.drafts } }])
        if (!(await upsertDraft(tx, { id, userId, data: encryption.encrypt(data, 'team_drafts.data', id) })))
          throw new AppError('not-found')
      })
    },

    /** Deletes a draft. An unknown id is no error. */
    remove: async (userId: string, id: string): Promise<void> => {
      await deleteDraft(db, userId, id)
    },

    /** Deletes drafts that were not changed for 90 days. Returns the number of drafts. */
    purge: (): Promise<number> => deleteExpiredDrafts(db),
  }
}
