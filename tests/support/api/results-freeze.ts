import type { LightMyRequestResponse } from 'fastify'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import { getPath } from '#contract/platform/call-path.ts'
import {
  getCompetitionPagePath,
  getShareImagePath,
  getTeamPagePath,
} from '#contract/site/season-page-paths.ts'
import type { TestApp } from '../services/app.ts'
import { openEventStream } from './scores-live.ts'

/** The values in the paths of public replies. */
export type FrozenRecords = {
  eventId: string
  slug: string
  entryIds: readonly string[]
  teamId: string
  teamNo: number
  token: string
}

const notAboutScores = null

/**
 * For every GET route of visitors and accounts and every public page, the paths whose replies a frozen
 * ranking must not change; null for replies without scores that differ by themselves.
 */
export const publicReplies: Record<string, ((records: FrozenRecords) => string[]) | null> = {
  '/api/openapi.json': () => ['/api/openapi.json'],
  '/api/docs': () => ['/api/docs/'],
  '/api/docs/static/index.html': notAboutScores,
  '/api/docs/static/swagger-initializer.js': notAboutScores,
  '/api/docs/json': () => ['/api/docs/json'],
  '/api/docs/yaml': () => ['/api/docs/yaml'],
  '/api/docs/static/*': notAboutScores,
  '/api/loginseason': notAboutScores,
  '/api/account': () => ['/api/account'],
  // the time of the last use changes with every request
  '/api/account/passkeys': notAboutScores,
  '/api/account/provider-links': notAboutScores,
  '/api/account/sessions': notAboutScores,
  '/public/uploads/:folder/:name': notAboutScores,
  '/uploads/:folder/:name': notAboutScores,
  '/api/events': () => ['/api/events/', '/api/events/?status=true&region=egypt'],
  '/api/v1/events/:idOrSlug': ({ eventId, slug }) => [
    getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: eventId }),
    getPath('GET /api/v1/events/:idOrSlug', { idOrSlug: slug }),
  ],
  '/api/v1/events/:idOrSlug/schedule': ({ slug }) => [
    getPath('GET /api/v1/events/:idOrSlug/schedule', { idOrSlug: slug }),
  ],
  '/api/v1/events/:idOrSlug/schedule/slots': ({ slug }) => [
    getPath('GET /api/v1/events/:idOrSlug/schedule/slots', { idOrSlug: slug }),
  ],
  '/api/v1/events/:idOrSlug/schedule/tables': ({ slug }) => [
    getPath('GET /api/v1/events/:idOrSlug/schedule/tables', { idOrSlug: slug }),
  ],
  '/api/v1/events/:idOrSlug/matches': ({ slug }) => [
    getPath('GET /api/v1/events/:idOrSlug/matches', { idOrSlug: slug }),
  ],
  '/api/v1/events/:idOrSlug/screens': ({ slug }) => [
    getPath('GET /api/v1/events/:idOrSlug/screens', { idOrSlug: slug }),
  ],
  '/api/v1/events/scores/:eventId': ({ eventId, slug }) =>
    [
      '',
      '?page=1&per_page=10',
      '?page=2&per_page=2',
      '?page=11&per_page=100',
      '?s=sara',
      '?s=hidden',
      '?s=falcons',
      '?missionType=0',
    ].flatMap((query) => [
      `${getPath('GET /api/v1/events/scores/:eventId', { eventId })}${query}`,
      `${getPath('GET /api/v1/events/scores/:eventId', { eventId: slug })}${query}`,
    ]),
  '/api/v1/events/scores/:eventId/entries/:entryId': ({ eventId, entryIds }) =>
    entryIds.map((id) =>
      getPath('GET /api/v1/events/scores/:eventId/entries/:entryId', { eventId, entryId: id }),
    ),
  '/api/v1/events/scores/:eventId/timeline': ({ slug }) => [
    getPath('GET /api/v1/events/scores/:eventId/timeline', { eventId: slug }),
  ],
  '/api/v1/events/scores/:eventId/at': ({ slug }) => [
    `${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: slug })}?time=2098-01-01T00:00Z`,
  ],
  // event streams, which `readFirstEvents` reads
  '/api/v1/events/scores/:eventId/live': notAboutScores,
  '/api/v1/events/scores/:eventId/reveal': notAboutScores,
  // the stream of organizers has no content, and its address needs a key
  '/api/v1/events/:eventId/overview-changes': notAboutScores,
  // certificates are of final results, which do not change
  '/api/v1/certificates/:code': notAboutScores,
  '/api/account/certificates': () => ['/api/account/certificates'],
  '/events/:idOrSlug/event.ics': ({ slug }) => [eventFilePaths.calendar(slug)],
  '/events/:idOrSlug/share-en.png': ({ slug }) => [eventFilePaths.shareImage(slug, 'en')],
  '/events/:idOrSlug/share-ar.png': ({ slug }) => [eventFilePaths.shareImage(slug, 'ar')],
  '/events/:idOrSlug/teams/:teamId/schedule.ics': ({ slug, teamId }) => [
    eventFilePaths.teamCalendar(slug, teamId),
  ],
  '/events/calendar.ics': () => [eventFilePaths.calendarOfAll],
  '/api/continents': () => ['/api/continents'],
  '/api/faqs': () => ['/api/faqs'],
  '/api/organizers': () => ['/api/organizers'],
  '/api/partners': () => ['/api/partners'],
  '/api/regions': () => ['/api/regions'],
  '/api/settings': () => ['/api/settings?siteName=botola'],
  '/api/legalPages': () => ['/api/legalPages'],
  '/api/simulator': () => ['/api/simulator'],
  '/downloads/latest/:platform': () => ['/downloads/latest/win'],
  '/downloads/:name': notAboutScores,
  '/api/unsubscribe/one-click': notAboutScores,
  '/api/competitions': () => ['/api/competitions'],
  '/api/competitions/:slug': () => [getPath('GET /api/competitions/:slug', { slug: 'robo_mission' })],
  '/api/competitions/:slug/teams/:teamNo': ({ teamNo }) => [
    getPath('GET /api/competitions/:slug/teams/:teamNo', { slug: 'robo_mission', teamNo }),
    getPath('GET /api/competitions/:slug/teams/:teamNo', { slug: 'robo_mission', teamNo: teamNo + 1 }),
  ],
  '/api/v1/events/:idOrSlug/team-pages': ({ slug }) => [
    getPath('GET /api/v1/events/:idOrSlug/team-pages', { idOrSlug: slug }),
  ],
  '/competitions/:slug/share-en.png': () => [getShareImagePath(getCompetitionPagePath('robo_mission'), 'en')],
  '/competitions/:slug/share-ar.png': () => [getShareImagePath(getCompetitionPagePath('robo_mission'), 'ar')],
  '/competitions/:slug/teams/:teamNo/share-en.png': ({ teamNo }) => [
    getShareImagePath(getTeamPagePath('robo_mission', teamNo), 'en'),
  ],
  '/competitions/:slug/teams/:teamNo/share-ar.png': ({ teamNo }) => [
    getShareImagePath(getTeamPagePath('robo_mission', teamNo), 'ar'),
  ],
  '/api/teams': () => ['/api/teams'],
  '/api/teams/ranks': () => ['/api/teams/ranks'],
  '/api/account/teams': () => ['/api/account/teams'],
  '/api/account/teams/summaries': () => ['/api/account/teams/summaries'],
  '/api/teams/:teamId/history': ({ teamId }) => [getPath('GET /api/teams/:teamId/history', { teamId })],
  '/api/teams/:teamId/feedback': ({ teamId }) => [getPath('GET /api/teams/:teamId/feedback', { teamId })],
  '/api/teams/:teamId/schedule': ({ teamId }) => [getPath('GET /api/teams/:teamId/schedule', { teamId })],
  '/api/teams/drafts': () => ['/api/teams/drafts'],
  '/api/teams/pictures/:name': notAboutScores,
  '/api/seasons': () => ['/api/seasons'],
  '/api/teams/:teamId/season-records': ({ teamId }) => [
    getPath('GET /api/teams/:teamId/season-records', { teamId }),
  ],
  '/api/account/scores': () => ['/api/account/scores'],
  '/api/account/protests': () => ['/api/account/protests'],
  // `readExportedScores` reads it: the other parts list every request
  '/api/account/export': notAboutScores,
  '/api/payments': () => ['/api/payments'],
  '/api/payments/:paymentId': notAboutScores,
  '/api/demo-payments/orders/:orderRef': notAboutScores,
  '/sitemap.xml': () => ['/sitemap.xml'],
  '/robots.txt': () => ['/robots.txt'],
  '/site.webmanifest': () => ['/site.webmanifest'],
  '/.well-known/security.txt': () => ['/.well-known/security.txt'],
  '/healthz': () => ['/healthz'],
  // the state of the process and its counters
  '/readyz': notAboutScores,
  '/metrics': notAboutScores,
  '/api/*': () => ['/api/nothing'],
}

/** The address of every page outside the back office. */
export const publicPages: Record<string, (records: FrozenRecords) => string> = Object.fromEntries(
  [
    ...[
      '/',
      '/events',
      '/competitions',
      '/challenges',
      '/about',
      '/support',
      '/privacy',
      '/terms',
      '/contact-us',
      '/login',
      '/forgot-password',
    ],
    ...[
      '/reset-password',
      '/payment/telr',
      '/register',
      '/unsubscribe',
      '/confirm-email',
      '/account',
      '/account/scores',
      '/account/payments',
    ],
    ...['/account/data', '/account/teams/new'],
  ].map((path) => [path, () => path]),
)
for (const path of ['/guardian', '/account/certificates', '/judge', '/verify']) publicPages[path] = () => path
publicPages['/verify/:code'] = () => '/verify/one'
publicPages['/competitions/:slug'] = () => getCompetitionPagePath('robo_mission')
publicPages['/competitions/:slug/teams/:teamNo'] = ({ teamNo }) => getTeamPagePath('robo_mission', teamNo)
publicPages['/events/:slug'] = ({ slug }) => `/events/${slug}/`
publicPages['/events/:slug/matches'] = ({ slug }) => `/events/${slug}/matches/`
publicPages['/events/:slug/display'] = ({ slug }) => `/events/${slug}/display/`
publicPages['/events/:slug/display/:screen'] = ({ slug }) => `/events/${slug}/display/1/`
publicPages['/payment/return/:paymentId'] = ({ eventId }) => `/payment/return/${eventId}`
publicPages['/payment/demo/:orderRef'] = () => '/payment/demo/one'
publicPages['/payment/receipt/:paymentId'] = ({ eventId }) => `/payment/receipt/${eventId}`
publicPages['/account/teams/:id'] = ({ teamId }) => `/account/teams/${teamId}`
publicPages['/account/teams/:id/edit'] = ({ teamId }) => `/account/teams/${teamId}/edit`
publicPages['/*'] = () => '/no-such-page'

const withLanguage = (path: string, lang: string) => `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`
/** Headers that differ between two equal replies. */
const changingHeader = /^(?:date|x-request-id|x-ratelimit-.*|retry-after)$/
const summarizeReply = ({ statusCode, headers, body }: LightMyRequestResponse) => ({
  status: statusCode,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !changingHeader.test(name))),
  // errors contain the id of the request, and the state of the screens the clock of the server
  body: body.replace(/"(?:requestId|serverTime)":"[^"]*"/, ''),
})

/**
 * Reads all public replies of an app in both languages, as a visitor and with the token of a participant, if
 * there is one.
 */
export const readPublicReplies = async (app: TestApp['app'], records: FrozenRecords, withPages: boolean) => {
  const calls = Object.values(publicReplies).flatMap((listPaths) => listPaths?.(records) ?? [])
  const pages = withPages ? Object.values(publicPages).map((getPath) => getPath(records)) : []
  const found: Record<string, ReturnType<typeof summarizeReply>> = {}
  for (const lang of ['en', 'ar'])
    for (const authorization of records.token ? [undefined, records.token] : [undefined])
      for (const path of authorization ? calls : [...calls, ...pages]) {
        const url = withLanguage(path, lang)
        const reply = await app.inject({
          url,
          headers: { 'accept-encoding': 'identity', ...(authorization ? { authorization } : {}) },
        })
        found[`${authorization ? 'participant' : 'visitor'} ${url}`] = summarizeReply(reply)
      }
  return found
}

/** Reads the scores in a participant's copy of personal data. */
export const readExportedScores = async (app: TestApp['app'], { token }: FrozenRecords) =>
  (await app.inject({ url: '/api/account/export', headers: { authorization: token } })).json().scores

/** Reads the first event of each public event stream of an event. */
export const readFirstEvents = async (address: string, { eventId }: FrozenRecords) =>
  Promise.all(
    [
      getPath('GET /api/v1/events/scores/:eventId/live', { eventId }),
      getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId }),
    ].map(async (path) => {
      const stream = await openEventStream(`${address}${path}`)
      const { event, data } = await stream.next()
      stream.close()
      return { path, event, data }
    }),
  )
