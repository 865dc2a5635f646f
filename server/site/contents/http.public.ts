import {
  toPublishedContinent,
  toPublishedFaq,
  toPublishedOrganizer,
  toPublishedPartner,
  toPublishedRegion,
} from '#contract/published/contents.ts'
import type { Deps } from '#server/deps.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { sendCachedOrRenderedJson } from '#server/platform/http/response-cache.ts'
import {
  listOrganizersIncludingInactive,
  listPublicContinents,
  listPublicFaqs,
  listPublicPartners,
  listPublicRegions,
} from './queries.ts'

/** Registers the call that lists the FAQs of the home page. */
export const createFaqsPublicRoutes = ({ guards, database, responseCache }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    implement('GET /api/faqs', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, ['faqs'], async () => {
        const lang = getRequestLanguage(request)
        const faqs = request.query.status === false ? [] : await listPublicFaqs(database.readDb)
        return { success: true, faqs: faqs.map((faq) => toPublishedFaq(faq, lang)) }
      }),
    )
  })

/** Registers the call that lists the partners of the carousel. */
export const createPartnersPublicRoutes = ({ guards, database, responseCache }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    implement('GET /api/partners', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, ['partners'], async () => {
        const partners = request.query.status === false ? [] : await listPublicPartners(database.readDb)
        return { success: true, partners: partners.map(toPublishedPartner) }
      }),
    )
  })

/** Registers the call that lists the organizers. */
export const createOrganizersPublicRoutes = ({ guards, database, responseCache }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    implement('GET /api/organizers', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, ['organizers'], async () => {
        const lang = getRequestLanguage(request)
        const { id } = request.query
        const organizers = await listOrganizersIncludingInactive(
          database.readDb,
          id === 'all' ? undefined : id,
        )
        return {
          success: true,
          organizers: organizers.map((organizer) => toPublishedOrganizer(organizer, lang)),
        }
      }),
    )
  })

/** Registers the call that lists the regions and their contacts. */
export const createRegionsPublicRoutes = ({ guards, database, responseCache }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    implement('GET /api/regions', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, ['regions'], async () => {
        const regions = await listPublicRegions(database.readDb)
        return { success: true, regions: regions.map(toPublishedRegion) }
      }),
    )
  })

/** Registers the call that lists the continents, which are the tabs of the events page. */
export const createContinentsPublicRoutes = ({ guards, database, responseCache }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    implement('GET /api/continents', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, ['continents'], async () => {
        const lang = getRequestLanguage(request)
        const continents = await listPublicContinents(database.readDb)
        return {
          success: true,
          continents: continents.map((continent) => toPublishedContinent(continent, lang)),
        }
      }),
    )
  })
