import { accountCalls } from './account.ts'
import { adminAuditCalls } from './admin/audit.ts'
import { adminContentCalls } from './admin/content.ts'
import { adminDashboardCalls } from './admin/dashboard.ts'
import { adminDeskCalls } from './admin/desk.ts'
import { adminEventCalls } from './admin/events.ts'
import { adminFaqImportCalls } from './admin/faq-import.ts'
import { adminScoreCalls } from './admin/scores.ts'
import { adminUserCalls } from './admin/users.ts'
import { createCall, request, type Send } from './call.ts'
import { fetchWithToken } from './with-token.ts'

const call = createCall(fetchWithToken)
const ask = (path: string, send?: Send) => request(fetchWithToken, path, send)

/** Everything that the back office asks of the server. Only in the browser: the token lives there. */
export const adminApi = {
  account: accountCalls(call),
  audit: adminAuditCalls(call),
  ...adminContentCalls(call),
  faqImport: adminFaqImportCalls(call),
  dashboard: adminDashboardCalls(call),
  ...adminDeskCalls(call, ask),
  events: adminEventCalls(call, ask),
  scores: adminScoreCalls(call, ask),
  users: adminUserCalls(call, ask),
}
