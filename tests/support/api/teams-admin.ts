import { v7 as randomUUIDv7 } from 'uuid'
import { expect } from 'vitest'
import { createCoach, createMember, startTeamsApp } from './teams.ts'

type Reply = { json: () => { fields?: { field: string; code: string }[] } }

export const adminTeamsPath = '/api/admin/teams/'

/** Returns the codes of the invalid fields of a reply. */
export const getFieldCodes = (reply: Reply) =>
  Object.fromEntries((reply.json().fields ?? []).map(({ field, code }) => [field, code]))

/** Starts the app with functions that call it as an administrator of teams. */
export const startTeamsAdminApp = async () => {
  const t = await startTeamsApp()
  return {
    ...t,
    createTeam: async (more: Record<string, unknown> = {}) => {
      const fields = { name: `Hawks ${randomUUIDv7().slice(-6)}`, competion: t.robo.id, ...more }
      const reply = await t.send('POST', adminTeamsPath, t.adminToken, fields)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().team
    },
    addPerson: (
      teamId: string,
      kind: 'coaches' | 'members',
      fields = kind === 'members' ? createMember() : createCoach(),
    ) => t.send('POST', `${adminTeamsPath}${teamId}/${kind}`, t.adminToken, fields),
  }
}
export type TeamsAdminApp = Awaited<ReturnType<typeof startTeamsAdminApp>>
