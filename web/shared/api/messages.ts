import type { ContactMessage, IssueReport } from '#contract/message.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from './call.ts'

/** Creates the client of the forms that visitors send to the organizers; `website` is the honeypot. The calls throw `bad-input`, `too-many`. */
export const createMessageApi = (call: ApiCall) => {
  const send = async (path: string, json: object) => ({ message: (await call<{ msg: string }>(`${path}/`, { method: 'POST', json })).msg })
  return {
    /** Report an Issue. */
    report: (issue: IssueReport & { website?: string }) => send(paths.support, issue),
    /** The contact form. */
    contact: (note: ContactMessage & { website?: string }) => send(paths.contactUs, note),
  }
}
