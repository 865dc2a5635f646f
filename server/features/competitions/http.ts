import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  competitionResponses,
  competitionsWithPlacesResponse,
  saveCompetitionRequest,
} from '#contract/competition.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import {
  activeCompetitionsPath,
  activeCompetitionsQuery,
  activeCompetitionsResponse,
} from '#contract/published/competition.schema.ts'
import { toPublishedActiveCompetitions } from '#contract/published/competition.ts'
import type { Deps } from '#server/deps.ts'
import { getPageSettings } from '#server/features/settings/service.ts'
import { createCrudRoutes } from '#server/http/crud-routes.ts'
import { createAdminRoutes } from '#server/http/guards.ts'
import { defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'
import { listActiveCompetitionsWithAvailability } from './queries.ts'
import { createCompetitionService } from './service.ts'

/** Registers the call that lists the competitions of the season. */
export const competitionsPublicRoutes =
  ({ config, database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.competitions,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Competitions with their limits, fee, dates, and the places that are left',
          tags: ['competitions'],
          response: { 200: competitionsWithPlacesResponse },
        },
      },
      async (_, reply) => {
        // a page with these competitions is rendered again after a change of them or of their teams
        responseCache.addTag('competitions')
        responseCache.addTag('settings')
        // free places and opening times change without a write to competitions
        reply.header('cache-control', 'no-store')
        const { isRegistrationEnabled } = await getPageSettings({ config, database })
        const options = { now: new Date().toISOString(), isRegistrationEnabled }
        return {
          success: true as const,
          competitions: await listActiveCompetitionsWithAvailability(database.db, options),
        }
      },
    )
  }

/**
 * Registers the back office's calls about competitions; `all_active` is the specification's (section 7
 * 'Admin: teams') and has the published spelling.
 */
export const competitionsAdminRoutes = (deps: Deps): FastifyPluginAsyncZod => {
  const competitions = createCompetitionService(deps)
  const listActive = async () => toPublishedActiveCompetitions(await competitions.listActive())
  const crud = createCrudRoutes(deps, {
    path: paths.adminCompetitions,
    responses: competitionResponses,
    sizes: pageSizes.short,
    sortableList: 'competitions',
    permission: 'registration',
    readPermission: 'none',
    form: saveCompetitionRequest,
    variants: [
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'all_active'),
        schema: activeCompetitionsQuery,
        handle: listActive,
      }),
    ],
    variantResponse: activeCompetitionsResponse,
    service: competitions,
  })
  const activeCompetitions = createAdminRoutes(deps, 'competitions', 'none', async (app) => {
    const schema = {
      summary: 'List the active ones (`all_active=true`)',
      querystring: activeCompetitionsQuery.partial(),
      response: { 200: activeCompetitionsResponse },
    }
    app.get(activeCompetitionsPath, { schema }, listActive)
  })
  return async (app) => {
    await app.register(crud)
    await app.register(activeCompetitions)
  }
}
