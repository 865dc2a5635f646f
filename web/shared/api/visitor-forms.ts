import type { DownloadRequest } from '#contract/download-registrant.schema.ts'
import type { ContactMessage, IssueReport } from '#contract/message.schema.ts'
import { toPublishedDownload } from '#contract/published/download.ts'
import type { Registration } from '#contract/registration.schema.ts'
import type { ApiCall } from './call.ts'

/** Creates the call with which visitors register. */
export const createRegistrationApi = (call: ApiCall) => ({
  /**
   * Registers an account; `website` is the honeypot; `next` is the path to which the confirmation link leads. `confirm` in the result says that the link in an e-mail has to be opened first. Throws
   * `form-incomplete`, `bad-input` (fields as in `Registration`, such as `guardian.name`), `password-mismatch`, `account-exists`, `registration-closed`,
   * `too-many`.
   */
  register: async ({ website, ...registration }: Registration & { confirm: string; website?: string; next?: string }) => {
    const json = { ...registration, ...(website ? { website } : {}) }
    const { msg, confirm } = await call('POST /api/register', { json })
    return { message: msg, confirm }
  },
})

/** Creates the call with which visitors register for the simulator. */
export const createDownloadRegistrationApi = (call: ApiCall) => ({
  /** Returns the version, size and checksum of the simulator's file for each operating system. */
  readSimulator: async () => (await call('GET /api/simulator')).simulator,

  /**
   * Registers a visitor who wants the simulator and returns the address of its file, or null when the visitor gets a mail as soon as there is one. `website` is the
   * honeypot. Throws `download-incomplete`, `bad-input`
   * (fields `name`, `email`, `phone_number`), `no-simulator`, `too-many`.
   */
  register: async ({ website = '', ...visitor }: DownloadRequest & { website?: string }) => {
    const { msg, url } = await call('POST /api/download-game', { json: toPublishedDownload(visitor, website) })
    return { message: msg, url }
  },
})

/** The text for the sender; `reference` is the number of a report, `hasCopy` says whether a copy is sent by mail. */
export type SentMessage = { message: string; reference?: string | undefined; hasCopy: boolean }

/** Creates the client of the forms that visitors send to the organizers; `website` is the honeypot. The calls throw `bad-input`, `too-many`. */
export const createMessageApi = (call: ApiCall) => ({
  /** Report an Issue. */
  report: async (json: IssueReport & { website?: string }): Promise<SentMessage> => {
    const { msg, reference, hasCopy } = await call('POST /api/support', { json })
    return { message: msg, hasCopy, reference }
  },
  /** The contact form. */
  contact: async (json: ContactMessage & { website?: string }): Promise<SentMessage> => ({
    message: (await call('POST /api/contact-us', { json })).msg,
    hasCopy: false,
  }),
})

/** Creates the call with which people unsubscribe from news by the token of a mail, or subscribe again. It throws `ticket-spent`. Returns the message for the user. */
export const createUnsubscribeApi = (call: ApiCall) => async (token: string, receivesNews: boolean) =>
  (await call('POST /api/unsubscribe', { json: { token, receivesNews } })).msg
