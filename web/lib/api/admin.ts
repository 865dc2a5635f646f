import { faqImportFromWire } from '#contract/wire/faq-import.ts'
import { paths } from '#contract/wire/paths.ts'
import { userImportFromWire } from '#contract/wire/user-import.ts'
import { session } from '#web/lib/session.ts'
import { signedInAgain } from '#web/lib/session-ended.ts'
import { accountCalls } from './account.ts'
import { adminAuditCalls } from './admin/audit.ts'
import { adminContentCalls } from './admin/content.ts'
import { adminDashboardCalls } from './admin/dashboard.ts'
import { adminDeskCalls } from './admin/desk.ts'
import { adminEventCalls } from './admin/events.ts'
import { importCalls } from './admin/import.ts'
import { adminScoreCalls } from './admin/scores.ts'
import { adminUserCalls } from './admin/users.ts'
import { createCall, type Fetch, request, type Send } from './call.ts'

const ended = async (reply: Response): Promise<boolean> => {
  if (reply.status !== 401) return false
  const { code } = (await reply
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return code === 'no-token' || code === 'bad-token'
}

/** `fetch` with the token of who is signed in. A call whose session has ended is made again once somebody signed in again on top of the page. */
const fetchWithToken: Fetch = async (path, init = {}) => {
  const send = (token: string | undefined) =>
    window.fetch(path, token ? { ...init, headers: { ...init.headers, authorization: token } } : init)
  const token = session.token()
  const reply = await send(token)
  if (!(await ended(reply))) return reply
  const now = session.token()
  // in another tab somebody was faster
  if (now !== undefined && now !== token) return send(now)
  return (await signedInAgain()) ? send(session.token()) : reply
}

const call = createCall(fetchWithToken)
const ask = (path: string, send?: Send) => request(fetchWithToken, path, send)

/** Everything that the back office asks of the server. Only in the browser: the token lives there. */
export const adminApi = {
  account: accountCalls(call),
  audit: adminAuditCalls(call),
  ...adminContentCalls(call),
  faqImport: importCalls(call, paths.adminFaqsImport, faqImportFromWire),
  dashboard: adminDashboardCalls(call),
  ...adminDeskCalls(call, ask),
  events: adminEventCalls(call, ask),
  scores: adminScoreCalls(call, ask),
  users: adminUserCalls(call, ask),
  userImport: importCalls(call, paths.adminUsersImport, userImportFromWire),
}
