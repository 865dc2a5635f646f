import { pageRoutes } from '../../support/browser/page-routes.ts'

type AsAdmin = (path: string, init?: RequestInit) => Promise<Response>

/** The address that represents all pages of a route. Routes with `undefined` have a test of their own. */
const chosen: Record<string, string | undefined> = {
  '/*': undefined,
  '/admin': undefined,
  '/admin/*': '/admin/nothing',
  '/admin/events/:id/preview': undefined,
  '/admin/help/:chapter': '/admin/help/demo-final',
  '/competitions/:slug': '/competitions/robo_mission/',
  '/competitions/:slug/teams/:teamNo': '/competitions/robo_mission/teams/2/',
  '/events/:slug': '/events/oasis-rescue/',
  '/events/:slug/matches': '/events/robo-football-cup/matches/',
  '/events/:slug/display': '/events/oasis-rescue/display/',
  '/events/:slug/display/:screen': '/events/oasis-rescue/display/1/',
  '/verify/:code': '/verify/000000000000/',
  '/reset-password': '/reset-password?token=one',
}

/** The API path and reply key of record kinds whose pages have another name. */
const apiNames: Record<string, { path: string; key: string }> = {
  team: { path: 'teams', key: 'teams' },
}

const firstOf = async (asAdmin: AsAdmin, kind: string): Promise<string> => {
  const { path, key } = apiNames[kind] ?? { path: kind, key: kind }
  const reply = (await (await asAdmin(`/api/admin/${path}/?page=1`)).json()) as Record<
    string,
    { id?: string; _id?: string }[] | undefined
  >
  const first = reply[key]?.[0]
  const id = first?.id ?? first?._id
  if (!id) throw new Error(`there is no record of ${kind} to open`)
  return id
}

/**
 * Returns the address at which a page is visited. A route with a parameter is opened with the first record of
 * its kind.
 */
export const getPageAddress = async (route: string, asAdmin: AsAdmin): Promise<string> => {
  const address = chosen[route] ?? route
  const kind = /^\/admin\/(\w+)\/:(?:id|teamId)(?:\/|$)/.exec(address)?.[1]
  // a new person in the first team
  const person = address.replace(/:(?:coachId|memberId)/, 'new')
  if (kind) return person.replace(/:\w+/, await firstOf(asAdmin, kind))
  if (address.includes(':'))
    throw new Error(`Add an address for ${route} to tests/e2e/support/page-addresses.ts.`)
  return address
}

const visited = pageRoutes.filter((route) => !(route in chosen) || chosen[route] !== undefined)
const isBackOffice = (route: string) => /^\/admin(?:\/(?!auth\/)|$)/.test(route)

/** The public pages. */
export const publicRoutes = visited.filter(
  (route) => !isBackOffice(route) && !/^\/(?:account|payment)(?:\/|$)/.test(route),
)

/** Returns the routes of the back office by area. Areas with a single route are grouped as 'the rest'. */
export const groupBackOfficeRoutes = (): [area: string, routes: string[]][] => {
  const areas = Map.groupBy(
    visited.filter(isBackOffice),
    (route) => route.split('/')[2]?.replace(/^team$/, 'teams') ?? '',
  )
  const several = [...areas].filter(([, routes]) => routes.length > 1)
  return [...several, ['the rest', [...areas.values()].filter((routes) => routes.length === 1).flat()]]
}
