import { teamSchedulesResponse } from '#contract/schedule.schema.ts'
import { teamParams } from '#contract/team.schema.ts'
import type { Deps } from '#server/deps.ts'
import { assertTeamOfUser } from '#server/features/teams/service.ts'
import { createAccountRoutes, getAuthenticatedUser } from '#server/http/guards.ts'
import { buildSuccessReply } from '#server/http/reply.ts'
import { listMatchEventsOfTeam, listPublishedSchedulesOfTeam } from './queries-public.ts'

/** Registers the call of a user about the published slots of their teams. */
export const scheduleAccountRoutes = (deps: Deps) =>
  createAccountRoutes(deps, 'account teams', async (app) => {
    app.get(
      '/api/teams/:teamId/schedule',
      {
        schema: {
          summary:
            'The slots of a team of the account in published schedules, by event, and the events for whose matches it is drawn',
          params: teamParams,
          response: { 200: teamSchedulesResponse },
        },
      },
      async (request) => {
        const { teamId } = request.params
        await assertTeamOfUser(deps.database.db, teamId, getAuthenticatedUser(request).userId)
        const { db } = deps.database
        const [schedules, matchEvents] = await Promise.all([
          listPublishedSchedulesOfTeam(db, teamId),
          listMatchEventsOfTeam(db, teamId),
        ])
        return buildSuccessReply({ schedules, matchEvents })
      },
    )
  })
