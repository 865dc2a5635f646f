import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import type { TeamDbRow } from './rows.ts'

export type ImportedTeam = { id: string; name: string; isChanged: boolean; isPaid: boolean }

/** Locks the teams of an import and returns for each whether it was changed, is used by other records, or is paid. */
export const lockTeamsForImportUndo = async (tx: Db, ids: readonly string[]): Promise<ImportedTeam[]> => {
  await tx.execute(sql`select id from teams where id = any(${sql.param(ids)}::uuid[]) order by id for update`)
  const { rows } = await tx.execute<{ id: string; name: string; changed: boolean; paid: boolean }>(sql`
    select t.id, t.name, t.paid or exists (select 1 from payments p where p.team_id = t.id) as paid,
      t.version <> 1 or t.deleted_at is not null
      or exists (select 1 from team_people p where p.team_id = t.id
        and (p.updated_at <> p.created_at or p.created_at <> t.created_at or p.deleted_at is not null))
      or exists (select 1 from team_scores s where s.team_id = t.id)
      or exists (select 1 from score_entries e where e.team_id = t.id)
      or exists (select 1 from seasons s where s.team_id = t.id) as changed
    from teams t where t.id = any(${sql.param(ids)}::uuid[]) order by t.team_no`)
  return rows.map(({ id, name, changed, paid }) => ({ id, name, isChanged: changed, isPaid: paid }))
}

/** Deletes locked teams with their people; they can be restored for 30 days. Returns the rows before. */
export const softDeleteTeamsWithPeople = async (tx: Db, ids: readonly string[], deletedAt: Date): Promise<TeamDbRow[]> => {
  const before = await tx
    .select()
    .from(teams)
    .where(inArray(teams.id, [...ids]))
  await tx
    .update(teamPeople)
    .set({ deletedAt })
    .where(inArray(teamPeople.teamId, [...ids]))
  await tx
    .update(teams)
    .set({ deletedAt, version: sql`${teams.version} + 1` })
    .where(inArray(teams.id, [...ids]))
  return before
}
