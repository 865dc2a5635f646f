import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { getMatchesPagePath } from '#contract/event/matches/match.ts'
import { langs } from '#contract/platform/localized.ts'
import { type Brand, standardAccentColor } from '#contract/platform/settings.ts'
import { msPerDay } from '#contract/platform/time.ts'
import { getCompetitionPagePath, getTeamPagePath } from '#contract/site/season-page-paths.ts'
import type { Deps } from '#server/deps.ts'
import { listActiveCompetitions } from '#server/event/competitions/service.ts'
import { sendCachedOrRenderedResponse } from '#server/platform/http/response-cache.ts'
import { escapeXml } from '#server/platform/lib/render-svg.ts'
import { getAllSettingsOrThrow } from '#server/platform/settings/service.ts'
import { listTeamPageAddresses } from '../season-pages/service.ts'
import { listActiveEventsForSitemap, maxSitemapPaths } from './queries.ts'

/** The paths of the public pages in the sitemap; events, competitions and teams are added to them. */
const sitemapPages = [
  '/',
  '/events/',
  '/competitions/',
  '/challenges/',
  '/about/',
  '/support/',
  '/contact-us/',
  '/privacy/',
  '/terms/',
  '/login/',
  '/register/',
  '/verify/',
] as const

/**
 * Returns midnight (UTC) 180 days after `now`: RFC 9116 recommends less than a year. The response cache
 * renders `security.txt` anew every few minutes.
 */
const getSecurityTextExpiry = (now: Date) =>
  `${new Date(now.getTime() + 180 * msPerDay).toISOString().slice(0, 10)}T00:00:00Z`

/**
 * Returns the web app manifest with the name, logo and colour of the site. It has one URL, so it shows the
 * name in both languages.
 */
const createWebManifest = ({ name, logo, accentColor }: Brand) => ({
  name: [...new Set([name.en, name.ar])].join(' · '),
  short_name: name.en,
  start_url: '/',
  display: 'standalone',
  background_color: '#FBFAF6',
  theme_color: (accentColor ?? standardAccentColor).toUpperCase(),
  icons: logo
    ? [{ src: logo, sizes: 'any', type: 'image/webp' }]
    : [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
})

/**
 * Serves `sitemap.xml`, with every page in each language, `robots.txt`, the web app manifest, and
 * `security.txt` with the contact of the settings.
 */
export const createSiteMetadataPublicRoutes =
  ({ config, database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const addressIn = (path: string, lang: (typeof langs)[number]) =>
      escapeXml(`${config.SITE_URL}${path}${lang === 'en' ? '' : `?lang=${lang}`}`)
    const entry = (path: string, changed?: Date) => {
      const alternates = [
        ...langs.map(
          (lang) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${addressIn(path, lang)}"/>`,
        ),
        `<xhtml:link rel="alternate" hreflang="x-default" href="${addressIn(path, 'en')}"/>`,
      ].join('')
      const last = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
      return langs
        .map((lang) => `<url><loc>${addressIn(path, lang)}</loc>${last}${alternates}</url>`)
        .join('\n')
    }

    app.route({
      method: ['GET', 'HEAD'],
      url: '/sitemap.xml',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (request, reply) =>
        sendCachedOrRenderedResponse(
          responseCache,
          request,
          reply,
          ['events', 'competitions', 'teams', 'seasons'],
          async () => {
            const db = database.readDb
            const [events, competitions] = await Promise.all([
              listActiveEventsForSitemap(db),
              listActiveCompetitions(db),
            ])
            const teams = await listTeamPageAddresses(
              db,
              maxSitemapPaths - sitemapPages.length - 2 * events.length - competitions.length,
            )
            const urls = [
              ...sitemapPages.map((path) => entry(path)),
              ...events.flatMap(({ slug, updatedAt, isDrawn }) => [
                entry(`/events/${slug}/`, updatedAt),
                ...(isDrawn ? [entry(getMatchesPagePath(slug), updatedAt)] : []),
              ]),
              ...competitions.map(({ slug }) => entry(getCompetitionPagePath(slug))),
              ...teams.map(({ competition, teamNo }) => entry(getTeamPagePath(competition, teamNo))),
            ]
            const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
            return { type: 'application/xml; charset=utf-8', body }
          },
        ),
    })

    app.route({
      method: ['GET', 'HEAD'],
      url: '/robots.txt',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (request, reply) =>
        sendCachedOrRenderedResponse(responseCache, request, reply, [], async () => ({
          type: 'text/plain; charset=utf-8',
          body: `User-agent: *\nDisallow: /admin/\nDisallow: /account/\nDisallow: /api/\nDisallow: /payment/\n\nSitemap: ${config.SITE_URL}/sitemap.xml\n`,
        })),
    })

    app.route({
      method: ['GET', 'HEAD'],
      url: '/site.webmanifest',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (request, reply) =>
        sendCachedOrRenderedResponse(responseCache, request, reply, ['settings'], async () => {
          const { brand } = await getAllSettingsOrThrow(database.readDb, config.SITE_NAME)
          return {
            type: 'application/manifest+json',
            body: `${JSON.stringify(createWebManifest(brand), null, 2)}\n`,
          }
        }),
    })

    app.route({
      method: ['GET', 'HEAD'],
      url: '/.well-known/security.txt',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (request, reply) =>
        sendCachedOrRenderedResponse(responseCache, request, reply, ['settings'], async () => {
          const { contact } = await getAllSettingsOrThrow(database.readDb, config.SITE_NAME)
          const fields = [
            ['Contact', contact.email ? `mailto:${contact.email}` : `${config.SITE_URL}/contact-us/`],
            ['Expires', getSecurityTextExpiry(new Date())],
            ['Preferred-Languages', langs.join(', ')],
            ['Canonical', `${config.SITE_URL}/.well-known/security.txt`],
          ]
          return {
            type: 'text/plain; charset=utf-8',
            body: fields.map(([name, value]) => `${name}: ${value}\n`).join(''),
          }
        }),
    })
  }
