import type { Deps } from '#server/deps.ts'
import { assertUserOwnsOrCoachesTeam } from '#server/people/teams/service.ts'
import { getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildSuccessReply } from '#server/platform/http/reply.ts'
import { listPublicEventsWithDrawnTeam, listPublishedSchedulesOfTeam } from './queries-public.ts'

/** Registers the call of a user about the published slots of their teams. */
export const createScheduleAccountRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    implement('GET /api/teams/:teamId/schedule', async (request) => {
      const { teamId } = request.params
      await assertUserOwnsOrCoachesTeam(deps.database.db, teamId, getAuthenticatedUser(request).userId)
      const { db } = deps.database
      const [schedules, matchEvents] = await Promise.all([
        listPublishedSchedulesOfTeam(db, teamId),
        listPublicEventsWithDrawnTeam(db, teamId),
      ])
      return buildSuccessReply({ schedules, matchEvents })
    })
  })
