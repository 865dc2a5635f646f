import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { teams } from '#server/db/schema/teams.ts'
import type { Actor } from '#server/features/audit/service.ts'

/** Marks a team as paid or not, by hand, with a reason. */
export const markPaid = async (
  tx: Db,
  { teamId, paid }: { teamId: string; paid: boolean; reason: string; actor: Actor },
): Promise<boolean> => {
  await tx.update(teams).set({ paid }).where(eq(teams.id, teamId))
  return true
}
