import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { idQuery } from '#contract/crud.schema.ts'
import { paths } from '#contract/paths.ts'
import { createSeasonRequest, savedSeasonResponse, seasonQuery, seasonResponse, toPublishedSeason } from '#contract/published/season.ts'
import { toPublishedTeam } from '#contract/published/team.ts'
import { messageResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { teamService } from '#server/features/teams/service.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { getAuthenticatedUser } from '#server/http/guards.ts'
import { getRequestLanguage, getTranslator } from '#server/http/language.ts'
import { seasonService } from './service.ts'

const tags = ['seasons']
const security = [{ token: [] }]

/** The calls about season records (specification, section 7 'Seasons'), for the owner of the team and administrators. */
export const seasonsPerson =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = seasonService(deps)
    const teams = teamService(deps)
    const shared = { onRequest: deps.guards.requireUser, config: { for: 'user' } } as const
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.post(
      paths.seasons,
      {
        ...shared,
        schema: {
          summary: 'Record a team as it is now for a season',
          tags,
          security,
          body: createSeasonRequest,
          response: { 200: savedSeasonResponse },
        },
      },
      async (request) => {
        const { type, team_id: teamId, ref, data } = request.body
        const user = getAuthenticatedUser(request)
        await service.requireTeamAccess(teamId, user)
        const season = await service.create(
          { type, teamId, ref, data: data ?? toPublishedTeam(await teams.one(teamId)) },
          user,
          getAuditActor(request),
        )
        const t = getTranslator(getRequestLanguage(request))
        return { success: true as const, msg: t('messages.saved'), season: toPublishedSeason(season) }
      },
    )
    app.get(
      paths.seasons,
      {
        ...shared,
        schema: { summary: 'The newest record of a team', tags, security, querystring: seasonQuery, response: { 200: seasonResponse } },
      },
      async (request) => {
        const season = await service.findLatest(request.query.team_id, getAuthenticatedUser(request))
        return { success: true as const, season: season && toPublishedSeason(season) }
      },
    )
    app.delete(
      paths.seasons,
      {
        ...shared,
        schema: { summary: 'Delete a record', tags, security, querystring: idQuery, response: { 200: messageResponse({}) } },
      },
      async (request) => {
        await service.remove(request.query.id, getAuthenticatedUser(request), getAuditActor(request))
        const t = getTranslator(getRequestLanguage(request))
        return { success: true as const, msg: t('messages.updated') }
      },
    )
  }
