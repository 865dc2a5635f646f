import { teamFeedbackResponse } from '#contract/panel.schema.ts'
import { teamParams } from '#contract/team.schema.ts'
import type { Deps } from '#server/deps.ts'
import { assertTeamOfAccount } from '#server/features/teams/service.ts'
import { createAccountRoutes, getAuthenticatedUser } from '#server/http/guards.ts'
import { successReply } from '#server/http/reply.ts'
import { listReleasedFeedbackOfTeam } from './queries-panels.ts'

/** Registers the call of an account about what judges wrote to its teams. */
export const feedbackAccountRoutes = (deps: Deps) =>
  createAccountRoutes(deps, 'account teams', async (app) => {
    app.get(
      '/api/teams/:teamId/feedback',
      {
        schema: {
          summary: 'The feedback of judges for a team of the account that the organizers have released, by event',
          params: teamParams,
          response: { 200: teamFeedbackResponse },
        },
      },
      async (request) => {
        const { teamId } = request.params
        await assertTeamOfAccount(deps.database.db, teamId, getAuthenticatedUser(request).userId)
        return successReply({ feedback: await listReleasedFeedbackOfTeam(deps.database.db, teamId) })
      },
    )
  })
