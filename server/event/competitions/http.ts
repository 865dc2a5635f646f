import { activeCompetitionsCall } from '#contract/published/competition.schema.ts'
import { toPublishedCompetitionsResponse } from '#contract/published/competition.ts'
import type { Deps } from '#server/deps.ts'
import { implementCrudCalls } from '#server/platform/http/crud-routes.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getPageSettings } from '#server/platform/settings/service.ts'
import { listActiveCompetitionsWithAvailability } from './queries.ts'
import { createCompetitionService } from './service.ts'

/** Registers the call that lists the competitions of the season. */
export const createCompetitionsPublicRoutes = ({ guards, config, database, responseCache }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    implement('GET /api/competitions', async (_, reply) => {
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
    })
  })

/**
 * Registers the back office's calls about competitions; `all_active` is the specification's (section 7
 * 'Admin: teams') and has the published spelling.
 */
export const createCompetitionsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const competitions = createCompetitionService(deps)
    const listActive = async () => toPublishedCompetitionsResponse(await competitions.listActive())
    implementCrudCalls(
      implement,
      '/api/admin/competitions',
      { service: competitions },
      { '?all_active': listActive },
    )
    implement(activeCompetitionsCall, listActive)
  })
