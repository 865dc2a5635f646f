import type { GuardianDecision, GuardianRequest } from '#contract/guardian-confirmation.ts'
import { paths } from '#contract/paths.ts'
import { createApiCall } from './call.ts'

const call = createApiCall((path, init) => window.fetch(path, init))

/** Creates the calls of guardians, who answer by a personal link. The calls throw `ticket-spent` for a link that does not work. */
export const guardianApi = {
  /** Reads what the link asks for, and the answer so far. */
  read: async (token: string) =>
    (await call<{ request: GuardianRequest }>(paths.guardianConfirmation, { method: 'POST', json: { token } })).request,
  /** Stores the answer of the guardian and returns it with a message. */
  decide: async (token: string, decision: GuardianDecision) => {
    const json = { token, ...decision }
    const { msg, request } = await call<{ msg: string; request: GuardianRequest }>(paths.guardianConfirmation, { method: 'PUT', json })
    return { message: msg, request }
  },
}
