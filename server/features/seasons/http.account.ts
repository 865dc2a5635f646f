import type { FastifyContextConfig } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { idQuery } from '#contract/crud.schema.ts'
import { paths } from '#contract/paths.ts'
import {
  createSeasonRecordRequest,
  savedSeasonRecordResponse,
  seasonRecordQuery,
  seasonRecordResponse,
  toPublishedSeasonRecord,
} from '#contract/published/season-record.ts'
import { toPublishedTeam } from '#contract/published/team.ts'
import { successOnlyResponse } from '#contract/response.schema.ts'
import { seasonRecordsResponse, teamIdParams } from '#contract/season-year.schema.ts'
import type { Deps } from '#server/deps.ts'
import { assertTeamOfUser, createTeamService } from '#server/features/teams/service.ts'
import { createAccountRoutes, getAuditActor, getAuthenticatedUser } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'

import { createSeasonRecordService, listSeasonRecordSummaries } from './records-service.ts'

/**
 * Registers the calls about season records (specification, section 7 'Seasons'), for the owner of the team
 * and administrators with `registration`.
 */
export const seasonRecordsAccountRoutes = (deps: Deps): FastifyPluginAsyncZod =>
  createAccountRoutes(deps, 'seasons', async (app) => {
    const config: FastifyContextConfig = {
      conditionalChecks: [{ when: 'for a team of another account', permission: 'registration' }],
    }
    const service = createSeasonRecordService(deps)
    const teams = createTeamService(deps)

    app.post(
      paths.seasons,
      {
        config,
        schema: {
          summary: 'Record a team as it is now for a season',
          body: createSeasonRecordRequest,
          response: { 200: savedSeasonRecordResponse },
        },
      },
      async (request) => {
        const { type, team_id: teamId, ref, data } = request.body
        const season = await service.create(
          { type, teamId, ref, data },
          {
            user: getAuthenticatedUser(request),
            actor: getAuditActor(request),
            readTeam: async () => toPublishedTeam(await teams.one(teamId)),
          },
        )
        return buildMessageReply(request, 'saved', { season: toPublishedSeasonRecord(season) })
      },
    )
    app.get(
      paths.seasons,
      {
        config,
        schema: {
          summary: 'The newest record of a team',
          querystring: seasonRecordQuery,
          response: { 200: seasonRecordResponse },
        },
      },
      async (request) => {
        const season = await service.findLatest(
          request.query.team_id,
          getAuthenticatedUser(request),
          getAuditActor(request),
        )
        return buildSuccessReply({ season: season && toPublishedSeasonRecord(season) })
      },
    )
    app.get(
      '/api/teams/:teamId/season-records',
      {
        schema: {
          summary: 'The season records of a team of the account',
          params: teamIdParams,
          response: { 200: seasonRecordsResponse },
        },
      },
      async (request) => {
        const { teamId } = request.params
        await assertTeamOfUser(deps.database.db, teamId, getAuthenticatedUser(request).userId)
        return buildSuccessReply({ records: await listSeasonRecordSummaries(deps.database.db, teamId) })
      },
    )
    app.delete(
      paths.seasons,
      {
        config,
        schema: { summary: 'Delete a record', querystring: idQuery, response: { 200: successOnlyResponse } },
      },
      async (request) => {
        await service.remove(request.query.id, getAuthenticatedUser(request), getAuditActor(request))
        return buildSuccessReply({})
      },
    )
  })
