import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import {
  continentsResponse,
  faqsQuery,
  faqsResponse,
  organizersQuery,
  organizersResponse,
  partnersQuery,
  partnersResponse,
  regionsResponse,
} from '#contract/published/contents.schema.ts'
import {
  toPublishedContinent,
  toPublishedFaq,
  toPublishedOrganizer,
  toPublishedPartner,
  toPublishedRegion,
} from '#contract/published/contents.ts'
import type { Deps } from '#server/deps.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { sendCachedJson } from '#server/http/response-cache.ts'
import {
  listOrganizersIncludingInactive,
  listPublicContinents,
  listPublicFaqs,
  listPublicPartners,
  listPublicRegions,
} from './queries.ts'

/** Registers the call that lists the FAQs of the home page. */
export const faqsPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.faqs,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Questions and answers that visitors see',
          tags: ['faqs'],
          querystring: faqsQuery,
          response: { 200: faqsResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['faqs'], async () => {
          const lang = getRequestLanguage(request)
          const faqs = request.query.status === false ? [] : await listPublicFaqs(database.readDb)
          return { success: true, faqs: faqs.map((faq) => toPublishedFaq(faq, lang)) }
        }),
    )
  }

/** Registers the call that lists the partners of the carousel. */
export const partnersPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.partners,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Partners that visitors see',
          tags: ['partners'],
          querystring: partnersQuery,
          response: { 200: partnersResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['partners'], async () => {
          const partners = request.query.status === false ? [] : await listPublicPartners(database.readDb)
          return { success: true, partners: partners.map(toPublishedPartner) }
        }),
    )
  }

/** Registers the call that lists the organizers. */
export const organizersPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.organizers,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Organizers of a continent, or of all',
          tags: ['organizers'],
          querystring: organizersQuery,
          response: { 200: organizersResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['organizers'], async () => {
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
  }

/** Registers the call that lists the regions and their contacts. */
export const regionsPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.regions,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Regions with the contact of each',
          tags: ['regions'],
          querystring: langQuery,
          response: { 200: regionsResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['regions'], async () => {
          const regions = await listPublicRegions(database.readDb)
          return { success: true, regions: regions.map(toPublishedRegion) }
        }),
    )
  }

/** Registers the call that lists the continents, which are the tabs of the events page. */
export const continentsPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.continents,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Continents',
          tags: ['continents'],
          querystring: langQuery,
          response: { 200: continentsResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['continents'], async () => {
          const lang = getRequestLanguage(request)
          const continents = await listPublicContinents(database.readDb)
          return {
            success: true,
            continents: continents.map((continent) => toPublishedContinent(continent, lang)),
          }
        }),
    )
  }
