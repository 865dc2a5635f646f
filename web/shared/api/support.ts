import type { ContactNote, IssueReport } from '#contract/message.ts'
import { paths } from '#contract/paths.ts'
import { contactToWire, issueToWire } from '#contract/published/message.ts'
import type { Call } from './call.ts'

/** What visitors write to the organizers; `trap` is the value of the field that people do not see. Throws `bad-input` with fields, `too-many`. */
export const supportCalls = (call: Call) => ({
  /** Report an Issue. Refused fields are named `first_name`, `last_name`, `email`, `message`, `region`. */
  report: async (report: IssueReport & { trap?: string }): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(`${paths.support}/`, { method: 'POST', json: issueToWire(report) })
    return { message: msg }
  },
  /** The contact form. Refused fields are named `name`, `email`, `phone_number`, `message`. */
  contact: async (note: ContactNote & { trap?: string }): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(`${paths.contactUs}/`, { method: 'POST', json: contactToWire(note) })
    return { message: msg }
  },
})
