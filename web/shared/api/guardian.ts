import type { GuardianDecision } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import { callWithoutToken as call } from './browser-calls.ts'

/**
 * Creates the calls of guardians, who answer by a personal link. The calls throw `ticket-spent` for a link
 * that does not work.
 */
export const guardianApi = {
  /** Reads the children that the link opens, and the answers so far. */
  read: async (token: string) => {
    const { request, others } = await call('POST /api/guardian-confirmation', { json: { token } })
    return [request, ...others]
  },
  /** Emails a new link to the stored address, in place of one that has expired. Returns the message. */
  emailNewLink: async (token: string) =>
    (await call('POST /api/guardian-confirmation/new-link', { json: { token } })).msg,
  /** Stores the answer of the guardian and returns it with a message. */
  decide: async (token: string, decision: GuardianDecision) => {
    const { msg, request } = await call('PUT /api/guardian-confirmation', { json: { token, ...decision } })
    return { message: msg, request }
  },
}
