import { v7 as randomUUIDv7 } from 'uuid'
import type { JudgesApp } from './judges.ts'

let lastTeamNo = 70_000

/**
 * Inserts a registered team of the active season. `competitionAt` is the position of its competition. Returns it
 * with the slug of that competition.
 */
export const addRegisteredTeam = async (
  { ownerPool }: Pick<JudgesApp, 'ownerPool'>,
  name: string,
  { teamNo = ++lastTeamNo, competitionAt = 0 }: { teamNo?: number; competitionAt?: number } = {},
): Promise<{ id: string; teamNo: number; competitionId: string; competition: string }> => {
  const { rows } = await ownerPool.query(
    'select id, slug from competitions where deleted_at is null order by position, id offset $1 limit 1',
    [competitionAt],
  )
  const team = {
    id: randomUUIDv7(),
    teamNo,
    competitionId: String(rows[0].id),
    competition: String(rows[0].slug),
  }
  await ownerPool.query(
    'insert into teams (id, competition_id, team_no, name, school) values ($1, $2, $3, $4, $5)',
    [team.id, team.competitionId, team.teamNo, name, `School of ${name}`],
  )
  return team
}

/** Inserts a registered team and adds it to an event. Returns it with the code of its badge. */
export const addEventTeam = async (
  t: Pick<JudgesApp, 'ownerPool' | 'ok' | 'ask'>,
  eventId: string,
  name: string,
  options: Parameters<typeof addRegisteredTeam>[2] = {},
): Promise<{ id: string; teamNo: number; badgeCode: string }> => {
  const { id, teamNo, competitionId } = await addRegisteredTeam(t, name, options)
  t.ok(await t.ask('POST', `/api/admin/events/${eventId}/teams`, { payload: { competitionId, teamNo } }))
  const { teams } = t.ok(await t.ask('GET', `/api/admin/events/${eventId}/schedule`))
  return { id, teamNo, badgeCode: teams.find((team: { id: string }) => team.id === id).badgeCode }
}
