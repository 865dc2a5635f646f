import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { idQuery } from '#contract/crud.schema.ts'
import { savedResponse } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import {
  teamAnyReply,
  teamDownloadQuery,
  teamForm,
  teamListQuery,
  teamOneQuery,
  teamPath,
  teamSavedReply,
  teamScoresBody,
} from '#contract/published/team.schema.ts'
import { downloadedTeams, teamFilterFromQuery, teamRowToWire, teamScoreFromWire, teamToWire } from '#contract/published/team.ts'
import { teamEditFromForm } from '#contract/published/team-forms.ts'
import type { Team } from '#contract/team.ts'
import type { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { readForm } from '#server/http/multipart.ts'
import { dispatchQuery, hasKey, routeVariant } from '#server/http/query-dispatch.ts'
import { teamExport } from './export-service.ts'
import { inPublishedNames } from './http.published.ts'
import { resultService } from './results.ts'
import { teamService } from './service.ts'

const tags = ['teams (admin)']
const security = [{ token: [] }]

const message = (request: FastifyRequest, key: 'saved' | 'updated' | 'restored' | 'teamDeleted') =>
  textsOf(languageOf(request.raw.url, request.headers))(`messages.${key}`)

/** The back office's calls about teams (specification, section 7 'Admin: teams'). */
export const teamsAdmin =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = teamService(deps)
    const files = teamExport(deps)
    const results = resultService(deps)
    const shared = { onRequest: deps.guards.admin, config: { for: 'admin' } } as const
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const saved = (request: FastifyRequest, team: Team, key: Parameters<typeof message>[1]) => ({
      success: true as const,
      msg: message(request, key),
      team: teamToWire(team),
    })

    const download = async (query: z.output<typeof teamDownloadQuery>, request: FastifyRequest, reply: FastifyReply) => {
      const filter = teamFilterFromQuery(query)
      if (query.format === 'csv' || query.full) {
        const { name, parts } = await files.csv(filter, actorOf(request), query.full)
        return reply
          .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` })
          .send(Readable.from(parts))
      }
      await files.note(filter, actorOf(request), false)
      const teams: Team[] = []
      for await (const some of service.each(filter)) teams.push(...some)
      const slug = filter.competitionId === undefined ? 'all' : ((await service.slugOf(filter.competitionId)) ?? '')
      return downloadedTeams(teams, slug)
    }
    const { querystring, answer } = dispatchQuery([
      routeVariant({ when: (query) => hasKey(query, 'download'), schema: teamDownloadQuery, handle: download }),
      routeVariant({
        when: (query) => hasKey(query, 'id'),
        schema: teamOneQuery,
        handle: async ({ id }) => ({ success: true, team: teamToWire(await service.one(id)) }),
      }),
      routeVariant({
        when: () => true,
        schema: teamListQuery,
        handle: async ({ page, per_page: perPage, deleted, ...query }) => {
          const { records, total } = await service.list({ page, perPage, deleted, ...teamFilterFromQuery(query) })
          return { success: true, teams: records.map(teamRowToWire), currentPage: page, totalItems: total, per_page: perPage }
        },
      }),
    ])
    app.get(
      paths.adminTeams,
      {
        ...shared,
        schema: {
          summary:
            'List; one (`id`); all of them (`download`), as CSV with `format=csv`, with all people and whole national IDs with `full=true`',
          tags,
          security,
          querystring,
          response: { 200: teamAnyReply },
        },
      },
      async (request, reply) => (await answer(request, reply)) as z.input<typeof teamAnyReply>,
    )

    for (const method of ['POST', 'PUT'] as const)
      app.route({
        method,
        url: paths.adminTeams,
        ...shared,
        preValidation: readForm(teamForm),
        schema: {
          summary: 'Create, or with `id` change',
          tags,
          security,
          consumes: ['multipart/form-data'],
          body: teamForm,
          response: { 200: teamSavedReply },
        },
        handler: async (request) => {
          const { file, removeFile, ...form } = request.body
          const picture = file ?? (removeFile ? null : undefined)
          const team = await inPublishedNames(service.save(teamEditFromForm({ ...form, file, removeFile }), actorOf(request), picture))
          return saved(request, team, form.id === undefined ? 'saved' : 'updated')
        },
      })

    app.delete(
      paths.adminTeams,
      {
        ...shared,
        schema: { summary: 'Delete; undone for 30 days', tags, security, querystring: idQuery, response: { 200: savedResponse } },
      },
      async (request) => {
        await service.remove(request.query.id, actorOf(request))
        return { success: true as const, msg: message(request, 'teamDeleted') }
      },
    )

    app.post(
      `${paths.adminTeams}/restore`,
      {
        ...shared,
        schema: { summary: 'Bring a deleted one back', tags, security, body: idQuery, response: { 200: teamSavedReply } },
      },
      async (request) => saved(request, await inPublishedNames(service.restore(request.body.id, actorOf(request))), 'restored'),
    )

    app.put(
      `${paths.adminTeams}/:teamId/scores`,
      {
        ...shared,
        schema: {
          summary: 'Replace all results of a team; `time` counts milliseconds',
          tags,
          security,
          params: teamPath,
          body: teamScoresBody,
          response: { 200: teamSavedReply },
        },
      },
      async (request) => {
        const { scores, version } = request.body
        const work = results.save(request.params.teamId, scores.map(teamScoreFromWire), version, actorOf(request))
        return saved(request, await inPublishedNames(work), 'updated')
      },
    )
  }
