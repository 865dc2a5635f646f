import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { toPublishedSeasonRecord } from '#contract/published/season-record.ts'
import { toPublishedTeam } from '#contract/published/team.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor, getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { assertUserOwnsOrCoachesTeam, createAdminTeamService } from '../teams/service.ts'

import { createSeasonRecordService, listSeasonRecordSummariesOfTeam } from './service.ts'

/**
 * Registers the calls about season records (specification, section 7 'Seasons'), for the owner of the team
 * and administrators with `registration`.
 */
export const createSeasonRecordsAccountRoutes = (deps: Deps): FastifyPluginAsyncZod =>
  createCallsPlugin(deps, (implement) => {
    const service = createSeasonRecordService(deps)
    const teams = createAdminTeamService(deps)

    implement('POST /api/seasons', async (request) => {
      const { type, team_id: teamId, ref, data } = request.body
      const season = await service.create(
        { type, teamId, ref, data },
        {
          user: getAuthenticatedUser(request),
          actor: getAuditActor(request),
          readTeam: async () => toPublishedTeam(await teams.one(teamId, null)),
        },
      )
      return buildMessageReply(request, 'saved', { season: toPublishedSeasonRecord(season) })
    })
    implement('GET /api/seasons', async (request) => {
      const season = await service.findLatest(
        request.query.team_id,
        getAuthenticatedUser(request),
        getAuditActor(request),
      )
      return buildSuccessReply({ season: season && toPublishedSeasonRecord(season) })
    })
    implement('GET /api/teams/:teamId/season-records', async (request) => {
      const { teamId } = request.params
      await assertUserOwnsOrCoachesTeam(deps.database.db, teamId, getAuthenticatedUser(request).userId)
      return buildSuccessReply({ records: await listSeasonRecordSummariesOfTeam(deps.database.db, teamId) })
    })
    implement('DELETE /api/seasons', async (request) => {
      await service.remove(request.query.id, getAuthenticatedUser(request), getAuditActor(request))
      return buildSuccessReply({})
    })
  })
