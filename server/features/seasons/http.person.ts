import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { idQuery } from '#contract/crud.schema.ts'
import { savedResponse } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { seasonForm, seasonQuery, seasonReply, seasonSavedReply } from '#contract/published/season.schema.ts'
import { seasonToWire } from '#contract/published/season.ts'
import { teamToWire } from '#contract/published/team.ts'
import type { Deps } from '#server/deps.ts'
import { teamService } from '#server/features/teams/service.ts'
import { actorOf } from '#server/http/actor.ts'
import { signedOf } from '#server/http/auth.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { seasonService } from './service.ts'

const tags = ['seasons']
const security = [{ token: [] }]

/** Season records (specification, section 7 'Seasons'): the team's owner or an administrator. */
export const seasonsPerson =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = seasonService(deps)
    const teams = teamService(deps)
    const shared = { onRequest: deps.guards.person, config: { for: 'person' } } as const
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.post(
      paths.seasons,
      {
        ...shared,
        schema: { summary: 'Keep a team as it is for a season', tags, security, body: seasonForm, response: { 200: seasonSavedReply } },
      },
      async (request) => {
        const { type, team_id: teamId, ref, data } = request.body
        const who = signedOf(request)
        await service.mayTouch(teamId, who)
        const kept = data ?? teamToWire(await teams.one(teamId))
        const season = await service.record({ type, teamId, ref, data: kept }, who, actorOf(request))
        const t = textsOf(languageOf(request.raw.url, request.headers))
        return { success: true as const, msg: t('messages.saved'), season: seasonToWire(season) }
      },
    )
    app.get(
      paths.seasons,
      {
        ...shared,
        schema: { summary: 'The newest record of a team', tags, security, querystring: seasonQuery, response: { 200: seasonReply } },
      },
      async (request) => {
        const season = await service.newest(request.query.team_id, signedOf(request))
        return { success: true as const, season: season && seasonToWire(season) }
      },
    )
    app.delete(
      paths.seasons,
      {
        ...shared,
        schema: { summary: 'Take a record away', tags, security, querystring: idQuery, response: { 200: savedResponse } },
      },
      async (request) => {
        await service.remove(request.query.id, signedOf(request), actorOf(request))
        const t = textsOf(languageOf(request.raw.url, request.headers))
        return { success: true as const, msg: t('messages.updated') }
      },
    )
  }
