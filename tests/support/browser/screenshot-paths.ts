import { getPageAddress } from '../../e2e/support/page-addresses.ts'

/** Whose session a page needs. */
export type Visitor = 'everyone' | 'account' | 'payer' | 'admin'

/** The records whose pages are shown. */
export type ScreenshotRecords = {
  asAdmin: (path: string, init?: RequestInit) => Promise<Response>
  teamId: string
  paymentId: string
  orderRef: string
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

/** The paths of pages that show a record of a visitor, or a certificate. */
const recordPaths: Record<string, (records: ScreenshotRecords) => string> = {
  '/account/teams/:id': ({ teamId }) => `/account/teams/${teamId}`,
  '/account/teams/:id/edit': ({ teamId }) => `/account/teams/${teamId}/edit`,
  '/account/teams/new': () => '/account/teams/new?competition=robosports',
  '/payment/telr': ({ teamId }) => `/payment/telr?team_id=${teamId}`,
  '/payment/return/:paymentId': ({ paymentId }) => `/payment/return/${paymentId}`,
  '/payment/receipt/:paymentId': ({ paidPaymentId }) => `/payment/receipt/${paidPaymentId}`,
  '/payment/demo/:orderRef': ({ orderRef }) => `/payment/demo/${orderRef}`,
  '/verify/:code': ({ certificateCode }) => `/verify/${certificateCode}/`,
}

/**
 * Returns where the page of a route is opened for its picture; undefined when another route has the same
 * page. Throws for a route with a parameter that nobody has given a record.
 */
export const getScreenshotPath = async (
  route: string,
  records: ScreenshotRecords,
): Promise<string | undefined> => {
  if (route === '/*') return '/nothing'
  if (route === '/admin') return undefined
  if (route.startsWith('/admin/events/:id'))
    return route.replace(':id', route.endsWith('/certificates') ? records.finalEventId : records.liveEventId)
  return recordPaths[route]?.(records) ?? (await getPageAddress(route, records.asAdmin))
}
