import type { ContactMessage, IssueReport } from '#contract/message.ts'
import { paths } from '#contract/paths.ts'
import type { ApiCall } from './call.ts'

/** The text for the sender; `reference` is the number of a report, `hasCopy` says whether a copy is sent by mail. */
export type SentMessage = { message: string; reference?: string; hasCopy: boolean }

/** Creates the client of the forms that visitors send to the organizers; `website` is the honeypot. The calls throw `bad-input`, `too-many`. */
export const createMessageApi = (call: ApiCall) => {
  const send = async (path: string, json: object): Promise<SentMessage> => {
    const {
      msg,
      reference,
      hasCopy = false,
    } = await call<{ msg: string; reference?: string; hasCopy?: boolean }>(`${path}/`, { method: 'POST', json })
    return { message: msg, hasCopy, ...(reference ? { reference } : {}) }
  }
  return {
    /** Report an Issue. */
    report: (issue: IssueReport & { website?: string }) => send(paths.support, issue),
    /** The contact form. */
    contact: (note: ContactMessage & { website?: string }) => send(paths.contactUs, note),
  }
}
