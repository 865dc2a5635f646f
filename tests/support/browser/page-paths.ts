import { pageRoutes } from './page-routes.ts'

type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>

/** Whose session a page needs. */
export type Visitor = 'everyone' | 'account' | 'payer' | 'admin'

/** The records whose pages are opened. */
export type PageRecords = {
  asAdmin: AsAdmin
  teamId: string
  paymentId: string
  /** An order of the demo payments; undefined on a site with the gateway. */
  orderRef?: string
  /** A payment of the visitor 'payer' with a receipt. */
  paidPaymentId: string
  certificateCode: string
  /** A live event with judges and rules, and one with final results and certificates. */
  liveEventId: string
  finalEventId: string
}

/** Returns whose session the page of a route needs. */
export const visitorOfRoute = (route: string): Visitor => {
  if (/^\/admin(?:\/(?!auth\/)|$)/.test(route)) return 'admin'
  if (route === '/payment/receipt/:paymentId') return 'payer'
  return /^\/(?:account|payment)(?:\/|$)/.test(route) ? 'account' : 'everyone'
}

/** The paths that stand for all pages of a route. */
const fixedPaths: Record<string, string> = {
  '/*': '/nothing',
  '/admin/*': '/admin/nothing',
  '/admin/help/:chapter': '/admin/help/demo-final',
  '/competitions/:slug': '/competitions/robo_mission/',
  '/competitions/:slug/teams/:teamNo': '/competitions/robo_mission/teams/2/',
  '/events/:slug': '/events/oasis-rescue/',
  '/events/:slug/matches': '/events/robo-football-cup/matches/',
  '/events/:slug/display': '/events/oasis-rescue/display/',
  '/events/:slug/display/:screen': '/events/oasis-rescue/display/1/',
  '/reset-password': '/reset-password?token=one',
  '/account/teams/new': '/account/teams/new?competition=robosports',
}

/** The paths of pages that show a record of a visitor, or a certificate. */
const recordPaths: Record<string, (records: PageRecords) => string | undefined> = {
  '/account/teams/:id': ({ teamId }) => `/account/teams/${teamId}`,
  '/account/teams/:id/edit': ({ teamId }) => `/account/teams/${teamId}/edit`,
  '/payment/telr': ({ teamId }) => `/payment/telr?team_id=${teamId}`,
  '/payment/return/:paymentId': ({ paymentId }) => `/payment/return/${paymentId}`,
  '/payment/receipt/:paymentId': ({ paidPaymentId }) => `/payment/receipt/${paidPaymentId}`,
  '/payment/demo/:orderRef': ({ orderRef }) => orderRef && `/payment/demo/${orderRef}`,
  '/verify/:code': ({ certificateCode }) => `/verify/${certificateCode}/`,
}

/**
 * Returns the id of the last of at most 100 records of a kind. Where the newest ones come first, it is one
 * that no test creates and deletes meanwhile.
 */
const findRecordId = async (asAdmin: AsAdmin, name: string): Promise<string> => {
  const kind = name === 'team' ? 'teams' : name
  const reply = (await (await asAdmin(`/api/admin/${kind}/?page=1&per_page=100`)).json()) as Record<
    string,
    { id?: string; _id?: string }[] | undefined
  >
  const record = reply[kind]?.at(-1)
  const id = record?.id ?? record?._id
  if (!id) throw new Error(`there is no record of ${kind} to open`)
  return id
}

/** Returns where a page of the back office is opened: the page of a record is that of an existing one. */
export const getAdminPagePath = async (route: string, asAdmin: AsAdmin): Promise<string> => {
  const kind = /^\/admin\/(\w+)\/:(?:id|teamId)(?:\/|$)/.exec(route)?.[1]
  // a new person in the team
  const path = route.replace(/:(?:coachId|memberId)/, 'new')
  return kind ? path.replace(/:\w+/, await findRecordId(asAdmin, kind)) : path
}

/**
 * Returns where the page of a route is opened; undefined when another route has the same page, or when the
 * site has no such record. Throws for a route with a parameter that nobody has given a record.
 */
export const getPagePath = async (route: string, records: PageRecords): Promise<string | undefined> => {
  if (route === '/admin') return undefined
  if (route.startsWith('/admin/events/:id'))
    return route.replace(':id', route.endsWith('/certificates') ? records.finalEventId : records.liveEventId)
  if (recordPaths[route]) return recordPaths[route](records)
  const path = fixedPaths[route] ?? (await getAdminPagePath(route, records.asAdmin))
  if (path.includes(':')) throw new Error(`Add a path for ${route} to tests/support/browser/page-paths.ts.`)
  return path
}

/** Splits the routes of each visitor into groups of at most `size` that stand beside each other. */
export const groupRoutes = (size: number): { visitor: Visitor; routes: string[] }[] =>
  [...Map.groupBy(pageRoutes, visitorOfRoute)].flatMap(([visitor, routes]) =>
    Array.from({ length: Math.ceil(routes.length / size) }, (_, at) => ({
      visitor,
      routes: routes.slice(at * size, (at + 1) * size),
    })),
  )
